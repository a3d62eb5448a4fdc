package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// Lines of the bank find an announced payment of a buy-in by its reference, and an open one by the
// name of its player; a confirmed one is cleared (R5.7).
func TestTheBankFindsBuyIns_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(3)})
	b.owes("Anoka", 10000)
	b.confirmMapping(bankAccount)
	announced := read[api.BuyIn](t, b.buy(api.BuyInCreate{FamilyName: ptr("Quince"), GivenName: ptr("Ada")}))
	open := read[api.BuyIn](t, b.buy(api.BuyInCreate{FamilyName: ptr("Zuckerman"), GivenName: ptr("Bo")}))
	p := read[api.Payment](t, b.tell(b.treasurer, api.PaymentCreate{BuyInID: &announced.ID, Method: api.Transfer, Reference: ptr("WIRE-8812"), Amount: money(25000)}))

	day := b.clock.now().UTC().Format("2006-01-02")
	in := b.statement(bankAccount, "Date,Description,Amount\n"+day+",INCOMING WIRE-8812,250.00\n"+day+",TRANSFER BO ZUCKERMAN,250.00\n")
	for i, want := range []struct {
		kind  api.BankCandidateKind
		id    uuid.UUID
		buyIn api.Named
	}{
		{"payment", p.ID, api.Named{ID: announced.ID, Name: "Quince, Ada"}},
		{"due", open.ID, api.Named{ID: open.ID, Name: "Zuckerman, Bo"}},
	} {
		line := in.Lines[i]
		require.Equal(t, "proposed", string(line.State))
		best := line.Proposals[0]
		require.Len(t, best.Candidates, 1)
		c := best.Candidates[0]
		require.Equal(t, []any{want.kind, want.id.String(), want.buyIn}, []any{c.Kind, c.ID, *c.BuyIn})
		require.Nil(t, c.Director)
		matched, err := b.match(line, *best.Match)
		require.NoError(t, err)
		require.Equal(t, "matched", string(matched.State))
	}
	for _, id := range []uuid.UUID{announced.ID, open.ID} {
		require.Equal(t, []any{cent(25000), cent(0), cent(25000), cent(0), cent(0), true}, account(b.buyIn(id)))
	}
	require.Equal(t, int64(50000), b.bank("USD"))
	require.Equal(t, int64(50000), b.sheet("").BuyInTotals[0].Cleared.Amount)
	b.books()
}

// A buy-in is paid by card on a page of its own, once, and refunded through Stripe.
func TestABuyInIsPaidByCard_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(1)})
	l := &cardDesk{service: b.service}
	l.work()
	rich := b.bought("Rich")
	path := "/v1/tours/" + slug + "/buy-ins/" + rich.ID.String() + "/checkout"
	require.Equal(t, http.StatusForbidden, b.send(call{key: b.dan.APIKey, method: http.MethodPost, path: path}).status)
	page := func() string {
		t.Helper()
		link := read[api.CheckoutLink](t, b.send(call{key: b.treasurer, method: http.MethodPost, path: path}))
		session, found := strings.CutPrefix(link.URL, "https://checkout.stripe.com/c/pay/")
		require.True(t, found, link.URL)
		return session
	}
	session := page()
	require.Equal(t, session, page(), "an open page of the same amount is given again")
	_, err := b.stripe.Pay(session, stripefake.Visa)
	require.NoError(t, err)
	l.hears(b.stripe.Deliveries()...)
	l.settled()
	require.Equal(t, []any{cent(25000), cent(0), cent(25000), cent(0), cent(0), true}, account(b.buyIn(rich.ID)))
	_, code := b.send(call{key: b.treasurer, method: http.MethodPost, path: path}).refusal(t)
	require.Equal(t, "due_settled", code)

	p := l.payment()
	require.Equal(t, rich.ID, p.BuyInID)
	read[api.BuyIn](t, b.withdraw(rich.ID, api.BuyInWithdrawal{Reason: ptr("ill")}))
	require.Equal(t, int64(25000), b.buyIn(rich.ID).Credit.Amount)
	b.acted(p.ID, "refund", api.PaymentRefund{Reason: ptr("withdrawn")})
	eventually(t, "the refund", func() bool { return b.buyIn(rich.ID).Credit.Amount == 0 })
	b.sheet("")
	b.books()
}

// A page that is open is closed when the buy-in is withdrawn.
func TestAPageOfABuyInIsClosedWhenItIsWithdrawn_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(1)})
	l := &cardDesk{service: b.service}
	l.work()
	rich := b.bought("Rich")
	link := ok[api.CheckoutLink](t)(client.OK(b.organised().CreateBuyInCheckoutWithResponse(t.Context(), slug, rich.ID)))
	session, _ := strings.CutPrefix(link.URL, "https://checkout.stripe.com/c/pay/")
	read[api.BuyIn](t, b.withdraw(rich.ID, api.BuyInWithdrawal{Reason: ptr("ill")}))
	l.settled()
	_, err := b.stripe.Pay(session, stripefake.Visa)
	require.ErrorContains(t, err, "expired")
}

// Two who bought in are found to be one: the first buy-in counts, the second holds no place until the
// organiser withdraws it; a split brings both back. Erased, no name is left (R5.8, R8.2).
func TestBuyInsFollowWhoIsWho_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(3)})
	first := read[api.BuyIn](t, b.buy(api.BuyInCreate{
		FamilyName: ptr("Quixotezza"), GivenName: ptr("Zenobia"), AssociationID: ptr(" zz778899"), Email: ptr("zenobia@quixotezza.example"), Note: ptr("Zenobia rang"),
	}))
	require.Equal(t, []string{"ZZ778899", "zenobia@quixotezza.example"}, []string{*first.AssociationID, *first.Email})
	require.Nil(t, b.buyIn(first.ID).Email, "the address is for the organiser (R8.1)")
	second := read[api.BuyIn](t, b.buy(api.BuyInCreate{FamilyName: ptr("Quixotezza"), GivenName: ptr("Zoe")}))
	states := func() []api.BuyInState {
		return []api.BuyInState{b.buyIn(first.ID).State, b.buyIn(second.ID).State}
	}
	require.Equal(t, []api.BuyInState{"placed", "placed"}, states())

	read[api.PlayerCard](t, b.send(call{
		key: organiserKey, method: http.MethodPost, path: "/v1/players/" + first.PlayerID.String() + "/merge",
		body: api.PlayerPair{OtherID: second.PlayerID, Reason: "one person"},
	}))
	require.Equal(t, []api.BuyInState{"placed", "bought_twice"}, states())
	require.Equal(t, first.PlayerID, b.buyIn(second.ID).PlayerID)
	require.Len(t, b.field().Field, 1)
	pool := b.field().PrizePool.Totals[0]
	require.Equal(t, []int64{25000, 25000}, []int64{pool.Due.Amount, pool.Apart.Due.Amount}, "the second is owed until it is withdrawn, and no prize is made of it")
	read[api.PlayerCard](t, b.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/players/" + second.PlayerID.String() + "/split", body: api.PlayerSplit{Reason: "two after all"}}))
	require.Equal(t, []api.BuyInState{"placed", "placed"}, states())
	require.Equal(t, second.PlayerID, b.buyIn(second.ID).PlayerID)

	ok[api.CheckoutLink](t)(client.OK(b.organised().CreateBuyInCheckoutWithResponse(t.Context(), slug, first.ID)))
	read[api.BuyIn](t, b.withdraw(second.ID, api.BuyInWithdrawal{Reason: ptr("Zoe Quixotezza is ill")}))
	ok[api.PlayerCard](t)(client.OK(b.organised().ErasePlayerWithResponse(t.Context(), first.PlayerID, nil)))
	ok[api.PlayerCard](t)(client.OK(b.organised().ErasePlayerWithResponse(t.Context(), second.PlayerID, nil)))
	f := b.field()
	require.Regexp(t, `^Player [0-9A-F]{4,}$`, f.Field[0].Name)
	for _, r := range newRecords(t, b.database).all() {
		for _, trace := range []string{"quixotezza", "zenobia", "zz778899"} {
			require.NotContains(t, strings.ToLower(r.row), trace, r.table)
		}
	}
	_, code := b.buy(api.BuyInCreate{PlayerID: &second.PlayerID}).refusal(t)
	require.Equal(t, "buy_in_refused", code, "who was erased is nobody to sell to")
	again := read[api.BuyIn](t, b.buy(api.BuyInCreate{FamilyName: ptr("Quixotezza"), GivenName: ptr("Zenobia")}))
	require.NotEqual(t, first.PlayerID, again.PlayerID)
	b.books()
}

// Who has won a seat is in the field by it; who bought in and accepts a seat after needs no place.
func TestSeatsAndBuyInsMakeTheField_R5_7(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "passes_down")
	_, d := y.held("Duluth", "Duluth")
	y.listed(d[0].Name, d[1].Name)
	ok[api.Tour](t)(client.OK(y.stage.organiser.UpdateTourWithResponse(t.Context(), slug, nil, api.TourPatch{Final: &api.FinalRulesPatch{
		BuyInPrice: &api.Fee{Amount: 25000, Currency: "USD"}, BuyInPlaces: ptr(1), WaitingList: ptr(true), PerformanceTenths: ptr(10),
	}})))
	buy := func(player uuid.UUID) answer {
		return y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/tours/" + slug + "/buy-ins", body: api.BuyInCreate{PlayerID: &player}})
	}
	field := func() *api.FinalField {
		return ok[api.FinalField](t)(client.OK(y.stage.organiser.GetFinalFieldWithResponse(t.Context(), slug, nil)))
	}
	_, code := buy(y.row(d[0].Name).PlayerID).refusal(t)
	require.Equal(t, "buy_in_refused", code, "who is invited answers")
	require.Equal(t, 2, field().Counts.Missing)
	y.answers(d[1].Name, "accepted")
	_, code = buy(y.row(d[1].Name).PlayerID).refusal(t)
	require.Equal(t, "buy_in_refused", code, "who has accepted plays")

	// The third of Duluth buys in; then the first declines, and the third is called by R5.5.
	var third api.Entrant
	for _, e := range y.entrants(field().Field[0].Best.SatelliteID) {
		if e.Name == d[2].Name {
			third = e
		}
	}
	bought := read[api.BuyIn](t, buy(third.PlayerID))
	require.Equal(t, api.BuyInStatePlaced, bought.State)
	require.Equal(t, third.Rating, bought.Rating, "the last known")
	waits := read[api.BuyIn](t, y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/tours/" + slug + "/buy-ins", body: api.BuyInCreate{FamilyName: ptr("Waits")}}))
	require.Equal(t, api.BuyInStateWaiting, waits.State)
	f := field()
	require.Equal(t, []string{d[1].Name, d[2].Name}, []string{f.Field[0].Name, f.Field[1].Name}, "by performance: who has bought in comes last")
	require.Equal(t, []any{1, 1}, []any{f.Field[0].ByPerformance, f.Counts.Accepted})

	y.answers(d[0].Name, "declined")
	y.listed(d[0].Name, d[1].Name, d[2].Name)
	y.answers(d[2].Name, "accepted")
	f = field()
	require.Equal(t, api.FinalCounts{Players: 3, Accepted: 2, BuyIns: 1, BuyInPlaces: 1}, f.Counts)
	require.Equal(t, "Waits", f.Field[2].Name, "the place is free for who waits")
	now := ok[api.BuyIn](t)(client.OK(y.stage.organiser.GetBuyInWithResponse(t.Context(), slug, bought.ID)))
	require.Equal(t, api.BuyInStateWonSeat, now.State)
}
