package satellite_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// rowOf is the standing of one entrant after the results so far.
func rowOf(t *testing.T, s *satellite.Satellite, id uuid.UUID) standings.Row {
	t.Helper()
	table, err := s.StandingsAfter(nil)
	require.NoError(t, err)
	for _, row := range table.Rows {
		if row.Entrant.ID == id {
			return row.Row
		}
	}
	require.Fail(t, "no such player")
	return standings.Row{}
}

func TestWhatAResultIsWorth_R4_1_R4_2_R4_3(t *testing.T) {
	t.Parallel()
	type side struct{ half, spread, games int }
	for name, c := range map[string]struct {
		in            satellite.ResultInput
		first, second side
		kind          standings.Kind
	}{
		"a win":               {scores(420, 380), side{2, 40, 1}, side{0, -40, 1}, standings.Game},
		"a loss":              {scores(380, 420), side{0, -40, 1}, side{2, 40, 1}, standings.Game},
		"a draw":              {scores(400, 400), side{1, 0, 1}, side{1, 0, 1}, standings.Game},
		"the lowest, highest": {scores(-999, 1999), side{0, -2998, 1}, side{2, 2998, 1}, standings.Game},
		"penalties take spread only": {
			satellite.ResultInput{First: ptr(401), Second: ptr(400), FirstPenalty: 20, SecondPenalty: 5},
			side{2, -19, 1},
			side{0, -6, 1},
			standings.Game,
		},
		"the first is absent":  {satellite.ResultInput{Forfeits: satellite.First}, side{0, -50, 0}, side{2, 50, 0}, standings.Forfeit},
		"the second is absent": {satellite.ResultInput{Forfeits: satellite.Second}, side{2, 50, 0}, side{0, -50, 0}, standings.Forfeit},
		"both are absent":      {satellite.ResultInput{Forfeits: satellite.Both}, side{0, -50, 0}, side{0, -50, 0}, standings.DoubleForfeit},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := started(t, 8, 6)
			g := e.GamesOf(1)[0]
			_, err := e.SetResult(g.ID, c.in, "")
			require.NoError(t, err)
			kept, _ := e.GameByID(g.ID)
			require.Equal(t, c.kind, kept.Kind)
			require.True(t, kept.Decided())
			first, second := rowOf(t, e.Satellite, g.First), rowOf(t, e.Satellite, g.Second)
			require.Equal(t, c.first, side{first.HalfPoints, first.Spread, first.Games})
			require.Equal(t, c.second, side{second.HalfPoints, second.Spread, second.Games})
			requireSound(t, e.Satellite)

			_, err = e.SetResult(g.ID, scores(300, 350), "") // a correction is a new result, whole
			require.NoError(t, err)
			first = rowOf(t, e.Satellite, g.First)
			require.Equal(t, side{0, -50, 1}, side{first.HalfPoints, first.Spread, first.Games})
			require.NoError(t, e.ClearResult(g.ID))
			require.Zero(t, rowOf(t, e.Satellite, g.First).Spread)
		})
	}
}

func TestResultsThatAreRefused_R4_1(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in satellite.ResultInput
		at []string
	}{
		"nothing":              {satellite.ResultInput{}, []string{"/first_score", "/second_score"}},
		"one score":            {satellite.ResultInput{First: ptr(400)}, []string{"/second_score"}},
		"the other score":      {satellite.ResultInput{Second: ptr(400)}, []string{"/first_score"}},
		"too low":              {scores(-1000, 400), []string{"/first_score"}},
		"too high":             {scores(400, 2000), []string{"/second_score"}},
		"a negative penalty":   {satellite.ResultInput{First: ptr(400), Second: ptr(300), FirstPenalty: -1}, []string{"/first_penalty"}},
		"a monstrous penalty":  {satellite.ResultInput{First: ptr(400), Second: ptr(300), SecondPenalty: 1000}, []string{"/second_penalty"}},
		"scores and a forfeit": {satellite.ResultInput{First: ptr(400), Second: ptr(300), Forfeits: satellite.First}, []string{"/forfeit"}},
		"penalty and forfeit":  {satellite.ResultInput{FirstPenalty: 10, Forfeits: satellite.Both}, []string{"/forfeit"}},
		"somebody else":        {satellite.ResultInput{Forfeits: "third"}, []string{"/forfeit"}},
		"everything, in order": {
			satellite.ResultInput{First: ptr(2000), FirstPenalty: -1, SecondPenalty: -1},
			[]string{"/first_score", "/second_score", "/first_penalty", "/second_penalty"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := started(t, 8, 6)
			before := e.Clone()
			_, err := e.SetResult(e.GamesOf(1)[0].ID, c.in, "")
			require.Equal(t, c.at, pointersOf(requireFault(t, fault.InvalidRequest, err)))
			requireSame(t, before, e.Satellite)
		})
	}
}

func TestAByeHasNoResult(t *testing.T) {
	t.Parallel()
	e := started(t, 7, 6)
	games := e.GamesOf(1)
	bye := games[len(games)-1]
	require.Equal(t, 2, seedOf(e.Satellite, bye.First), "R3.2: of 7 players seed 2 has the first bye")
	_, err := e.SetResult(bye.ID, scores(400, 300), "")
	requireFault(t, fault.NotAGame, err)
	requireFault(t, fault.NotAGame, e.ClearResult(bye.ID))
	_, err = e.SetResult(uuid.UUID{1}, scores(400, 300), "")
	requireFault(t, fault.ResourceNotFound, err)
}

func TestOddLookingResultsAreTakenWithAWarning_R4_1(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   satellite.ResultInput
		want []string
	}{
		"likely":           {scores(100, 100), nil},
		"likely and high":  {scores(800, 401), nil},
		"low":              {scores(99, 300), []string{"unlikely_score"}},
		"high":             {scores(801, 500), []string{"unlikely_score"}},
		"a margin of 400":  {scores(100, 500), nil},
		"a margin of 401":  {scores(100, 501), []string{"unlikely_margin"}},
		"a slip of a zero": {scores(4000-2100, 40), []string{"unlikely_score", "unlikely_score", "unlikely_margin"}},
		"a forfeit":        {satellite.ResultInput{Forfeits: satellite.Both}, nil},
	} {
		e := started(t, 8, 6)
		g := e.GamesOf(1)[2]
		warnings, err := e.SetResult(g.ID, c.in, "")
		require.NoError(t, err, name)
		var codes []string
		for _, w := range warnings {
			codes = append(codes, w.Code)
			require.Equal(t, 3, w.Table)
			require.Contains(t, w.Detail, "3")
		}
		require.Equal(t, c.want, codes, name)
	}
}

// A heap of slips names tables, or seeds in either order; scores, penalties and
// forfeits go with the seeds.
func TestABatchOfResultsGoesByTableOrBySeedsInEitherOrder(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	games := e.GamesOf(1)
	a, b := func(i int) int { return seedOf(e.Satellite, games[i].First) }, func(i int) int { return seedOf(e.Satellite, games[i].Second) }
	warnings, err := e.SetRoundResults(1, []satellite.RoundResult{
		{Table: 4, ResultInput: scores(900, 400)},
		{FirstSeed: a(0), SecondSeed: b(0), ResultInput: scores(410, 390)},
		{FirstSeed: b(1), SecondSeed: a(1), ResultInput: satellite.ResultInput{First: ptr(350), Second: ptr(360), FirstPenalty: 10}},
		{Table: 3, FirstSeed: b(2), SecondSeed: a(2), ResultInput: satellite.ResultInput{Forfeits: satellite.First}},
	})
	require.NoError(t, err)
	require.Len(t, warnings, 2, "score and margin of table 4")
	games = e.GamesOf(1)
	require.Equal(t, &satellite.Score{First: 410, Second: 390}, games[0].Score)
	require.Equal(t, &satellite.Score{First: 360, Second: 350, SecondPenalty: 10}, games[1].Score)
	require.Equal(t, satellite.Second, games[2].Forfeits)
	require.Equal(t, &satellite.Score{First: 900, Second: 400}, games[3].Score)
	require.Equal(t, satellite.Complete, e.Rounds[0].State)
	require.Equal(t, satellite.Planned, e.Rounds[1].State)
}

func TestABatchOfResultsIsAllOrNothing(t *testing.T) {
	t.Parallel()
	good := satellite.RoundResult{Table: 1, ResultInput: scores(400, 300)}
	for name, c := range map[string]struct {
		more []satellite.RoundResult
		at   []string
	}{
		"a score out of range": {[]satellite.RoundResult{{Table: 2, ResultInput: scores(400, 3000)}}, []string{"/results/1/second_score"}},
		"one score":            {[]satellite.RoundResult{{Table: 2, ResultInput: satellite.ResultInput{First: ptr(400)}}}, []string{"/results/1/second_score"}},
		"no such table":        {[]satellite.RoundResult{{Table: 4, ResultInput: scores(1, 2)}}, []string{"/results/1/table"}},
		"no table":             {[]satellite.RoundResult{{FirstSeed: 3, ResultInput: scores(1, 2)}}, []string{"/results/1"}},
		"seeds that do not meet": {
			[]satellite.RoundResult{{FirstSeed: 1, SecondSeed: 99, ResultInput: scores(1, 2)}}, []string{"/results/1"},
		},
		"seeds of another table": {
			[]satellite.RoundResult{{Table: 1, FirstSeed: 98, SecondSeed: 99, ResultInput: scores(1, 2)}}, []string{"/results/1/table"},
		},
		"a table twice": {[]satellite.RoundResult{good}, []string{"/results/1"}},
		"several": {
			[]satellite.RoundResult{{}, {Table: 9, ResultInput: scores(1, 2)}, {Table: 3, ResultInput: scores(-1000, 2)}},
			[]string{"/results/1", "/results/2/table", "/results/3/first_score"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall()
			id := h.started(t, 6)
			before := h.memory.kept.clone()
			_, _, err := h.SetRoundResults(h.ctx, id, 1, append([]satellite.RoundResult{good}, c.more...))
			require.Equal(t, c.at, pointersOf(requireFault(t, fault.InvalidRequest, err)))
			requireSame(t, before.satellites[id], h.stored(id))
			require.Equal(t, before.logs, h.memory.kept.logs)
		})
	}
}

func TestATableTwiceInABatchIsFoundHoweverItIsNamed(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	g := e.GamesOf(1)[0]
	_, err := e.SetRoundResults(1, []satellite.RoundResult{
		{Table: 1, ResultInput: scores(400, 300)},
		{FirstSeed: seedOf(e.Satellite, g.Second), SecondSeed: seedOf(e.Satellite, g.First), ResultInput: scores(300, 400)},
	})
	f := requireFault(t, fault.InvalidRequest, err)
	require.Equal(t, "duplicate", f.Fields[0].Code)
}

func TestResultsOfARoundThatIsNotPaired(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	result := []satellite.RoundResult{{Table: 1, ResultInput: scores(400, 300)}}
	_, err := e.SetRoundResults(5, result)
	requireFault(t, fault.RoundNotPaired, err)
	for _, round := range []int{-1, 0, 7} {
		_, err = e.SetRoundResults(round, result)
		require.Contains(t, requireFault(t, fault.RoundUnknown, err).Detail, "1 to 6")
	}
}

func TestAResultOpensItsRoundAndTheLastCompletesIt_R3_12(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	state := func() satellite.RoundState { return e.Rounds[1].State }
	games := e.GamesOf(2)
	require.NoError(t, e.ClearResult(games[0].ID))
	require.Equal(t, satellite.Planned, state(), "clearing nothing changes nothing")
	for i, g := range games {
		_, err := e.SetResult(g.ID, scores(400, 300+i), "")
		require.NoError(t, err)
		want := satellite.Open
		if i == len(games)-1 {
			want = satellite.Complete
		}
		require.Equal(t, want, state(), fmt.Sprint(i))
	}
	require.NoError(t, e.OpenRound(2))
	require.Equal(t, satellite.Complete, state())
	for _, g := range games {
		require.NoError(t, e.ClearResult(g.ID))
	}
	require.Equal(t, satellite.Open, state(), "its pairs stand from its first result on")
}
