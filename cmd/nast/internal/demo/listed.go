package demo

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
)

var utc = time.UTC

// How long the worker has to bring the national list up to date, and how often it is looked at.
const (
	listWait = 30 * time.Second
	listPoll = 250 * time.Millisecond
)

// AwaitList waits, up to a bound, until the national list shows every qualifier of the
// outcomes, and says whether it does. The list is given in any case.
func (st Stage) AwaitList(
	ctx context.Context, slug string, outcomes []Outcome, sleep func(context.Context, time.Duration) error,
) (*api.QualifierList, bool, error) {
	for waited := time.Duration(0); ; waited += listPoll {
		list, err := st.Organiser.QualifierList(ctx, slug)
		if err != nil {
			return nil, false, err
		}
		if complete(list, outcomes) || waited >= listWait {
			return list, complete(list, outcomes), nil
		}
		if err := sleep(ctx, listPoll); err != nil {
			return nil, false, err
		}
	}
}

// complete says whether each qualifier of each outcome stands in the list with that satellite.
func complete(list *api.QualifierList, outcomes []Outcome) bool {
	type seat struct{ player, satellite uuid.UUID }
	seats := map[seat]bool{}
	for _, q := range list.Items {
		for _, s := range q.Satellites {
			seats[seat{q.PlayerID, s.SatelliteID}] = true
		}
	}
	for _, o := range outcomes {
		for _, q := range o.Report.Qualifiers {
			if !seats[seat{q.PlayerID, o.Satellite.ID}] {
				return false
			}
		}
	}
	return true
}
