package payments_test

import (
	"context"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// calls is every call of a Client, by its name; each gives its error.
func calls(ctx context.Context, c *payments.Client) map[string]func() error {
	return map[string]func() error{
		"CreateCheckout": func() error { _, err := c.CreateCheckout(ctx, page("key", usd(26400))); return err },
		"ExpireCheckout": func() error { _, err := c.ExpireCheckout(ctx, "cs_test_1"); return err },
		"Session":        func() error { _, err := c.Session(ctx, "cs_test_1"); return err },
		"Sessions":       func() error { return firstError(c.Sessions(ctx, begin)) },
		"OpenSessions":   func() error { return firstError(c.OpenSessions(ctx)) },
		"Truth/session":  func() error { _, err := c.Truth(ctx, "cs_test_1"); return err },
		"Truth/payment":  func() error { _, err := c.Truth(ctx, "pi_1"); return err },
		"Truth/charge":   func() error { _, err := c.Truth(ctx, "ch_1"); return err },
		"Truth/refund":   func() error { _, err := c.Truth(ctx, "re_1"); return err },
		"Truth/dispute":  func() error { _, err := c.Truth(ctx, "dp_1"); return err },
		"Refund":         func() error { _, err := c.Refund(ctx, "pi_1", usd(100), "key"); return err },
		"Payout":         func() error { _, err := c.Payout(ctx, "po_1"); return err },
		"Payouts":        func() error { return firstError(c.Payouts(ctx, begin)) },
		"Events":         func() error { return firstError(c.Events(ctx, begin)) },
	}
}

func firstError[T any](list iter.Seq2[T, error]) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestWithoutAKeyEveryCallSaysSo(t *testing.T) {
	t.Parallel()
	client := payments.New(payments.Config{})
	require.False(t, client.Enabled())
	for name, call := range calls(t.Context(), client) {
		err := call()
		require.Equal(t, fault.PaymentsNotConfigured, fault.CodeOf(err), name)
		require.ErrorContains(t, err, "NAST_STRIPE_KEY", name)
	}
	require.True(t, payments.New(payments.Config{Key: "sk"}).Enabled())
}

// Three tries are made, with pauses between them that this test does not wait for.
func TestStripesFailuresSayWhatToDo(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		how  []stripefake.Failure
		key  string
		code fault.Code
	}{
		"unreachable": {[]stripefake.Failure{"unreachable", "unreachable", "unreachable"}, stripefake.Key, fault.PaymentsUnavailable},
		"broken":      {[]stripefake.Failure{"broken", "broken", "broken"}, stripefake.Key, fault.PaymentsUnavailable},
		"busy":        {[]stripefake.Failure{"busy"}, stripefake.Key, fault.PaymentsUnavailable},
		"garbled":     {[]stripefake.Failure{"garbled", "garbled", "garbled"}, stripefake.Key, fault.PaymentsUnavailable},
		"wrong key":   {nil, "sk_live_very_secret", fault.PaymentsNotConfigured},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for call := range calls(t.Context(), payments.New(payments.Config{})) {
				synctest.Test(t, func(t *testing.T) {
					fake := stripefake.New(stripefake.Config{})
					client := payments.New(payments.Config{Key: test.key, HTTP: fake.Client()})
					fake.Fail(test.how...)
					err := calls(t.Context(), client)[call]()
					require.Equal(t, test.code, fault.CodeOf(err), "%s: %v", call, err)
					require.NotContains(t, err.Error(), test.key)
					require.NotContains(t, err.Error(), "sk_", "not even hidden")
				})
			}
		})
	}
}

// Whatever answers, what it says of secrets stays out of what we say and log.
func TestSecretsAreNotRepeated(t *testing.T) {
	t.Parallel()
	const key = "sk_live_51HvVerySecret"
	for name, test := range map[string]struct {
		status int
		body   string
		code   fault.Code
	}{
		"a proxy shows the request": {502, "<html>Authorization: Bearer " + key + "</html>", fault.PaymentsUnavailable},
		"the key is named":          {400, `{"error":{"type":"invalid_request_error","message":"You did not mean ` + key + `?"}}`, fault.PaymentRefused},
		"the payment comes along": {
			402, `{"error":{"type":"card_error","code":"card_declined","message":"Declined.",
			"payment_intent":{"id":"pi_1","client_secret":"pi_1_secret_VerySecret"}}}`, fault.PaymentRefused,
		},
		"an object is missing": {404, `{"error":{"type":"invalid_request_error","message":"No such pi_1_secret_VerySecret"}}`, fault.ResourceNotFound},
	} {
		synctest.Test(t, func(t *testing.T) {
			answer := roundTrip(func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: test.status, Body: io.NopCloser(strings.NewReader(test.body)), Request: r}, nil
			})
			client := payments.New(payments.Config{Key: key, HTTP: &http.Client{Transport: answer}})
			_, err := client.Session(t.Context(), "cs_test_1")
			require.Equal(t, test.code, fault.CodeOf(err), name)
			require.NotContains(t, err.Error(), "VerySecret", name)
		})
	}
}

func TestOneFailureIsTriedAgain(t *testing.T) {
	t.Parallel()
	for _, how := range []stripefake.Failure{stripefake.Unreachable, stripefake.AnswerLost} {
		synctest.Test(t, func(t *testing.T) {
			b := setup(t, stripefake.Config{})
			b.stripe.Fail(how, how)
			made, err := b.CreateCheckout(t.Context(), page("key", usd(26400)))
			require.NoError(t, err)
			intent, err := b.stripe.Pay(made.ID, stripefake.Visa)
			require.NoError(t, err)
			require.Equal(t, payments.Paid, b.truth(t, intent).Status)
			b.stripe.Fail(how, how) // the question in which currency the payment was
			_, err = b.Refund(t.Context(), intent, usd(1000), "refund")
			require.NoError(t, err)
			_, err = b.Refund(t.Context(), intent, usd(1000), "refund")
			require.NoError(t, err)
			require.Equal(t, usd(1000), b.truth(t, intent).Refunded, "it has one effect however often it is sent")
			count := 0
			for range b.Sessions(t.Context(), begin) {
				count++
			}
			require.Equal(t, 1, count)
		})
	}
}

func TestAListThatBreaksInTheMiddleSaysSo(t *testing.T) {
	t.Parallel()
	b := setup(t, stripefake.Config{PageSize: 2})
	for cents := range int64(5) {
		b.open(t, usd(1000+cents))
	}
	count := 0
	var last error
	for _, err := range b.Sessions(t.Context(), begin) {
		if last = err; err != nil {
			continue
		}
		if count++; count == 2 {
			b.stripe.Fail(stripefake.Busy)
		}
	}
	require.Equal(t, 2, count)
	require.Equal(t, fault.PaymentsUnavailable, fault.CodeOf(last))
}

func TestACancelledContextEndsTheCall(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fake := stripefake.New(stripefake.Config{})
	for name, call := range calls(ctx, payments.New(payments.Config{Key: stripefake.Key, HTTP: fake.Client()})) {
		err := call()
		require.ErrorIs(t, err, context.Canceled, name)
		require.Equal(t, fault.PaymentsUnavailable, fault.CodeOf(err), name)
	}
	require.Empty(t, fake.Requests())
}

func TestRequestsCarryOurKeyAndVersionAndNoTelemetry(t *testing.T) {
	t.Parallel()
	fake := stripefake.New(stripefake.Config{})
	var told []http.Header
	spy := roundTrip(func(r *http.Request) (*http.Response, error) {
		told = append(told, r.Header)
		return fake.RoundTrip(r)
	})
	client := payments.New(payments.Config{Key: stripefake.Key, HTTP: &http.Client{Transport: spy}})
	for range 2 {
		_, err := client.CreateCheckout(t.Context(), page("key-of-ours", usd(26400)))
		require.NoError(t, err)
	}
	for _, header := range told {
		require.Equal(t, "key-of-ours", header.Get("Idempotency-Key"))
		require.Equal(t, "2023-10-16", header.Get("Stripe-Version"))
		require.Empty(t, header.Get("X-Stripe-Client-Telemetry"))
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The same over a socket, as NAST_STRIPE_API_BASE is used.
func TestTheBaseOfTheAPICanBeSet(t *testing.T) {
	t.Parallel()
	fake := stripefake.New(stripefake.Config{})
	server := httptest.NewServer(fake)
	defer server.Close()
	client := payments.New(payments.Config{Key: stripefake.Key, APIBase: server.URL, HTTP: server.Client()})
	made, err := client.CreateCheckout(t.Context(), page("key", usd(26400)))
	require.NoError(t, err)
	_, err = fake.Pay(made.ID, stripefake.Visa)
	require.NoError(t, err)
	found, err := client.Truth(t.Context(), made.ID)
	require.NoError(t, err)
	require.Equal(t, usd(26400), found.Received)
}
