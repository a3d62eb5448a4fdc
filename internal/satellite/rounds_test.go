package satellite_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

func TestPairingNeedsEveryEarlierResultAndNamesTheTables_R4_5(t *testing.T) {
	t.Parallel()
	e := started(t, 22, 6)
	for round := 1; round <= 4; round++ {
		e.play(t, round)
	}
	for _, missing := range [][2]int{{2, 11}, {4, 3}, {4, 7}} {
		require.NoError(t, e.ClearResult(e.GamesOf(missing[0])[missing[1]-1].ID))
	}
	before := e.Clone()
	f := requireFault(t, fault.ResultsMissing, e.PairRound(5, e.newID))
	require.Equal(t, []string{"/rounds/2/tables/11", "/rounds/4/tables/3", "/rounds/4/tables/7"}, pointersOf(f))
	require.Contains(t, f.Detail, "round 2: table 11; round 4: tables 3, 7")
	requireSame(t, before, e.Satellite)
	require.Equal(t, []int{3, 7}, e.MissingTables(4))

	require.Contains(t, requireFault(t, fault.RoundNotPaired, e.PairRound(6, e.newID)).Detail, "Round 5")
	requireFault(t, fault.RoundUnknown, e.PairRound(7, e.newID))
	requireFault(t, fault.RoundUnknown, e.PairRound(0, e.newID))
	requireFault(t, fault.RoundUnknown, e.OpenRound(7))
	requireFault(t, fault.RoundNotPaired, e.OpenRound(5))
}

func TestALongListOfMissingTablesIsCutShort(t *testing.T) {
	t.Parallel()
	e := started(t, 60, 6)
	f := requireFault(t, fault.ResultsMissing, e.PairRound(5, e.newID))
	require.Len(t, f.Fields, 4*30)
	require.Contains(t, f.Detail, "and 18 more")
}

func TestPairingAPairedRoundChangesNothing(t *testing.T) {
	t.Parallel()
	e := started(t, 12, 6)
	e.playThrough(t, 4)
	require.NoError(t, e.PairRound(5, e.newID))
	before := e.Clone()
	require.NoError(t, e.PairRound(5, e.newID))
	require.NoError(t, e.PairRound(1, e.newID))
	requireSame(t, before, e.Satellite)
}

func TestPairingIsAPureFunctionOfFieldAndResults_R3_9(t *testing.T) {
	t.Parallel()
	one, two := started(t, 47, 6), started(t, 47, 6)
	one.playThrough(t, 6)
	two.playThrough(t, 6)
	requireSame(t, one.Satellite, two.Satellite)
}

// With draws there are score groups of half wins, some of them odd.
func TestRound5IsTheSwissOfTheStandings_R3_3(t *testing.T) {
	t.Parallel()
	for _, field := range []int{8, 12, 14, 22, 30, 48, 60, 100} {
		e := started(t, field, 6)
		e.playThrough(t, 4)
		for i, g := range e.Games {
			if i%5 == 0 && g.Second != uuid.Nil {
				_, err := e.SetResult(g.ID, scores(400, 400), "")
				require.NoError(t, err)
			}
		}
		require.NoError(t, e.PairRound(5, e.newID))
		got, bye := pairsOf(e.Satellite, 5)
		require.Equal(t, swiss(tally(e.Satellite, 4)), got, "%d players", field)
		require.Zero(t, bye)
	}
}

// A forfeit won is not a bye: who won by forfeit can still have one (R3.6).
func TestForfeitsAreNotCountedAsByes_R3_6(t *testing.T) {
	t.Parallel()
	e := started(t, 7, 6)
	e.playThrough(t, 4)
	byes := map[int]bool{}
	for round := 1; round <= 4; round++ {
		_, bye := pairsOf(e.Satellite, round)
		byes[bye] = true
	}
	order := tally(e.Satellite, 4)
	var lowest int
	for _, l := range order {
		if !byes[l.seed] {
			lowest = l.seed
		}
	}
	for _, g := range e.Games { // the lowest without a bye wins one game by forfeit and loses the rest
		a, b := seedOf(e.Satellite, g.First), seedOf(e.Satellite, g.Second)
		in := scores(300, 700)
		switch {
		case b == 0 || a != lowest && b != lowest:
			continue
		case b == lowest:
			in = scores(700, 300)
		}
		if g.Round == 1 {
			in = satellite.ResultInput{Forfeits: satellite.Second}
			if b == lowest {
				in.Forfeits = satellite.First
			}
		}
		_, err := e.SetResult(g.ID, in, "")
		require.NoError(t, err)
	}
	_, want := withoutBye(tally(e.Satellite, 4))
	require.Equal(t, lowest, want, "the case is the one that is meant")
	require.NoError(t, e.PairRound(5, e.newID))
	_, bye := pairsOf(e.Satellite, 5)
	require.Equal(t, lowest, bye)
}

func TestFinishingEarly_R3_13(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		play, partly int
		after        int
		reason       string
		code         fault.Code
		counts       int
	}{
		"all rounds":                  {play: 6, counts: 6},
		"all rounds, said so":         {play: 6, after: 6, counts: 6},
		"early with a reason":         {play: 3, reason: "power cut", counts: 3},
		"early without a reason":      {play: 3, code: fault.ReasonRequired},
		"blank is no reason":          {play: 3, reason: " \t", code: fault.ReasonRequired},
		"a round in play":             {play: 3, partly: 4, reason: "fire", counts: 3},
		"only complete rounds count":  {play: 3, partly: 4, after: 4, reason: "fire", code: fault.ResultsMissing},
		"fewer than were played":      {play: 4, after: 2, reason: "a dispute", counts: 2},
		"before anything was played":  {reason: "snow", code: fault.ResultsMissing},
		"the first round half played": {partly: 1, reason: "snow", code: fault.ResultsMissing},
		"a round that is not paired":  {play: 4, after: 5, reason: "fire", code: fault.ResultsMissing},
		"a round that does not exist": {play: 6, after: 7, reason: "fire", code: fault.RoundUnknown},
		"a round below the first":     {play: 3, after: -1, reason: "fire", code: fault.RoundUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := started(t, 8, 6)
			e.playThrough(t, c.play)
			if c.partly > 0 {
				_, err := e.SetResult(e.GamesOf(c.partly)[0].ID, scores(500, 300), "")
				require.NoError(t, err)
			}
			err := e.Finish(c.after, c.reason)
			if c.code != "" {
				requireFault(t, c.code, err)
				require.Equal(t, satellite.InPlay, e.Status)
				return
			}
			require.NoError(t, err)
			require.Equal(t, satellite.Finished, e.Status)
			require.Equal(t, c.counts, e.LastRound())
			table, err := e.StandingsAfter(nil)
			require.NoError(t, err)
			require.Equal(t, c.counts, table.AfterRound)
			require.True(t, table.Final)
			for i, l := range tally(e.Satellite, c.counts) {
				require.Equal(t, l.seed, table.Rows[i].Seed)
				require.Equal(t, l.spread, table.Rows[i].Spread)
			}
			report, err := e.LiveReport(newTour())
			require.NoError(t, err)
			require.Equal(t, c.counts, report.Rounds)
			require.NoError(t, e.Finish(0, ""), "finished already")
			require.NoError(t, e.Finish(c.counts, ""), "finished already")
		})
	}
}

func TestStandingsAfterAnyRound_R4_4(t *testing.T) {
	t.Parallel()
	e := started(t, 9, 6)
	table, err := e.StandingsAfter(nil)
	require.NoError(t, err)
	require.Zero(t, table.AfterRound, "byes are no results of anybody's")
	require.Len(t, table.Rows, 9)
	e.playThrough(t, 5)
	for after := 0; after <= 5; after++ {
		table, err := e.StandingsAfter(&after)
		require.NoError(t, err)
		require.Equal(t, after, table.AfterRound)
		require.False(t, table.Final)
		for i, l := range tally(e.Satellite, after) {
			row := table.Rows[i]
			require.Equal(t, l, line{row.Seed, row.HalfPoints, row.Spread, row.Byes, row.Games})
			require.NotEqual(t, uuid.Nil, row.Entrant.ID)
		}
	}
	for _, after := range []int{-1, 7} {
		_, err = e.StandingsAfter(&after)
		requireFault(t, fault.RoundUnknown, err)
	}
}

// A correction recomputes the standings of that and every later round; later
// rounds that are paired are kept (R4.6).
func TestACorrectionAfterwards_R4_6(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	e.playThrough(t, 5)
	pairs, _ := pairsOf(e.Satellite, 5)
	g := e.GamesOf(2)[0]
	_, err := e.SetResult(g.ID, scores(100, 800), "")
	require.NoError(t, err)
	still, _ := pairsOf(e.Satellite, 5)
	require.Equal(t, pairs, still)
	requireSound(t, e.Satellite)
	require.NoError(t, e.PairRound(6, e.newID))
	got, _ := pairsOf(e.Satellite, 6)
	require.Equal(t, hill(tally(e.Satellite, 5)), got)
	e.play(t, 6)
	require.NoError(t, e.Finish(0, ""))
	_, err = e.SetResult(g.ID, scores(450, 440), "")
	require.NoError(t, err, "finished, not reported")
	requireFault(t, fault.WrongStatus, e.ClearResult(g.ID))
}
