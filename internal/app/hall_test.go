package app_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// hall is a satellite in play, with the acts of its day.
type hall struct {
	stage
	s *api.Satellite
}

func newHall(t *testing.T, name string, players int) (*service, hall) {
	t.Helper()
	service := newService(t)
	makeTour(t, service.organiser, slug)
	g := service.stage(makeDirector(t, service.organiser, "Hal Director").APIKey)
	return service, hall{g, g.started(name, players, 6)}
}

func (h hall) seed(n int) api.Entrant {
	h.t.Helper()
	all := h.entrants(h.s.ID)
	i := slices.IndexFunc(all, func(e api.Entrant) bool { return e.Seed != nil && *e.Seed == n })
	require.GreaterOrEqual(h.t, i, 0, "seed %d", n)
	return all[i]
}

func (h hall) open(round int) {
	h.t.Helper()
	ok[api.Round](h.t)(client.OK(h.director.OpenRoundWithResponse(h.t.Context(), h.s.ID, round, nil, api.Act{})))
}

func (h hall) withdraw(seed int) {
	h.t.Helper()
	ok[api.Entrant](h.t)(client.OK(h.director.WithdrawEntrantWithResponse(h.t.Context(), h.s.ID, h.seed(seed).ID, nil, api.Act{})))
}

func (h hall) enterOne(e api.EntrantCreate) *api.Entrant {
	h.t.Helper()
	return ok[api.Entrant](h.t)(client.Created(h.director.CreateEntrantWithResponse(h.t.Context(), h.s.ID, nil, e)))
}

// line is the line of a round in which a seed stands.
func (h hall) line(round, seed int) api.Game {
	h.t.Helper()
	games := h.round(h.s.ID, round).Games
	i := slices.IndexFunc(games, func(g api.Game) bool {
		return g.First.Seed == seed || g.Second != nil && g.Second.Seed == seed
	})
	require.GreaterOrEqual(h.t, i, 0, "seed %d in round %d", seed, round)
	return games[i]
}

func (h hall) verify() {
	h.t.Helper()
	v := ok[api.Verification](h.t)(client.OK(h.director.VerifySatelliteWithResponse(h.t.Context(), h.s.ID)))
	require.True(h.t, v.Agrees, "%v", v.Differences)
}

func byes(r *api.Round) []int {
	var seeds []int
	for _, g := range r.Games {
		if g.Kind == api.GameKindBye {
			seeds = append(seeds, g.First.Seed)
		}
	}
	return seeds
}

// Issue 3.1: 9 players, the bye of round 5 goes to place 7: exactly one bye,
// everyone else paired, the old bye's win gone.
func TestTheByeIsMovedByHandAsOneAct(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Nine", 9)
	h.play(h.s.ID, 1, 4)
	require.Equal(t, []int{4}, byes(h.round(h.s.ID, 5)), "nine players: 1, 9, 8, 5, 4")
	table := ok[api.Standings](t)(client.OK(h.director.GetStandingsWithResponse(t.Context(), h.s.ID, nil)))
	seventh := table.Standings[6]
	had := h.seed(4)
	if had.ID == seventh.EntrantID {
		seventh = table.Standings[5]
	}
	swap := func(reason string) *api.Round {
		return ok[api.Round](t)(client.OK(h.director.SwapPlayersWithResponse(t.Context(), h.s.ID, 5, nil,
			api.Swap{A: had.ID, B: seventh.EntrantID, Reason: reason})))
	}
	moved := swap("he has to leave early")
	require.Equal(t, []int{seventh.Seed}, byes(moved), "exactly one bye, his")
	require.Len(t, moved.Games, 5, "everyone else is paired")
	require.Equal(t, "not_by_rule", (*moved.Warnings)[0].Code, "the rule would pair otherwise")
	back := swap("he stays after all")
	require.Nil(t, back.Warnings, "these are the rule's pairs again")
	h.results(h.s.ID, swap("he leaves for good"))
	points := func(after int) float32 {
		table := ok[api.Standings](t)(client.OK(h.director.GetStandingsWithResponse(t.Context(), h.s.ID, &api.GetStandingsParams{AfterRound: &after})))
		row := table.Standings[slices.IndexFunc(table.Standings, func(s api.Standing) bool { return s.EntrantID == had.ID })]
		require.Zero(t, row.Byes, "the old bye's win is gone")
		return row.Points
	}
	game := h.line(5, 4)
	require.Equal(t, api.GameKindGame, game.Kind)
	own, other := *game.FirstScore, *game.SecondScore
	if game.First.Seed != 4 {
		own, other = other, own
	}
	won := float32(0)
	switch {
	case own > other:
		won = 1
	case own == other:
		won = 0.5
	}
	require.Equal(t, points(4)+won, points(5))
	h.verify()
}

// Issue 3.2: the standby has the empty seat in the rounds that are not open.
func TestAStandbyTakesTheEmptySeat_R2_2(t *testing.T) {
	t.Parallel()
	service := newService(t)
	makeTour(t, service.organiser, slug)
	g := service.stage(makeDirector(t, service.organiser, "Hal Director").APIKey)
	s := g.register("Stand", 6)
	g.sanction(s.ID)
	g.enter(s.ID, 24, "Stand")
	h := hall{g, s}
	standby := h.enterOne(api.EntrantCreate{FamilyName: "Waiting", Rating: ptr(1999), Standby: ptr(true)})
	g.start(s.ID)
	require.Nil(t, standby.Seed)
	h.play(s.ID, 1, 2)
	partner := func(round int) int {
		game := h.line(round, 24)
		if game.First.Seed == 24 {
			return game.Second.Seed
		}
		return game.First.Seed
	}
	in3, in4 := partner(3), partner(4)
	h.withdraw(24)
	called := h.seed(25)
	require.Equal(t, standby.ID, called.ID, "the next number, whatever his rating (R2.1)")
	for round, opponent := range map[int]int{3: in3, 4: in4} {
		game := h.line(round, 25)
		require.ElementsMatch(t, []int{25, opponent}, []int{game.First.Seed, game.Second.Seed}, "round %d", round)
		require.Empty(t, byes(h.round(s.ID, round)))
	}
	require.False(t, called.Eligible)
	require.Equal(t, 3, *called.JoinedFor)
	h.verify()
}

// Issue 3.2 and 3.3: who leaves an open round forfeits it, and the table stands.
func TestWithdrawalFromAnOpenRound_R4_7(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Gone", 8)
	h.play(h.s.ID, 1, 2)
	h.open(3)
	before := h.line(3, 8)
	h.withdraw(8)
	after := h.line(3, 8)
	require.Equal(t, before.ID, after.ID, "the table stands")
	require.Equal(t, api.GameKindForfeit, after.Kind)
	h.play(h.s.ID, 3, 3)
	h.open(4)
	table := ok[api.Standings](t)(client.OK(h.director.GetStandingsWithResponse(t.Context(), h.s.ID, &api.GetStandingsParams{AfterRound: ptr(3)})))
	two := ok[api.Standings](t)(client.OK(h.director.GetStandingsWithResponse(t.Context(), h.s.ID, &api.GetStandingsParams{AfterRound: ptr(2)})))
	of := func(s *api.Standings, seed int) api.Standing {
		return s.Standings[slices.IndexFunc(s.Standings, func(row api.Standing) bool { return row.Seed == seed })]
	}
	opponent := after.First.Seed
	if opponent == 8 {
		opponent = after.Second.Seed
	}
	require.Equal(t, of(two, opponent).Spread+50, of(table, opponent).Spread)
	require.Equal(t, of(two, opponent).Wins+1, of(table, opponent).Wins)
	require.Equal(t, of(two, 8).Spread-50, of(table, 8).Spread)
	require.True(t, of(table, 8).Withdrawn)
	require.Equal(t, api.GameKindForfeit, h.line(4, 8).Kind, "and the next round is missed")
	require.Nil(t, h.line(4, 8).Second)
	h.verify()
}

// Issue 3.2: with 23 and a standby he plays from the start, as an ordinary
// player, and nobody has a bye.
func TestAStandbyMakesTheFieldEven_R2_2(t *testing.T) {
	t.Parallel()
	service := newService(t)
	makeTour(t, service.organiser, slug)
	g := service.stage(makeDirector(t, service.organiser, "Hal Director").APIKey)
	s := g.register("Even", 6)
	g.sanction(s.ID)
	g.enter(s.ID, 23, "Even")
	h := hall{g, s}
	standby := h.enterOne(api.EntrantCreate{FamilyName: "Waiting", Rating: ptr(1995), Standby: ptr(true)})
	g.start(s.ID)
	require.Equal(t, standby.ID, h.seed(2).ID, "seeded by his rating")
	require.True(t, h.seed(2).Eligible)
	require.Nil(t, h.seed(2).JoinedFor)
	for round := 1; round <= 4; round++ {
		require.Empty(t, byes(h.round(s.ID, round)))
	}
}

// Issue 3.4: into an odd field he meets whoever had the bye.
func TestALateEntrantIntoAnOddField_R3_12(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Odd", 13)
	h.play(h.s.ID, 1, 2)
	// The byes of rounds 3 and 4 of 13 players fall on seeds 11 and 6.
	h.enterOne(api.EntrantCreate{FamilyName: "Latecomer"})
	for round, seed := range map[int]int{3: 11, 4: 6} {
		game := h.line(round, 14)
		require.ElementsMatch(t, []int{14, seed}, []int{game.First.Seed, game.Second.Seed})
		require.Empty(t, byes(h.round(h.s.ID, round)))
	}
}

// Issue 3.4: two forfeits, one bye, one forfeit, then by standing.
func TestALateEntrant_R4_8_R3_12(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Late", 14)
	h.play(h.s.ID, 1, 2)
	planned := map[int][]pair{3: sorted(pairsOf(h.round(h.s.ID, 3))), 4: sorted(pairsOf(h.round(h.s.ID, 4)))}
	h.enterOne(api.EntrantCreate{FamilyName: "Latecomer", Rating: ptr(2100)})
	kinds := []api.GameKind{api.GameKindForfeit, api.GameKindForfeit, api.GameKindBye, api.GameKindForfeit}
	for i, want := range kinds {
		game := h.line(i+1, 15)
		require.Equal(t, want, game.Kind, "round %d", i+1)
		require.NotEmpty(t, game.Why)
		require.Nil(t, game.Second)
	}
	for round, was := range planned {
		now := slices.DeleteFunc(sorted(pairsOf(h.round(h.s.ID, round))), func(p pair) bool { return slices.Contains(p[:], 15) })
		require.Equal(t, was, now, "nobody else's pair of round %d changes", round)
	}
	h.play(h.s.ID, 3, 5)
	require.NotNil(t, h.line(5, 15), "paired by standing in round 5")
	h.verify()
}

// Issue 3.5 and R4.6: a correction names the later pairs that would differ and
// changes none of them; a preview changes nothing at all.
func TestACorrectionNamesThePairsThatWouldDiffer_R4_6(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Wrong", 22)
	h.play(h.s.ID, 1, 4)
	five := h.pair(h.s.ID, 5)
	game := h.round(h.s.ID, 2).Games[0]
	turned := api.Result{FirstScore: game.SecondScore, SecondScore: game.FirstScore, Reason: ptr("slip read the wrong way round")}
	acts := len(h.log(t.Context(), h.s.ID))
	preview := ok[api.ResultAnswer](t)(client.OK(h.director.PutResultWithResponse(t.Context(), h.s.ID, game.ID,
		&api.PutResultParams{Preview: ptr(true)}, turned))).Preview
	require.NotNil(t, preview)
	require.Len(t, h.log(t.Context(), h.s.ID), acts, "a preview leaves no trace")

	answer := ok[api.ResultAnswer](t)(client.OK(h.director.PutResultWithResponse(t.Context(), h.s.ID, game.ID, nil, turned))).Game
	require.Equal(t, pairsOf(five), pairsOf(h.round(h.s.ID, 5)), "none is changed without a yes")
	table := ok[api.Standings](t)(client.OK(h.director.GetStandingsWithResponse(t.Context(), h.s.ID, &api.GetStandingsParams{AfterRound: ptr(4)})))
	require.Equal(t, preview.Standings, table.Standings, "the preview told the truth")
	want := sorted(pureSwiss(standingsOf(22, h.round(h.s.ID, 1), h.round(h.s.ID, 2), h.round(h.s.ID, 3), h.round(h.s.ID, 4))))
	now := sorted(pairsOf(five))
	if slices.Equal(want, now) {
		require.Nil(t, answer.WouldDiffer)
	} else {
		require.Len(t, *answer.WouldDiffer, 1)
		var then []pair
		for _, p := range (*answer.WouldDiffer)[0].Then {
			then = append(then, pairOf(p[0], p[1]))
		}
		require.Equal(t, slices.DeleteFunc(want, func(p pair) bool { return slices.Contains(now, p) }), sorted(then))
	}
	again := ok[api.Round](t)(client.OK(h.director.PairRoundWithResponse(t.Context(), h.s.ID, 5, &api.PairRoundParams{Repair: ptr(true)}, api.Act{})))
	require.Equal(t, sorted(pureSwiss(standingsOf(22, h.round(h.s.ID, 1), h.round(h.s.ID, 2), h.round(h.s.ID, 3), h.round(h.s.ID, 4)))), sorted(pairsOf(again)))
	h.results(h.s.ID, again)
	refused := ok[client.Service](t)(h.director, nil)
	_, err := client.OK(refused.PairRoundWithResponse(t.Context(), h.s.ID, 5, &api.PairRoundParams{Repair: ptr(true)}, api.Act{}))
	require.ErrorContains(t, err, "results_exist")
	h.verify()
}

// R4.6, R6.6: after a reopening the due follows by its difference and the list
// by the next report.
func TestAReportedSatelliteIsCorrected_R4_6(t *testing.T) {
	t.Parallel()
	service, h := newHall(t, "Again", 22)
	service.work()
	h.play(h.s.ID, 1, 6)
	first := h.report(h.s.ID)
	require.EqualValues(t, 26400, first.Carryover.Due.Amount, "40% of 22 x 30.00")
	ctx := t.Context()
	_, err := client.OK(h.director.ReopenSatelliteWithResponse(ctx, h.s.ID, nil, api.Act{Reason: ptr("wrong score")}))
	require.ErrorContains(t, err, "not_allowed", "only the organiser")
	ok[api.Satellite](t)(client.OK(h.organiser.ReopenSatelliteWithResponse(ctx, h.s.ID, nil, api.Act{Reason: ptr("a fee was wrong")})))
	guest := h.seed(22)
	ok[api.Entrant](t)(client.OK(h.director.UpdateEntrantWithResponse(ctx, h.s.ID, guest.ID, nil, api.EntrantPatch{Fee: ptr(usd(0))})))
	again := h.report(h.s.ID)
	require.EqualValues(t, 25200, again.Carryover.Due.Amount, "40% of 21 x 30.00")
	require.NotNil(t, again.Since)
	require.EqualValues(t, 26400, again.Since.DueWas.Amount)
	require.EqualValues(t, 25200, again.Since.DueNow.Amount)
	require.Empty(t, again.Since.Lost)
	dues, err := client.Collect(h.director.Dues(ctx, api.ListDuesParams{}))
	require.NoError(t, err)
	require.Len(t, dues, 1)
	require.EqualValues(t, 25200, dues[0].Due.Amount)
	h.verify()
}

// Issue 3.9: the opponent contradicts a result: the round cannot close until the
// director has settled it.
func TestPlayersSendTheirOwnResults(t *testing.T) {
	t.Parallel()
	service, h := newHall(t, "Codes", 8)
	codes := ok[api.CodeList](t)(client.OK(h.director.ListCodesWithResponse(t.Context(), h.s.ID, 1, nil)))
	require.Len(t, codes.Items, 8, "two a table")
	again := ok[api.CodeList](t)(client.OK(h.director.ListCodesWithResponse(t.Context(), h.s.ID, 1, nil)))
	require.ElementsMatch(t, codes.Items, again.Items, "the same sheet can be printed again")
	at := func(table, n int) api.Code {
		both := slices.DeleteFunc(slices.Clone(codes.Items), func(c api.Code) bool { return c.Table != table })
		slices.SortFunc(both, func(a, b api.Code) int { return a.Seed - b.Seed })
		return both[n]
	}
	claim := func(code string, own, other int) answer {
		return service.send(call{method: http.MethodPut, path: "/v1/results/" + code, body: api.OwnResult{OwnScore: &own, OpponentScore: &other}})
	}
	sent := read[api.OwnGame](t, claim(at(1, 0).Code, 412, 388))
	require.Equal(t, api.OwnGameStateWaiting, sent.State)
	twice := claim(at(1, 0).Code, 412, 388)
	require.Equal(t, http.StatusConflict, twice.status)
	require.EqualValues(t, "code_used", twice.problem(t).Code)
	disputed := read[api.OwnGame](t, claim(at(1, 1).Code, 388, 421))
	require.Equal(t, api.OwnGameStateDisputed, disputed.State)

	confirmed := claim(at(2, 0).Code, 400, 350)
	require.Equal(t, http.StatusOK, confirmed.status)
	agreed := read[api.OwnGame](t, claim(at(2, 1).Code, 350, 400))
	require.Equal(t, api.OwnGameStateAgreed, agreed.State)
	require.Equal(t, 350, *agreed.OwnScore)

	round := h.results(h.s.ID, &api.Round{Round: 1, Games: slices.DeleteFunc(h.round(h.s.ID, 1).Games, func(g api.Game) bool { return *g.Table == 1 })})
	require.Equal(t, api.RoundStateOpen, round.State, "a dispute holds the round")
	game := round.Games[0]
	require.True(t, *game.Disputed)
	require.Len(t, *game.Claims, 2, "who said what is kept")
	require.Nil(t, game.FirstScore, "no score stands")
	settled := ok[api.ResultAnswer](t)(client.OK(h.director.PutResultWithResponse(t.Context(), h.s.ID, game.ID, nil,
		api.Result{FirstScore: ptr(412), SecondScore: ptr(388), Reason: ptr("both sheets looked at")}))).Game
	require.Nil(t, settled.Disputed)
	require.Equal(t, api.RoundStateComplete, h.round(h.s.ID, 1).State)
	unknown := claim("ZZZZ-ZZZZ", 1, 2)
	require.Equal(t, http.StatusNotFound, unknown.status)
	log := h.log(t.Context(), h.s.ID)
	require.True(t, slices.ContainsFunc(log, func(e api.LogEntry) bool { return e.Act == "result.claim" && e.Actor.Role == api.RolePlayer }))
	h.verify()
}

// A scorer's key enters results of one satellite and nothing else.
func TestAScorersKey(t *testing.T) {
	t.Parallel()
	service, h := newHall(t, "Score", 8)
	other := h.started("Other", 8, 6)
	me := ok[api.Me](t)(client.OK(h.director.GetMeWithResponse(t.Context())))
	key := ok[api.KeyCreated](t)(client.Created(h.director.CreateKeyWithResponse(t.Context(), me.Tenant.ID, nil, api.KeyCreate{
		Label: ptr("table by the door"), Role: ptr(api.RoleScorer), SatelliteID: &h.s.ID,
	})))
	scorer := service.as(key.APIKey)
	game := h.round(h.s.ID, 1).Games[0]
	answer := ok[api.ResultAnswer](t)(client.OK(scorer.PutResultWithResponse(t.Context(), h.s.ID, game.ID, nil, api.Result{FirstScore: ptr(400), SecondScore: ptr(350)})))
	require.Equal(t, 400, *answer.Game.FirstScore)
	_, err := client.OK(scorer.PairRoundWithResponse(t.Context(), h.s.ID, 5, nil, api.Act{}))
	require.ErrorContains(t, err, "not_allowed")
	_, err = client.OK(scorer.GetSatelliteWithResponse(t.Context(), other.ID))
	require.ErrorContains(t, err, "not_found", "another satellite of the same director")
	_, err = client.Created(h.director.CreateKeyWithResponse(t.Context(), me.Tenant.ID, nil, api.KeyCreate{Role: ptr(api.RoleScorer)}))
	require.ErrorContains(t, err, "satellite_id")
	_, err = client.Created(h.director.CreateKeyWithResponse(t.Context(), me.Tenant.ID, nil, api.KeyCreate{
		Role: ptr(api.RoleScorer), SatelliteID: ptr(uuid.New()),
	}))
	require.ErrorContains(t, err, "no such satellite")
}

// A late entry, with the lines it has made in every round, is taken back whole.
func TestUndoOfALateEntry(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Lately", 9)
	h.play(h.s.ID, 1, 1)
	rounds := ok[api.RoundList](t)(client.OK(h.director.ListRoundsWithResponse(t.Context(), h.s.ID, nil)))
	h.enterOne(api.EntrantCreate{FamilyName: "Latecomer", Email: ptr("late@example.org")})
	ok[api.Satellite](t)(client.OK(h.director.UndoActWithResponse(t.Context(), h.s.ID, nil, api.Undo{})))
	require.Len(t, h.entrants(h.s.ID), 9)
	for i, was := range rounds.Items {
		require.Equal(t, sorted(pairsOf(&was)), sorted(pairsOf(h.round(h.s.ID, i+1))))
	}
	ok[api.Satellite](t)(client.OK(h.director.UndoActWithResponse(t.Context(), h.s.ID, nil, api.Undo{})))
	require.Equal(t, "Latecomer", h.seed(10).Name)
	h.verify()
}

// Undo takes the last act back, and undoing that does it again.
func TestUndo(t *testing.T) {
	t.Parallel()
	_, h := newHall(t, "Undone", 8)
	game := h.round(h.s.ID, 1).Games[0]
	ok[api.ResultAnswer](t)(client.OK(h.director.PutResultWithResponse(t.Context(), h.s.ID, game.ID, nil, api.Result{FirstScore: ptr(400), SecondScore: ptr(350)})))
	last := int64(len(h.log(t.Context(), h.s.ID)))
	_, err := client.OK(h.director.UndoActWithResponse(t.Context(), h.s.ID, nil, api.Undo{Seq: ptr(last - 1)}))
	require.ErrorContains(t, err, "not_undoable", "somebody has acted since")
	ok[api.Satellite](t)(client.OK(h.director.UndoActWithResponse(t.Context(), h.s.ID, nil, api.Undo{Seq: &last})))
	undone := h.round(h.s.ID, 1)
	require.Nil(t, undone.Games[0].FirstScore)
	require.Equal(t, api.RoundStatePlanned, undone.State)
	ok[api.Satellite](t)(client.OK(h.director.UndoActWithResponse(t.Context(), h.s.ID, nil, api.Undo{})))
	require.Equal(t, 400, *h.round(h.s.ID, 1).Games[0].FirstScore)
	h.verify()
}
