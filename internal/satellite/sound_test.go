package satellite_test

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// requireSound checks what is true of every satellite in every state.
func requireSound(t require.TestingT, s *satellite.Satellite) {
	field := s.Field()
	for i, e := range field {
		require.Equal(t, i+1, e.Seed, "seeds run from 1")
	}
	planned := false
	for _, r := range s.Rounds {
		if r.State == satellite.Planned {
			planned = true
		} else {
			require.False(t, planned, "round %d is %s after a planned one", r.Number, r.State)
		}
		requireSoundRound(t, s, r, field)
		if r.State == satellite.Planned {
			requirePlanFilled(t, s, r, field)
		}
	}
	requireSoundStandings(t, s)
}

// requireSoundRound: everybody has one line from the first round he could play
// in, a standby none before; there is one bye at the most; no table stands
// twice; and the state of the round is that of its results.
func requireSoundRound(t require.TestingT, s *satellite.Satellite, r satellite.Round, field []satellite.Entrant) {
	lines := map[uuid.UUID]int{}
	tables := map[int]bool{}
	byes, missing, results := 0, false, false
	for _, g := range s.GamesOf(r.Number) {
		require.NotEmpty(t, g.Why, "R3.8")
		lines[g.First]++
		missing = missing || !g.Decided()
		if g.Second == uuid.Nil {
			require.Zero(t, g.Table, "R3.10: who has no opponent has no table")
			require.Nil(t, g.Score)
			switch g.Kind {
			case standings.Bye:
				byes++
				require.Equal(t, satellite.Nobody, g.Forfeits)
			default:
				require.Equal(t, standings.Forfeit, g.Kind)
				require.Equal(t, satellite.First, g.Forfeits, "a round missed (R4.7, R4.8)")
			}
			continue
		}
		lines[g.Second]++
		results = results || g.Score != nil || g.Forfeits != satellite.Nobody
		require.Positive(t, g.Table)
		require.False(t, tables[g.Table], "round %d has two tables %d", r.Number, g.Table)
		tables[g.Table] = true
	}
	for _, e := range field {
		want := 1
		if e.Standby && e.JoinedFor > r.Number {
			want = 0 // neither a win nor a loss (R2.2)
		}
		require.Equal(t, want, lines[e.ID], "round %d: lines of seed %d", r.Number, e.Seed)
		delete(lines, e.ID)
	}
	require.Empty(t, lines, "round %d: only players of the field", r.Number)
	if r.Method != pairing.MethodManual { // a file of another program calls every win without an opponent a bye
		require.LessOrEqual(t, byes, 1, "round %d: one bye at the most", r.Number)
	}
	switch r.State {
	case satellite.Planned:
		require.False(t, results, "round %d: a result opens its round (R3.12)", r.Number)
	case satellite.Open:
		require.True(t, missing, "round %d is open", r.Number)
	case satellite.Complete:
		require.False(t, missing, "round %d is complete", r.Number)
	}
}

// requirePlanFilled compares a round that is not open with R3.12 as the tests
// read it, and its tables with R3.10.
func requirePlanFilled(t require.TestingT, s *satellite.Satellite, r satellite.Round, field []satellite.Entrant) {
	people := map[int]person{}
	for _, e := range field {
		had := slices.ContainsFunc(s.Games, func(g satellite.Game) bool {
			return g.Round < r.Number && g.Kind == standings.Bye && g.First == e.ID
		})
		people[e.Seed] = person{here: !e.Withdrawn, late: e.JoinedFor > 0 && !e.Standby, number: e.Number, hadBye: had}
	}
	var plan [][2]int
	for _, p := range r.Plan {
		plan = append(plan, [2]int{p.First, p.Second})
	}
	require.Equal(t, filled(plan, people), linesOf(s, r.Number), "round %d (R3.12)", r.Number)
	if s.Status == satellite.InPlay { // what is over is not numbered any more
		requireTables(t, s, r)
	}
}

// requireTables checks the tables of a planned round: who cannot move sits at his
// table, unless another such player does; the others' run from 1 in order of
// the pairing, without those.
func requireTables(t require.TestingT, s *satellite.Satellite, r satellite.Round) {
	var games, others []satellite.Game
	for _, g := range s.GamesOf(r.Number) {
		if g.Second != uuid.Nil {
			games = append(games, g)
		}
	}
	if r.Method == pairing.MethodPreset || r.Method == pairing.MethodRoundRobin {
		better := func(g satellite.Game) int { return min(seedOf(s, g.First), seedOf(s, g.Second)) }
		slices.SortFunc(games, func(a, b satellite.Game) int { return cmp.Compare(better(a), better(b)) })
	}
	kept := map[int]bool{}
	for _, g := range games {
		if slices.Contains(reservedBy(s, g), g.Table) {
			kept[g.Table] = true
		} else {
			others = append(others, g)
		}
	}
	table := 0
	for _, g := range others {
		for _, reserved := range reservedBy(s, g) {
			require.True(t, kept[reserved], "round %d: table %d is reserved", r.Number, reserved)
		}
		for table++; kept[table]; table++ {
		}
		require.Equal(t, table, g.Table, "round %d: the other tables run from 1", r.Number)
	}
}

// reservedBy are the tables that are reserved for the players of a game.
func reservedBy(s *satellite.Satellite, g satellite.Game) []int {
	var tables []int
	for _, id := range []uuid.UUID{g.First, g.Second} {
		if e, ok := s.EntrantByID(id); ok && e.ReservedTable > 0 {
			tables = append(tables, e.ReservedTable)
		}
	}
	return tables
}

func requireSoundStandings(t require.TestingT, s *satellite.Satellite) {
	table, err := s.StandingsAfter(nil)
	require.NoError(t, err)
	half, spread := 0, 0
	for i, l := range tally(s, table.AfterRound) {
		row := table.Rows[i]
		require.Equal(t, l, line{row.Seed, row.HalfPoints, row.Spread, row.Byes, row.Games})
		require.Equal(t, row.Seed, row.Entrant.Seed)
		half, spread = half+row.HalfPoints, spread+row.Spread
	}
	for _, g := range s.Games {
		switch {
		case g.Round > table.AfterRound, !g.Decided():
		case g.Kind == standings.DoubleForfeit:
			spread += 100
		case g.Kind == standings.Bye:
			half, spread = half-2, spread-50
		case g.Second == uuid.Nil:
			spread += 50
		default:
			half -= 2
		}
		if g.Round <= table.AfterRound && g.Score != nil {
			spread += g.Score.FirstPenalty + g.Score.SecondPenalty
		}
	}
	require.Zero(t, half, "points sum to the games and byes")
	require.Zero(t, spread, "spreads sum to nothing but byes, rounds missed, double forfeits and penalties")
}
