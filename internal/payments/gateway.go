package payments

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/money"
)

// Gateway is a Client in the words of internal/carryover/cards.
type Gateway struct {
	*Client
	SuccessURL string // where payers go when they have paid
	CancelURL  string // and when they have not
}

var _ cards.Gateway = Gateway{}

// Ready is fault.PaymentsNotConfigured where there is no key.
func (g Gateway) Ready() error { return g.ready() }

// OpenPage makes a Checkout page.
func (g Gateway) OpenPage(ctx context.Context, p cards.Page) (cards.Opened, error) {
	made, err := g.CreateCheckout(ctx, Checkout{
		Key: p.Key, Reference: p.Reference, Amount: p.Amount, Description: p.Description, SuccessURL: g.SuccessURL, CancelURL: g.CancelURL,
		ExpiresAt: p.ExpiresAt, Metadata: p.Metadata,
	})
	return opened(made), err
}

// ClosePage sees to it that a page is not open.
func (g Gateway) ClosePage(ctx context.Context, id string) error {
	_, err := g.ExpireCheckout(ctx, id)
	return err
}

// Pages lists Checkout pages.
func (g Gateway) Pages(ctx context.Context, since time.Time) iter.Seq2[cards.Opened, error] {
	return converted(g.Sessions(ctx, since), opened)
}

func opened(s Session) cards.Opened {
	return cards.Opened{
		ID: s.ID, URL: s.URL, Reference: s.Reference, Charge: s.PaymentIntent, Open: s.Status == SessionOpen, Paid: s.Paid,
	}
}

// Look asks for the Truth of a payment.
func (g Gateway) Look(ctx context.Context, object string) (cards.Truth, error) {
	t, err := g.Truth(ctx, object)
	if err != nil {
		return cards.Truth{}, err
	}
	looked := cards.Truth{
		Charge: t.PaymentIntent, Page: t.Session, Reference: t.Reference, Open: t.Status == Open,
		Paid: money.Zero(t.Amount.Currency), Refunded: t.Refunded.Amount, Disputed: t.Disputed.Amount,
		Booked: t.Settled, Movements: moved(t.Movements),
	}
	if t.Status == Paid {
		looked.Paid = t.Received
	}
	return looked, nil
}

func moved(movements []Movement) []cards.Movement {
	all := make([]cards.Movement, len(movements))
	for i, m := range movements {
		all[i] = cards.Movement{ID: m.ID, Amount: m.Amount, Fee: m.Fee.Amount}
		switch {
		case IsPayment(m.Source):
			all[i].Object = m.Source
		case m.Kind == MovedByPayoutReversal:
			all[i].Payout = m.Source
		}
	}
	return all
}

// Refund gives back a part of a payment.
func (g Gateway) Refund(ctx context.Context, charge string, amount money.Money, key string) error {
	_, err := g.Client.Refund(ctx, charge, amount, key)
	return err
}

// Payout asks for a payout.
func (g Gateway) Payout(ctx context.Context, id string) (cards.Payout, error) {
	p, err := g.Client.Payout(ctx, id)
	return paidOut(p), err
}

// Payouts lists payouts.
func (g Gateway) Payouts(ctx context.Context, since time.Time) iter.Seq2[cards.Payout, error] {
	return converted(g.Client.Payouts(ctx, since), paidOut)
}

func paidOut(p Payout) cards.Payout {
	return cards.Payout{
		ID: p.ID, Status: string(p.Status), Amount: p.Amount, Left: p.Status == PayoutInTransit || p.Status == PayoutPaid,
		CreatedAt: p.Created, ArrivesOn: p.ArrivesOn, Text: p.Text, Movements: moved(p.Movements),
	}
}

// Verify checks and reads the body of a webhook.
func (g Gateway) Verify(body []byte, signature string, now time.Time) (cards.Event, error) {
	e, err := g.Client.Verify(body, signature, now)
	return told(e), err
}

// Events lists events.
func (g Gateway) Events(ctx context.Context, since time.Time) iter.Seq2[cards.Event, error] {
	return converted(g.Client.Events(ctx, since), told)
}

func told(e Event) cards.Event {
	read := cards.Event{ID: e.ID, Type: e.Type, Version: e.APIVersion, Foreign: e.Foreign, At: e.Created, Raw: e.Raw}
	switch {
	case IsPayment(e.ObjectID):
		read.Object = e.ObjectID
	case strings.HasPrefix(e.ObjectID, "po_"):
		read.Payout = e.ObjectID
	}
	return read
}

// converted is a list in other words; an error comes with what is known of its item.
func converted[A, B any](list iter.Seq2[A, error], convert func(A) B) iter.Seq2[B, error] {
	return func(yield func(B, error) bool) {
		for item, err := range list {
			if !yield(convert(item), err) {
				return
			}
		}
	}
}
