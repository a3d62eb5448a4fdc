package cards

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

const (
	eventsKept = 30 * 24 * time.Hour // by Stripe
	overlap    = time.Hour           // between two polls, for clocks that differ and events that show late
	lateClose  = 10 * time.Minute    // after its time, until a page is asked about
)

// Poll asks Stripe for what may have been lost on the way: events, and pages that were paid and
// never heard of. It also does what was left undone here, as when a worker was killed. Where it
// fails the next one begins again where the last good one ended.
func (s *Service) Poll(ctx context.Context) error {
	ctx = byStripe(ctx)
	if s.Gateway.Ready() != nil {
		return nil
	}
	began := s.Now()
	through, err := inTx(ctx, s.Store, s.Store.PolledThrough)
	if err != nil {
		return err
	}
	since := began.Add(-eventsKept)
	if from := through.Add(-overlap); from.After(since) {
		since = from
	}
	heard := errors.Join(s.pollEvents(ctx, since), s.pollPages(ctx, since))
	if heard == nil {
		heard = s.Store.InTx(ctx, func(ctx context.Context) error { return s.Store.SetPolledThrough(ctx, began) })
	}
	return errors.Join(heard, s.catchUp(ctx), s.tidy(ctx, began))
}

// catchUp does what waits to be done. A job may be doing the same; that does no harm.
func (s *Service) catchUp(ctx context.Context) error {
	events, err := inTx(ctx, s.Store, s.Store.NotApplied)
	if err != nil {
		return err
	}
	refunds, err := inTx(ctx, s.Store, s.Store.NotSent)
	if err != nil {
		return err
	}
	var troubles error
	for _, id := range events {
		_, err := s.ApplyEvent(ctx, id)
		troubles = errors.Join(troubles, err)
	}
	for _, id := range refunds {
		troubles = errors.Join(troubles, s.SendRefund(ctx, id))
	}
	return errors.Join(troubles, s.spread(ctx))
}

func (s *Service) pollEvents(ctx context.Context, since time.Time) error {
	for e, err := range s.Gateway.Events(ctx, since) {
		if err != nil {
			return err
		}
		if err := s.keep(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) pollPages(ctx context.Context, since time.Time) error {
	var troubles error
	for page, err := range s.Gateway.Pages(ctx, since) {
		switch {
		case err != nil && page.ID == "":
			return errors.Join(troubles, err)
		case err == nil:
			err = s.meet(ctx, page)
		case fault.CodeOf(err) == fault.PaymentCurrency:
			err = nil // its event says so already
		}
		troubles = errors.Join(troubles, err)
	}
	return troubles
}

// meet takes over what is new about a page.
func (s *Service) meet(ctx context.Context, page Opened) error {
	var news bool
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		c, known, err := s.checkoutOf(ctx, page.Reference, page.ID)
		switch {
		case err != nil:
			return err
		case !known:
			news, err = s.isUnheardOf(ctx, page)
			return err
		case c.State == Closed:
			return nil
		case !page.Open:
			news = true
			return nil
		case c.SessionID != "":
			return nil
		}
		if c, err = s.Store.Lock(ctx, c.PaymentID); err != nil {
			return err
		}
		_, err = s.opened(ctx, c, page)
		return err
	})
	if err != nil || !news {
		return err
	}
	return s.Apply(ctx, page.ID)
}

// isUnheardOf says whether a page that none of us asked for was paid, and is not in the books.
func (s *Service) isUnheardOf(ctx context.Context, page Opened) (bool, error) {
	if !page.Paid || page.Charge == "" {
		return false, nil
	}
	_, err := s.Treasury.Books.DebtorOfPayment(ctx, unknownPayment(page.Charge))
	if fault.CodeOf(err) == fault.ResourceNotFound {
		return true, nil
	}
	return false, err
}

// tidy looks at what is not closed: whether it still should be open, and what became of it once
// its time was over.
func (s *Service) tidy(ctx context.Context, now time.Time) error {
	left, err := inTx(ctx, s.Store, s.Store.NotClosed)
	if err != nil {
		return err
	}
	var troubles error
	reviewed := make(map[uuid.UUID]bool)
	for _, c := range left {
		switch late := now.After(c.ExpiresAt.Add(lateClose)); {
		case late && c.SessionID == "": // had it been made, the list of pages would have shown it
			troubles = errors.Join(troubles, s.conclude(ctx, c.PaymentID))
		case late:
			troubles = errors.Join(troubles, s.Apply(ctx, c.SessionID))
		case c.State == Closing:
			troubles = errors.Join(troubles, s.Close(ctx, c.PaymentID))
		case !reviewed[c.Debtor().ID()]:
			troubles = errors.Join(troubles, s.Review(ctx, c.Debtor().ID()))
			reviewed[c.Debtor().ID()] = true
		}
	}
	return troubles
}
