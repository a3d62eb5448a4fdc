package qualifiers

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/tour"
)

// RegisterStore keeps the seats of a tour and the list that is made of them. Players are persons,
// that is after merges. Every method but InTx joins the transaction of its context.
type RegisterStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// LockList keeps other workers from a tour's list until the transaction ends.
	LockList(ctx context.Context, tour uuid.UUID) error

	// Satellites are all that are reported or have an outcome kept; SatellitesOf are those of them
	// in whose standing, or kept claims, one of the players is.
	Satellites(ctx context.Context, tour uuid.UUID) ([]uuid.UUID, error)
	SatellitesOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]uuid.UUID, error)

	// Lines are the standings by the latest reports; a satellite that is not reported has none.
	Lines(ctx context.Context, satellites []uuid.UUID) ([]Line, error)
	Replies(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]Reply, error)
	Rulings(ctx context.Context, satellites []uuid.UUID) ([]Ruling, error)

	// Outcomes are kept as they were last computed. One without claims is kept no more.
	Outcomes(ctx context.Context, tour uuid.UUID, satellites []uuid.UUID) ([]Outcome, error)
	SaveOutcomes(ctx context.Context, tour uuid.UUID, outcomes []Outcome) error
	ClaimsOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]Claim, error)
	// SaveDifferences keeps what became different of seats that were issued, for people to read.
	SaveDifferences(ctx context.Context, tour uuid.UUID, differences []Difference, at time.Time) error

	AllRows(ctx context.Context, tour uuid.UUID) ([]ListRow, error)
	RowsOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]ListRow, error)
	// SaveRows keeps rows, and those they replace with the time until which they stood (AsOf).
	SaveRows(ctx context.Context, tour uuid.UUID, rows []ListRow, gone []uuid.UUID, at time.Time) error
	Touch(ctx context.Context, tour uuid.UUID, changed bool, at time.Time) error
}

// Register keeps who has which seat, and the national list, as reports, answers, rulings and
// merges change them.
type Register struct {
	Store RegisterStore
	Now   func() time.Time
}

// Change is what is new: satellites that were reported, reopened or ruled on, and players who
// answered, were merged, split (both persons) or renamed.
type Change struct {
	Satellites []uuid.UUID
	Players    []uuid.UUID
}

// Refresh brings seats and list up to date with a change and gives what became different. Its work
// is that of the satellites in which the change moves somebody, however large the tour is; doing it
// again changes nothing.
func (v *Register) Refresh(ctx context.Context, tour uuid.UUID, rules tour.Rules, change Change) (differences []Difference, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		if err := v.Store.LockList(ctx, tour); err != nil {
			return err
		}
		theirs, err := v.Store.SatellitesOf(ctx, tour, change.Players)
		if err != nil {
			return err
		}
		change.Satellites = append(theirs, change.Satellites...)
		differences, err = v.bring(ctx, tour, rules, change)
		return err
	})
	return differences, err
}

// Rebuild computes everything from nothing. What it finds different was wrong.
func (v *Register) Rebuild(ctx context.Context, tour uuid.UUID, rules tour.Rules) (differences []Difference, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		if err := v.Store.LockList(ctx, tour); err != nil {
			return err
		}
		satellites, err := v.Store.Satellites(ctx, tour)
		if err != nil {
			return err
		}
		rows, err := v.Store.AllRows(ctx, tour)
		if err != nil {
			return err
		}
		everything := Change{Satellites: satellites}
		for _, row := range rows {
			everything.Players = append(everything.Players, row.PlayerID)
		}
		differences, err = v.bring(ctx, tour, rules, everything)
		return err
	})
	return differences, err
}

// bring computes the outcomes of satellites, and of those that follow, and the rows of players.
func (v *Register) bring(ctx context.Context, tour uuid.UUID, rules tour.Rules, change Change) ([]Difference, error) {
	was, now, err := v.recompute(ctx, tour, rules, change.Satellites)
	if err != nil {
		return nil, err
	}
	if err := v.Store.SaveOutcomes(ctx, tour, changedOutcomes(was, now)); err != nil {
		return nil, err
	}
	at := v.Now().UTC()
	differences := Differences(was, now, rules)
	if err := v.Store.SaveDifferences(ctx, tour, ofIssued(was, differences), at); err != nil {
		return nil, err
	}
	changed, err := v.refreshRows(ctx, tour, append(playersIn(was, now), change.Players...), at)
	if err != nil {
		return nil, err
	}
	return differences, v.Store.Touch(ctx, tour, changed, at)
}

// recompute computes the outcomes of some satellites and of all others that follow from them:
// whoever comes to a seat or loses one can matter wherever else he stands in the line. What is not
// computed stays as it is kept, because nothing that it follows from has changed.
func (v *Register) recompute(ctx context.Context, tour uuid.UUID, rules tour.Rules, scope []uuid.UUID) (was, now []Outcome, err error) {
	for {
		scope = sortedOnce(scope)
		if was, err = v.Store.Outcomes(ctx, tour, scope); err != nil {
			return nil, nil, err
		}
		facts, err := v.facts(ctx, tour, rules, scope)
		if err != nil {
			return nil, nil, err
		}
		now = withRemoved(Outcomes(facts), was)
		more, err := v.Store.SatellitesOf(ctx, tour, moved(was, now))
		if err != nil {
			return nil, nil, err
		}
		wider := sortedOnce(append(more, scope...))
		if len(wider) == len(scope) {
			return was, now, nil
		}
		scope = wider
	}
}

// facts loads all that the seats of some satellites follow from.
func (v *Register) facts(ctx context.Context, tour uuid.UUID, rules tour.Rules, scope []uuid.UUID) (Facts, error) {
	facts := Facts{Repeat: rules.RepeatQualifier, Declined: rules.DeclinedSeat, Replies: map[uuid.UUID]Reply{}}
	var err error
	if facts.Lines, err = v.Store.Lines(ctx, scope); err != nil {
		return Facts{}, err
	}
	var players []uuid.UUID
	for _, line := range facts.Lines {
		for _, standing := range line.Standing {
			players = append(players, standing.PlayerID)
		}
	}
	players = sortedOnce(players)
	replies, err := v.Store.Replies(ctx, tour, players)
	if err != nil {
		return Facts{}, err
	}
	facts.Replies = RepliesInForce(replies)
	claims, err := v.Store.ClaimsOf(ctx, tour, players)
	if err != nil {
		return Facts{}, err
	}
	facts.Elsewhere = slices.DeleteFunc(claims, func(c Claim) bool { return slices.Contains(scope, c.SatelliteID) })
	rulings, err := v.Store.Rulings(ctx, scope)
	facts.Rulings = RulingsInForce(rulings)
	return facts, err
}

// refreshRows makes the rows of some players anew and says whether that changed the list.
func (v *Register) refreshRows(ctx context.Context, tour uuid.UUID, players []uuid.UUID, at time.Time) (bool, error) {
	players = sortedOnce(players)
	claims, err := v.Store.ClaimsOf(ctx, tour, players)
	if err != nil {
		return false, err
	}
	replies, err := v.Store.Replies(ctx, tour, players)
	if err != nil {
		return false, err
	}
	was, err := v.Store.RowsOf(ctx, tour, players)
	if err != nil {
		return false, err
	}
	rows, gone := changedRows(was, Rows(claims, RepliesInForce(replies)))
	if len(rows) == 0 && len(gone) == 0 {
		return false, nil
	}
	return true, v.Store.SaveRows(ctx, tour, rows, gone, at)
}

// changedRows are the rows that are new or other than they were, and the players without one.
func changedRows(was, now []ListRow) (rows []ListRow, gone []uuid.UUID) {
	before := map[uuid.UUID]ListRow{}
	for _, row := range was {
		row.Position = 0
		before[row.PlayerID] = row
	}
	for _, row := range now {
		if kept, found := before[row.PlayerID]; !found || !sameJSON(kept, row) {
			rows = append(rows, row)
		}
		delete(before, row.PlayerID)
	}
	for player := range before {
		gone = append(gone, player)
	}
	return rows, sortedOnce(gone)
}

func sortedOnce(ids []uuid.UUID) []uuid.UUID {
	sorted := slices.SortedFunc(slices.Values(ids), compareIDs)
	return slices.Compact(sorted)
}

func compareIDs(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }
