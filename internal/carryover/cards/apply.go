package cards

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// tries is how often Stripe is asked anew where its answer was overtaken.
const tries = 5

// Apply asks Stripe about the payment that an object belongs to, and makes the books agree with
// the answer. As the answer is the whole truth at that moment, it matters neither which event
// was heard nor how often nor in which order; what matters is that an older answer never comes
// after a newer one, which Store.Looked sees to.
func (s *Service) Apply(ctx context.Context, object string) error {
	ctx = byStripe(ctx)
	for range tries {
		ticket, err := inTx(ctx, s.Store, s.Store.Ticket)
		if err != nil {
			return err
		}
		truth, err := s.Gateway.Look(ctx, object)
		if err != nil {
			return err
		}
		current, err := inTx(ctx, s.Store, func(ctx context.Context) (bool, error) { return s.agree(ctx, truth, ticket) })
		if err != nil || current {
			return err
		}
	}
	return fault.New(fault.PaymentsUnavailable, "The payment is changing just now; it is looked at again.")
}

// agree makes the books agree with a truth, unless another may be newer.
func (s *Service) agree(ctx context.Context, t Truth, ticket time.Time) (current bool, err error) {
	c, known, err := s.checkoutOf(ctx, t.Reference, t.Page)
	if err != nil {
		return false, err
	}
	if !known && t.Charge == "" {
		return true, nil // a page of somebody else's on which nobody has tried to pay
	}
	charge := carryover.Charge{PaymentID: c.PaymentID, Debtor: c.Debtor(), SatelliteID: c.DueID(), Reference: t.Charge}
	if !known {
		// Of whom it is nobody knows: it goes to suspense, under an id that it always has.
		charge.PaymentID = unknownPayment(t.Charge)
	}
	if current, err = s.Store.Looked(ctx, charge.PaymentID, ticket); err != nil || !current {
		return false, err
	}
	if t.Charge != "" {
		if charge.Truth, err = s.cardTruth(ctx, t); err != nil {
			return false, err
		}
		if _, err := s.Treasury.ApplyCard(ctx, charge); err != nil {
			return false, err
		}
	}
	if known {
		return s.learn(ctx, c.PaymentID, t)
	}
	return true, nil
}

// checkoutOf finds our record of a page by its reference. A page that only bears the reference
// of another one of ours is not known.
func (s *Service) checkoutOf(ctx context.Context, reference, page string) (c Checkout, known bool, err error) {
	id, err := uuid.Parse(reference)
	if err != nil || page == "" {
		return Checkout{}, false, nil
	}
	c, err = s.Store.Find(ctx, id)
	switch {
	case fault.CodeOf(err) == fault.ResourceNotFound:
		return Checkout{}, false, nil
	case err != nil:
		return Checkout{}, false, err
	}
	if c.SessionID != "" && c.SessionID != page {
		return Checkout{}, false, nil
	}
	return c, true, nil
}

// learn keeps what a truth says of its page. It is false where the checkout turned out to have
// another page, so that all has to be looked at anew.
func (s *Service) learn(ctx context.Context, payment uuid.UUID, t Truth) (bool, error) {
	c, err := s.Store.Lock(ctx, payment)
	if err != nil {
		return false, err
	}
	if c.SessionID != "" && c.SessionID != t.Page {
		return false, errAnotherPage
	}
	before := c
	c.SessionID = t.Page
	if !t.Open {
		c.State = Closed
	}
	if c == before {
		return true, nil
	}
	return true, s.Store.SaveCheckout(ctx, c)
}

// errAnotherPage rolls back what was done for the wrong page.
var errAnotherPage = fault.New(fault.PaymentsUnavailable, "The page is another one than was thought; it is looked at again.")

// namespace is that of the ids of payments nobody has asked for.
var namespace = uuid.MustParse("5b1f0c7e-4c0b-4c39-9c1b-7a0e2f6d8a11")

func unknownPayment(charge string) uuid.UUID { return uuid.NewSHA1(namespace, []byte(charge)) }

// cardTruth is a truth in the words of the treasury.
func (s *Service) cardTruth(ctx context.Context, t Truth) (carryover.CardTruth, error) {
	card := carryover.CardTruth{Paid: t.Paid, Refunded: t.Refunded, Disputed: t.Disputed}
	if !t.Booked || len(t.Movements) == 0 {
		return card, nil
	}
	settled := carryover.Settlement{Gross: zero(t.Movements[0].Amount)}
	var ids []string
	var err error
	for _, m := range t.Movements {
		if settled.Gross, err = settled.Gross.Add(m.Amount); err != nil {
			return card, err
		}
		settled.Fees += m.Fee
		ids = append(ids, m.ID)
	}
	settled.PaidOut, err = s.Store.PaidOut(ctx, ids)
	card.Settled = &settled
	return card, err
}

func zero(m money.Money) money.Money { return money.Zero(m.Currency) }
