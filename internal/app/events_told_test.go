package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// Dues and payments are told to the director whose they are, and money of nobody known to the
// organiser only.
func TestMoneyIsToldToWhoseItIs(t *testing.T) {
	t.Parallel()
	l := newTill(t)
	dans, all := newReceiver(t, nil), newReceiver(t, nil)
	listens(t, l.as(l.dan.APIKey), dans.url, "due.*", "payment.*")
	listens(t, l.stage.organiser, all.url, "due.*", "payment.*")
	due := l.owes("Anoka", 10000)
	p := read[api.Payment](t, l.tell(l.dan.APIKey, api.PaymentCreate{Method: api.Cheque, Reference: ptr("SECRET-1042"), Amount: money(10000)}))
	l.acted(p.ID, "receive", nil)
	l.acted(p.ID, "clear", nil)
	l.acted(p.ID, "refund", api.PaymentRefund{Amount: ptr(money(1000))})
	l.acted(p.ID, "bounce", api.PaymentAct{Reason: ptr("no funds")})
	unknown := read[api.Payment](t, l.tell(l.treasurer, api.PaymentCreate{Method: api.Transfer, Amount: money(500), ReceivedOn: ptr(l.today())}))
	l.acted(unknown.ID, "assign", api.PaymentAssignment{DirectorID: &l.dan.ID})
	require.Equal(t, http.StatusOK, l.send(call{
		key: organiserKey, method: http.MethodPost, path: "/v1/carryover/dues/" + due.String() + "/waive", body: api.DueWaiver{Reason: ptr("flood")},
	}).status)
	l.work()
	want := []string{
		"due.posted", "payment.announced", "payment.received", "payment.cleared", "payment.refunded", "payment.bounced", "payment.changed", "due.waived",
	}
	eventually(t, "the waiver", func() bool { return len(dans.once()) == len(want) && len(all.once()) == len(want)+2 })
	require.Equal(t, want, types(dans.once()))
	requireWhole(t, dans.of(l.dan.ID))
	require.Equal(t, dans.of(l.dan.ID), all.of(l.dan.ID))
	for _, r := range dans.all() {
		require.NotContains(t, r.body, "SECRET-1042")
		require.NotContains(t, r.body, "no funds")
	}
	var suspense []told
	for _, e := range all.once() {
		if e.DirectorID == nil {
			suspense = append(suspense, e)
		}
	}
	require.Equal(t, []string{"payment.announced", "payment.received"}, types(suspense))
}

// What a place in the final costs, and who buys one, is told to the organiser only, without a name: what
// is bought in the tour's stream, the money in that of the buy-in (R5.7).
func TestBuyInsAreToldToTheOrganiser(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	all, danas := newReceiver(t, nil), newReceiver(t, nil)
	listens(t, y.stage.organiser, all.url, "buy_in.*", "due.*", "payment.*")
	listens(t, y.director, danas.url)
	y.show(api.TourPatch{Final: &api.FinalRulesPatch{BuyInPrice: &api.Fee{Amount: 250_00, Currency: "USD"}, BuyInPlaces: ptr(1)}})
	bought := ok[api.BuyIn](t)(client.Created(y.stage.organiser.CreateBuyInWithResponse(t.Context(), slug, nil,
		api.BuyInCreate{FamilyName: ptr("Quixotezza"), GivenName: ptr("Zenobia"), Note: ptr("Zenobia rang")})))
	ok[api.Payment](t)(client.Created(y.stage.organiser.CreatePaymentWithResponse(t.Context(), nil,
		api.PaymentCreate{BuyInID: &bought.ID, Method: api.Cash, Amount: bought.Price, ReceivedOn: ptr(date(y.clock.now().UTC().Format(time.DateOnly)))})))
	ok[api.BuyIn](t)(client.OK(y.stage.organiser.WithdrawBuyInWithResponse(t.Context(), slug, bought.ID, nil, api.BuyInWithdrawal{Reason: ptr("Zenobia is ill")})))
	eventually(t, "all of it", func() bool { return len(all.once()) == 7 })
	tour := ok[api.Tour](t)(client.OK(y.stage.organiser.GetTourWithResponse(t.Context(), slug)))
	require.Equal(t, []string{"buy_in.added", "buy_in.withdrawn"}, types(all.of(tour.ID)))
	require.Equal(t, []string{"due.posted", "payment.announced", "payment.received", "due.adjusted", "payment.changed"}, types(all.of(bought.ID)))
	for _, r := range all.all() {
		require.NotContains(t, r.body, "enobia")
		require.Contains(t, r.body, bought.ID.String())
	}
	require.Empty(t, danas.once())
}

// Answers, also those of a qualifier who has no key, and what is decided of persons are told to the
// organiser and to nobody else, without a name.
func TestAnswersAndPersonsAreToldToTheOrganiser(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	all, danas := newReceiver(t, nil), newReceiver(t, nil)
	listens(t, y.stage.organiser, all.url, "answer.*", "player.*", "list.*")
	listens(t, y.director, danas.url, "answer.*", "player.*", "list.*")
	duluth, _ := y.heldBy("Duluth", named("Quixotezza", "Zenobia", 1900))
	elgin, _ := y.heldBy("Elgin", named("Quixotezza", "Zen", 1890))
	zoe := y.playerOf(duluth, 1900)
	y.forceSeat(duluth, zoe)
	eventually(t, "her row", func() bool {
		list, err := y.stage.organiser.QualifierList(t.Context(), slug)
		return err == nil && slices.ContainsFunc(list.Items, func(q api.Qualifier) bool { return q.PlayerID == zoe })
	})
	link := ok[api.AnswerLink](t)(client.Created(y.stage.organiser.CreateAnswerLinkWithResponse(t.Context(), slug, zoe, nil, api.AnswerLinkCreate{})))
	got := y.send(call{method: http.MethodPut, path: "/v1/answers/" + link.Token, body: api.OwnAnswer{Answer: "accepted"}})
	require.Equal(t, http.StatusOK, got.status, "%s", got.body)
	ok[api.Invitation](t)(client.OK(y.stage.organiser.TakeAnswerBackWithResponse(t.Context(), slug, zoe)))
	zen := y.playerOf(elgin, 1890)
	ok[api.PlayerCard](t)(client.OK(y.stage.organiser.MergePlayersWithResponse(t.Context(), zoe, nil, api.PlayerPair{OtherID: zen, Reason: "same birthday"})))
	ok[api.PlayerCard](t)(client.OK(y.stage.organiser.SplitPlayerWithResponse(t.Context(), zen, nil, api.PlayerSplit{Reason: "sisters"})))
	ok[api.PlayerCard](t)(client.OK(y.stage.organiser.ErasePlayerWithResponse(t.Context(), zoe, nil)))
	of := func(family string) []told {
		return slices.DeleteFunc(all.once(), func(e told) bool { return !strings.HasPrefix(e.Type, family+".") })
	}
	eventually(t, "all to be told", func() bool { return len(of("answer")) == 2 && len(of("player")) == 3 && len(of("list")) > 2 })
	require.Equal(t, []string{"answer.recorded", "answer.taken_back"}, types(of("answer")))
	persons := of("player")
	require.Equal(t, []string{"player.merged", "player.split", "player.erased"}, types(persons))
	requireWhole(t, persons)
	for i, want := range []uuid.UUID{zoe, zen, zoe} {
		require.Contains(t, string(persons[i].Data), `"player_id":"`+want.String()+`"`)
	}
	requireWhole(t, all.of(of("answer")[0].Stream))
	require.Contains(t, string(of("answer")[0].Data), `"link"`)
	for _, p := range all.all() {
		require.NotContains(t, p.body, "Zen")
		require.NotContains(t, p.body, "birthday")
	}
	require.Empty(t, danas.all(), "none of it is a director's")
}
