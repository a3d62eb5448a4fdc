package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// qualified is a season in which the best n of two satellites of 14 have qualified and accepted, and
// the director has paid the carryover of the first. It gives their names in order of the list.
func qualified(t *testing.T, n int) (season, []string) {
	t.Helper()
	y := newSeason(t, "keeps_one_seat", "lapses")
	ok[api.PrizeTable](t)(client.OK(y.stage.organiser.PutPrizeTableWithResponse(t.Context(), slug, api.PrizeTableUpload{
		Name: "Ours", Rows: []api.PrizeRow{{FromPlayers: 1, Qualifiers: n, Shares: []string{"50", "30", "20"}}},
	})))
	var names []string
	for _, word := range []string{"Elm", "Oak"} {
		s := y.register(word, 5)
		y.sanction(s.ID)
		y.enter(s.ID, 14, word)
		y.start(s.ID)
		y.play(s.ID, 1, 5)
		require.Len(t, y.report(s.ID).Qualifiers, n)
		names = append(names, y.stage.placed(s.ID)[:n]...)
	}
	y.listed(names...)
	for _, name := range names {
		y.answers(name, api.AnswerAccepted)
	}
	return y, names
}

// placed are the names of a final standing, best first.
func (g stage) placed(id uuid.UUID) []string {
	g.t.Helper()
	table := ok[api.Standings](g.t)(client.OK(g.director.GetStandingsWithResponse(g.t.Context(), id, nil)))
	var names []string
	for _, row := range table.Standings {
		names = append(names, row.Name)
	}
	return names
}

// sells lets people buy in to the final, with so many places and a waiting list.
func (y season) sells(places int, families ...string) (buyIns []*api.BuyIn) {
	t := y.stage.t
	t.Helper()
	ok[api.Tour](t)(client.OK(y.stage.organiser.UpdateTourWithResponse(t.Context(), slug, &api.UpdateTourParams{}, api.TourPatch{Final: &api.FinalRulesPatch{
		BuyInPrice: ptr(usd(250_00)), BuyInPlaces: &places, WaitingList: ptr(true),
	}})))
	for i, family := range families {
		buyIns = append(buyIns, ok[api.BuyIn](t)(client.Created(y.stage.organiser.CreateBuyInWithResponse(t.Context(), slug, nil, api.BuyInCreate{
			FamilyName: &family, Rating: ptr(1000 + i),
		}))))
	}
	return buyIns
}

// finalOf is a Final Event as the organiser asks for it.
func finalOf(methods ...api.FinalMethod) api.FinalCreate {
	return api.FinalCreate{
		Name: "Final", StartsOn: date("2027-06-26"), TimeZone: "America/Chicago", Methods: methods,
		Venue: api.Venue{Name: "Grand Hotel", City: "Chicago", Region: "IL", Country: "US"},
	}
}

func (y season) makes(body api.FinalCreate) *api.Satellite {
	y.stage.t.Helper()
	return ok[api.Satellite](y.stage.t)(client.Created(y.stage.organiser.CreateFinalWithResponse(y.stage.t.Context(), slug, nil, body)))
}

// From field to report: 22 qualifiers and two who have bought in, an official preset part, a round
// robin, Swiss of both kinds and king of the hill. The fund is what is due: two carryovers of 40% of
// 14 fees of 30.00 and two buy-ins of 250.00, of which one each has come.
func TestAFinalOf24FromFieldToReport_R5_7(t *testing.T) {
	t.Parallel()
	y, _ := qualified(t, 11)
	buyIns := y.sells(2, "Rich", "Wealthy")
	ok[api.Payment](t)(client.Created(y.stage.organiser.CreatePaymentWithResponse(t.Context(), nil, api.PaymentCreate{
		BuyInID: &buyIns[0].ID, Method: api.Cheque, Reference: ptr("17"), Amount: money(250_00), ReceivedOn: ptr(date("2026-05-01")),
	})))
	due := ok[api.DueList](t)(client.OK(y.stage.organiser.ListDuesWithResponse(t.Context(), &api.ListDuesParams{}))).Items[0]
	ok[api.Payment](t)(client.Created(y.stage.organiser.CreatePaymentWithResponse(t.Context(), nil, api.PaymentCreate{
		DirectorID: &due.Director.ID, Method: api.Transfer, Reference: ptr("T1"), Amount: money(168_00), ReceivedOn: ptr(date("2026-05-01")),
	})))

	made := y.makes(finalOf("preset", "preset", "preset", "preset", "round_robin", "swiss", "swiss_no_repeats", "king_of_the_hill"))
	require.Equal(t, api.Sanctioned, made.Status)
	require.Equal(t, 8, made.Rounds)
	require.Equal(t, "buy_in_unpaid", (*made.Warnings)[0].Code)
	field := ok[api.FinalField](t)(client.OK(y.stage.organiser.GetFinalFieldWithResponse(t.Context(), slug, nil)))
	require.Len(t, field.Field, 24)
	require.Equal(t, made.ID, field.FinalEvent.SatelliteID)

	g := stage{t, y.stage.organiser, y.stage.organiser}
	started := ok[api.Satellite](t)(client.OK(y.stage.organiser.StartSatelliteWithResponse(t.Context(), made.ID, nil, api.StartSatellite{})))
	require.Equal(t, api.InPlay, started.Status)
	bySeed := map[int]string{}
	for _, e := range g.entrants(made.ID) {
		bySeed[*e.Seed] = e.Name
		require.Equal(t, *e.Seed, *e.FieldSeed)
	}
	for _, f := range field.Field {
		require.Equal(t, f.Name, bySeed[f.Seed], "seed %d", f.Seed)
	}
	methods := []api.RoundMethod{"preset", "preset", "preset", "preset", "round_robin", "swiss", "swiss", "king_of_the_hill"}
	for i, method := range methods {
		require.Equal(t, method, g.pair(made.ID, i+1).Method)
		g.play(made.ID, i+1, i+1)
	}
	report := g.report(made.ID)
	require.Empty(t, report.Qualifiers)
	require.Equal(t, money(836_00), *report.Fund.PrizePool)
	require.Equal(t, money(418_00), *report.Fund.PrizePoolOutstanding)
	require.Equal(t, money(836_00), report.Fund.Prizes)
	require.Equal(t, money(0), report.Carryover.Due)
	var amounts []int64
	for _, p := range report.Prizes {
		amounts = append(amounts, p.Amount.Amount)
	}
	require.Equal(t, []int64{419_00, 250_00, 167_00}, amounts, "50, 30 and 20 hundredths in whole units, the rest to the first")

	dues := ok[api.DueList](t)(client.OK(y.stage.organiser.ListDuesWithResponse(t.Context(), &api.ListDuesParams{})))
	require.Len(t, dues.Items, 2, "the final owes nothing")
	verified := ok[api.Verification](t)(client.OK(y.stage.organiser.VerifySatelliteWithResponse(t.Context(), made.ID)))
	require.Empty(t, verified.Differences)
	y.listIsAsBefore(22)
	seats := ok[api.Seats](t)(client.OK(y.stage.organiser.ListSeatsWithResponse(t.Context(), made.ID)))
	require.Empty(t, seats.Claims)
	require.Empty(t, seats.Vacant)

	late := y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/tours/" + slug + "/buy-ins", body: map[string]any{"family_name": "Late"}})
	require.Equal(t, http.StatusConflict, late.status)
	require.Equal(t, "buy_ins_closed", string(late.problem(t).Code))
}

// listIsAsBefore waits until the worker has done all that it was told, and wants the list to have so
// many rows, each with one seat: a final gives none.
func (y season) listIsAsBefore(rows int) {
	t := y.stage.t
	t.Helper()
	records := newRecords(t, y.database)
	eventually(t, "the worker to have done what it was told", func() bool {
		var left int
		require.NoError(t, records.conn.QueryRow(t.Context(), `SELECT count(*) FROM river.river_job
			WHERE kind = 'refresh_list' AND state NOT IN ('completed', 'cancelled', 'discarded')`).Scan(&left))
		return left == 0
	})
	list, err := y.stage.organiser.QualifierList(t.Context(), slug)
	require.NoError(t, err)
	require.Len(t, list.Items, rows)
	for _, q := range list.Items {
		require.Equal(t, 1, q.Seats, q.Name)
	}
}

// Seven have qualified; who waits for a place is the alternate and plays as the last seed. Without him
// there is a bye, and a finalist who declines leaves an even field.
func TestAnOddFinalHasAnAlternateOrABye_R2_2(t *testing.T) {
	t.Parallel()
	y, names := qualified(t, 3)
	y.sells(1, "Rich", "Wealthy")
	made := y.makes(finalOf(slices.Repeat([]api.FinalMethod{"round_robin"}, 7)...))
	g := stage{t, y.stage.organiser, y.stage.organiser}
	require.Len(t, g.entrants(made.ID), 8)
	ok[api.Satellite](t)(client.OK(y.stage.organiser.StartSatelliteWithResponse(t.Context(), made.ID, nil, api.StartSatellite{})))
	for round := 1; round <= 7; round++ {
		require.Len(t, g.round(made.ID, round).Games, 4, "no bye: the alternate plays")
	}
	i := slices.IndexFunc(g.entrants(made.ID), func(e api.Entrant) bool { return e.Name == "Wealthy" })
	require.Equal(t, 8, *g.entrants(made.ID)[i].Seed)
	ok[api.Satellite](t)(client.OK(y.stage.organiser.UnstartSatelliteWithResponse(t.Context(), made.ID, nil, api.Act{})))

	y.answers(names[0], api.AnswerDeclined)
	event := ok[api.FinalEvent](t)(client.OK(y.stage.organiser.GetFinalWithResponse(t.Context(), slug)))
	require.NotEmpty(t, event.Differs)
	event = ok[api.FinalEvent](t)(client.OK(y.stage.organiser.RefreshFinalWithResponse(t.Context(), slug, nil, api.Act{Reason: ptr("one has declined")})))
	require.Empty(t, event.Differs)
	require.Len(t, g.entrants(made.ID), 7, "five qualifiers, one who bought in, and the alternate")
	ok[api.Satellite](t)(client.OK(y.stage.organiser.StartSatelliteWithResponse(t.Context(), made.ID, nil, api.StartSatellite{})))
	require.Len(t, g.round(made.ID, 1).Games, 3, "six are even without him")
}

// What stands in the way of making a final, over HTTP.
func TestMakingAFinalIsRefusedWithItsReason_R5_7(t *testing.T) {
	t.Parallel()
	y, names := qualified(t, 3)
	post := func(key string, body api.FinalCreate) answer {
		return y.send(call{key: key, method: http.MethodPost, path: "/v1/tours/" + slug + "/final", body: body})
	}
	swiss := finalOf("swiss", "king_of_the_hill")
	wrong := swiss
	wrong.Methods = []api.FinalMethod{"preset", "swiss", "round_robin", "preset"}
	for name, c := range map[string]struct {
		body    api.FinalCreate
		status  int
		code    string
		pointer string
	}{
		"an unknown method":       {finalOf("swiss", "swiss", "swiss", "random"), 400, "invalid_request", "/methods/3"},
		"no methods":              {finalOf(), 400, "invalid_request", "/methods"},
		"presets after others":    {wrong, 400, "invalid_request", "/methods/3"},
		"more presets than there": {finalOf(slices.Repeat([]api.FinalMethod{"preset"}, 6)...), 400, "invalid_request", "/methods/5"},
	} {
		got := post(organiserKey, c.body)
		require.Equal(t, c.status, got.status, "%s: %s", name, got.body)
		p := got.problem(t)
		require.Equal(t, c.code, string(p.Code), name)
		require.Contains(t, fmt.Sprint(*p.Errors), c.pointer, name)
	}
	ok[api.Invitation](t)(client.OK(y.stage.organiser.TakeAnswerBackWithResponse(t.Context(), slug, y.row(names[0]).PlayerID)))
	eventually(t, "the answer is taken back", func() bool { return y.row(names[0]).Answer == api.AnswerInvited })
	got := post(organiserKey, swiss)
	require.Equal(t, "reason_required", string(got.problem(t).Code))
	require.Contains(t, string(got.body), names[0])

	swiss.Reason = ptr("the hall is booked")
	made := y.makes(swiss)
	require.Equal(t, "not_answered", (*made.Warnings)[0].Code)
	got = post(organiserKey, swiss)
	require.Equal(t, http.StatusConflict, got.status)
	require.Equal(t, "final_exists", string(got.problem(t).Code))
	require.Contains(t, string(got.body), made.ID.String())
}

// Of many who make the final at once one does, and the others are told.
func TestOfManyWhoMakeTheFinalOneDoes_R1_1(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	y := season{s, stage{t, s.organiser, s.organiser}}
	y.sells(5, "North", "South", "East", "West", "Centre")
	const many = 6
	statuses := make([]int, many)
	var group sync.WaitGroup
	for i := range many {
		group.Go(func() {
			got := s.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/tours/" + slug + "/final", body: finalOf("swiss", "swiss")})
			statuses[i] = got.status
			if got.status != http.StatusCreated {
				require.Equal(t, "final_exists", string(got.problem(t).Code))
			}
		})
	}
	group.Wait()
	slices.Sort(statuses)
	require.Equal(t, append([]int{http.StatusCreated}, slices.Repeat([]int{http.StatusConflict}, many-1)...), statuses)

	event := ok[api.FinalEvent](t)(client.OK(s.organiser.GetFinalWithResponse(t.Context(), slug)))
	id := event.Satellite.ID
	methods := api.FinalMethods{"round_robin", "round_robin", "king_of_the_hill"}
	edited := ok[api.Satellite](t)(client.OK(s.organiser.UpdateSatelliteWithResponse(t.Context(), id, nil, api.SatellitePatch{Methods: &methods})))
	require.Equal(t, methods, *edited.Methods)
	require.Equal(t, 3, edited.Rounds)
	ok[api.Satellite](t)(client.OK(s.organiser.CancelSatelliteWithResponse(t.Context(), id, nil, api.Act{Reason: ptr("another hall")})))
	again := y.makes(finalOf("swiss", "round_robin"))
	require.NotEqual(t, id, again.ID)
	y.start(again.ID)
	for round := 1; round <= 2; round++ { // five, and nobody waits: a bye, in Swiss of the lowest (R3.6), then of seed 1
		games := y.pair(again.ID, round).Games
		require.Len(t, games, 3)
		require.Equal(t, api.GameKindBye, games[2].Kind)
		require.Equal(t, []int{5, 1}[round-1], games[2].First.Seed)
	}
}
