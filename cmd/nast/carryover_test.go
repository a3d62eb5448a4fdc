package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// till answers what has to do with money: dues in the currencies given, and payments as they are
// sent, with the reference 1042.
func (b *bundle) till(currencies ...string) {
	sum := func(cents int64, c string) api.Money { return api.Money{Amount: cents, Currency: c} }
	var dues []api.Due
	for _, c := range currencies {
		dues = append(dues, api.Due{Due: sum(26000, c), Status: api.DueStatusOpen})
	}
	payment := api.Payment{
		ID: b.fake.id(), Method: api.Cheque, Reference: "1042", Amount: sum(48000, "USD"), State: api.PaymentStateReceived,
		Allocations: []api.PaymentAllocation{}, Refunded: sum(8000, "USD"),
	}
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		path, ours := strings.CutPrefix(r.URL.Path, "/v1/carryover/")
		switch {
		case !ours:
			return false
		case path == "dues":
			page(w, dues)
		case path == "payments" && r.Method == http.MethodPost:
			answer(w, 201, payment)
		case path == "payments":
			page(w, []api.Payment{payment})
		case path == "reconciliation" && r.URL.Query().Get("format") != "":
			w.Header().Set("Content-Type", "text/csv")
			_, _ = w.Write([]byte("row,satellite\n"))
		case path == "reconciliation":
			answer(w, 200, api.Reconciliation{Tour: "nast-2", Ties: []api.ReconciliationTie{
				{What: "suspense", Sheet: sum(1, "USD"), Journal: sum(2, "USD")}, {What: "deposited", Holds: true},
			}})
		default:
			answer(w, 200, payment)
		}
		return true
	}
}

// last is the body of the last request that was sent with one.
func (b *bundle) last() (body map[string]any) {
	b.t.Helper()
	b.fake.mu.Lock()
	defer b.fake.mu.Unlock()
	for _, text := range b.fake.bodies {
		if text != "" {
			body = nil
			require.NoError(b.t, json.Unmarshal([]byte(text), &body))
		}
	}
	return body
}

// amounts are the cents of the allocations of a body.
func amounts(body map[string]any) []float64 {
	var cents []float64
	for _, share := range body["allocations"].([]any) {
		cents = append(cents, share.(map[string]any)["amount"].(map[string]any)["amount"].(float64))
	}
	return cents
}

func TestAnAmountHasTheCurrencyOfWhatIsOwed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.till("CAD")
	b.must("carryover", "announce", "480.00", "--reference", "1042")
	require.Equal(t, map[string]any{"amount": 48000.0, "currency": "CAD"}, b.last()["amount"])
	require.NotContains(t, b.last(), "allocations", "the service finds the oldest dues itself")
	require.NotContains(t, b.last(), "received_on", "what is announced has not come")

	for _, several := range [][]string{{"CAD", "USD"}, {}} {
		b.till(several...)
		code, _, stderr := b.nast("", "carryover", "announce", "480.00")
		require.Equal(t, exitUsage, code, stderr)
		require.Contains(t, stderr, `"480.00 `)
	}
	b.must("carryover", "announce", "480.00 USD", "--credit")
	require.Equal(t, []any{}, b.last()["allocations"])
}

func TestTheLastOfSeveralSatellitesGetsWhatIsLeft(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.till("USD")
	b.fake.addSatellite("Boise", 0)
	b.fake.addSatellite("Nampa", 0)
	b.must("carryover", "announce", "480.00", "--for", "boise=260.00", "--for", "nampa")
	require.Equal(t, []float64{26000, 22000}, amounts(b.last()))
	code, _, stderr := b.nast("", "carryover", "announce", "480.00", "--for", "boise", "--for", "nampa")
	require.Equal(t, exitUsage, code)
	require.Contains(t, stderr, "boise=100.00")

	b.must("carryover", "reallocate", "1042", "--for", "boise")
	require.Equal(t, []float64{40000}, amounts(b.last()), "what was refunded is not there to be given")
	code, _, _ = b.nast("", "carryover", "reallocate", "1042")
	require.Equal(t, exitUsage, code)
}

func TestWhatCameIsOfSomebodyOrSaidToBeOfNobody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.till("USD")
	for _, wrong := range [][]string{{}, {"--unknown", "--director", "lopez"}} {
		code, _, stderr := b.nast("", append([]string{"carryover", "record", "5.00"}, wrong...)...)
		require.Equal(t, exitUsage, code)
		require.Contains(t, stderr, "--unknown")
	}
	b.must("carryover", "record", "5.00", "--unknown", "--received", "2026-03-20")
	require.Equal(t, "2026-03-20", b.last()["received_on"])
	require.NotContains(t, b.last(), "director_id")
}

func TestASheetThatDoesNotAgreeIsAnError(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.till()
	b.fake.addTour("nast-2", "USD")
	code, _, stderr := b.nast("", "carryover", "reconcile", "nast-2")
	require.Equal(t, exitRefused, code)
	require.Contains(t, stderr, "suspense: 0.01 USD here, 0.02 USD in the journal")
	require.NotContains(t, stderr, "deposited")

	file := filepath.Join(t.TempDir(), "sheet.csv")
	b.must("carryover", "reconcile", "nast-2", "-o", file)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "row,satellite\n", string(content))
	require.Equal(t, "row,satellite\n", b.must("carryover", "reconcile", "nast-2", "--format", "csv"))
	for _, wrong := range [][]string{{"--format", "pdf"}, {"-o", "sheet"}} {
		code, _, _ = b.nast("", append([]string{"carryover", "reconcile", "nast-2"}, wrong...)...)
		require.Equal(t, exitUsage, code)
	}
}
