package payments

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/balancetransaction"
	"github.com/stripe/stripe-go/v76/payout"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// PayoutStatus is where a payout stands.
type PayoutStatus string

// The states of a payout. A paid one can still fail within some days.
const (
	PayoutPending   PayoutStatus = "pending"
	PayoutInTransit PayoutStatus = "in_transit"
	PayoutPaid      PayoutStatus = "paid"
	PayoutFailed    PayoutStatus = "failed"
	PayoutCancelled PayoutStatus = "canceled" // as Stripe spells it
)

// Payout is money on its way from the balance at Stripe to the bank: one line of a bank
// statement.
type Payout struct {
	ID        string
	Status    PayoutStatus
	Amount    money.Money // as the bank sees it; negative where Stripe debits the account
	Created   time.Time
	ArrivesOn civil.Date
	Text      string // what the statement is to show, where Stripe says so
	Failure   string
	// Itemised says that Movements is complete: Stripe tells the contents of its own automatic
	// payouts only, once it has reconciled them. They add up to Amount then.
	Itemised  bool
	Movements []Movement // oldest first, without the payout's own
}

// Payouts lists the payouts made at a time or later, newest first, with what is in them. As a
// payout can still fail when it has been paid, look back some weeks each time. An error about
// one payout (its currency) comes with its id and does not end the list; any other does.
func (c *Client) Payouts(ctx context.Context, since time.Time) iter.Seq2[Payout, error] {
	return func(yield func(Payout, error) bool) {
		if err := c.ready(); err != nil {
			yield(Payout{}, err)
			return
		}
		list := payout.Client{B: c.backend, Key: c.key}.List(&stripe.PayoutListParams{ListParams: listing(ctx), CreatedRange: createdSince(since)})
		for list.Next() {
			if !yield(c.payoutOf(ctx, list.Payout())) {
				return
			}
		}
		if err := list.Err(); err != nil {
			yield(Payout{}, explained(err))
		}
	}
}

// Payout asks for one payout with what is in it; fault.ResourceNotFound where there is none.
func (c *Client) Payout(ctx context.Context, id string) (Payout, error) {
	if err := c.readyFor(id); err != nil {
		return Payout{}, err
	}
	found, err := payout.Client{B: c.backend, Key: c.key}.Get(id, &stripe.PayoutParams{Params: params(ctx)})
	if err != nil {
		return Payout{}, explained(err)
	}
	return c.payoutOf(ctx, found)
}

// payoutOf reads a payout and asks for its contents. With an error it still has its id.
func (c *Client) payoutOf(ctx context.Context, p *stripe.Payout) (Payout, error) {
	amount, err := amountOf(p.Amount, p.Currency)
	if err != nil {
		return Payout{ID: p.ID}, err
	}
	read := Payout{
		ID:        p.ID,
		Status:    PayoutStatus(p.Status),
		Amount:    amount,
		Created:   moment(p.Created),
		ArrivesOn: civil.Of(moment(p.ArrivalDate)), // Stripe gives midnight in UTC
		Text:      p.StatementDescriptor,
		Failure:   redact(p.FailureMessage),
		Itemised:  p.Automatic && p.ReconciliationStatus == stripe.PayoutReconciliationStatusCompleted,
	}
	if !read.Itemised {
		return read, nil
	}
	if read.Movements, err = c.paidOut(ctx, p.ID); err != nil {
		return Payout{ID: p.ID}, err
	}
	return read, nil
}

// paidOut asks for the movements that a payout carries to the bank.
func (c *Client) paidOut(ctx context.Context, id string) ([]Movement, error) {
	list := balancetransaction.Client{B: c.backend, Key: c.key}.List(&stripe.BalanceTransactionListParams{ListParams: listing(ctx), Payout: &id})
	var moved []*stripe.BalanceTransaction
	for list.Next() {
		moved = append(moved, list.BalanceTransaction())
	}
	if err := list.Err(); err != nil {
		return nil, explained(err)
	}
	moved = slices.DeleteFunc(moved, func(t *stripe.BalanceTransaction) bool {
		return t.Type == stripe.BalanceTransactionTypePayout // the payout itself, which Stripe lists with the rest
	})
	return movementsOf(moved...)
}
