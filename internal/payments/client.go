// Package payments talks to Stripe: it makes Checkout pages, checks webhooks, and tells in one
// form what Stripe knows of a payment or a payout. It is the only package that imports
// stripe-go, and nothing of stripe-go shows in what it exports. It never decides what a payment
// settles, stores nothing, and believes no event: an event only names an object to ask about.
package payments

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/stripe/stripe-go/v76"

	"github.com/nast-tour/nast/internal/fault"
)

// APIVersion is the version of Stripe's API that every request asks for. The webhook endpoint
// at Stripe is to be pinned to the same.
const APIVersion = stripe.APIVersion

const (
	retries = 2                // after a failed connection or an answer that says try again
	timeout = 20 * time.Second // for one request, where Config.HTTP has no other
)

// Config is what a Client is made of.
type Config struct {
	Key            string       // the secret key; empty: payments by card are off
	WebhookSecrets []string     // signing secrets, two while one gives way to the other
	APIBase        string       // where the API is; empty: Stripe itself
	HTTP           *http.Client // empty: one with a timeout of its own
}

// Client calls Stripe's API with one key. It holds no state and may be used by many at once.
// Every call can fail with fault.PaymentsNotConfigured (no key, or Stripe refuses it),
// fault.PaymentsUnavailable (try again later) and fault.PaymentRefused (trying again does not
// help, the detail says why).
type Client struct {
	backend stripe.Backend
	key     string
	secrets []string
}

// New makes a Client. It touches no network and nothing global.
func New(config Config) *Client {
	if config.HTTP == nil {
		config.HTTP = &http.Client{Timeout: timeout}
	}
	backend := &stripe.BackendConfig{
		EnableTelemetry:   stripe.Bool(false),
		HTTPClient:        config.HTTP,
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull}, // errors are given back instead
		MaxNetworkRetries: stripe.Int64(retries),
	}
	if config.APIBase != "" {
		backend.URL = stripe.String(config.APIBase)
	}
	return &Client{
		backend: stripe.GetBackendWithConfig(stripe.APIBackend, backend),
		key:     config.Key,
		// Anybody can sign with an empty secret.
		secrets: slices.DeleteFunc(slices.Clone(config.WebhookSecrets), func(s string) bool { return s == "" }),
	}
}

// Enabled says whether there is a key, so that payments by card can be offered.
func (c *Client) Enabled() bool { return c.key != "" }

// ready refuses calls of a Client without a key.
func (c *Client) ready() error {
	if c.Enabled() {
		return nil
	}
	return fault.New(fault.PaymentsNotConfigured, "Payments by card are not set up on this server: set NAST_STRIPE_KEY to Stripe's secret key.")
}

// readyFor refuses what ready does, and a question about nothing: to Stripe that is one about
// everything.
func (c *Client) readyFor(id string) error {
	if err := c.ready(); err != nil {
		return err
	}
	if id == "" {
		return fault.New(fault.ResourceNotFound, "Stripe cannot be asked for something without an id.")
	}
	return nil
}

// params are those that every request has.
func params(ctx context.Context) stripe.Params { return stripe.Params{Context: ctx} }

// keyed are the params of a write that has one effect however often it is sent.
func keyed(ctx context.Context, key string) stripe.Params {
	return stripe.Params{Context: ctx, IdempotencyKey: &key}
}

// listing are the params of a list, a hundred items a page.
func listing(ctx context.Context) stripe.ListParams {
	return stripe.ListParams{Context: ctx, Limit: stripe.Int64(100)}
}

// createdSince narrows a list to what was made at a time or later.
func createdSince(since time.Time) *stripe.RangeQueryParams {
	return &stripe.RangeQueryParams{GreaterThanOrEqual: since.Unix()}
}
