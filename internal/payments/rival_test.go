package payments_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// dashboardSession is a session of 5,000 units that was not made by the Client; it gives its id.
func (b *bundle) dashboardSession(t *testing.T, currency string) string {
	t.Helper()
	form := url.Values{
		"mode": {"payment"}, "success_url": {"https://other.example"}, "line_items[0][quantity]": {"1"},
		"line_items[0][price_data][currency]": {currency}, "line_items[0][price_data][unit_amount]": {"5000"},
		"line_items[0][price_data][product_data][name]": {"A mug"},
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://api.stripe.com/v1/checkout/sessions", strings.NewReader(form.Encode()))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+stripefake.Key)
	r.Header.Set("Stripe-Version", stripefake.APIVersion)
	answer, err := b.stripe.Client().Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	var made struct {
		ID string `json:"id"`
	}
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&made))
	require.Equal(t, http.StatusOK, answer.StatusCode)
	return made.ID
}
