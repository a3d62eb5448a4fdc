package demo

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

var utc = time.UTC

// How long the worker has to bring the national list up to date, and how often it is looked at.
const (
	listWait = 30 * time.Second
	listPoll = 250 * time.Millisecond
)

// AwaitList waits, up to a bound, until the national list shows every seat of the outcomes, and
// says whether it does. The list is given in any case.
func (st Stage) AwaitList(ctx context.Context, slug string, outcomes []Outcome) (*api.QualifierList, bool, error) {
	var list *api.QualifierList
	complete, err := st.await(ctx, func() (bool, error) {
		var err error
		if list, err = st.Organiser.QualifierList(ctx, slug); err != nil {
			return false, err
		}
		return st.complete(ctx, list, outcomes)
	})
	return list, complete, err
}

// AwaitAnswers waits, up to a bound, until the list shows every answer.
func (st Stage) AwaitAnswers(ctx context.Context, slug string, answers map[uuid.UUID]api.Answer) (*api.QualifierList, bool, error) {
	var list *api.QualifierList
	complete, err := st.await(ctx, func() (bool, error) {
		var err error
		if list, err = st.Organiser.QualifierList(ctx, slug); err != nil {
			return false, err
		}
		return !slices.ContainsFunc(list.Items, func(q api.Qualifier) bool { return q.Answer != answers[q.PlayerID] }), nil
	})
	return list, complete, err
}

// await asks again and again until something is so, or has not become so in time.
func (st Stage) await(ctx context.Context, so func() (bool, error)) (bool, error) {
	for waited := time.Duration(0); ; waited += listPoll {
		done, err := so()
		if done || err != nil || waited >= listWait {
			return done, err
		}
		if err := st.Sleep(ctx, listPoll); err != nil {
			return false, err
		}
	}
}

// complete says whether the list shows as many seats of every satellite as its report gives. One
// may be missing that nobody is left for (R5.4).
func (st Stage) complete(ctx context.Context, list *api.QualifierList, outcomes []Outcome) (bool, error) {
	listed := map[uuid.UUID]int{}
	for _, q := range list.Items {
		for _, s := range q.Satellites {
			listed[s.SatelliteID]++
		}
	}
	for _, o := range outcomes {
		missing := len(o.Report.Qualifiers) - listed[o.Satellite.ID]
		if missing == 0 {
			continue
		}
		seats, err := client.OK(st.Organiser.ListSeatsWithResponse(ctx, o.Satellite.ID))
		if err != nil {
			return false, err
		}
		for _, vacancy := range seats.Vacant {
			missing -= vacancy.Seats
		}
		if missing != 0 {
			return false, nil
		}
	}
	return true, nil
}
