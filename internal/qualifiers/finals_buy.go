package qualifiers

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/tour"
)

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
		if err := v.tell(ctx, id, b); err != nil {
			return err
		}
		made, err = v.reread(ctx, s.Tour, b.ID)
		return err
	})
	return made, err
}

func (v *Finals) tell(ctx context.Context, tour uuid.UUID, b BuyIn) error {
	if v.Herald == nil {
		return nil
	}
	return v.Herald.BoughtIn(ctx, tour, b)
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
		if err := v.tell(ctx, tour, b.BuyIn); err != nil {
			return err
		}
		b, err = v.reread(ctx, t, id)
		return err
	})
	return b, err
}
