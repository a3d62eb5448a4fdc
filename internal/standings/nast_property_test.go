package standings_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/standings"
)

// drawResults draws rounds of an even field, players meeting in any order. With
// gamesOnly there are no byes, forfeits or penalties.
func drawResults(t *rapid.T, players, rounds int, gamesOnly bool) []standings.Result {
	score := rapid.IntRange(300, 304) // near enough for draws and ties
	var results []standings.Result
	for round := 1; round <= rounds; round++ {
		mixed := rapid.Permutation(seedsUpTo(players)).Draw(t, "order")
		for i := 0; i+1 < players; i += 2 {
			r := game(round, mixed[i], mixed[i+1], score.Draw(t, "first"), score.Draw(t, "second"))
			if !gamesOnly {
				spoil(t, &r)
			}
			results = append(results, r)
		}
	}
	return results
}

// spoil makes a game something else, or gives it penalties.
func spoil(t *rapid.T, r *standings.Result) {
	r.Kind = rapid.SampledFrom([]standings.Kind{
		standings.Game, standings.Game, standings.Bye, standings.Forfeit, standings.DoubleForfeit,
	}).Draw(t, "kind")
	switch r.Kind {
	case standings.Game:
		r.FirstPenalty, r.SecondPenalty = rapid.IntRange(0, 3).Draw(t, "penalty"), rapid.IntRange(0, 3).Draw(t, "penalty")
	case standings.Forfeit:
		r.FirstForfeits = rapid.Bool().Draw(t, "first is absent")
		r.SecondForfeits = !r.FirstForfeits
		if r.FirstForfeits && rapid.Bool().Draw(t, "missed round") {
			r.Second = 0
		}
	case standings.Bye:
		r.Second = 0
	}
}

func seedsUpTo(n int) []int {
	seeds := make([]int, n)
	for i := range seeds {
		seeds[i] = i + 1
	}
	return seeds
}

func TestSpreadsSumToZeroAndPointsToGames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 12).Draw(t, "pairs") * 2
		rounds := rapid.IntRange(0, 8).Draw(t, "rounds")
		rows := standings.Nast(seedsUpTo(players), drawResults(t, players, rounds, true), rounds)
		var spread, half, games, results int
		for _, r := range rows {
			spread += r.Spread
			half += r.HalfPoints
			games += r.Games
			results += r.Wins + r.Losses + r.Draws
		}
		require.Zero(t, spread)
		require.Equal(t, players*rounds/2*2, half, "two half points for each game")
		require.Equal(t, players*rounds, games)
		require.Equal(t, games, results)
	})
}

// naive counts a player's points and spread by going through all results, one rule of
// R4.1 to R4.3 after the other.
func naive(seed int, results []standings.Result, after int) (half, spread int) {
	for _, r := range results {
		if r.Round > after || (r.First != seed && r.Second != seed) {
			continue
		}
		own, other, absent, penalty := r.FirstScore, r.SecondScore, r.FirstForfeits, r.FirstPenalty
		if r.Second == seed {
			own, other, absent, penalty = r.SecondScore, r.FirstScore, r.SecondForfeits, r.SecondPenalty
		}
		spread -= penalty
		if r.Kind == standings.Game {
			spread += own - other
			if own > other {
				half += 2
			}
			if own == other {
				half++
			}
			continue
		}
		if r.Kind == standings.DoubleForfeit || absent {
			spread -= 50
			continue
		}
		spread += 50
		half += 2
	}
	return half, spread
}

func TestRanksAgreeWithANaiveCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 10).Draw(t, "pairs") * 2
		rounds := rapid.IntRange(0, 6).Draw(t, "rounds")
		after := rapid.IntRange(0, 6).Draw(t, "after")
		results := drawResults(t, players, rounds, false)
		rows := standings.Nast(seedsUpTo(players), results, after)

		better := func(a, b int) bool { // strictly, R4.4
			aHalf, aSpread := naive(a, results, after)
			bHalf, bSpread := naive(b, results, after)
			return aHalf > bHalf || aHalf == bHalf && aSpread > bSpread
		}
		require.Len(t, rows, players)
		for i, r := range rows {
			half, spread := naive(r.Seed, results, after)
			require.Equal(t, []int{half, spread}, []int{r.HalfPoints, r.Spread})
			require.Equal(t, half, 2*r.Wins+r.Draws)
			rank, equals := 1, 0
			for other := 1; other <= players; other++ {
				if better(other, r.Seed) {
					rank++
				} else if !better(r.Seed, other) {
					equals++
				}
			}
			require.Equal(t, rank, r.Rank)
			require.Equal(t, equals > 1, r.Tied)
			if i > 0 && rows[i-1].Rank == r.Rank {
				require.Less(t, rows[i-1].Seed, r.Seed)
			}
		}
	})
}

func TestNastIsAPureFunction(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.Permutation(seedsUpTo(8)).Draw(t, "seeds")
		results := drawResults(t, 8, 5, false)
		seedsBefore, resultsBefore := slices.Clone(seeds), slices.Clone(results)
		first := standings.Nast(seeds, results, 5)
		require.Equal(t, seedsBefore, seeds)
		require.Equal(t, resultsBefore, results)
		require.Equal(t, first, standings.Nast(seeds, results, 5))
		slices.Reverse(seeds)
		slices.Reverse(results)
		require.Equal(t, first, standings.Nast(seeds, results, 5), "the order of the input does not matter")
	})
}
