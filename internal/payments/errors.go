package payments

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"

	"github.com/stripe/stripe-go/v76"

	"github.com/nast-tour/nast/internal/fault"
)

// explained turns an error of stripe-go into one of ours that says what to do. What Stripe
// said is in the cause, without keys.
func explained(err error) error {
	if err == nil {
		return nil
	}
	var said *stripe.Error
	if !errors.As(err, &said) {
		return fault.Wrap(cause{redact(err.Error()), err}, fault.PaymentsUnavailable,
			"Stripe cannot be reached or does not answer as it should. Try again in a minute.")
	}
	why := cause{text: redact(fmt.Sprintf("stripe answered %d %s %s: %s (request %s)",
		said.HTTPStatusCode, said.Type, said.Code, said.Msg, said.RequestID))}
	switch status := said.HTTPStatusCode; {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fault.Wrap(why, fault.PaymentsNotConfigured,
			"Stripe does not accept the server's key or what it may do: check NAST_STRIPE_KEY.")
	case status == http.StatusTooManyRequests, status == http.StatusConflict, status >= http.StatusInternalServerError:
		return fault.Wrap(why, fault.PaymentsUnavailable, "Stripe is busy or out of order. Try again in a minute.")
	case status == http.StatusNotFound || said.Code == stripe.ErrorCodeResourceMissing:
		return fault.Wrap(why, fault.ResourceNotFound, "Stripe does not know it: %s", redact(said.Msg))
	case said.Type == stripe.ErrorTypeIdempotency:
		return fault.Wrap(why, fault.IdempotencyMismatch, "Stripe has had another request with the same key; use a new key.")
	}
	return fault.Wrap(why, fault.PaymentRefused, "Stripe refused it: %s", redact(said.Msg))
}

// cause is what went wrong, for the log. Stripe's own error is not kept in it: its text can
// hold secrets of a payment.
type cause struct {
	text string
	err  error // so that a cancelled context is recognised
}

func (c cause) Error() string { return c.text }

func (c cause) Unwrap() error { return c.err }

// secret fits Stripe's keys, signing secrets and the client secrets of payments.
var secret = regexp.MustCompile(`\b(sk|rk|pk|whsec)_[\w*]+|_secret_\w+`)

func redact(text string) string { return secret.ReplaceAllString(text, "***") }
