package cards

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
)

// ApplyPayout keeps a payout as Stripe has it now, and has every payment in it looked at.
func (s *Service) ApplyPayout(ctx context.Context, id string) error {
	ctx = byStripe(ctx)
	ticket, err := inTx(ctx, s.Store, s.Store.Ticket)
	if err != nil {
		return err
	}
	p, err := s.Gateway.Payout(ctx, id)
	if err != nil {
		return err
	}
	return s.keepPayout(ctx, p, ticket)
}

// keepPayout keeps a payout, unless somebody has kept a newer look at it; that one will do.
func (s *Service) keepPayout(ctx context.Context, p Payout, ticket time.Time) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		current, err := s.Store.Looked(ctx, uuid.NewSHA1(namespace, []byte(p.ID)), ticket)
		if err != nil || !current {
			return err
		}
		changed, err := s.Store.SavePayout(ctx, p)
		if err != nil || !changed {
			return err
		}
		objects, err := s.Store.PaidIn(ctx, p.ID)
		if err != nil {
			return err
		}
		for _, object := range objects {
			if err := s.Queue.Apply(ctx, object); err != nil {
				return err
			}
		}
		return nil
	})
}

// payoutsCanFail is how long after it was made a payout can still come back.
const payoutsCanFail = 30 * 24 * time.Hour

// PollPayouts keeps all payouts of the last weeks as they stand, whatever was heard of them.
func (s *Service) PollPayouts(ctx context.Context) error {
	ctx = byStripe(ctx)
	if s.Gateway.Ready() != nil {
		return nil
	}
	ticket, err := inTx(ctx, s.Store, s.Store.Ticket)
	if err != nil {
		return err
	}
	var troubles error
	for p, err := range s.Gateway.Payouts(ctx, s.Now().Add(-payoutsCanFail)) {
		switch {
		case err != nil && p.ID == "":
			return errors.Join(troubles, err)
		case err == nil:
			err = s.keepPayout(ctx, p, ticket)
		}
		troubles = errors.Join(troubles, err)
	}
	return troubles
}
