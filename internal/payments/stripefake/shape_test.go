package stripefake_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v76"

	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// shapes says for each list of the API what stripe-go reads its items as.
var shapes = map[string]any{
	"checkout/sessions":    stripe.CheckoutSession{},
	"payment_intents":      stripe.PaymentIntent{},
	"charges":              stripe.Charge{},
	"refunds":              stripe.Refund{},
	"disputes":             stripe.Dispute{},
	"balance_transactions": stripe.BalanceTransaction{},
	"payouts":              stripe.Payout{},
	"events":               stripe.Event{},
}

// stripe-go is generated from Stripe's contract of the same version: what it has no field
// for, Stripe does not send.
func TestEveryFieldIsOneOfStripes(t *testing.T) {
	t.Parallel()
	f := eventful(t)
	for path, shape := range shapes {
		var page struct {
			Data []map[string]any `json:"data"`
		}
		require.Equal(t, http.StatusOK, call(t, f, http.MethodGet, path+"?limit=100", nil, &page), path)
		require.NotEmpty(t, page.Data, path)
		known := fieldsOf(reflect.TypeOf(shape))
		for _, item := range page.Data {
			for name := range item {
				require.Contains(t, known, name, path)
			}
			text, err := json.Marshal(item)
			require.NoError(t, err)
			read := reflect.New(reflect.TypeOf(shape))
			require.NoError(t, json.Unmarshal(text, read.Interface()), path)
			require.Equal(t, item["id"], read.Elem().FieldByName("ID").String())
		}
	}
}

func fieldsOf(shape reflect.Type) map[string]bool {
	known := map[string]bool{}
	for _, field := range reflect.VisibleFields(shape) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		known[name] = true
	}
	return known
}

// eventful is an account that has one of everything.
func eventful(t *testing.T) *stripefake.Fake {
	t.Helper()
	f := stripefake.New(stripefake.Config{})
	session := create(t, f, "first", "26400")
	_, err := f.Pay(session, stripefake.Declined)
	require.NoError(t, err)
	paid, err := f.Pay(session, stripefake.Visa)
	require.NoError(t, err)
	refund, err := f.Refund(paid, 1000)
	require.NoError(t, err)
	require.NoError(t, f.FailRefund(refund))
	f.Advance(49 * time.Hour)
	require.NoError(t, f.FailPayout(f.PayOut()[0]))
	dispute, err := f.OpenDispute(paid, 500)
	require.NoError(t, err)
	require.NoError(t, f.CloseDispute(dispute, true))
	return f
}

func create(t *testing.T, f *stripefake.Fake, key, cents string) string {
	t.Helper()
	var made struct {
		ID string `json:"id"`
	}
	require.Equal(t, http.StatusOK, call(t, f, http.MethodPost, "checkout/sessions", form(key, cents), &made))
	return made.ID
}

func form(key, cents string) url.Values {
	return url.Values{
		"key": {key}, "mode": {"payment"}, "success_url": {"https://nast.example"}, "line_items[0][quantity]": {"1"},
		"line_items[0][price_data][currency]": {"usd"}, "line_items[0][price_data][unit_amount]": {cents},
		"line_items[0][price_data][product_data][name]": {"Carryover"},
	}
}

// call asks the fake over HTTP and gives the status; the key of the form is the idempotency key.
func call(t *testing.T, f http.Handler, method, path string, body url.Values, into any) int {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "/v1/"+path, strings.NewReader(body.Encode()))
	r.Header.Set("Authorization", "Bearer "+stripefake.Key)
	r.Header.Set("Stripe-Version", stripefake.APIVersion)
	if key := body.Get("key"); key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), into), w.Body.String())
	return w.Code
}

func TestAnIdempotencyKeyHoldsForADay(t *testing.T) {
	t.Parallel()
	f := stripefake.New(stripefake.Config{})
	first := create(t, f, "key", "1000")
	require.Equal(t, first, create(t, f, "key", "1000"))
	var said struct {
		Error struct {
			Type string `json:"type"`
		} `json:"error"`
	}
	require.Equal(t, http.StatusBadRequest, call(t, f, http.MethodPost, "checkout/sessions", form("key", "2000"), &said))
	require.Equal(t, "idempotency_error", said.Error.Type)
	require.NotEqual(t, first, create(t, f, "other", "1000"))
	f.Advance(24 * time.Hour)
	require.NotEqual(t, first, create(t, f, "key", "1000"))
}

func TestWhatIsNotStripesIsRefused(t *testing.T) {
	t.Parallel()
	f := eventful(t)
	var said map[string]any
	require.Equal(t, http.StatusNotFound, call(t, f, http.MethodGet, "customers", nil, &said))
	require.Equal(t, http.StatusNotFound, call(t, f, http.MethodPost, "charges", nil, &said))
	require.Equal(t, http.StatusNotFound, call(t, f, http.MethodGet, "charges/pi_1", nil, &said))
	require.Equal(t, http.StatusNotFound, call(t, f, http.MethodGet, "charges?starting_after=ch_nowhere", nil, &said))
	require.Equal(t, http.StatusBadRequest, call(t, f, http.MethodGet, "charges?limit=101", nil, &said))

	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/charges", nil)
	r.Header.Set("Authorization", "Bearer "+stripefake.Key)
	r.Header.Set("Stripe-Version", "2020-08-27")
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	require.Equal(t, http.StatusBadRequest, w.Code)
}

func TestALostAnswerBreaksTheConnection(t *testing.T) {
	t.Parallel()
	f := stripefake.New(stripefake.Config{})
	f.Fail(stripefake.AnswerLost)
	var said map[string]any
	require.PanicsWithValue(t, http.ErrAbortHandler, func() {
		call(t, f, http.MethodPost, "checkout/sessions", form("key", "1000"), &said)
	})
	create(t, f, "key", "1000")
	var page struct {
		Data []any `json:"data"`
	}
	require.Equal(t, http.StatusOK, call(t, f, http.MethodGet, "checkout/sessions", nil, &page))
	require.Len(t, page.Data, 1, "it had happened")
}

func TestIdsDependOnTheSeed(t *testing.T) {
	t.Parallel()
	id := func(seed string) string { return create(t, stripefake.New(stripefake.Config{Seed: seed}), "k", "1000") }
	require.Equal(t, id("a"), id("a"))
	require.NotEqual(t, id("a"), id("b"))
}
