package app_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// draw enters 400-400 for every game of a round.
func (h hall) draw(round int) {
	h.t.Helper()
	var all []api.RoundResult
	for _, line := range lines(h.pair(h.s.ID, round)) {
		all = append(all, api.RoundResult{Table: line.Table, FirstScore: ptr(400), SecondScore: ptr(400)})
	}
	ok[api.Round](h.t)(client.OK(h.director.PutRoundResultsWithResponse(h.t.Context(), h.s.ID, round, api.RoundResults{Results: all})))
}

// Issue 3.6: three odd satellites of one director on one day, each with the byes
// of the table of the next even size.
func TestThreeOddSatellitesOnOneDay_R3_2(t *testing.T) {
	t.Parallel()
	service := newService(t)
	makeTour(t, service.organiser, slug)
	g := service.stage(makeDirector(t, service.organiser, "Hal Director").APIKey)
	for name, want := range map[string][]int{
		"Five":  {1, 4, 2, 5},
		"Seven": {2, 7, 6, 3},
		"Nine":  {1, 9, 8, 5},
	} {
		players := map[string]int{"Five": 5, "Seven": 7, "Nine": 9}[name]
		s := g.started(name, players, 6)
		for i, seed := range want {
			require.Equal(t, []int{seed}, byes(g.round(s.ID, i+1)), "%s, round %d", name, i+1)
		}
	}
}

// Issue 3.6: everybody has gone. The next round cannot be paired, and the
// satellite is finished early with a reason (R3.13).
func TestEverybodyWithdraws_R3_13(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Empty", 8)
	h.play(h.s.ID, 1, 4)
	for seed := 1; seed <= 8; seed++ {
		h.withdraw(seed)
	}
	_, err := client.OK(h.director.PairRoundWithResponse(t.Context(), h.s.ID, 5, nil, api.Act{}))
	require.ErrorContains(t, err, "too_few_players")
	_, err = client.OK(h.director.FinishSatelliteWithResponse(t.Context(), h.s.ID, nil, api.Finish{}))
	require.ErrorContains(t, err, "reason_required")
	done := ok[api.Satellite](t)(client.OK(h.director.FinishSatelliteWithResponse(t.Context(), h.s.ID, nil, api.Finish{Reason: ptr("power cut")})))
	require.Equal(t, 4, *done.FinishedAfterRound)
	report := h.report(h.s.ID)
	require.Empty(t, report.Qualifiers, "the withdrawn take no seat (R4.7)")
	require.Equal(t, 8, report.Players)
	h.verify()
}

// Issue 3.6: a start is taken back, the forgotten player is entered, and it
// starts again.
func TestAStartTakenBack_R3_13(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Forgot", 7)
	h.open(1)
	back := ok[api.Satellite](t)(client.OK(h.director.UnstartSatelliteWithResponse(t.Context(), h.s.ID, nil, api.Act{})))
	require.Equal(t, api.Sanctioned, back.Status)
	h.enterOne(api.EntrantCreate{FamilyName: "Forgotten", Rating: ptr(2500)})
	h.start(h.s.ID)
	require.Equal(t, "Forgotten", h.seed(1).Name, "seeded by rating, not late")
	require.Empty(t, byes(h.round(h.s.ID, 1)), "eight need no bye")
	h.play(h.s.ID, 1, 1)
	_, err := client.OK(h.director.UnstartSatelliteWithResponse(t.Context(), h.s.ID, nil, api.Act{}))
	require.ErrorContains(t, err, "results_exist")
	h.verify()
}

// Issue 3.6 and 3.8: everybody is equal. The order is by seed, the rank shared;
// nothing decides the seat or the money silently, and the shared prizes add up
// to the cent (R4.4).
func TestEverybodyTies_R4_4(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Equal", 8)
	for round := 1; round <= 6; round++ {
		h.draw(round)
	}
	table := ok[api.Standings](t)(client.OK(h.director.GetStandingsWithResponse(t.Context(), h.s.ID, nil)))
	for i, row := range table.Standings {
		require.Equal(t, 1, row.Rank)
		require.True(t, row.Tied)
		require.Equal(t, i+1, row.Seed, "seed orders them")
		require.EqualValues(t, 3, row.Points)
		require.Zero(t, row.Spread)
	}
	_, err := client.OK(h.director.MakeReportWithResponse(t.Context(), h.s.ID, nil, api.Act{}))
	require.ErrorContains(t, err, "ties_unresolved")
	live := ok[api.Report](t)(client.OK(h.director.GetReportWithResponse(t.Context(), h.s.ID)))
	stakes := []api.Stake{}
	for _, tie := range live.UnresolvedTies {
		require.Len(t, tie.Entrants, 8)
		stakes = append(stakes, tie.Stake)
	}
	require.ElementsMatch(t, []api.Stake{api.StakeSeat, api.StakePrize}, stakes)
	order := []uuid.UUID{}
	for _, row := range slices.Backward(table.Standings) {
		order = append(order, row.EntrantID)
	}
	ok[api.Report](t)(client.OK(h.director.PutDecisionsWithResponse(t.Context(), h.s.ID, api.Decisions{
		SeatOrder: &order, PrizeTies: ptr(api.Pooled), Reason: "drawn from a hat before all",
	})))
	report := ok[api.Report](t)(client.OK(h.director.MakeReportWithResponse(t.Context(), h.s.ID, nil, api.Act{})))
	require.Len(t, report.Qualifiers, 1)
	require.Equal(t, order[0], report.Qualifiers[0].EntrantID)
	// 8 x 30.00 less 40% is 144.00 for two paid places: 18.00 for each of eight.
	require.Len(t, report.Prizes, 8)
	for _, prize := range report.Prizes {
		require.EqualValues(t, 1800, prize.Amount.Amount)
	}
	log := h.log(t.Context(), h.s.ID)
	i := slices.IndexFunc(log, func(e api.LogEntry) bool { return e.Act == "report.decide" })
	require.Equal(t, "drawn from a hat before all", *log[i].Reason, "recorded with who and why")
}

// Issue 3.7: 26 are registered and 24 play: the default table gives 3 seats,
// not 4 (R5.1, R5.2).
func TestWhoDoesNotPlayDoesNotCount_R5_1(t *testing.T) {
	t.Parallel()
	service := newService(t)
	makeTour(t, service.organiser, slug)
	g := service.stage(makeDirector(t, service.organiser, "Hal Director").APIKey)
	s := g.register("Absent", 6)
	g.sanction(s.ID)
	g.enter(s.ID, 26, "Absent")
	all := g.entrants(s.ID)
	for _, e := range all[24:] {
		ok[api.Entrant](t)(client.OK(g.director.UpdateEntrantWithResponse(t.Context(), s.ID, e.ID, nil, api.EntrantPatch{Present: ptr(false)})))
	}
	g.start(s.ID)
	g.play(s.ID, 1, 6)
	report := g.report(s.ID)
	require.Equal(t, 24, report.Players)
	require.Equal(t, 3, report.Seats)
	require.Len(t, report.Qualifiers, 3)
	require.EqualValues(t, 28800, report.Carryover.Due.Amount, "40% of 24 x 30.00: who was not there is not charged (R6.2)")
}

// Issue 3.8: two of four players end 4-2 +120, and there is one seat.
func TestTwoAtTheLastSeat_R4_4(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Last", 4)
	// Who wins each game, and by how much: 1 and 2 lose their first game by 30,
	// then beat 3 and 4 by 50 each time, and share their two games by 20.
	won := map[int]map[[2]int][2]int{ // by round and pair: winner, margin
		1: {{1, 4}: {4, 30}, {2, 3}: {3, 30}},
		2: {{1, 3}: {1, 50}, {2, 4}: {2, 50}},
		3: {{1, 2}: {1, 20}, {3, 4}: {3, 10}},
		4: {{1, 4}: {1, 50}, {2, 3}: {2, 50}},
		5: {{1, 3}: {1, 50}, {2, 4}: {2, 50}},
		6: {{1, 2}: {2, 20}, {3, 4}: {4, 10}},
	}
	for round := 1; round <= 6; round++ {
		var results []api.RoundResult
		for _, game := range h.pair(h.s.ID, round).Games {
			a, b := game.First.Seed, game.Second.Seed
			says, known := won[round][[2]int{min(a, b), max(a, b)}]
			require.True(t, known, "round %d: %d meets %d", round, a, b)
			scores := map[bool]int{true: 400, false: 400 - says[1]}
			first, second := scores[says[0] == a], scores[says[0] == b]
			results = append(results, api.RoundResult{Table: game.Table, FirstScore: &first, SecondScore: &second})
		}
		ok[api.Round](t)(client.OK(h.director.PutRoundResultsWithResponse(t.Context(), h.s.ID, round, api.RoundResults{Results: results})))
	}
	table := ok[api.Standings](t)(client.OK(h.director.GetStandingsWithResponse(t.Context(), h.s.ID, nil)))
	for _, row := range table.Standings[:2] {
		require.Equal(t, []int{1, 4, 2, 120}, []int{row.Rank, row.Wins, row.Losses, row.Spread})
	}
	_, err := client.OK(h.director.MakeReportWithResponse(t.Context(), h.s.ID, nil, api.Act{}))
	require.ErrorContains(t, err, "ties_unresolved")
	order := []uuid.UUID{table.Standings[1].EntrantID, table.Standings[0].EntrantID}
	ok[api.Report](t)(client.OK(h.director.PutDecisionsWithResponse(t.Context(), h.s.ID, api.Decisions{
		SeatOrder: &order, PrizeTies: ptr(api.Pooled), Reason: "won the last game",
	})))
	report := ok[api.Report](t)(client.OK(h.director.MakeReportWithResponse(t.Context(), h.s.ID, nil, api.Act{})))
	require.Len(t, report.Qualifiers, 1)
	require.Equal(t, order[0], report.Qualifiers[0].EntrantID)
	// 4 x 30.00 less 40% is 72.00 for the one paid place, shared by two.
	require.Len(t, report.Prizes, 2)
	for _, prize := range report.Prizes {
		require.EqualValues(t, 3600, prize.Amount.Amount)
	}
}
