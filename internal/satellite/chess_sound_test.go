package satellite_test

import (
	"slices"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// requireOpenStands: the pairs and colours of an open round stand.
func requireOpenStands(t *rapid.T, was, is *satellite.Satellite) {
	for _, r := range is.Rounds {
		old, paired := was.RoundByNumber(r.Number)
		if !paired || old.State == satellite.Planned || r.State == satellite.Planned {
			continue
		}
		for _, g := range was.GamesOf(r.Number) {
			now, ok := is.GameByID(g.ID)
			require.True(t, ok)
			require.Equal(t, []any{g.First, g.Second, g.Table}, []any{now.First, now.Second, now.Table}, "round %d", r.Number)
		}
	}
}

// requirePairedByC2: who has booked a bye has it, the full-point bye is no
// second one while another could have it, and nobody meets again who could do
// without, as far as the test can know it: with few meetings behind everybody.
func requirePairedByC2(t *rapid.T, s *satellite.Satellite) {
	round := s.Rounds[len(s.Rounds)-1].Number
	full, met, games := map[uuid.UUID]bool{}, map[[2]uuid.UUID]bool{}, 0
	for _, g := range s.Games {
		if g.Round >= round {
			continue
		}
		if g.Kind == standings.Bye || g.Kind == standings.Forfeit && g.Forfeits == satellite.Second {
			full[g.First] = true
		}
		if g.Kind == standings.Forfeit && g.Forfeits == satellite.First {
			full[g.Second] = true
		}
		if g.Kind == standings.Game {
			met[[2]uuid.UUID{g.First, g.Second}], met[[2]uuid.UUID{g.Second, g.First}] = true, true
		}
	}
	others := false
	for _, g := range s.GamesOf(round) {
		others = others || g.Kind == standings.Game && (!full[g.First] || !full[g.Second])
		if g.Kind == standings.Game {
			games++
		}
	}
	for _, g := range s.GamesOf(round) {
		if g.Kind == standings.Bye && games > round+1 {
			require.False(t, full[g.First] && others, "a second full-point bye (C2.3)")
		}
		if games > round { // everybody can still meet more than half of the others
			require.False(t, g.Kind == standings.Game && met[[2]uuid.UUID{g.First, g.Second}], "a rematch (C2.5)")
		}
	}
}

// requireSoundSection checks what is true of every section in every state.
func requireSoundSection(t *rapid.T, s *satellite.Satellite) {
	field := s.Field()
	for i, e := range field {
		require.Equal(t, i+1, e.Seed, "numbers run from 1")
	}
	for _, e := range s.Entrants {
		require.True(t, slices.IsSortedFunc(e.Byes, func(a, b satellite.BookedBye) int { return a.Round - b.Round }))
		for i, b := range e.Byes {
			require.True(t, i == 0 || e.Byes[i-1].Round < b.Round, "one bye a round")
		}
	}
	planned := false
	for _, r := range s.Rounds {
		require.Equal(t, pairing.MethodSwiss, r.Method)
		require.False(t, planned && r.State != satellite.Planned, "round %d is %s after a planned one", r.Number, r.State)
		planned = r.State == satellite.Planned
		requireSoundBoards(t, s, r, field)
	}
	requirePoints(t, s)
}

// requireSoundBoards: everybody has one line; at most one full-point bye; no
// table twice; who has booked a bye of a planned round has it.
func requireSoundBoards(t *rapid.T, s *satellite.Satellite, r satellite.Round, field []satellite.Entrant) {
	lines, tables := map[uuid.UUID]satellite.Game{}, map[int]bool{}
	byes, missing := 0, false
	once := func(id uuid.UUID, g satellite.Game) {
		_, twice := lines[id]
		require.False(t, twice, "round %d: nobody plays twice", r.Number)
		lines[id] = g
	}
	for _, g := range s.GamesOf(r.Number) {
		require.NotEmpty(t, g.Why, "C2.10")
		once(g.First, g)
		missing = missing || !g.Decided()
		if g.Second == uuid.Nil {
			require.Zero(t, g.Table)
			require.Nil(t, g.Score)
			require.Contains(t, []standings.Kind{standings.Bye, standings.HalfPointBye, standings.ZeroPointBye}, g.Kind)
			if g.Kind == standings.Bye {
				byes++
			}
			continue
		}
		once(g.Second, g)
		require.Positive(t, g.Table)
		require.False(t, tables[g.Table])
		tables[g.Table] = true
		require.True(t, g.Score == nil || g.Score.Outcome() != "", "half points: %v", g.Score)
	}
	require.LessOrEqual(t, byes, 1)
	for _, e := range field {
		g, there := lines[e.ID]
		require.Equal(t, !e.Standby || e.JoinedFor <= r.Number, there, "round %d: number %d", r.Number, e.Seed)
		delete(lines, e.ID)
		i := slices.IndexFunc(e.Byes, func(b satellite.BookedBye) bool { return b.Round == r.Number })
		if i >= 0 && r.State == satellite.Planned && !e.Withdrawn {
			require.Equal(t, []standings.Kind{standings.ZeroPointBye, standings.HalfPointBye}[e.Byes[i].HalfPoints], g.Kind)
		}
		if e.Withdrawn && r.State == satellite.Planned {
			require.Equal(t, standings.ZeroPointBye, g.Kind)
		}
	}
	require.Empty(t, lines, "only players of the field")
	require.Equal(t, r.State == satellite.Complete || r.State == satellite.Planned, !missing || r.State == satellite.Planned)
}

// requirePoints compares the points of the standings with a count of games, and
// the round they are after with the rounds that are complete (C1.8).
func requirePoints(t *rapid.T, s *satellite.Satellite) {
	table, err := s.StandingsAfter(nil)
	require.NoError(t, err)
	half := map[uuid.UUID]int{}
	for _, g := range s.Games {
		if g.Round > table.AfterRound {
			continue
		}
		require.True(t, g.Decided())
		switch {
		case g.Kind == standings.Bye:
			half[g.First] += 2
		case g.Kind == standings.HalfPointBye:
			half[g.First]++
		case g.Forfeits == satellite.Second:
			half[g.First] += 2
		case g.Forfeits == satellite.First && g.Second != uuid.Nil:
			half[g.Second] += 2
		case g.Score != nil:
			half[g.First] += g.Score.First
			half[g.Second] += g.Score.Second
		}
	}
	for _, row := range table.Rows {
		require.Equal(t, half[row.Entrant.ID], row.HalfPoints, "number %d", row.Seed)
		require.Equal(t, row.HalfPoints, row.Chess.HalfPoints)
		require.Len(t, row.Chess.Rounds, table.AfterRound)
	}
}
