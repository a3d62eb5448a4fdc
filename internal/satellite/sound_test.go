package satellite_test

import (
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// requireSound checks what is true of every satellite in every state.
func requireSound(t require.TestingT, s *satellite.Satellite) {
	field := s.Field()
	for i, e := range field {
		require.Equal(t, i+1, e.Seed, "seeds run from 1")
	}
	met := map[[2]int]bool{}
	for _, r := range s.Rounds {
		requireSoundRound(t, s, r, len(field), met)
	}
	requireSoundStandings(t, s)
}

func requireSoundRound(t require.TestingT, s *satellite.Satellite, r satellite.Round, field int, met map[[2]int]bool) {
	seen := map[uuid.UUID]bool{}
	table := 0
	missing := false
	for _, g := range s.GamesOf(r.Number) {
		missing = missing || g.Kind == standings.Game && g.Score == nil
		require.False(t, seen[g.First] || seen[g.Second], "round %d: nobody sits twice", r.Number)
		seen[g.First] = true
		require.NotEmpty(t, g.Why, "R3.8")
		if g.Second == uuid.Nil {
			require.Equal(t, standings.Bye, g.Kind)
			require.Zero(t, g.Table, "R3.10: a bye has no table")
			continue
		}
		table++
		require.Equal(t, table, g.Table, "R3.10: the tables run from 1, the bye is last")
		seen[g.Second] = true
		a, b := seedOf(s, g.First), seedOf(s, g.Second)
		pair := [2]int{min(a, b), max(a, b)}
		require.False(t, r.Method == "preset" && field > 4 && met[pair], "no preset repeat")
		met[pair] = true
	}
	require.Len(t, seen, field, "round %d: everybody once", r.Number)
	require.Equal(t, field/2, table, "at most one bye")
	require.Equal(t, !missing, r.State == satellite.Complete, "round %d is %s", r.Number, r.State)
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
		default:
			half -= 2
		}
		if g.Round <= table.AfterRound && g.Score != nil {
			spread += g.Score.FirstPenalty + g.Score.SecondPenalty
		}
	}
	require.Zero(t, half, "points sum to the games and byes")
	require.Zero(t, spread, "spreads sum to nothing but byes, double forfeits and penalties")
}
