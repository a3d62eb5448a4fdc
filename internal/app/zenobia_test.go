package app_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/payments/stripefake"
)

// zenobia is a person whose names, number and addresses occur nowhere else, in everything that
// keeps anything of a person.
type zenobia struct {
	season
	player, record uuid.UUID // one person by a merge
	satellites     map[uuid.UUID]*ground
	token, code    string
	day, walkIn    api.DaySync // taken before she is erased, and played: in one she was, into one she came
	again          call        // an entry with an Idempotency-Key
	holding        holding
}

// newZenobia makes her: she enters and qualifies twice, under two names that are merged; she is
// mistyped and corrected, answers by link, pays at the door and by card, and is in a day file.
func newZenobia(t *testing.T, lines io.Writer) *zenobia {
	t.Helper()
	log := slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
	z := &zenobia{season: newSeason(t, "keeps_one_seat", "lapses", func(s *setup) { s.log = log }), satellites: map[uuid.UUID]*ground{}}
	z.show(api.TourPatch{Public: ptr(true)})
	z.buysIn()
	duluth, _ := z.heldBy("Duluth", zoe())
	married := named("Vandersnoot", "Zenobia", 1890)
	married.Email = ptr("z@vandersnoot.example")
	elgin, _ := z.heldBy("Elgin", married)
	z.player, z.record = z.playerOf(duluth, 1900), z.playerOf(elgin, 1890)
	z.forceSeat(duluth, z.player)
	z.forceSeat(elgin, z.record)
	ok[api.PlayerCard](t)(client.OK(z.stage.organiser.MergePlayersWithResponse(t.Context(), z.player, nil, api.PlayerPair{OtherID: z.record, Reason: "Zenobia Quixotezza has married"})))
	eventually(t, "both seats in one row", func() bool { q, there := z.findRow(); return there && q.Seats == 2 })
	z.answersByLink()
	fargo := z.mistyped()
	geneva, iron := z.entersAgain(), z.plays()
	z.pays()
	z.takesTheDay()
	final := z.isInTheFinal()
	for _, id := range []uuid.UUID{final, duluth, elgin, fargo, geneva, iron, z.day.SatelliteID, z.walkIn.SatelliteID} {
		z.satellites[id] = z.ground(id)
	}
	return z
}

func zoe() api.EntrantCreate {
	e := named("Quixotezza", "Zenobia", 1900)
	e.AssociationID, e.Email = ptr("ZZ778899"), ptr("zenobia@quixotezza.example")
	return e
}

// buysIn has her buy a place in the final before she wins one, and has three others buy one.
func (z *zenobia) buysIn() {
	t := z.stage.t
	t.Helper()
	z.show(api.TourPatch{Final: &api.FinalRulesPatch{BuyInPrice: &api.Fee{Amount: 250_00, Currency: "USD"}, BuyInPlaces: ptr(4)}})
	buy := func(e api.EntrantCreate) uuid.UUID {
		return ok[api.BuyIn](t)(client.Created(z.stage.organiser.CreateBuyInWithResponse(t.Context(), slug, nil, api.BuyInCreate{
			FamilyName: &e.FamilyName, GivenName: e.GivenName, AssociationID: e.AssociationID, Email: e.Email, Note: ptr("rang: " + e.FamilyName),
		}))).ID
	}
	z.holding.buyIn = buy(zoe())
	for _, family := range []string{"Aa", "Bb", "Cc"} {
		buy(named(family, "Al", 1500))
	}
}

// isInTheFinal withdraws what she has bought, with a reason that names her, and makes the Final Event
// in which she plays by her seat.
func (z *zenobia) isInTheFinal() uuid.UUID {
	t := z.stage.t
	t.Helper()
	withdrawn := ok[api.BuyIn](t)(client.OK(z.stage.organiser.WithdrawBuyInWithResponse(t.Context(), slug, z.holding.buyIn, nil,
		api.BuyInWithdrawal{Reason: ptr("Zenobia Quixotezza has won a seat")})))
	require.NotNil(t, withdrawn.WithdrawnAt)
	final := ok[api.Satellite](t)(client.Created(z.stage.organiser.CreateFinalWithResponse(t.Context(), slug, nil, api.FinalCreate{
		Name: "Final", Venue: api.Venue{Name: "Hall", City: "Chicago", Region: "IL", Country: "US"}, StartsOn: date("2027-06-26"),
		TimeZone: "America/Chicago", Methods: api.FinalMethods{api.FinalMethodSwiss}, Reason: ptr("Zenobia Quixotezza insists"),
	})))
	require.True(t, slices.ContainsFunc(z.entrants(final.ID), func(e api.Entrant) bool { return e.PlayerID == z.player }))
	return final.ID
}

func (z *zenobia) answersByLink() {
	t := z.stage.t
	t.Helper()
	link := ok[api.AnswerLink](t)(client.Created(z.stage.organiser.CreateAnswerLinkWithResponse(t.Context(), slug, z.player, nil, api.AnswerLinkCreate{})))
	z.token = link.Token
	got := z.send(call{method: http.MethodPut, path: "/v1/answers/" + link.Token, body: api.OwnAnswer{Answer: "accepted", Note: ptr("Zenobia, Elm Street 77")}})
	require.Equal(t, http.StatusOK, got.status, "%s", got.body)
	eventually(t, "her answer", func() bool { q, _ := z.findRow(); return q.Answer == "accepted" })
}

// mistyped enters her under a wrong name, which is corrected, with a reason that names her.
func (z *zenobia) mistyped() uuid.UUID {
	t := z.stage.t
	t.Helper()
	fargo := z.register("Fargo", 5)
	e := ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), fargo.ID, nil, named("Quixotezzza", "Zenobia", 1900))))
	require.NotEqual(t, z.player, e.PlayerID)
	e = ok[api.Entrant](t)(client.OK(z.director.UpdateEntrantWithResponse(t.Context(), fargo.ID, e.ID, nil, api.EntrantPatch{
		FamilyName: ptr("Quixotezza"), AssociationID: ptr("ZZ778899"), Reason: ptr("ZENOBIA  quixotezza rang"),
	})))
	require.Equal(t, z.player, e.PlayerID)
	ok[api.Entrant](t)(client.OK(z.director.UpdateEntrantWithResponse(t.Context(), fargo.ID, e.ID, nil, api.EntrantPatch{
		Email: ptr("zenobia@quixotezza.example"), Paid: ptr(usd(3000)), Rating: ptr(1901), Reason: ptr("by zz778899, zenobia@quixotezza.example"),
	})))
	gone := z.register("Gone", 5)
	out := ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), gone.ID, nil, named("Quixotezza", "Zenobia", 1900))))
	require.Equal(t, z.player, out.PlayerID)
	require.NoError(t, client.Done(z.director.DeleteEntrantWithResponse(t.Context(), gone.ID, out.ID)))
	return fargo.ID
}

// entersAgain enters her with an Idempotency-Key, so that the answer is kept.
func (z *zenobia) entersAgain() uuid.UUID {
	t := z.stage.t
	t.Helper()
	geneva := z.register("Geneva", 5)
	z.again = call{
		key: organiserKey, method: http.MethodPost, path: "/v1/satellites/" + geneva.ID.String() + "/entrants", body: zoe(),
		header: map[string]string{"Idempotency-Key": "zenobia-1"},
	}
	for range 2 {
		got := z.send(z.again)
		require.Equal(t, http.StatusCreated, got.status, "%s", got.body)
		require.Contains(t, string(got.body), "Zenobia")
	}
	return geneva.ID
}

// plays has her in a round that is open, in which she sends her result herself.
func (z *zenobia) plays() uuid.UUID {
	t := z.stage.t
	t.Helper()
	iron := z.register("Iron", 5)
	z.sanction(iron.ID)
	ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), iron.ID, nil, zoe())))
	z.enter(iron.ID, 5, "Iron")
	z.start(iron.ID)
	codes := ok[api.CodeList](t)(client.OK(z.director.ListCodesWithResponse(t.Context(), iron.ID, 1, nil)))
	i := slices.IndexFunc(codes.Items, func(c api.Code) bool { return strings.HasPrefix(c.Name, "Quix") })
	z.code = codes.Items[i].Code
	got := z.send(call{method: http.MethodPut, path: "/v1/results/" + z.code, body: api.OwnResult{OwnScore: ptr(400), OpponentScore: ptr(350)}})
	require.Equal(t, http.StatusOK, got.status, "%s", got.body)
	return iron.ID
}

// pays has Stripe and the bank name her.
func (z *zenobia) pays() {
	t := z.stage.t
	t.Helper()
	payload := []byte(`{"id":"evt_zoe","object":"event","api_version":"2023-10-16","type":"charge.updated","created":1773500000,` +
		`"data":{"object":{"id":"ch_zoe","object":"charge","billing_details":{"name":"Zenobia Quixotezza","address":{"line1":"Elm Street 77"}}}}}`)
	got := z.send(call{
		method: http.MethodPost, path: "/v1/webhooks/stripe", body: string(payload),
		header: map[string]string{"Stripe-Signature": stripefake.Sign(payload, signingSecret, z.clock.now())},
	})
	require.Equal(t, http.StatusNoContent, got.status, "%s", got.body)
	z.confirmMapping(bankAccount)
	in := z.statement(bankAccount, "Date,Description,Amount\n2026-02-03,CHEQUE ZENOBIA QUIXOTEZZA,30.00\n")
	z.holding.statement, z.holding.line = in.Statement.ID, *in.Lines[0].ID
	z.holding.endpoint = ok[api.EndpointCreated](t)(client.Created(z.stage.organiser.CreateEndpointWithResponse(t.Context(), nil, api.EndpointCreate{
		URL: "http://127.0.0.1:9/nobody",
	}))).ID
	me := ok[api.Me](t)(client.OK(z.director.GetMeWithResponse(t.Context())))
	z.holding.tenant = me.Tenant.ID
	z.holding.payments = map[string]uuid.UUID{"cheque": ok[api.Payment](t)(client.Created(z.stage.organiser.CreatePaymentWithResponse(t.Context(), nil, api.PaymentCreate{
		DirectorID: &me.Tenant.ID, Method: api.Cheque, Reference: ptr("77"), Amount: money(1000),
	}))).ID}
}

// takesTheDay takes two satellites to a laptop. In one she is renamed and gets another rating before
// it is known there that she is erased; into the other she comes from the street.
func (z *zenobia) takesTheDay() {
	t := z.stage.t
	t.Helper()
	hibbing, kenora := z.register("Hibbing", 5), z.register("Kenora", 5)
	e := ok[api.Entrant](t)(client.Created(z.director.CreateEntrantWithResponse(t.Context(), hibbing.ID, nil, zoe())))
	z.enter(hibbing.ID, 5, "Hibbing")
	z.enter(kenora.ID, 5, "Kenora")
	z.sanction(hibbing.ID)
	z.sanction(kenora.ID)
	day, walkIn := z.taken(hibbing.ID), z.taken(kenora.ID)
	state := day.state(t, e.ID)
	renamed := changed(state, map[string]any{"name": map[string]any{"family": "Quixotezza-Vandersnoot", "given": "Zenobia"}, "player_id": uuid.New()})
	day.act("entrant.edit", "", state, renamed)
	day.act("entrant.edit", "Zenobia Quixotezza-Vandersnoot has a new rating", renamed, changed(renamed, map[string]any{"rating": 1950, "contact": 1}))
	day.Contacts = &map[string]string{e.ID.String(): "zenobia@elsewhere.example"}

	id := uuid.New()
	walkIn.act("entrant.add", "", nil, changed(state, map[string]any{"id": id, "player_id": uuid.New(), "number": 6}))
	walkIn.Contacts = &map[string]string{id.String(): "zenobia@elsewhere.example"}
	z.day, z.walkIn = day.DaySync, walkIn.DaySync
}

// takenDay is a day with what is done in it.
type takenDay struct {
	api.DaySync
	log []api.DayEntry
}

func (z *zenobia) taken(id uuid.UUID) *takenDay {
	t := z.stage.t
	t.Helper()
	day := ok[api.Day](t)(client.OK(z.director.TakeDayWithResponse(t.Context(), id)))
	at, err := time.Parse(time.RFC3339Nano, day.Entries[len(day.Entries)-1]["at"].(string))
	require.NoError(t, err)
	return &takenDay{api.DaySync{SatelliteID: id, BaseSeq: day.Seq, BaseAt: at, Entries: []api.DayEntry{}}, day.Entries}
}

// state is how an entrant stands in the log.
func (d *takenDay) state(t testing.TB, entrant uuid.UUID) (state map[string]any) {
	t.Helper()
	raw, err := json.Marshal(d.log)
	require.NoError(t, err)
	var log []struct {
		Changes struct {
			Entrants []struct{ After map[string]any }
		}
	}
	require.NoError(t, json.Unmarshal(raw, &log))
	for _, entry := range log {
		for _, c := range entry.Changes.Entrants {
			if c.After["id"] == entrant.String() {
				state = c.After
			}
		}
	}
	require.NotNil(t, state)
	return state
}

// changed is a state with some of it changed.
func changed(state, change map[string]any) map[string]any {
	after := maps.Clone(state)
	maps.Copy(after, change)
	return after
}

// act does something to an entrant, moments after the day was taken.
func (d *takenDay) act(name, reason string, before, after map[string]any) {
	n := len(d.Entries) + 1
	d.Entries = append(d.Entries, api.DayEntry{
		"seq": d.BaseSeq + int64(n), "at": d.BaseAt.Add(time.Duration(n) * time.Microsecond).Format(time.RFC3339Nano),
		"act": name, "reason": reason, "actor": map[string]any{"id": uuid.Nil, "name": "Dana", "role": "director"},
		"changes": map[string]any{"entrants": []any{map[string]any{"before": before, "after": after}}},
	})
}

// ground is a satellite of hers with what a request about it takes, she first.
func (z *zenobia) ground(id uuid.UUID) *ground {
	z.stage.t.Helper()
	g := &ground{id: id, code: z.code, at: z.day.BaseAt.Format(time.RFC3339Nano)}
	for _, e := range z.entrants(id) {
		if e.PlayerID == z.player || e.PlayerID == z.record {
			g.entrants = append([]uuid.UUID{e.ID}, g.entrants...)
		} else {
			g.entrants = append(g.entrants, e.ID)
		}
	}
	if got := z.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/satellites/" + id.String() + "/rounds/1"}); got.status == http.StatusOK {
		for _, game := range read[api.Round](z.stage.t, got).Games {
			g.games = append(g.games, game.ID)
		}
	}
	g.entrants, g.games = append(g.entrants, uuid.New(), uuid.New()), append(g.games, uuid.New())
	return g
}
