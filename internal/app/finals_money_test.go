package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/postgres"
)

// money of a buy-in: due, announced, received, outstanding, credit, and whether it is paid.
func account(b api.BuyIn) []any {
	return []any{b.Due.Amount, b.Announced.Amount, b.Received.Amount, b.Outstanding.Amount, b.Credit.Amount, b.Paid}
}

func cent(n int64) int64 { return n }

// books makes the journal anew from dues and payments, as the worker does every night.
func (b *box) books() {
	b.stage.t.Helper()
	worker := b.database.Open(b.stage.t, postgres.WorkerRole)
	found, err := (&carryover.Checker{Records: postgres.Books{DB: worker}}).Check(b.stage.t.Context())
	require.NoError(b.stage.t, err)
	require.Empty(b.stage.t, found)
}

// A buy-in is paid by cheque in two parts and too much, is withdrawn, and gets its money back.
func TestABuyInIsPaidByTheSameMachinery_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(2)})
	due := b.owes("Anoka", 10000) // 160.00 of carryover
	rich := b.bought("Rich")
	require.Equal(t, []any{cent(25000), cent(0), cent(0), cent(25000), cent(0), false}, account(rich))

	announced := read[api.Payment](t, b.tell(b.treasurer, api.PaymentCreate{BuyInID: &rich.ID, Method: api.Cheque, Reference: ptr("77"), Amount: money(10000)}))
	require.Nil(t, announced.Director)
	require.Equal(t, api.Named{ID: rich.ID, Name: "Rich"}, *announced.BuyIn)
	require.Equal(t, []api.PaymentAllocation{{SatelliteID: rich.ID, Satellite: "Rich", Amount: money(10000), Applied: money(0)}}, announced.Allocations)
	require.Equal(t, []any{cent(25000), cent(10000), cent(0), cent(25000), cent(0), false}, account(b.buyIn(rich.ID)), "what is announced has not come (R6.5)")
	b.acted(announced.ID, "receive", api.PaymentReceipt{})
	second := read[api.Payment](t, b.tell(organiserKey, api.PaymentCreate{
		BuyInID: &rich.ID, Method: api.Transfer, Reference: ptr("W1"), Amount: money(20000), ReceivedOn: ptr(b.today()),
	}))
	require.Equal(t, int64(5000), second.Unallocated.Amount, "what is too much is credit")
	require.Equal(t, []any{cent(25000), cent(0), cent(25000), cent(0), cent(5000), true}, account(b.buyIn(rich.ID)))
	f := b.field()
	require.True(t, f.Field[0].Paid)
	require.Equal(t, []api.PoolTotal{{
		Currency: "USD", Carryovers: api.PoolPart{Due: money(16000), Waived: money(0), Received: money(0)},
		BuyIns: api.PoolPart{Due: money(25000), Waived: money(0), Received: money(25000)},
		Apart:  api.PoolPart{Due: money(0), Waived: money(0), Received: money(0)},
		Due:    money(41000), Received: money(25000), Outstanding: money(16000),
	}}, f.PrizePool.Totals)

	b.acted(announced.ID, "bounce", api.PaymentAct{})
	require.Equal(t, []any{cent(25000), cent(0), cent(15000), cent(10000), cent(5000), false}, account(b.buyIn(rich.ID)), "the due is open again")
	b.acted(second.ID, "reallocate", api.PaymentReallocation{Allocations: []api.PaymentShare{share(rich.ID, 20000)}})
	require.Equal(t, []any{cent(25000), cent(0), cent(20000), cent(5000), cent(0), false}, account(b.buyIn(rich.ID)))

	sheet := b.sheet("")
	require.Len(t, sheet.Rows, 1, "the satellite")
	require.Equal(t, due, sheet.Rows[0].SatelliteID)
	require.Len(t, sheet.BuyIns, 1)
	row := sheet.BuyIns[0]
	require.Equal(t, []any{rich.ID, "Rich", cent(25000), cent(20000), cent(10000), cent(5000), api.DueStatusPartPaid},
		[]any{row.BuyInID, row.Player, row.Due.Amount, row.Received.Amount, row.Bounced.Amount, row.Outstanding.Amount, row.Status})
	require.Equal(t, []int64{16000, 5000}, []int64{sheet.Totals[0].Outstanding.Amount, sheet.BuyInTotals[0].Outstanding.Amount})

	read[api.BuyIn](t, b.withdraw(rich.ID, api.BuyInWithdrawal{Reason: ptr("ill")}))
	require.Equal(t, []any{cent(0), cent(0), cent(0), cent(0), cent(20000), true}, account(b.buyIn(rich.ID)), "what was paid is credit")
	sheet = b.sheet("")
	require.Len(t, sheet.Credit, 1)
	require.Equal(t, "Rich", sheet.Credit[0].BuyIn.Name)
	b.acted(second.ID, "clear", api.PaymentAct{})
	b.acted(second.ID, "refund", api.PaymentRefund{Reference: ptr("R1")})
	require.Equal(t, []any{cent(0), cent(0), cent(0), cent(0), cent(0), true}, account(b.buyIn(rich.ID)))
	require.Equal(t, int64(0), b.field().PrizePool.Totals[0].BuyIns.Due.Amount)
	require.Empty(t, b.sheet("").Credit)
	b.books()
	shown := b.buyIn(rich.ID)
	require.Equal(t, []api.DueEntryKind{"buy_in", "withdrawal"}, []api.DueEntryKind{(*shown.Entries)[0].Kind, (*shown.Entries)[1].Kind})
	require.Equal(t, "buy-in to the Final Event, 250.00 USD", *(*shown.Entries)[0].Formula)
	require.Equal(t, []uuid.UUID{announced.ID, second.ID}, []uuid.UUID{(*shown.Payments)[0].ID, (*shown.Payments)[1].ID})

	journal := b.send(call{key: b.treasurer, method: http.MethodGet, path: "/v1/carryover/journal?format=hledger"})
	require.Contains(t, string(journal.body), "income:buy-ins")
	dues := read[api.DueList](t, b.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/carryover/dues"}))
	require.Len(t, dues.Items, 1, "dues are those of satellites")
}

func TestAFeeIsKeptWithAReason_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(1)})
	rich := b.bought("Rich")
	read[api.Payment](t, b.tell(b.treasurer, api.PaymentCreate{BuyInID: &rich.ID, Method: api.Cash, Amount: money(25000), ReceivedOn: ptr(b.today())}))
	status, code := b.withdraw(rich.ID, api.BuyInWithdrawal{KeepFee: ptr(true)}).refusal(t)
	require.Equal(t, []any{400, "reason_required"}, []any{status, code})
	gone := read[api.BuyIn](t, b.withdraw(rich.ID, api.BuyInWithdrawal{KeepFee: ptr(true), Reason: ptr("two days before the final")}))
	require.True(t, gone.FeeKept)
	require.Equal(t, []any{cent(25000), cent(0), cent(25000), cent(0), cent(0), true}, account(gone))
	f := b.field()
	require.Empty(t, f.Field)
	require.Equal(t, int64(25000), f.PrizePool.Totals[0].Received.Amount, "the pool has it")
	b.books()
}

// A place can be given away: nothing is owed for it, and it is paid.
func TestAPlaceAtNoPrice_R5_7(t *testing.T) {
	t.Parallel()
	b := &box{newTill(t)}
	ok[api.Tour](t)(client.OK(b.organised().UpdateTourWithResponse(t.Context(), slug, nil, api.TourPatch{Final: &api.FinalRulesPatch{BuyInPlaces: ptr(1)}})))
	free := b.bought("Guest")
	require.Equal(t, []any{money(0), true, api.BuyInStatePlaced}, []any{free.Price, free.Paid, free.State})
	require.True(t, b.field().Field[0].Paid)
	read[api.BuyIn](t, b.withdraw(free.ID, api.BuyInWithdrawal{Reason: ptr("ill")}))
	b.sheet("")
	b.books()
}

// A part of the price is waived; withdrawn, nothing is owed and nothing is credit that never came.
func TestAPriceIsWaivedInPart_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(1)})
	rich := b.bought("Rich")
	waive := func(key string, body api.DueWaiver) answer {
		return b.send(call{key: key, method: http.MethodPost, path: fmt.Sprintf("/v1/tours/%s/buy-ins/%s/waive", slug, rich.ID), body: body})
	}
	require.Equal(t, http.StatusForbidden, waive(b.treasurer, api.DueWaiver{Reason: ptr("a sponsor")}).status)
	for _, wrong := range []api.DueWaiver{
		{}, {Reason: ptr("more"), Amount: ptr(money(25001))}, {Reason: ptr("other"), Amount: &api.Money{Amount: 1, Currency: "CAD"}},
	} {
		require.Equal(t, http.StatusBadRequest, waive(organiserKey, wrong).status)
	}
	now := read[api.BuyIn](t, waive(organiserKey, api.DueWaiver{Reason: ptr("a sponsor"), Amount: ptr(money(5000))}))
	require.Equal(t, []int64{25000, 5000, 20000}, []int64{now.Due.Amount, now.Waived.Amount, now.Outstanding.Amount})
	require.Equal(t, int64(20000), b.field().PrizePool.Totals[0].Due.Amount)
	for _, path := range []string{"/v1/carryover/dues/" + rich.ID.String(), "/v1/satellites/" + rich.ID.String()} {
		require.Equal(t, http.StatusNotFound, b.send(call{key: organiserKey, method: http.MethodGet, path: path}).status, "a buy-in is no satellite")
	}
	gone := read[api.BuyIn](t, b.withdraw(rich.ID, api.BuyInWithdrawal{Reason: ptr("ill")}))
	require.Equal(t, []int64{0, 0, 0, 0}, []int64{gone.Due.Amount, gone.Waived.Amount, gone.Outstanding.Amount, gone.Credit.Amount})
	require.True(t, gone.Paid)
	b.field()
	b.sheet("")
	b.books()
}

func TestWhoPaysIsADirectorOrForABuyIn_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(1)})
	rich := b.bought("Rich")
	pay := func(key string, change func(*api.PaymentCreate)) answer {
		body := api.PaymentCreate{BuyInID: &rich.ID, Method: api.Cheque, Amount: money(25000)}
		change(&body)
		return b.tell(key, body)
	}
	for name, got := range map[string]answer{
		"both":               pay(b.treasurer, func(p *api.PaymentCreate) { p.DirectorID = &b.dan.ID }),
		"an unknown one":     pay(b.treasurer, func(p *api.PaymentCreate) { p.BuyInID = ptr(uuid.New()) }),
		"by a director":      pay(b.dan.APIKey, func(*api.PaymentCreate) {}),
		"to another's due":   pay(b.treasurer, func(p *api.PaymentCreate) { p.Allocations = &[]api.PaymentShare{share(uuid.New(), 1)} }),
		"of nobody, not yet": pay(b.treasurer, func(p *api.PaymentCreate) { p.BuyInID = nil }),
	} {
		require.Equal(t, http.StatusBadRequest, got.status, "%s: %s", name, got.body)
	}
	_, code := pay(b.treasurer, func(p *api.PaymentCreate) {
		p.Amount.Currency = "CAD"
		p.Allocations = &[]api.PaymentShare{{SatelliteID: rich.ID, Amount: api.Money{Amount: 1, Currency: "CAD"}}}
	}).refusal(t)
	require.Equal(t, "currency_mismatch", code, "currencies are never put together (R6.1)")

	// A payment of nobody known turns out to be for the buy-in.
	unknown := read[api.Payment](t, b.tell(b.treasurer, api.PaymentCreate{Method: api.Transfer, Amount: money(30000), ReceivedOn: ptr(b.today())}))
	require.True(t, unknown.Suspense)
	require.Equal(t, http.StatusBadRequest, b.act(b.treasurer, unknown.ID, "assign", api.PaymentAssignment{DirectorID: &b.dan.ID, BuyInID: &rich.ID}).status)
	require.Equal(t, http.StatusBadRequest, b.act(b.treasurer, unknown.ID, "assign", api.PaymentAssignment{}).status)
	p := b.acted(unknown.ID, "assign", api.PaymentAssignment{BuyInID: &rich.ID})
	require.Equal(t, []string{"announce", "receive", "assign", "reallocate"}, acts(p))
	require.Equal(t, []any{cent(25000), cent(0), cent(25000), cent(0), cent(5000), true}, account(b.buyIn(rich.ID)))
	require.Equal(t, http.StatusNotFound, b.act(b.treasurer, unknown.ID, "assign", api.PaymentAssignment{DirectorID: &b.dan.ID}).status)

	list := func(key, query string) api.PaymentList {
		return read[api.PaymentList](t, b.send(call{key: key, method: http.MethodGet, path: "/v1/carryover/payments" + query}))
	}
	require.Len(t, list(b.treasurer, "?buy_in_id="+rich.ID.String()).Items, 1)
	require.Empty(t, list(b.treasurer, "?buy_in_id="+uuid.NewString()).Items)
	require.Empty(t, list(b.dan.APIKey, "").Items, "a director sees nothing of it")
	require.Equal(t, http.StatusNotFound, b.send(call{key: b.dan.APIKey, method: http.MethodGet, path: "/v1/carryover/payments/" + p.ID.String()}).status)
	csv := b.send(call{key: b.treasurer, method: http.MethodGet, path: "/v1/carryover/payments?format=csv"})
	require.Contains(t, string(csv.body), ",Rich")
	sheet := b.send(call{key: b.treasurer, method: http.MethodGet, path: "/v1/carryover/reconciliation?format=csv&tour=" + slug})
	require.Contains(t, string(sheet.body), "buy_in,,Rich,USD,250.00")
	b.books()
}

// Of many who want the last place at once one gets it, and the others are told so (R5.7).
func TestOneGetsTheLastPlace_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(2)})
	b.bought("First")
	const many = 8
	codes := make([]string, many)
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			got, err := trySend(t.Context(), b.url, call{
				key: organiserKey, method: http.MethodPost, path: "/v1/tours/" + slug + "/buy-ins",
				body: api.BuyInCreate{FamilyName: ptr("Rival" + string(rune('A'+i)))},
			})
			if err == nil {
				codes[i] = fmt.Sprint(got.status)
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, strings.Count(strings.Join(codes, " "), "201"), "%v", codes)
	require.Equal(t, many-1, strings.Count(strings.Join(codes, " "), "409"), "%v", codes)
	require.Len(t, b.field().Field, 2)
	b.books()
}
