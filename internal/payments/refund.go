package payments

import (
	"context"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/paymentintent"
	"github.com/stripe/stripe-go/v76/refund"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Refund gives back a part or all of a payment. The key makes it safe to repeat for 24 hours.
// Stripe knows only cents, so a currency other than the payment's is fault.CurrencyMismatch;
// more than is left is fault.PaymentRefused.
func (c *Client) Refund(ctx context.Context, paymentIntent string, amount money.Money, key string) (Refund, error) {
	if err := c.readyFor(paymentIntent); err != nil {
		return Refund{}, err
	}
	if key == "" {
		return Refund{}, fault.AtField("", "required", "A refund needs an idempotency key.")
	}
	if amount.Amount <= 0 {
		return Refund{}, fault.AtField("", "out_of_range", "Only an amount above nothing can be refunded, not %s.", amount)
	}
	paid, err := paymentintent.Client{B: c.backend, Key: c.key}.Get(paymentIntent, &stripe.PaymentIntentParams{Params: params(ctx)})
	if err != nil {
		return Refund{}, explained(err)
	}
	received, err := amountOf(paid.AmountReceived, paid.Currency)
	if err != nil {
		return Refund{}, err
	}
	if received.Currency != amount.Currency {
		return Refund{}, fault.New(fault.CurrencyMismatch, "The payment was in %s and cannot be refunded in %s.", received.Currency, amount.Currency)
	}
	made, err := refund.Client{B: c.backend, Key: c.key}.New(refundParams(ctx, paymentIntent, amount.Amount, key))
	if err != nil {
		return Refund{}, explained(err)
	}
	return refundOf(made)
}

func refundParams(ctx context.Context, paymentIntent string, cents int64, key string) *stripe.RefundParams {
	p := &stripe.RefundParams{Params: keyed(ctx, key), PaymentIntent: &paymentIntent, Amount: &cents}
	p.AddExpand("balance_transaction")
	p.AddExpand("failure_balance_transaction")
	return p
}

// refundOf reads a refund with its balance transactions expanded.
func refundOf(r *stripe.Refund) (Refund, error) {
	amount, err := amountOf(r.Amount, r.Currency)
	if err != nil {
		return Refund{}, err
	}
	moved, err := movementsOf(r.BalanceTransaction, r.FailureBalanceTransaction)
	if err != nil {
		return Refund{}, err
	}
	return Refund{ID: r.ID, Status: refundStatus(r.Status), Amount: amount, Created: moment(r.Created), Movements: moved}, nil
}

func refundStatus(s stripe.RefundStatus) RefundStatus {
	switch s {
	case stripe.RefundStatusSucceeded:
		return RefundSucceeded
	case stripe.RefundStatusFailed:
		return RefundFailed
	case stripe.RefundStatusCanceled:
		return RefundCancelled
	case stripe.RefundStatusPending, stripe.RefundStatusRequiresAction:
	}
	return RefundPending
}

// disputeOf reads a dispute, which always comes with its balance transactions.
func disputeOf(d *stripe.Dispute) (Dispute, error) {
	amount, err := amountOf(d.Amount, d.Currency)
	if err != nil {
		return Dispute{}, err
	}
	moved, err := movementsOf(d.BalanceTransactions...)
	if err != nil {
		return Dispute{}, err
	}
	return Dispute{
		ID: d.ID, Status: disputeStatus(d.Status), Reason: string(d.Reason), Amount: amount, Created: moment(d.Created), Movements: moved,
	}, nil
}

func disputeStatus(s stripe.DisputeStatus) DisputeStatus {
	switch s {
	case stripe.DisputeStatusLost:
		return DisputeLost
	case stripe.DisputeStatusWon, stripe.DisputeStatusWarningClosed:
		return DisputeWon
	case stripe.DisputeStatusWarningNeedsResponse, stripe.DisputeStatusWarningUnderReview:
		return DisputeInquiry
	case stripe.DisputeStatusNeedsResponse, stripe.DisputeStatusUnderReview:
	}
	return DisputeOpen
}
