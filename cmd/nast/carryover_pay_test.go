package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestCarryoverPayPrintsTheAddress(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addSatellite("Boise", 2)
	const page = "https://checkout.stripe.com/c/pay/cs_test_1"
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/carryover/checkout") {
			return false
		}
		answer(w, 200, api.CheckoutLink{URL: page, ExpiresAt: time.Date(2026, 3, 15, 21, 30, 0, 0, time.UTC)})
		return true
	}
	require.Equal(t, page+"\n", b.must("-q", "carryover", "pay", "boise"))
	require.JSONEq(t, `{"url": "`+page+`", "expires_at": "2026-03-15T21:30:00Z"}`, b.must("--json", "carryover", "pay"))
	require.Contains(t, b.must("carryover", "pay", "boise"), page+"\nOpen until 2026-03-15 21:30 UTC.")
}
