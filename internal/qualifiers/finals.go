package qualifiers

import (
	"context"
	"strings"
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

// Purchase is what somebody says of a buy-in: a known person or, with a zero PlayerID, a name and
// number that are matched with those who are known (R5.8).
type Purchase struct {
	PlayerID      uuid.UUID
	Name          players.Name
	AssociationID string // "": none
	Rating        *int   // nil: the last known
	Email, Note   string
	By            string // who records it
}

// PlacedBuyIn is a buy-in with what it has come to.
type PlacedBuyIn struct {
	BuyIn
	State BuyInState
}

// SetName says who buys in by a name and number; named says whether any part of them was given. A
// known player has no other name here, and without one a family name is needed.
func (p *Purchase) SetName(named bool, family, given, suffix, associationID string) (err error) {
	switch {
	case p.PlayerID != uuid.Nil && named:
		return fault.AtField("/player_id", "not_both", "Name a known player by player_id, or anybody by family_name; not both.")
	case p.PlayerID != uuid.Nil:
		return nil
	case !named:
		return fault.AtField("/player_id", "required", "Say who buys in: player_id of a known player, or family_name.")
	}
	if p.Name, err = players.ParseName(family, given, suffix); err != nil {
		return err
	}
	if strings.TrimSpace(associationID) != "" {
		p.AssociationID, err = players.ParseAssociationID(associationID)
	}
	return err
}

// BuyIn gives a person a place in the final, or one in the waiting list, and posts what he owes for it.
// Of several who want the last place one gets it. The errors are those of AddBuyIn; besides it
// refuses a person who was erased, and all once the Final Event has started (buy_in_refused,
// buy_ins_closed).
func (v *Finals) BuyIn(ctx context.Context, id uuid.UUID, p Purchase) (made PlacedBuyIn, err error) {
	if p.Rating != nil {
		if err := players.CheckRating(*p.Rating); err != nil {
			return made, err
		}
	}
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		s, err := v.locked(ctx, id)
		if err != nil {
			return err
		}
		buyer, err := v.buyer(ctx, p)
		if err != nil {
			return err
		}
		b, err := AddBuyIn(s.Tour.Final, s.Rows, s.BuyIns, BuyIn{
			ID: v.NewID(), PlayerID: buyer.PlayerID, Name: buyer.Name, AssociationID: buyer.AssociationID, Rating: buyer.Rating,
			At: v.Now().UTC(), By: p.By, Email: strings.TrimSpace(p.Email), Note: strings.TrimSpace(p.Note),
		})
		if err != nil {
			return err
		}
		if err := v.Store.AddBuyIn(ctx, id, b); err != nil {
			return err
		}
		if err := v.Cashier.PostBuyIn(ctx, b.ID, id, b.Price, s.Tour.Rules.PayableWithinDays); err != nil {
			return err
		}
		made, err = v.reread(ctx, s.Tour, b.ID)
		return err
	})
	return made, err
}

// locked is the sheet of a final whose field nobody else changes until the transaction ends. It
// refuses one whose Final Event has started (buy_ins_closed).
func (v *Finals) locked(ctx context.Context, id uuid.UUID) (FinalSheet, error) {
	t, err := v.Store.LockFinal(ctx, id)
	if err != nil {
		return FinalSheet{}, err
	}
	if v.Events != nil {
		switch started, err := v.Events.FinalStarted(ctx, id); {
		case err != nil:
			return FinalSheet{}, err
		case started:
			return FinalSheet{}, fault.New(fault.BuyInsClosed, "The Final Event has started; enter the player there.")
		}
	}
	return v.sheet(ctx, t)
}

// buyer is the person who buys in, with the rating that counts.
func (v *Finals) buyer(ctx context.Context, p Purchase) (Buyer, error) {
	record := p.PlayerID
	if record == uuid.Nil {
		if err := v.Persons.Reserve(ctx, []players.Claim{{NameKey: p.Name.Key(), AssociationID: p.AssociationID}}); err != nil {
			return Buyer{}, err
		}
		identity, err := v.Persons.Identify(ctx, p.Name, p.AssociationID, nil)
		if err != nil {
			return Buyer{}, err
		}
		record = identity.Player
	}
	buyer, err := v.Store.Buyer(ctx, record)
	switch {
	case fault.CodeOf(err) == fault.ResourceNotFound:
		return Buyer{}, fault.AtField("/player_id", "unknown", "There is no such player.")
	case err != nil:
		return Buyer{}, err
	case buyer.Erased:
		return Buyer{}, fault.New(fault.BuyInRefused, "The player was erased on his request (R8.2); enter him by his name if he plays again.")
	}
	if p.Rating != nil {
		buyer.Rating = *p.Rating
	}
	return buyer, nil
}

func (v *Finals) reread(ctx context.Context, t tour.Tour, id uuid.UUID) (PlacedBuyIn, error) {
	s, err := v.sheet(ctx, t)
	if err != nil {
		return PlacedBuyIn{}, err
	}
	b, err := s.buyIn(id)
	return PlacedBuyIn{b, s.States[id]}, err
}

// Get reads a buy-in.
func (v *Finals) Get(ctx context.Context, tour, id uuid.UUID) (b PlacedBuyIn, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := v.Tours.ByID(ctx, tour)
		if err != nil {
			return err
		}
		b, err = v.reread(ctx, t, id)
		return err
	})
	return b, err
}

// Withdrawal is why a buy-in is given up, and whether its fee is kept all the same.
type Withdrawal struct {
	Reason  string
	KeepFee bool
	By      string
}

// Withdraw takes a buy-in out of the field or off the waiting list, with a reason. Unless the fee is
// kept, nothing of it is owed any more, and what was paid becomes credit to be refunded. Withdrawing
// again changes nothing.
func (v *Finals) Withdraw(ctx context.Context, tour, id uuid.UUID, w Withdrawal) (b PlacedBuyIn, err error) {
	w.Reason = strings.TrimSpace(w.Reason)
	if w.Reason == "" {
		return b, fault.New(fault.ReasonRequired, "Say why the buy-in is withdrawn.").WithField("/reason", "required", "A reason is needed.")
	}
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := v.Store.LockFinal(ctx, tour)
		if err != nil {
			return err
		}
		if b, err = v.reread(ctx, t, id); err != nil || b.State == Withdrawn {
			return err
		}
		b.WithdrawnAt, b.WithdrawnBy, b.Reason, b.FeeKept = v.Now().UTC(), w.By, w.Reason, w.KeepFee
		if err := v.Store.WithdrawBuyIn(ctx, b.BuyIn); err != nil {
			return err
		}
		if !w.KeepFee {
			if err := v.Cashier.CancelBuyIn(ctx, id); err != nil {
				return err
			}
		}
		b, err = v.reread(ctx, t, id)
		return err
	})
	return b, err
}
