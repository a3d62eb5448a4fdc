package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// box is a till with buy-ins: a price of 250.00, some places, and a waiting list or none.
type box struct{ *till }

func newBox(t testing.TB, rules api.FinalRulesPatch) *box {
	t.Helper()
	b := &box{newTill(t)}
	if rules.BuyInPrice == nil {
		rules.BuyInPrice = &api.Fee{Amount: 25000, Currency: "USD"}
	}
	ok[api.Tour](t)(client.OK(b.organised().UpdateTourWithResponse(t.Context(), slug, nil, api.TourPatch{Final: &rules})))
	return b
}

func (b *box) organised() *client.Service { return b.service.organiser }

// buy tries to sell a place.
func (b *box) buy(body any) answer {
	b.stage.t.Helper()
	return b.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/tours/" + slug + "/buy-ins", body: body})
}

// bought sells a place to somebody of a name.
func (b *box) bought(family string) api.BuyIn {
	b.stage.t.Helper()
	got := b.buy(api.BuyInCreate{FamilyName: &family})
	require.Equal(b.stage.t, http.StatusCreated, got.status, "%s", got.body)
	return read[api.BuyIn](b.stage.t, got)
}

func (b *box) buyIn(id uuid.UUID) api.BuyIn {
	b.stage.t.Helper()
	return *ok[api.BuyIn](b.stage.t)(client.OK(b.desk.GetBuyInWithResponse(b.stage.t.Context(), slug, id)))
}

func (b *box) withdraw(id uuid.UUID, body any) answer {
	b.stage.t.Helper()
	return b.send(call{key: organiserKey, method: http.MethodPost, path: fmt.Sprintf("/v1/tours/%s/buy-ins/%s/withdraw", slug, id), body: body})
}

// field is the final field, whose prize pool has to agree with the journal.
func (b *box) field() api.FinalField {
	b.stage.t.Helper()
	f := read[api.FinalField](b.stage.t, b.send(call{key: b.viewer, method: http.MethodGet, path: "/v1/tours/" + slug + "/final-field"}))
	require.True(b.stage.t, f.PrizePool.Agrees, "%+v", f.PrizePool.Ties)
	return f
}

// names are those of the field by seed, and of who waits.
func names(f api.FinalField) (field, waiting []string) {
	for _, one := range f.Field {
		field = append(field, one.Name)
	}
	for _, one := range f.Waiting {
		waiting = append(waiting, one.Name)
	}
	return field, waiting
}

func (a answer) refusal(t testing.TB) (status int, code string) {
	t.Helper()
	return a.status, string(a.problem(t).Code)
}

func TestBuyInsAreRefused_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(2), BuyInsUntil: ptr((&clock{}).now().Add(240 * time.Hour))})
	refused := func(got answer, status int, code, pointer string) {
		t.Helper()
		gotStatus, gotCode := got.refusal(t)
		require.Equal(t, []any{status, code}, []any{gotStatus, gotCode}, "%s", got.body)
		if pointer != "" {
			require.Equal(t, pointer, (*got.problem(t).Errors)[0].Pointer)
		}
	}
	first := b.bought("Rich")
	require.Equal(t, []any{api.BuyInStatePlaced, int64(25000), int64(25000), false}, []any{first.State, first.Due.Amount, first.Outstanding.Amount, first.Paid})
	refused(b.buy(api.BuyInCreate{PlayerID: &first.PlayerID}), 409, "buy_in_refused", "")
	refused(b.buy(api.BuyInCreate{FamilyName: ptr(" rich ")}), 409, "buy_in_refused", "")
	for pointer, body := range map[string]any{
		"/player_id":      map[string]any{"player_id": first.PlayerID, "family_name": "Rich"},
		"/family_name":    map[string]any{"given_name": "Bo"},
		"/association_id": map[string]any{"family_name": "Poor", "association_id": "A A!"},
		"/rating":         map[string]any{"family_name": "Poor", "rating": 4001},
		"/email":          map[string]any{"family_name": "Poor", "email": "nowhere"},
	} {
		refused(b.buy(body), 400, "invalid_request", pointer)
	}
	refused(b.buy(map[string]any{}), 400, "invalid_request", "/player_id")
	refused(b.buy(api.BuyInCreate{PlayerID: ptr(uuid.New())}), 400, "invalid_request", "/player_id")
	refused(b.buy(map[string]any{"family_name": "Poor", "price": 5}), 400, "unknown_field", "")
	b.bought("Second")
	refused(b.buy(api.BuyInCreate{FamilyName: ptr("Third")}), 409, "buy_ins_full", "")

	for name, key := range map[string]string{"a director": b.dan.APIKey, "the treasurer": b.treasurer, "a viewer": b.viewer} {
		got := b.send(call{key: key, method: http.MethodPost, path: "/v1/tours/" + slug + "/buy-ins", body: api.BuyInCreate{FamilyName: ptr("Third")}})
		require.Equal(t, http.StatusForbidden, got.status, name)
	}
	for _, path := range []string{"/buy-ins", "/buy-ins/" + first.ID.String(), "/final-field"} {
		require.Equal(t, http.StatusForbidden, b.send(call{key: b.dan.APIKey, method: http.MethodGet, path: "/v1/tours/" + slug + path}).status)
	}

	refused(b.withdraw(first.ID, nil), 400, "reason_required", "/reason")
	refused(b.withdraw(uuid.New(), api.BuyInWithdrawal{Reason: ptr("ill")}), 404, "not_found", "")
	makeTour(t, b.organised(), "other")
	refused(b.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/tours/other/buy-ins/" + first.ID.String()}), 404, "not_found", "")
	refused(b.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/tours/other/buy-ins", body: api.BuyInCreate{FamilyName: ptr("Third")}}), 409, "buy_ins_closed", "")

	tour := func(final map[string]any) answer {
		return b.send(call{key: organiserKey, method: http.MethodPatch, path: "/v1/tours/" + slug, body: map[string]any{"final": final}})
	}
	refused(tour(map[string]any{"buy_in_places": 1}), 400, "invalid_request", "/final/buy_in_places")
	refused(tour(map[string]any{"buy_in_places": 501}), 400, "invalid_request", "/final/buy_in_places")
	refused(tour(map[string]any{"performance_tenths": 11}), 400, "invalid_request", "/final/performance_tenths")
	refused(tour(map[string]any{"buy_in_price": map[string]any{"amount": 100, "currency": "CAD"}}), 400, "invalid_request", "/final/buy_in_price/currency")

	b.clock.advance(241 * time.Hour)
	require.Equal(t, http.StatusOK, b.withdraw(first.ID, api.BuyInWithdrawal{Reason: ptr("ill")}).status, "withdrawing is possible after the deadline")
	refused(b.buy(api.BuyInCreate{FamilyName: ptr("Third")}), 409, "buy_ins_closed", "")
	require.Equal(t, http.StatusOK, tour(map[string]any{"buy_ins_until": b.clock.now().Add(time.Hour)}).status)
	require.Equal(t, http.StatusCreated, b.buy(api.BuyInCreate{FamilyName: ptr("Third")}).status)
}

// A place that is given up goes to the next who waits; the price stays as it was when he bought in.
func TestWhoWaitsComesInWhenAPlaceIsGivenUp_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(1), WaitingList: ptr(true)})
	first := read[api.BuyIn](t, b.buy(api.BuyInCreate{FamilyName: ptr("Able"), Rating: ptr(1400)}))
	second := b.bought("Baker")
	ok[api.Tour](t)(client.OK(b.organised().UpdateTourWithResponse(t.Context(), slug, nil, api.TourPatch{
		Final: &api.FinalRulesPatch{BuyInPrice: &api.Fee{Amount: 30000, Currency: "USD"}},
	})))
	third := b.bought("Charlie")
	require.Equal(t, []api.BuyInState{"placed", "waiting", "waiting"}, []api.BuyInState{first.State, second.State, third.State})
	require.Equal(t, []int64{25000, 30000}, []int64{b.buyIn(second.ID).Price.Amount, third.Price.Amount})

	f := b.field()
	field, waiting := names(f)
	require.Equal(t, []string{"Able"}, field)
	require.Equal(t, []string{"Baker", "Charlie"}, waiting)
	require.Equal(t, api.FinalCounts{Players: 1, BuyIns: 1, BuyInPlaces: 1, Waiting: 2}, f.Counts)
	pool := f.PrizePool.Totals[0]
	require.Equal(t, []int64{25000, 25000, 55000}, []int64{pool.Due.Amount, pool.BuyIns.Due.Amount, pool.Apart.Due.Amount}, "who waits may get his money back")
	require.Equal(t, 1400, *f.Field[0].Rating)
	require.True(t, f.Field[0].BoughtIn)

	gone := read[api.BuyIn](t, b.withdraw(first.ID, api.BuyInWithdrawal{Reason: ptr("ill")}))
	require.Equal(t, []any{api.BuyInStateWithdrawn, "ill", int64(0), false}, []any{gone.State, gone.Reason, gone.Due.Amount, gone.FeeKept})
	f = b.field()
	field, waiting = names(f)
	require.Equal(t, [][]string{{"Baker"}, {"Charlie"}}, [][]string{field, waiting})
	pool = f.PrizePool.Totals[0]
	require.Equal(t, []int64{25000, 30000}, []int64{pool.Due.Amount, pool.Apart.Due.Amount})
	require.Equal(t, gone, read[api.BuyIn](t, b.withdraw(first.ID, api.BuyInWithdrawal{Reason: ptr("again")})), "withdrawing again changes nothing")
	again := read[api.BuyIn](t, b.buy(api.BuyInCreate{PlayerID: &first.PlayerID}))
	require.Equal(t, api.BuyInStateWaiting, again.State, "who comes back waits behind the others")
}

func TestTheFinalFieldHasATagAndFiles_R5_7(t *testing.T) {
	t.Parallel()
	b := newBox(t, api.FinalRulesPatch{BuyInPlaces: ptr(3)})
	b.bought("=Able")
	path := "/v1/tours/" + slug + "/final-field"
	first := b.send(call{key: organiserKey, method: http.MethodGet, path: path})
	tag := first.header.Get("ETag")
	require.NotEmpty(t, tag)
	require.Equal(t, http.StatusNotModified, b.send(call{key: organiserKey, method: http.MethodGet, path: path, header: map[string]string{"If-None-Match": tag}}).status)
	csv := b.send(call{key: organiserKey, method: http.MethodGet, path: path + "?format=csv"})
	require.Equal(t, "row,seed,name,association_id,rating,by_rating,by_performance,seeding_tenths,bought_in,paid,position,best_satellite,best_rank,players,points,spread",
		strings.SplitN(string(csv.body), "\r\n", 2)[0])
	require.Contains(t, string(csv.body), "field,1,'=Able,")
	xlsx := b.send(call{key: organiserKey, method: http.MethodGet, path: path, header: map[string]string{"Accept": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}})
	require.True(t, strings.HasPrefix(string(xlsx.body), "PK"))
	b.bought("Baker")
	require.NotEqual(t, tag, b.send(call{key: organiserKey, method: http.MethodGet, path: path}).header.Get("ETag"))
	var raw map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(first.body, &raw))
	require.Equal(t, "[]", string(raw["waiting"]), "lists are lists, not null")
}
