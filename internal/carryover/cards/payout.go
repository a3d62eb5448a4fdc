package cards

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// PayoutVersion is a payout as it stood at one time.
type PayoutVersion struct {
	ID      string
	Version int
}

// ApplyPayout keeps a payout as Stripe has it now, and looks at every payment in it.
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
	if err := s.keepPayout(ctx, p, ticket); err != nil {
		return err
	}
	return s.spread(ctx)
}

// keepPayout keeps a payout, unless somebody has kept a newer look at it; that one will do.
func (s *Service) keepPayout(ctx context.Context, p Payout, ticket time.Time) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		current, err := s.Store.Looked(ctx, uuid.NewSHA1(namespace, []byte(p.ID)), ticket)
		if err != nil || !current {
			return err
		}
		return s.Store.SavePayout(ctx, p)
	})
}

// spread looks at the payments in all payouts that have changed.
func (s *Service) spread(ctx context.Context) error {
	changed, err := inTx(ctx, s.Store, s.Store.NotSpread)
	if err != nil {
		return err
	}
	for _, p := range changed {
		objects, err := inTx(ctx, s.Store, func(ctx context.Context) ([]string, error) { return s.Store.PaidIn(ctx, p.ID) })
		if err != nil {
			return err
		}
		for _, object := range objects {
			if err := s.Apply(ctx, object); err != nil && fault.CodeOf(err) != fault.ResourceNotFound {
				return err
			}
		}
		if err := s.Store.InTx(ctx, func(ctx context.Context) error { return s.Store.PayoutSpread(ctx, p) }); err != nil {
			return err
		}
	}
	return nil
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
	return errors.Join(troubles, s.spread(ctx))
}
