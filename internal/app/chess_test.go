package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// newSection is a service with a section of chess of n that has not started.
func newSection(t *testing.T, n, rounds int) (*service, stage, uuid.UUID) {
	t.Helper()
	s := newService(t)
	makeChessTour(t, s.organiser)
	g := s.stage(makeDirector(t, s.organiser, "Ann Coach").APIKey)
	return s, g, g.sectionOf("Gym", n, rounds)
}

func (g stage) sectionOf(name string, n, rounds int) uuid.UUID {
	g.t.Helper()
	r := registration(name, rounds)
	r.Tour = chessTour
	made := ok[api.Satellite](g.t)(client.Created(g.director.CreateSatelliteWithResponse(g.t.Context(), nil, r)))
	require.Equal(g.t, api.TourFormatNscf, made.Format)
	g.enter(made.ID, n, "Kid")
	g.sanction(made.ID)
	return made.ID
}

func (g stage) toss(id uuid.UUID, colour *api.Colour) *api.Satellite {
	g.t.Helper()
	return ok[api.Satellite](g.t)(client.OK(g.director.StartSatelliteWithResponse(g.t.Context(), id, nil, api.StartSatellite{FirstColour: colour})))
}

// outcomes are results of a round in the order of its tables.
func (g stage) outcomes(id uuid.UUID, round int, all ...api.Outcome) *api.Round {
	g.t.Helper()
	var lines []api.RoundResult
	for i := range all {
		lines = append(lines, api.RoundResult{Table: ptr(i + 1), Outcome: &all[i]})
	}
	return ok[api.Round](g.t)(client.OK(g.director.PutRoundResultsWithResponse(g.t.Context(), id, round, api.RoundResults{Results: lines})))
}

// boards are the pairs of a round, white first, without those who do not play.
func boards(r *api.Round) [][2]int {
	var pairs [][2]int
	for _, g := range r.Games {
		if g.Second != nil {
			pairs = append(pairs, [2]int{g.First.Seed, g.Second.Seed})
		}
	}
	return pairs
}

// alone are those of a round without an opponent, by number.
func alone(r *api.Round) map[int]api.GameKind {
	kinds := map[int]api.GameKind{}
	for _, g := range r.Games {
		if g.Second == nil {
			kinds[g.First.Seed] = g.Kind
		}
	}
	return kinds
}

const (
	white = api.OutcomeFirst
	black = api.OutcomeSecond
	draw  = api.OutcomeDraw
)

// Issue 5.6: a section of 14 with a booked bye, a forfeit and a withdrawal. The pairs and the figures were
// worked out by hand from C1 and C2.
func TestASectionIsPlayed_C1_C2(t *testing.T) {
	t.Parallel()
	s, g, id := newSection(t, 14, 4)
	entrants := g.entrants(id)
	booked := ok[api.Entrant](t)(client.OK(g.director.BookByeWithResponse(t.Context(), id, entrants[4].ID, nil, api.ByeBooking{Round: 2, Points: api.N05})))
	require.Equal(t, []api.BookedBye{{Round: 2, Points: api.N05}}, *booked.Byes)
	started := g.toss(id, ptr(api.White))
	require.Equal(t, api.White, *started.FirstColour)
	require.Empty(t, ok[api.RoundList](t)(client.OK(g.director.ListRoundsWithResponse(t.Context(), id, nil))).Items, "nothing is paired yet")

	first := g.pair(id, 1)
	require.Equal(t, [][2]int{{1, 8}, {9, 2}, {3, 10}, {11, 4}, {5, 12}, {13, 6}, {7, 14}}, boards(first))
	g.outcomes(id, 1, white, black, white, draw, white, black, white)
	second := g.pair(id, 2)
	require.Equal(t, [][2]int{{6, 1}, {2, 3}, {4, 7}, {8, 11}, {12, 9}, {10, 13}}, boards(second))
	require.Equal(t, map[int]api.GameKind{5: api.GameKindHalfPointBye, 14: api.GameKindBye}, alone(second))
	require.Contains(t, second.Games[0].Why, "switched for colours")
	g.outcomes(id, 2, black, white, draw, white, black)
	forfeited := ok[api.ResultAnswer](t)(client.OK(g.director.PutResultWithResponse(t.Context(), id, second.Games[5].ID, nil, api.Result{Forfeit: ptr(api.ForfeitSideSecond)})))
	require.Equal(t, api.GameKindForfeit, forfeited.Game.Kind)
	ok[api.Entrant](t)(client.OK(g.director.WithdrawEntrantWithResponse(t.Context(), id, entrants[11].ID, nil, api.Act{Reason: ptr("went home")})))
	third := g.pair(id, 3)
	require.Equal(t, [][2]int{{1, 2}, {7, 5}, {3, 8}, {9, 4}, {10, 6}, {14, 11}}, boards(third))
	require.Equal(t, map[int]api.GameKind{13: api.GameKindBye, 12: api.GameKindZeroPointBye}, alone(third))
	g.outcomes(id, 3, draw, black, white, black, black, white)
	fourth := g.pair(id, 4)
	require.Equal(t, [][2]int{{5, 1}, {2, 4}, {14, 3}, {6, 7}, {8, 13}, {10, 9}}, boards(fourth))
	require.Nil(t, fourth.Warnings)
	g.outcomes(id, 4, white, draw, black, white, white, black)

	table := ok[api.Standings](t)(client.OK(g.director.GetStandingsWithResponse(t.Context(), id, &api.GetStandingsParams{Lists: ptr(true)})))
	var order []int
	for _, row := range table.Standings {
		order = append(order, row.Seed)
	}
	require.Equal(t, []int{5, 2, 3, 6, 1, 4, 8, 9, 14, 7, 11, 10, 13, 12}, order)
	require.Equal(t, api.Tiebreaks{ModifiedMedian: 8, Solkoff: 10, Cumulative: 8.5, CumulativeOfOpposition: 25}, *table.Standings[1].Tiebreaks)
	lists := *table.Standings[0].Lists
	require.Equal(t, api.TiebreakRound{Round: 2, Points: 0.5, Dropped: true, Total: 1.5, Less: 0.5}, lists[1], "his own bye")

	// Forfeits and byes have no score and no colour anywhere.
	cross := ok[api.Crosstable](t)(client.OK(g.director.GetCrosstableWithResponse(t.Context(), id, nil)))
	ten := cross.Rows[slices.IndexFunc(cross.Rows, func(r api.CrosstableRow) bool { return r.Seed == 10 })]
	require.Equal(t, float32(1), *ten.Cells[1].Points)
	require.Nil(t, ten.Cells[1].Score)

	report := ok[api.Report](t)(client.OK(g.director.MakeReportWithResponse(t.Context(), id, nil, api.Act{})))
	require.Zero(t, report.Seats)
	require.Empty(t, report.Prizes, "trophies")
	require.Zero(t, report.Carryover.Due.Amount, "no carryover unless the tour sets one")
	require.Len(t, *report.Places, 14)
	require.True(t, ok[api.Verification](t)(client.OK(g.director.VerifySatelliteWithResponse(t.Context(), id))).Agrees)

	for _, format := range []string{"swisssys", "trf"} {
		file := g.export(s, id, "?format="+format)
		r := registration("Again "+format, 4)
		r.Tour = chessTour
		fresh := ok[api.Satellite](t)(client.Created(g.director.CreateSatelliteWithResponse(t.Context(), nil, r))).ID
		g.sanction(fresh)
		path := "/v1/satellites/" + fresh.String() + "/results/import?format=" + format
		done := read[api.ResultsImport](t, g.upload(s, path+"&reason=by+file", file, http.StatusOK))
		require.True(t, done.Stored)
		require.Empty(t, done.Differs, "it was paired by the rules")
		again := ok[api.Standings](t)(client.OK(g.director.GetStandingsWithResponse(t.Context(), fresh, nil)))
		for i, row := range again.Standings {
			require.Equal(t, []any{table.Standings[i].Seed, table.Standings[i].Points, *table.Standings[i].Tiebreaks}, []any{row.Seed, row.Points, *row.Tiebreaks})
		}
		require.Equal(t, file, strings.ReplaceAll(g.export(s, fresh, "?format="+format), "Again "+format, "Gym"))
	}
}

// A correction says what would follow, a player sends how he did, an undo takes back.
func TestCorrectionsAndOwnResultsOfChess(t *testing.T) {
	t.Parallel()
	s, g, id := newSection(t, 8, 4)
	g.toss(id, nil)
	first := g.pair(id, 1)
	codes := ok[api.CodeList](t)(client.OK(g.director.ListCodesWithResponse(t.Context(), id, 1, nil)))
	send := func(code string, body any) answer {
		return s.send(call{method: http.MethodPut, path: "/v1/results/" + code, body: body})
	}
	require.Equal(t, http.StatusBadRequest, send(codes.Items[0].Code, `{"own_score": 400, "opponent_score": 300}`).status)
	waiting := read[api.OwnGame](t, send(codes.Items[0].Code, `{"outcome": "won"}`))
	require.Equal(t, api.OwnGameStateWaiting, waiting.State)
	agreed := read[api.OwnGame](t, send(codes.Items[1].Code, `{"outcome": "lost"}`))
	require.Equal(t, api.OwnGameStateAgreed, agreed.State)
	require.Equal(t, api.OwnOutcomeLost, *agreed.Outcome)
	require.Equal(t, white, *g.round(id, 1).Games[0].Outcome)
	g.outcomes(id, 1, white, white, white, white)
	second := g.pair(id, 2)

	preview := ok[api.ResultAnswer](t)(client.OK(g.director.PutResultWithResponse(t.Context(), id, first.Games[0].ID, &api.PutResultParams{Preview: ptr(true)}, api.Result{Outcome: ptr(black)})))
	require.Len(t, preview.Preview.WouldDiffer, 1)
	require.Equal(t, white, *g.round(id, 1).Games[0].Outcome, "nothing has changed")
	answer := ok[api.ResultAnswer](t)(client.OK(g.director.PutResultWithResponse(t.Context(), id, first.Games[0].ID, nil, api.Result{Outcome: ptr(black)})))
	require.Len(t, *answer.Game.WouldDiffer, 1)
	require.Equal(t, boards(second), boards(g.round(id, 2)), "paired rounds keep their pairs")
	repaired := ok[api.Round](t)(client.OK(g.director.PairRoundWithResponse(t.Context(), id, 2, &api.PairRoundParams{Repair: ptr(true)}, api.Act{})))
	require.NotEqual(t, boards(second), boards(repaired))
	ok[api.Satellite](t)(client.OK(g.director.UndoActWithResponse(t.Context(), id, nil, api.Undo{})))
	require.Equal(t, boards(second), boards(g.round(id, 2)))

	// Two who meet change colours.
	game := g.round(id, 2).Games[0]
	swapped := ok[api.Round](t)(client.OK(g.director.SwapPlayersWithResponse(t.Context(), id, 2, nil, api.Swap{A: game.First.EntrantID, B: game.Second.EntrantID, Reason: "toss was wrong"})))
	require.Equal(t, [2]int{game.Second.Seed, game.First.Seed}, boards(swapped)[0])
	require.True(t, ok[api.Verification](t)(client.OK(g.director.VerifySatelliteWithResponse(t.Context(), id))).Agrees)
}

// More rounds than players: warned at the start, and a rematch is an answer, not a failure.
func TestRematchesAreSaid_C2_5(t *testing.T) {
	t.Parallel()
	_, g, id := newSection(t, 2, 3)
	started := g.toss(id, nil)
	require.True(t, slices.ContainsFunc(*started.Warnings, func(w api.Warning) bool { return w.Code == "more_rounds_than_players" }))
	g.pair(id, 1)
	g.outcomes(id, 1, draw)
	second := g.pair(id, 2)
	require.Len(t, boards(second), 1)
	require.True(t, slices.ContainsFunc(*second.Warnings, func(w api.Warning) bool { return w.Code == "rematch_required" }))
}

func TestBadInputOfChessIsRefusedWithoutATrace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	g := f.stage(f.a.key)
	open := g.sectionOf("Open", 5, 4) // round 1 is open, with a bye
	entrants := g.entrants(open)
	ok[api.Entrant](t)(client.OK(g.director.BookByeWithResponse(t.Context(), open, entrants[0].ID, nil, api.ByeBooking{Round: 3, Points: api.N05})))
	g.toss(open, ptr(api.Black))
	first := g.pair(open, 1)
	ok[api.Round](t)(client.OK(g.director.OpenRoundWithResponse(t.Context(), open, 1, nil, api.Act{})))
	one := g.sectionOf("One", 1, 4)
	nast := f.a.satellites[fresh]
	var bye, game uuid.UUID
	for _, one := range first.Games {
		if one.Second == nil {
			bye = one.ID
		} else {
			game = one.ID
		}
	}
	path := func(id uuid.UUID, rest string) string { return "/v1/satellites/" + id.String() + rest }
	as := func(method, path string, body any) call {
		return call{key: f.a.key, method: method, path: path, body: body}
	}
	byes := func(i int) string { return path(open, "/entrants/"+entrants[i].ID.String()+"/byes") }
	result := func(id uuid.UUID) string { return path(open, "/games/"+id.String()+"/result") }
	rows := newRecords(t, f.database)
	before := rows.all()
	for _, r := range []refusal{
		{"a bye after its limit", as(http.MethodPost, byes(1), `{"round": 4, "points": "0.5"}`), 409, "bye_refused", "/round", "up to round 3"},
		{"a bye of a round that is open", as(http.MethodPost, byes(1), `{"round": 1, "points": "0"}`), 409, "bye_refused", "/round", "open"},
		{"two byes for one round", as(http.MethodPost, byes(0), `{"round": 3, "points": "0.5"}`), 409, "bye_refused", "/round", "already"},
		{"two byes of different worth", as(http.MethodPost, byes(0), `{"round": 3, "points": "0"}`), 409, "bye_refused", "/round", "already"},
		{"more half-point byes than the tour gives", as(http.MethodPost, byes(0), `{"round": 2, "points": "0.5"}`), 409, "bye_refused", "/points", "may have 1"},
		{"a bye of a round that is none", as(http.MethodPost, byes(1), `{"round": 5, "points": "0"}`), 400, "invalid_request", "/round", "1 to 4"},
		{"a full-point bye", as(http.MethodPost, byes(1), `{"round": 2, "points": "1"}`), 400, "invalid_request", "/points", ""},
		{"points as a number", as(http.MethodPost, byes(1), `{"round": 2, "points": 0.5}`), 400, "invalid_request", "/points", ""},
		{"a colour for a bye", as(http.MethodPost, byes(1), `{"round": 2, "points": "0.5", "colour": "white"}`), 400, "unknown_field", "/colour", ""},
		{"taking back what was not booked", as(http.MethodDelete, byes(1)+"/2", nil), 404, "not_found", "", "no bye"},
		{"a bye in another game", as(http.MethodPost, path(nast.id, "/entrants/"+nast.entrants[0].String()+"/byes"), `{"round": 2, "points": "0.5"}`), 409, "format_unsupported", "", "chess"},
		{"an outcome for who has no opponent", as(http.MethodPut, result(bye), `{"outcome": "first"}`), 409, "not_a_game", "", "no opponent"},
		{"an outcome of a round that is not paired", as(http.MethodPut, path(open, "/rounds/2/results"), `{"results": [{"table": 1, "outcome": "draw"}]}`), 409, "round_not_paired", "", ""},
		{"scores in chess", as(http.MethodPut, result(game), `{"first_score": 1, "second_score": 0}`), 400, "invalid_request", "", ""},
		{"an outcome and a forfeit", as(http.MethodPut, result(game), `{"outcome": "first", "forfeit": "second"}`), 400, "invalid_request", "/forfeit", ""},
		{"no outcome", as(http.MethodPut, result(game), `{}`), 400, "invalid_request", "/outcome", ""},
		{"an outcome that is none", as(http.MethodPut, result(game), `{"outcome": "white"}`), 400, "invalid_request", "/outcome", ""},
		{"an outcome in another game", as(http.MethodPut, path(nast.id, "/games/"+nast.games[0].String()+"/result"), `{"outcome": "first"}`), 400, "invalid_request", "/outcome", ""},
		{"a section of 1", as(http.MethodPost, path(one, "/start"), nil), 409, "too_few_players", "", "at least 2"},
		{"a colour that is none", as(http.MethodPost, path(one, "/start"), `{"first_colour": "red"}`), 400, "invalid_request", "/first_colour", ""},
		{"a toss in another game", as(http.MethodPost, path(f.a.satellites[sanctioned].id, "/start"), `{"first_colour": "white"}`), 400, "invalid_request", "/first_colour", ""},
		{"a file of another game", call{
			key: f.a.key, method: http.MethodPost, path: path(one, "/results/import?format=naspa"), header: map[string]string{"Content-Type": "text/plain"}, body: "Lee, Ann 0 0 ; 50\n",
		}, 409, "format_unsupported", "", "swisssys"},
	} {
		t.Run(r.name, func(t *testing.T) {
			got := send(t, f.url, r.call)
			require.Equal(t, r.status, got.status, "%s", got.body)
			p := got.problem(t)
			require.EqualValues(t, r.code, p.Code)
			if r.pointer != "" {
				require.NotNil(t, p.Errors, "%s", got.body)
				require.Equal(t, r.pointer, (*p.Errors)[0].Pointer, "%s", got.body)
			}
			require.Contains(t, p.Detail, r.says)
			requireSameRows(t, before, rows.all(), "it left a trace")
		})
	}
}

// The settings of chess belong to tours of chess.
func TestSettingsOfChess(t *testing.T) {
	t.Parallel()
	s := newService(t)
	made := makeChessTour(t, s.organiser)
	require.Equal(t, []any{1, 0, api.OppositionCumulativeNscf, "0.00", 4, "trophies"}, []any{
		*made.HalfPointByes, *made.HalfPointByesUntil, *made.OppositionCumulative, made.CarryoverPercent, made.DefaultRounds, made.PrizeTableName,
	})
	order := []api.Tiebreak{api.Solkoff, api.Cumulative}
	changed := ok[api.Tour](t)(client.OK(s.organiser.UpdateTourWithResponse(t.Context(), chessTour, nil, api.TourPatch{
		TiebreakOrder: &order, HalfPointByes: ptr(2), HalfPointByesUntil: ptr(2), OppositionCumulative: ptr(api.OppositionCumulativeUschess),
	})))
	require.Equal(t, order, *changed.TiebreakOrder)
	require.Equal(t, 2, *changed.HalfPointByes)
	require.Equal(t, *changed, *ok[api.Tour](t)(client.OK(s.organiser.GetTourWithResponse(t.Context(), chessTour))))

	makeTour(t, s.organiser, slug)
	refused := s.send(call{key: organiserKey, method: http.MethodPatch, path: "/v1/tours/" + slug, body: `{"half_point_byes": 1}`})
	require.Equal(t, http.StatusBadRequest, refused.status, "%s", refused.body)
	table := ok[api.PrizeTable](t)(client.OK(s.organiser.GetPrizeTableWithResponse(t.Context(), chessTour)))
	require.Equal(t, []api.PrizeRow{{FromPlayers: 1, Shares: []string{}}}, table.Rows)
	ok[api.PrizeTable](t)(client.OK(s.organiser.PutPrizeTableWithResponse(t.Context(), chessTour, api.PrizeTableUpload{Name: "medals", Rows: table.Rows})))
}
