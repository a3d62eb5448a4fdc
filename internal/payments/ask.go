package payments

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/charge"
	"github.com/stripe/stripe-go/v76/dispute"
	"github.com/stripe/stripe-go/v76/paymentintent"
	"github.com/stripe/stripe-go/v76/refund"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Truth asks Stripe for all it knows of a payment, given the id of its checkout session,
// payment intent, charge, a refund or a dispute. It fails with fault.ResourceNotFound where
// Stripe has no such object, where the object belongs to no payment intent (so none of ours)
// or where an id of this kind is not that of a payment, and with fault.PaymentCurrency where the
// payment is in a currency that is not counted in hundredths.
func (c *Client) Truth(ctx context.Context, id string) (Truth, error) {
	if err := c.readyFor(id); err != nil {
		return Truth{}, err
	}
	if strings.HasPrefix(id, "cs_") {
		found, err := c.sessions().Get(id, &stripe.CheckoutSessionParams{Params: params(ctx)})
		if err != nil {
			return Truth{}, explained(err)
		}
		return c.truthOfSession(ctx, found)
	}
	intent, err := c.intentOf(ctx, id)
	if err != nil {
		return Truth{}, err
	}
	found, err := c.sessionOfIntent(ctx, intent)
	if err != nil {
		return Truth{}, err
	}
	return c.truthOfIntent(ctx, intent, found)
}

// IsPayment says whether Truth can be asked for an object with this id.
func IsPayment(id string) bool {
	for _, prefix := range []string{"cs_", "pi_", "ch_", "py_", "re_", "pyr_", "dp_", "du_"} {
		if strings.HasPrefix(id, prefix) {
			return true
		}
	}
	return false
}

// intentOf finds the payment intent to which an object belongs.
func (c *Client) intentOf(ctx context.Context, id string) (string, error) {
	kind, _, _ := strings.Cut(id, "_")
	var intent *stripe.PaymentIntent
	var err error
	switch kind {
	case "pi":
		return id, nil
	case "ch", "py":
		var found *stripe.Charge
		found, err = charge.Client{B: c.backend, Key: c.key}.Get(id, &stripe.ChargeParams{Params: params(ctx)})
		intent = found.PaymentIntent
	case "re", "pyr":
		var found *stripe.Refund
		found, err = refund.Client{B: c.backend, Key: c.key}.Get(id, &stripe.RefundParams{Params: params(ctx)})
		intent = found.PaymentIntent
	case "dp", "du":
		var found *stripe.Dispute
		found, err = dispute.Client{B: c.backend, Key: c.key}.Get(id, &stripe.DisputeParams{Params: params(ctx)})
		intent = found.PaymentIntent
	}
	if err != nil {
		return "", explained(err)
	}
	if intent == nil {
		return "", fault.New(fault.ResourceNotFound, "%q is not, and belongs to no, payment that could be one of ours.", id)
	}
	return intent.ID, nil
}

// sessionOfIntent finds the Checkout page on which a payment was made, nil if on none.
func (c *Client) sessionOfIntent(ctx context.Context, intent string) (*stripe.CheckoutSession, error) {
	list := c.sessions().List(&stripe.CheckoutSessionListParams{ListParams: listing(ctx), PaymentIntent: &intent})
	if list.Next() {
		return list.CheckoutSession(), nil
	}
	return nil, explained(list.Err())
}

func (c *Client) truthOfSession(ctx context.Context, s *stripe.CheckoutSession) (Truth, error) {
	if s.PaymentIntent != nil {
		return c.truthOfIntent(ctx, s.PaymentIntent.ID, s)
	}
	amount, err := amountOf(s.AmountTotal, s.Currency)
	if err != nil {
		return Truth{}, err
	}
	t := unpaid(amount)
	t.Session, t.Reference, t.Metadata = s.ID, s.ClientReferenceID, s.Metadata
	t.Created, t.Live = moment(s.Created), s.Livemode
	if s.Status == stripe.CheckoutSessionStatusExpired {
		t.Status = Cancelled
	}
	return t, nil
}

// unpaid is the truth of a payment on which nothing has happened yet.
func unpaid(amount money.Money) Truth {
	nothing := money.Zero(amount.Currency)
	return Truth{Status: Open, Amount: amount, Received: nothing, Refunded: nothing, Disputed: nothing}
}

// truthOfIntent asks for a payment intent and what hangs on it; s is its session or nil.
func (c *Client) truthOfIntent(ctx context.Context, id string, s *stripe.CheckoutSession) (Truth, error) {
	p := &stripe.PaymentIntentParams{Params: params(ctx)}
	p.AddExpand("latest_charge.balance_transaction")
	p.AddExpand("latest_charge.failure_balance_transaction")
	intent, err := paymentintent.Client{B: c.backend, Key: c.key}.Get(id, p)
	if err != nil {
		return Truth{}, explained(err)
	}
	amount, err := amountOf(intent.Amount, intent.Currency)
	if err != nil {
		return Truth{}, err
	}
	t := unpaid(amount)
	t.PaymentIntent, t.Created, t.Live = intent.ID, moment(intent.Created), intent.Livemode
	t.Metadata = maps.Clone(intent.Metadata)
	t.Status = statusOf(intent, s)
	t.Received.Amount = intent.AmountReceived
	if intent.LastPaymentError != nil {
		t.Failure = redact(intent.LastPaymentError.Msg)
	}
	if s != nil {
		t.Session, t.Reference = s.ID, s.ClientReferenceID
	}
	if err := c.addCharge(ctx, &t, intent.LatestCharge); err != nil {
		return Truth{}, err
	}
	return t, nil
}

// statusOf reads a payment's state. An intent whose card was declined stands as if it had
// never been tried; whether it can be tried again is its session's to say.
func statusOf(intent *stripe.PaymentIntent, s *stripe.CheckoutSession) Status {
	switch intent.Status {
	case stripe.PaymentIntentStatusSucceeded:
		return Paid
	case stripe.PaymentIntentStatusCanceled:
		return Cancelled
	case stripe.PaymentIntentStatusProcessing, stripe.PaymentIntentStatusRequiresCapture:
		return Processing
	}
	switch {
	case s != nil && s.Status == stripe.CheckoutSessionStatusExpired:
		return Cancelled
	case s != nil && s.Status == stripe.CheckoutSessionStatusComplete,
		s == nil && intent.LastPaymentError != nil:
		return Failed
	}
	return Open
}

// addCharge adds what hangs on the last attempt: its booking, refunds and disputes.
func (c *Client) addCharge(ctx context.Context, t *Truth, last *stripe.Charge) error {
	if last == nil {
		return nil
	}
	t.Charge = last.ID
	own, err := movementsOf(last.BalanceTransaction, last.FailureBalanceTransaction)
	if err != nil {
		return err
	}
	if booked := last.BalanceTransaction; booked != nil {
		t.Settled = true
		t.Available = booked.Status == stripe.BalanceTransactionStatusAvailable
		t.AvailableOn = moment(booked.AvailableOn)
	}
	if t.Status == Paid || t.Settled {
		if err := c.addRefunds(ctx, t); err != nil {
			return err
		}
		if err := c.addDisputes(ctx, t); err != nil {
			return err
		}
	}
	var disputes []Movement
	for _, r := range t.Refunds {
		own = append(own, r.Movements...)
	}
	for _, d := range t.Disputes {
		disputes = append(disputes, d.Movements...)
	}
	if t.Fee, err = fees(own); err != nil {
		return err
	}
	if t.DisputeFee, err = fees(disputes); err != nil {
		return err
	}
	t.Movements = slices.Concat(own, disputes)
	sortMovements(t.Movements)
	return nil
}

// addRefunds adds the refunds of a payment and their sum.
func (c *Client) addRefunds(ctx context.Context, t *Truth) error {
	p := &stripe.RefundListParams{ListParams: listing(ctx), PaymentIntent: &t.PaymentIntent}
	p.AddExpand("data.balance_transaction")
	p.AddExpand("data.failure_balance_transaction")
	list := refund.Client{B: c.backend, Key: c.key}.List(p)
	for list.Next() {
		r, err := refundOf(list.Refund())
		if err != nil {
			return err
		}
		t.Refunds = append(t.Refunds, r)
		if r.counts() {
			if t.Refunded, err = t.Refunded.Add(r.Amount); err != nil {
				return err
			}
		}
	}
	slices.Reverse(t.Refunds) // Stripe has the newest first
	return explained(list.Err())
}

// addDisputes adds the disputes of a payment, what they withhold and the gravest state.
func (c *Client) addDisputes(ctx context.Context, t *Truth) error {
	list := dispute.Client{B: c.backend, Key: c.key}.List(&stripe.DisputeListParams{ListParams: listing(ctx), PaymentIntent: &t.PaymentIntent})
	for list.Next() {
		d, err := disputeOf(list.Dispute())
		if err != nil {
			return err
		}
		t.Disputes = append(t.Disputes, d)
		if gravity(d.Status) < gravity(t.DisputeStatus) {
			t.DisputeStatus = d.Status
		}
		if d.withholds() {
			if t.Disputed, err = t.Disputed.Add(d.Amount); err != nil {
				return err
			}
		}
	}
	slices.Reverse(t.Disputes)
	return explained(list.Err())
}

// gravity is the place of a state, the gravest first.
func gravity(s DisputeStatus) int {
	return slices.Index([]DisputeStatus{DisputeOpen, DisputeLost, DisputeInquiry, DisputeWon, NoDispute}, s)
}
