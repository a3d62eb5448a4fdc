package qualifiers

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/tour"
)

// FinalStore keeps buy-ins and reads what the final field follows from. Players are persons, that is
// after merges. Every method but InTx joins the transaction of its context.
type FinalStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	AllRows(ctx context.Context, tour uuid.UUID) ([]ListRow, error)
	State(ctx context.Context, tour uuid.UUID) (State, error)

	// LockFinal reads a tour and keeps others from its rules and buy-ins until the transaction ends.
	LockFinal(ctx context.Context, tour uuid.UUID) (tour.Tour, error)
	// BuyIns are all of a tour with what the books say of them, in order of time.
	BuyIns(ctx context.Context, tour uuid.UUID) ([]BuyIn, error)
	AddBuyIn(ctx context.Context, tour uuid.UUID, b BuyIn) error
	// WithdrawBuyIn keeps that a buy-in was withdrawn.
	WithdrawBuyIn(ctx context.Context, b BuyIn) error
	// Buyer reads who buys in; fault.ResourceNotFound where there is no such record.
	Buyer(ctx context.Context, record uuid.UUID) (Buyer, error)
}

// Buyer is a person who buys in.
type Buyer struct {
	PlayerID      uuid.UUID // the person's own
	Name          string
	AssociationID string
	Rating        int // the last known; 0: none
	Erased        bool
}

// Persons finds or makes the person that a name and number mean (R5.8).
type Persons interface {
	Reserve(ctx context.Context, claims []players.Claim) error
	Identify(ctx context.Context, name players.Name, associationID string, inField map[uuid.UUID]bool) (players.Identity, error)
}

// Cashier posts what a buy-in owes, in the transaction of the context.
type Cashier interface {
	PostBuyIn(ctx context.Context, buyIn, tour uuid.UUID, price money.Money, payableWithinDays int) error
	// CancelBuyIn takes off all that a buy-in owes; what was paid becomes credit.
	CancelBuyIn(ctx context.Context, buyIn uuid.UUID) error
}

// Events tells whether the Final Event of a tour has started; its field stands then.
type Events interface {
	FinalStarted(ctx context.Context, tour uuid.UUID) (bool, error)
}

// Finals keeps the final fields of tours (R5.7).
type Finals struct {
	Store   FinalStore
	Tours   Tours
	Persons Persons
	Cashier Cashier
	Events  Events // nil: no Final Event ever starts
	Herald  Herald // nil: nobody outside is told
	Now     func() time.Time
	NewID   func() uuid.UUID
}

// FinalSheet is a final field with what it follows from.
type FinalSheet struct {
	Final
	Tour   tour.Tour
	Rows   []ListRow // the national list, best first
	List   State
	BuyIns []BuyIn // all, in order of time
	States map[uuid.UUID]BuyInState
}

// Field reads the final field of a tour as it stands.
func (v *Finals) Field(ctx context.Context, id uuid.UUID) (sheet FinalSheet, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := v.Tours.ByID(ctx, id)
		if err != nil {
			return err
		}
		sheet, err = v.sheet(ctx, t)
		return err
	})
	return sheet, err
}

func (v *Finals) sheet(ctx context.Context, t tour.Tour) (s FinalSheet, err error) {
	s.Tour = t
	if s.List, err = v.Store.State(ctx, t.ID); err != nil {
		return s, err
	}
	rows, err := v.Store.AllRows(ctx, t.ID)
	if err != nil {
		return s, err
	}
	if s.BuyIns, err = v.Store.BuyIns(ctx, t.ID); err != nil {
		return s, err
	}
	s.Rows = Placed(rows)
	s.Final = FieldOf(t.Final, rows, s.BuyIns)
	s.States = BuyInStates(t.Final, rows, s.BuyIns)
	return s, nil
}

// InState gives the buy-ins in a state, of all where it is empty, in order of time.
func (s FinalSheet) InState(state BuyInState) []PlacedBuyIn {
	var all []PlacedBuyIn
	for _, b := range s.BuyIns {
		if state == "" || s.States[b.ID] == state {
			all = append(all, PlacedBuyIn{b, s.States[b.ID]})
		}
	}
	return all
}

// buyIn finds one of the sheet's.
func (s FinalSheet) buyIn(id uuid.UUID) (BuyIn, error) {
	for _, b := range s.BuyIns {
		if b.ID == id {
			return b, nil
		}
	}
	return BuyIn{}, fault.New(fault.ResourceNotFound, "There is no such buy-in in this tour.")
}

// Taken is how many places for buy-ins are taken, in the transaction of the context. The caller has
// the tour locked.
func (v *Finals) Taken(ctx context.Context, t tour.Tour) (int, error) {
	s, err := v.sheet(ctx, t)
	return s.BoughtIn(), err
}

// Apart are the buy-ins of a tour that stand and have no place: of who waits, who has won a seat
// since, and who has bought in before.
func (v *Finals) Apart(ctx context.Context, id uuid.UUID) (apart []uuid.UUID, err error) {
	s, err := v.Field(ctx, id)
	for buyIn, state := range s.States {
		if state != HasPlace && state != Withdrawn {
			apart = append(apart, buyIn)
		}
	}
	return apart, err
}

// PlacedBuyIn is a buy-in with what it has come to.
type PlacedBuyIn struct {
	BuyIn
	State BuyInState
}
