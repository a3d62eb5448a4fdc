package standings_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/standings"
)

// drawSection draws rounds of a chess section: games, byes of each kind, forfeits, and players
// without a result.
func drawSection(t *rapid.T, players, rounds int) []standings.Result {
	var results []standings.Result
	for round := 1; round <= rounds; round++ {
		mixed := rapid.Permutation(seedsUpTo(players)).Draw(t, "order")
		for len(mixed) > 0 {
			r := standings.Result{Round: round, First: mixed[0]}
			mixed = mixed[1:]
			r.Kind = rapid.SampledFrom([]standings.Kind{
				standings.Game, standings.Game, standings.Game, standings.Game, standings.Forfeit, standings.DoubleForfeit,
				standings.Bye, standings.HalfPointBye, standings.ZeroPointBye, "",
			}).Draw(t, "kind")
			switch r.Kind {
			case "":
				continue
			case standings.Game, standings.Forfeit, standings.DoubleForfeit:
				if len(mixed) == 0 {
					continue
				}
				r.Second, mixed = mixed[0], mixed[1:]
			}
			if r.Kind == standings.Game {
				r.FirstScore = rapid.IntRange(0, 2).Draw(t, "score")
				r.SecondScore = 2 - r.FirstScore
			}
			if r.Kind == standings.Forfeit {
				r.FirstForfeits = rapid.Bool().Draw(t, "white is absent")
				r.SecondForfeits = !r.FirstForfeits
			}
			results = append(results, r)
		}
	}
	return results
}

// chessRecord is a player's round, looked up in the results: W, D or L against an opponent, X won
// by forfeit, B, H, or U for everything else.
func chessRecord(results []standings.Result, seed, round int) (letter byte, opponent int) {
	for _, r := range results {
		if r.Round != round || (r.First != seed && r.Second != seed) {
			continue
		}
		switch r.Kind {
		case standings.Game:
			own, other := r.FirstScore, r.Second
			if r.Second == seed {
				own, other = r.SecondScore, r.First
			}
			return "LDW"[own], other
		case standings.Bye:
			return 'B', 0
		case standings.HalfPointBye:
			return 'H', 0
		case standings.Forfeit:
			if (r.First == seed) == r.SecondForfeits {
				return 'X', 0
			}
		}
	}
	return 'U', 0
}

var (
	naivePoints = map[byte]int{'W': 2, 'D': 1, 'X': 2, 'B': 2, 'H': 1}
	naiveOff    = map[byte]int{'X': 2, 'B': 2, 'H': 1}
)

// naiveCumulative is C1.5 by its words: each round's half points stand in all totals from then on.
func naiveCumulative(results []standings.Result, seed, rounds int, halfByes bool) int {
	sum := 0
	for round := 1; round <= rounds; round++ {
		letter, _ := chessRecord(results, seed, round)
		sum += naivePoints[letter]*(rounds-round+1) - naiveOff[letter]
		if letter == 'H' && !halfByes {
			sum++
		}
	}
	return sum
}

// naiveChess are points, Modified Median, Solkoff, Cumulative and Cumulative of Opposition, one
// rule of C1 after the other.
func naiveChess(results []standings.Result, seed, rounds int, mode standings.OppositionMode) [5]int {
	var list []int
	var f [5]int
	for round := 1; round <= rounds; round++ {
		letter, opponent := chessRecord(results, seed, round)
		f[0] += naivePoints[letter]
		entry := 0
		if opponent > 0 {
			for theirs := 1; theirs <= rounds; theirs++ {
				if other, played := chessRecord(results, opponent, theirs); played > 0 {
					entry += naivePoints[other]
				} else {
					entry++
				}
			}
			f[4] += naiveCumulative(results, opponent, rounds, mode == standings.USChess)
		}
		f[2] += entry
		list = append(list, entry)
	}
	slices.Sort(list)
	times := 1
	if rounds >= 9 {
		times = 2
	}
	for range times {
		if f[0] >= rounds && len(list) > 0 {
			list = list[1:]
		}
		if f[0] <= rounds && len(list) > 0 {
			list = list[:len(list)-1]
		}
	}
	for _, entry := range list {
		f[1] += entry
	}
	f[3] = naiveCumulative(results, seed, rounds, true)
	return f
}

func TestChessAgreesWithANaiveCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 12).Draw(t, "players")
		rounds := rapid.IntRange(0, 10).Draw(t, "rounds")
		after := rapid.IntRange(0, rounds).Draw(t, "after")
		mode := rapid.SampledFrom([]standings.OppositionMode{standings.NSCF, standings.USChess}).Draw(t, "mode")
		results := drawSection(t, players, rounds)
		rows := standings.Chess(seedsUpTo(players), results, after, standings.ChessOptions{OppositionCumulative: mode})
		require.Len(t, rows, players)
		for _, w := range rows {
			want := naiveChess(results, w.Seed, after, mode)
			require.Equal(t, want, [5]int{w.HalfPoints, w.ModifiedMedian, w.Solkoff, w.Cumulative, w.CumulativeOfOpposition})
			better, equal := 0, 0
			for other := 1; other <= players; other++ {
				theirs := naiveChess(results, other, after, mode)
				if by := slices.Compare(theirs[:], want[:]); by > 0 {
					better++
				} else if by == 0 {
					equal++
				}
			}
			require.Equal(t, better+1, w.Rank)
			require.Equal(t, equal > 1, w.Tied)
			requireSheetAddsUp(t, w, after)
		}
	})
}

// requireSheetAddsUp checks that every figure can be added up from the sheet that is shown (C1.9).
func requireSheetAddsUp(t *rapid.T, w standings.ChessRow, rounds int) {
	require.Len(t, w.Rounds, rounds)
	var sums [5]int
	for i, round := range w.Rounds {
		require.Equal(t, i+1, round.Round)
		sums[0] += round.HalfPoints
		require.Equal(t, sums[0], round.Total)
		if !round.Dropped {
			sums[1] += round.Adjusted
		}
		sums[2] += round.Adjusted
		sums[3] += round.Total - round.Less
		sums[4] += round.OpponentCumulative
	}
	require.Equal(t, [5]int{w.HalfPoints, w.ModifiedMedian, w.Solkoff, w.Cumulative, w.CumulativeOfOpposition}, sums)
}

func TestChessIsAPureFunction(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.Permutation(seedsUpTo(8)).Draw(t, "seeds")
		results := drawSection(t, 8, 5)
		seedsBefore, resultsBefore := slices.Clone(seeds), slices.Clone(results)
		first := standings.Chess(seeds, results, 5, standings.ChessOptions{})
		require.Equal(t, seedsBefore, seeds)
		require.Equal(t, resultsBefore, results)
		slices.Reverse(seeds)
		slices.Reverse(results)
		require.Equal(t, first, standings.Chess(seeds, results, 5, standings.ChessOptions{}), "the order of the input does not matter")
	})
}

func BenchmarkChess(b *testing.B) {
	for _, players := range []int{20, 100, 1000} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			seeds := seedsUpTo(players)
			var results []standings.Result
			for round := 1; round <= 7; round++ {
				for i := 0; i+1 < players; i += 2 {
					score := (i*7 + round) % 3
					results = append(results, game(round, i+1, (i+2*round)%players+2, score, 2-score))
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				standings.Chess(seeds, results, 7, standings.ChessOptions{})
			}
		})
	}
}
