package stripefake

import "time"

// intent is a payment, whatever happens to it.
type intent struct {
	id, currency, status string
	amount, received     int64
	failure              object
	charge               *charge // the last attempt
	session              *session
	metadata             map[string]string
	created              time.Time
}

func (*intent) kind() string { return "payment_intent" }

func (i *intent) show(time.Time) object {
	shown := object{
		"id": i.id, "object": i.kind(), "amount": i.amount, "amount_received": i.received, "capture_method": "automatic",
		"client_secret": i.id + "_secret_fake", "created": i.created.Unix(), "currency": i.currency, "last_payment_error": nil,
		"latest_charge": nil, "livemode": false, "metadata": i.metadata, "payment_method_types": []string{"card"}, "status": i.status,
	}
	if i.failure != nil {
		shown["last_payment_error"] = i.failure
	}
	if i.charge != nil {
		shown["latest_charge"] = i.charge.id
	}
	return shown
}

// charge is one attempt to pay.
type charge struct {
	id, status string // pending, succeeded, failed
	intent     *intent
	booked     *transaction
	refunds    []*refund
	disputes   []*dispute
	created    time.Time
}

func (*charge) kind() string { return "charge" }

func (c *charge) show(time.Time) object {
	paid := c.status == "succeeded"
	return object{
		"id": c.id, "object": c.kind(), "amount": c.intent.amount, "amount_captured": iff(paid, c.intent.amount), "amount_refunded": c.refunded(),
		"balance_transaction": idOf(c.booked), "captured": paid, "created": c.created.Unix(), "currency": c.intent.currency,
		"disputed": len(c.disputes) > 0, "failure_balance_transaction": nil, "livemode": false, "metadata": c.intent.metadata,
		"paid": paid, "payment_intent": c.intent.id, "refunded": paid && c.refunded() == c.intent.amount, "status": c.status,
	}
}

func iff(holds bool, n int64) int64 {
	if holds {
		return n
	}
	return 0
}

// refunded sums the refunds that have not failed.
func (c *charge) refunded() int64 {
	var sum int64
	for _, r := range c.refunds {
		sum += iff(r.status != "failed", r.amount)
	}
	return sum
}

// withheld sums the disputes that are open or lost.
func (c *charge) withheld() int64 {
	var sum int64
	for _, d := range c.disputes {
		sum += iff(d.status == "needs_response" || d.status == "lost", d.amount)
	}
	return sum
}

// attempt begins a charge.
func (f *Fake) attempt(i *intent) {
	i.charge = &charge{id: f.newID("ch"), status: "pending", intent: i, created: f.now}
	f.keep(i.charge.id, i.charge)
	i.failure = nil
}

// succeed ends the last attempt of a payment well.
func (f *Fake) succeed(i *intent) {
	i.status, i.received = "succeeded", i.amount
	i.charge.status = "succeeded"
	i.charge.booked = f.book(i.charge, i.charge.id, "charge", "charge", i.amount, cardFee)
	f.emit("charge.succeeded", i.charge)
	f.emit("payment_intent.succeeded", i)
}

// fail ends the last attempt of a payment badly; another one can follow.
func (f *Fake) fail(i *intent, code, message string) {
	i.status = "requires_payment_method"
	i.failure = object{"type": "card_error", "code": code, "message": message, "charge": i.charge.id}
	i.charge.status = "failed"
	f.emit("charge.failed", i.charge)
	f.emit("payment_intent.payment_failed", i)
}

// transaction is a change of the balance.
type transaction struct {
	id, category, what, source, currency string
	amount, fee                          int64
	rate                                 any // of the exchange, null without one
	created, available                   time.Time
	payout                               *payout // that carries it, nil while it lies in the balance
	charge                               *charge // that it is about, nil for payouts
}

func (*transaction) kind() string { return "balance_transaction" }

func (t *transaction) show(now time.Time) object {
	status := "pending"
	if !now.Before(t.available) {
		status = "available"
	}
	details := []object{}
	if t.fee != 0 {
		details = append(details, object{"amount": t.fee, "currency": t.currency, "type": "stripe_fee", "application": nil, "description": "Stripe fees"})
	}
	return object{
		"id": t.id, "object": t.kind(), "amount": t.amount, "available_on": t.available.Unix(), "created": t.created.Unix(), "currency": t.currency,
		"description": nil, "exchange_rate": t.rate, "fee": t.fee, "fee_details": details, "net": t.net(), "reporting_category": t.category,
		"source": t.source, "status": status, "type": t.what,
	}
}

func (t *transaction) net() int64 { return t.amount - t.fee }

func idOf(t *transaction) any {
	if t == nil {
		return nil
	}
	return t.id
}

// settling is how long money of a card lies before it can be paid out.
const settling = 2 * 24 * time.Hour

// disputeFee is what Stripe takes for a dispute, in cents of the balance.
const disputeFee = 1500

// cardFee is what Stripe takes for a payment: 2.9% and 30 cents of the balance.
func cardFee(amount int64) int64 { return (amount*29+500)/1000 + 30 }

// noFee is for what Stripe does free of charge.
func noFee(int64) int64 { return 0 }

// book changes the balance by an amount in the payment's currency, exchanged if need be.
func (f *Fake) book(c *charge, source, what, category string, amount int64, fee func(int64) int64) *transaction {
	t := &transaction{
		id: f.newID("txn"), what: what, category: category, source: source, currency: c.intent.currency, amount: amount,
		created: f.now, available: f.now.Add(settling), charge: c,
	}
	if to, ok := f.config.Exchange[t.currency]; ok {
		t.currency, t.amount, t.rate = to.Currency, amount*to.PerThousand/1000, float64(to.PerThousand)/1000
	}
	t.fee = fee(t.amount)
	f.keep(t.id, t)
	return t
}
