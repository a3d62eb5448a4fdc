package stripefake

import (
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"time"
)

// session is a Checkout page.
type session struct {
	id, reference, email, success, cancel string
	currency                              string
	amount                                int64
	status                                string // open, complete, expired
	payment                               string // unpaid, paid
	intent                                *intent
	metadata, intentMetadata              map[string]string
	created, expires                      time.Time
}

func (*session) kind() string { return "checkout.session" }

func (s *session) show(time.Time) object {
	shown := object{
		"id": s.id, "object": s.kind(), "amount_subtotal": s.amount, "amount_total": s.amount, "currency": s.currency,
		"client_reference_id": orNull(s.reference), "customer_email": orNull(s.email), "success_url": s.success, "cancel_url": orNull(s.cancel),
		"created": s.created.Unix(), "expires_at": s.expires.Unix(), "livemode": false, "metadata": s.metadata, "mode": "payment",
		"payment_intent": nil, "payment_method_types": []string{"card"}, "payment_status": s.payment, "status": s.status, "url": nil,
	}
	if s.intent != nil {
		shown["payment_intent"] = s.intent.id
	}
	if s.status == "open" {
		shown["url"] = "https://checkout.stripe.com/c/pay/" + s.id
	}
	return shown
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// createSession is POST /v1/checkout/sessions.
func (f *Fake) createSession(form url.Values) (thing, *refusal) {
	const price = "line_items[0][price_data]"
	for _, name := range []string{"success_url", price + "[product_data][name]", price + "[currency]", price + "[unit_amount]", "line_items[0][quantity]"} {
		if form.Get(name) == "" {
			return nil, missing(name)
		}
	}
	if form.Get("mode") != "payment" {
		return nil, invalid("mode", "parameter_unknown", "The fake knows only the mode payment.")
	}
	amount, err := strconv.ParseInt(form.Get(price+"[unit_amount]"), 10, 64)
	if err != nil || form.Get("line_items[0][quantity]") != "1" {
		return nil, invalid("line_items", "parameter_invalid_integer", "Invalid integer.")
	}
	if amount < 50 {
		return nil, invalid("", "amount_too_small", "The Checkout Session's total amount due must add up to at least $0.50 usd.")
	}
	expires := f.now.Add(24 * time.Hour)
	if text := form.Get("expires_at"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		expires = time.Unix(seconds, 0).UTC()
		if err != nil || expires.Before(f.now.Add(30*time.Minute).Truncate(time.Second)) || expires.After(f.now.Add(24*time.Hour)) {
			return nil, invalid("expires_at", "", "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.")
		}
	}
	s := &session{
		id: f.newID("cs_test"), reference: form.Get("client_reference_id"), email: form.Get("customer_email"),
		success: form.Get("success_url"), cancel: form.Get("cancel_url"), currency: form.Get(price + "[currency]"), amount: amount,
		status: "open", payment: "unpaid", created: f.now, expires: expires,
		metadata: fields(form, "metadata"), intentMetadata: fields(form, "payment_intent_data[metadata]"),
	}
	f.keep(s.id, s)
	return s, nil
}

// expireSession is POST /v1/checkout/sessions/{id}/expire.
func (f *Fake) expireSession(id string) (thing, *refusal) {
	s, err := find[*session](f, id)
	if err != nil {
		return nil, unknown("checkout.session", id)
	}
	if s.status != "open" {
		return nil, invalid("", "", fmt.Sprintf("Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of `%s`.", s.status))
	}
	f.expire(s)
	return s, nil
}

func (f *Fake) expire(s *session) {
	s.status = "expired"
	if s.intent != nil {
		s.intent.status = "canceled"
		f.emit("payment_intent.canceled", s.intent)
	}
	f.emit("checkout.session.expired", s)
}

// Card is what somebody pays with.
type Card string

// The cards. A bank debit is taken but answered later, with Settle or Bounce.
const (
	Visa              Card = "visa"
	Declined          Card = "declined"
	InsufficientFunds Card = "insufficient_funds"
	BankDebit         Card = "us_bank_account"
)

// Pay is somebody paying on an open session; it gives the id of the payment intent. A declined
// card is no error: the session stays open.
func (f *Fake) Pay(sessionID string, with Card) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, err := find[*session](f, sessionID)
	if err != nil {
		return "", err
	}
	if s.status != "open" {
		return "", fmt.Errorf("stripefake: the session %s is %s", s.id, s.status)
	}
	if s.intent == nil {
		s.intent = &intent{
			id: f.newID("pi"), session: s, currency: s.currency, amount: s.amount, created: f.now, metadata: maps.Clone(s.intentMetadata),
		}
		f.keep(s.intent.id, s.intent)
	}
	f.attempt(s.intent)
	switch with {
	case Declined:
		f.fail(s.intent, "card_declined", "Your card was declined.")
	case InsufficientFunds:
		f.fail(s.intent, "card_declined", "Your card has insufficient funds.")
	case BankDebit:
		s.status, s.intent.status = "complete", "processing"
		f.emit("payment_intent.processing", s.intent)
		f.emit("checkout.session.completed", s)
	case Visa:
		s.status, s.payment = "complete", "paid"
		f.succeed(s.intent)
		f.emit("checkout.session.completed", s)
	default:
		return "", fmt.Errorf("stripefake: no such card: %q", with)
	}
	return s.intent.id, nil
}

// Settle is the bank paying a debit that was processing.
func (f *Fake) Settle(paymentIntent string) error {
	return f.answerDebit(paymentIntent, func(i *intent) {
		i.session.payment = "paid"
		f.succeed(i)
		f.emit("checkout.session.async_payment_succeeded", i.session)
	})
}

// Bounce is the bank refusing a debit that was processing.
func (f *Fake) Bounce(paymentIntent string) error {
	return f.answerDebit(paymentIntent, func(i *intent) {
		f.fail(i, "payment_intent_payment_attempt_failed", "The customer's bank account could not be debited.")
		f.emit("checkout.session.async_payment_failed", i.session)
	})
}

func (f *Fake) answerDebit(paymentIntent string, answer func(*intent)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	i, err := find[*intent](f, paymentIntent)
	if err != nil {
		return err
	}
	if i.status != "processing" {
		return fmt.Errorf("stripefake: the payment %s is %s, not processing", i.id, i.status)
	}
	answer(i)
	return nil
}
