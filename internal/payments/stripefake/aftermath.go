package stripefake

import (
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// refund is money given back to the payer.
type refund struct {
	id, status       string // succeeded, failed
	amount           int64
	charge           *charge
	booked, returned *transaction
	created          time.Time
}

func (*refund) kind() string { return "refund" }

func (r *refund) show(time.Time) object {
	return object{
		"id": r.id, "object": r.kind(), "amount": r.amount, "balance_transaction": idOf(r.booked), "charge": r.charge.id, "created": r.created.Unix(),
		"currency": r.charge.intent.currency, "failure_balance_transaction": idOf(r.returned), "metadata": object{},
		"payment_intent": r.charge.intent.id, "status": r.status,
	}
}

// createRefund is POST /v1/refunds.
func (f *Fake) createRefund(form url.Values) (thing, *refusal) {
	i, err := find[*intent](f, form.Get("payment_intent"))
	if err != nil {
		return nil, unknown("payment_intent", form.Get("payment_intent"))
	}
	if i.received == 0 {
		return nil, invalid("payment_intent", "", "This PaymentIntent does not have a successful charge to refund.")
	}
	left := i.received - i.charge.refunded()
	amount := left
	if text := form.Get("amount"); text != "" {
		if amount, err = strconv.ParseInt(text, 10, 64); err != nil || amount <= 0 {
			return nil, invalid("amount", "parameter_invalid_integer", "Invalid positive integer")
		}
	}
	switch {
	case left == 0:
		return nil, invalid("", "charge_already_refunded", fmt.Sprintf("Charge %s has already been refunded.", i.charge.id))
	case amount > left:
		return nil, invalid("amount", "", fmt.Sprintf("Refund amount (%d) is greater than unrefunded amount on charge (%d)", amount, left))
	case i.charge.withheld() > 0:
		return nil, invalid("", "charge_disputed", "This charge has been charged back; cannot issue a refund.")
	}
	r := &refund{id: f.newID("re"), status: "succeeded", amount: amount, charge: i.charge, created: f.now}
	f.keep(r.id, r)
	i.charge.refunds = append(i.charge.refunds, r)
	r.booked = f.book(i.charge, r.id, "refund", "refund", -amount, noFee)
	f.emit("charge.refunded", i.charge)
	return r, nil
}

// Refund is somebody giving back cents in the dashboard; it gives the id of the refund.
func (f *Fake) Refund(paymentIntent string, cents int64) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	made, refused := f.createRefund(url.Values{"payment_intent": {paymentIntent}, "amount": {strconv.FormatInt(cents, 10)}})
	if refused != nil {
		return "", refused
	}
	return made.(*refund).id, nil
}

// FailRefund is the payer's bank sending a refund back.
func (f *Fake) FailRefund(id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := find[*refund](f, id)
	if err != nil {
		return err
	}
	if r.status != "succeeded" {
		return fmt.Errorf("stripefake: the refund %s is %s", id, r.status)
	}
	r.status = "failed"
	r.returned = f.book(r.charge, r.id, "refund_failure", "refund_failure", r.amount, noFee)
	f.emit("charge.refund.updated", r)
	return nil
}

// dispute is the payer's bank wanting money back.
type dispute struct {
	id, status string // warning_needs_response, warning_closed, needs_response, won, lost
	amount     int64
	charge     *charge
	booked     []*transaction
	created    time.Time
}

func (*dispute) kind() string { return "dispute" }

func (d *dispute) show(now time.Time) object {
	booked := []object{}
	for _, t := range d.booked {
		booked = append(booked, t.show(now))
	}
	return object{
		"id": d.id, "object": d.kind(), "amount": d.amount, "balance_transactions": booked, "charge": d.charge.id, "created": d.created.Unix(),
		"currency": d.charge.intent.currency, "is_charge_refundable": false, "livemode": false, "metadata": object{},
		"payment_intent": d.charge.intent.id, "reason": "product_not_received", "status": d.status,
	}
}

// OpenDispute is the payer's bank taking cents back; it gives the id of the dispute.
func (f *Fake) OpenDispute(paymentIntent string, cents int64) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, err := f.raise(paymentIntent, cents, "needs_response")
	if err != nil {
		return "", err
	}
	d.booked = append(d.booked, f.book(d.charge, d.id, "adjustment", "dispute", -cents, func(int64) int64 { return disputeFee }))
	f.emit("charge.dispute.created", d)
	f.emit("charge.dispute.funds_withdrawn", d)
	return d.id, nil
}

// Inquire is the payer's bank asking about cents without taking them.
func (f *Fake) Inquire(paymentIntent string, cents int64) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, err := f.raise(paymentIntent, cents, "warning_needs_response")
	if err != nil {
		return "", err
	}
	f.emit("charge.dispute.created", d)
	return d.id, nil
}

func (f *Fake) raise(paymentIntent string, cents int64, status string) (*dispute, error) {
	i, err := find[*intent](f, paymentIntent)
	if err != nil {
		return nil, err
	}
	if cents <= 0 || cents > i.received {
		return nil, fmt.Errorf("stripefake: %d of %d cents cannot be disputed", cents, i.received)
	}
	d := &dispute{id: f.newID("dp"), status: status, amount: cents, charge: i.charge, created: f.now}
	f.keep(d.id, d)
	i.charge.disputes = append(i.charge.disputes, d)
	return d, nil
}

// CloseDispute is the bank deciding: won gives the money back, but not the fee. An inquiry
// that is closed comes to nothing either way.
func (f *Fake) CloseDispute(id string, won bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, err := find[*dispute](f, id)
	if err != nil {
		return err
	}
	switch {
	case d.status == "warning_needs_response":
		d.status = "warning_closed"
	case d.status != "needs_response":
		return fmt.Errorf("stripefake: the dispute %s is %s", id, d.status)
	case won:
		d.status = "won"
		d.booked = append(d.booked, f.book(d.charge, d.id, "adjustment", "dispute_reversal", d.amount, noFee))
		f.emit("charge.dispute.funds_reinstated", d)
	default:
		d.status = "lost"
	}
	f.emit("charge.dispute.closed", d)
	return nil
}
