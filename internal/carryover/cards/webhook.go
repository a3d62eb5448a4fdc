package cards

import (
	"context"

	"github.com/nast-tour/nast/internal/fault"
)

// Webhook takes an event from Stripe: checks its signature, and keeps it with the job that applies
// it. An event that is known already is taken again without a word. The errors are those of
// Gateway.Verify.
func (s *Service) Webhook(ctx context.Context, body []byte, signature string) error {
	e, err := s.Gateway.Verify(body, signature, s.Now())
	if err != nil {
		return err
	}
	return s.keep(ctx, e)
}

// keep keeps an event once.
func (s *Service) keep(ctx context.Context, e Event) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		added, err := s.Store.AddEvent(ctx, e, s.Now())
		if err != nil || !added {
			return err
		}
		return s.Queue.ApplyEvent(ctx, e.ID)
	})
}

// Applied is what came of an event.
type Applied struct {
	Event
	Outcome string // in a few words, for people
	Trouble bool   // somebody should look at it
}

// The outcomes of events.
const (
	outcomeApplied = "applied"
	outcomeNothing = "not about a payment or payout of ours"
)

// ApplyEvent does what an event asks for: the books agree afterwards with what Stripe says now.
// It gives nil where that was done already.
func (s *Service) ApplyEvent(ctx context.Context, id string) (*Applied, error) {
	ctx = byStripe(ctx)
	var done bool
	e, err := inTx(ctx, s.Store, func(ctx context.Context) (e Event, err error) {
		e, done, err = s.Store.Event(ctx, id)
		return e, err
	})
	if err != nil || done {
		return nil, err
	}
	a := Applied{Event: e, Outcome: outcomeNothing}
	switch {
	case e.Object != "":
		a.Outcome, err = outcomeApplied, s.Apply(ctx, e.Object)
	case e.Payout != "":
		a.Outcome, err = outcomeApplied, s.ApplyPayout(ctx, e.Payout)
	}
	switch fault.CodeOf(err) {
	case fault.ResourceNotFound:
		a.Outcome, err = outcomeNothing, nil
	case fault.PaymentCurrency: // it cannot be in our books (R6.1), but is not to be forgotten
		a.Outcome, a.Trouble, err = "not in the books: "+sentence(err), true, nil
	}
	if err != nil {
		return nil, err
	}
	a.Trouble = a.Trouble || e.Foreign
	return &a, s.Store.InTx(ctx, func(ctx context.Context) error { return s.Store.EventApplied(ctx, id, a.Outcome, s.Now()) })
}
