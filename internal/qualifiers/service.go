package qualifiers

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// State says how far the list of a tour has come: it counts the changes, and AsOf is when the
// worker last brought it up to date (zero: never).
type State struct {
	Version int64
	AsOf    time.Time
}

// Store is what the service reads of the list and keeps of answers, links and rulings. Players are
// persons, that is after merges. Every method but InTx joins the transaction of its context.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	AllRows(ctx context.Context, tour uuid.UUID) ([]ListRow, error)
	RowsAt(ctx context.Context, tour uuid.UUID, at time.Time) ([]DatedRow, error)
	State(ctx context.Context, tour uuid.UUID) (State, error)

	// Changes are the differences that were kept, the latest first, from behind a position on.
	Changes(ctx context.Context, tour uuid.UUID, after ChangePosition, limit int) ([]DatedDifference, error)

	AnswerStore
}

// Announcer tells the worker, in the transaction of the context, what a list has to follow.
type Announcer interface {
	Changed(ctx context.Context, tour uuid.UUID, change Change) error
}

// Herald tells programs outside of an answer, a ruling or a buy-in, given or taken back, and of a change of
// the list, in the transaction that keeps it.
type Herald interface {
	Answered(ctx context.Context, tour uuid.UUID, r Reply) error
	Ruled(ctx context.Context, tour uuid.UUID, r Ruling) error
	ListChanged(ctx context.Context, tour uuid.UUID, version int64) error
	BoughtIn(ctx context.Context, tour uuid.UUID, b BuyIn) error
}

// Service is what people do with the national list: read it, answer, and rule on it. It writes no
// row of the list; the worker does, a moment later (Register).
type Service struct {
	Store     Store
	Tours     Tours
	Announcer Announcer
	Herald    Herald // nil: nobody outside is told
	Now       func() time.Time
	NewID     func() uuid.UUID
	Random    func() [16]byte
	Post      Post   // nil: no mail
	PublicURL string // where qualifiers find the service, without a slash at the end; empty: not known
	From      string // who signs letters
}

// List reads the list, best first, and how far it has come.
func (v *Service) List(ctx context.Context, tour uuid.UUID) ([]ListRow, State, error) {
	var rows []ListRow
	var state State
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		// The state first: rows that are newer than their version are read again by whoever asks
		// for the next one, older ones would be taken for it.
		if state, err = v.Store.State(ctx, tour); err != nil {
			return err
		}
		rows, err = v.Store.AllRows(ctx, tour)
		return err
	})
	return Placed(rows), state, err
}

// ListAt reads the list as it stood at a time (R5.6). The names of persons who were erased since
// are gone from it too (R8.2).
func (v *Service) ListAt(ctx context.Context, tour uuid.UUID, at time.Time) ([]ListRow, error) {
	var rows []DatedRow
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		rows, err = v.Store.RowsAt(ctx, tour, at)
		return err
	})
	return AsOf(rows, at), err
}

// DatedDifference is a difference with the time at which the list followed it.
type DatedDifference struct {
	Difference
	At time.Time
}

// ChangePosition is a place among the differences that were kept; zero is before the latest.
type ChangePosition struct {
	At          time.Time `json:"a"`
	SatelliteID uuid.UUID `json:"s"`
	PlayerID    uuid.UUID `json:"p"`
}

// Changes lists what became different of the list as issued (R4.6), the latest first.
func (v *Service) Changes(ctx context.Context, tour uuid.UUID, after ChangePosition, limit int) ([]DatedDifference, error) {
	var changes []DatedDifference
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		changes, err = v.Store.Changes(ctx, tour, after, limit)
		return err
	})
	return changes, err
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
