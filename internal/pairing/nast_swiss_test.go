package pairing_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/pairing"
)

// standing makes an order from half points, best first: rank and seed are the place.
func standing(halfPoints ...int) []pairing.Ranked {
	order := make([]pairing.Ranked, len(halfPoints))
	for i, h := range halfPoints {
		order[i] = pairing.Ranked{Seed: i + 1, HalfPoints: h, Rank: i + 1}
	}
	return order
}

// drawStanding draws an order of an even number of players in up to five score groups,
// with seeds in any order.
func drawStanding(t *rapid.T, most int) []pairing.Ranked {
	n := rapid.IntRange(0, most/2).Draw(t, "pairs") * 2
	half := rapid.SliceOfN(rapid.IntRange(0, 4), n, n).Draw(t, "half points")
	slices.SortFunc(half, func(a, b int) int { return b - a })
	order := standing(half...)
	seeds := make([]int, n)
	for i := range seeds {
		seeds[i] = i + 1
	}
	for i, seed := range rapid.Permutation(seeds).Draw(t, "seeds") {
		order[i].Seed = seed
	}
	return order
}

// table are the pairs as first and second, in order.
func table(pairs []pairing.Pair) [][2]int {
	out := make([][2]int, len(pairs))
	for i, p := range pairs {
		out[i] = [2]int{p.First, p.Second}
	}
	return out
}

func TestSwissOfThe22PublishedPlayersR33(t *testing.T) {
	t.Parallel()
	var golden struct {
		Standings []struct{ Rank, Wins int }
		Pairs     [][2]int `json:"round5_pairs"`
	}
	readJSON(t, "testdata/swiss_22.json", &golden)
	require.Len(t, golden.Pairs, 11)
	var order []pairing.Ranked
	for _, s := range golden.Standings {
		order = append(order, pairing.Ranked{Seed: s.Rank, HalfPoints: 2 * s.Wins, Rank: s.Rank})
	}
	require.Equal(t, golden.Pairs, table(pairing.Swiss(order, 5)))
}

func TestSwissGoesStrictlyTopDownR33(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		order []pairing.Ranked
		want  [][2]int
	}{
		{
			"score groups of 1, 3, 4, 3, 1", standing(8, 6, 6, 6, 4, 4, 4, 4, 2, 2, 2, 0),
			[][2]int{{1, 2}, {3, 4}, {5, 7}, {6, 8}, {9, 11}, {10, 12}},
		},
		{"everybody has the same", standing(4, 4, 4, 4, 4, 4), [][2]int{{1, 4}, {2, 5}, {3, 6}}},
		{"everybody has another score", standing(10, 8, 6, 4), [][2]int{{1, 2}, {3, 4}}},
		{"a draw makes a group of its own", standing(4, 4, 3, 2), [][2]int{{1, 2}, {3, 4}}},
		{"a whole group is moved up", standing(6, 4, 2, 2), [][2]int{{1, 2}, {3, 4}}},
		{"nobody", standing(), [][2]int{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, table(pairing.Swiss(tt.order, 5)))
		})
	}
}

func TestSwissSaysWhyR38(t *testing.T) {
	t.Parallel()
	pairs := pairing.Swiss(standing(8, 7, 7, 2, 0, 0), 5)
	var why []string
	for _, p := range pairs {
		why = append(why, p.Why)
	}
	const head = "Swiss, round 5, on the standings after round 4: in the score group of "
	require.Equal(t, []string{
		head + "4 wins rank 1 meets rank 2, who was moved up from 3.5 wins.",
		head + "3.5 wins rank 3 meets rank 4, who was moved up from 1 win.",
		head + "0 wins rank 5 meets rank 6.",
	}, why)
}

// literal is R3.3 read word by word, with lists of players that are moved about.
func literal(order []pairing.Ranked) (pairs [][2]int) {
	var groups [][]pairing.Ranked
	for i, p := range order {
		if i == 0 || order[i-1].HalfPoints != p.HalfPoints {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], p)
	}
	for i := range groups {
		if len(groups[i])%2 == 1 {
			next := i + 1
			for len(groups[next]) == 0 {
				next++
			}
			groups[i] = append(groups[i], groups[next][0])
			groups[next] = groups[next][1:]
		}
	}
	for _, g := range groups {
		upper, lower := g[:len(g)/2], g[len(g)/2:]
		for i := range upper {
			pairs = append(pairs, [2]int{upper[i].Seed, lower[i].Seed})
		}
	}
	return pairs
}

func TestSwissIsWhatTheRuleSaysWordByWordR33(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		order := drawStanding(t, 40)
		before := slices.Clone(order)
		pairs := pairing.Swiss(order, 5)
		require.ElementsMatch(t, literal(order), table(pairs))
		requireEverySeedOnce(t, pairs, len(order))
		require.Equal(t, before, order, "R3.9: the input is not changed")
		require.Equal(t, pairs, pairing.Swiss(order, 5))
	})
}

func TestKingOfTheHillR34(t *testing.T) {
	t.Parallel()
	order := []pairing.Ranked{{Seed: 7, HalfPoints: 8, Rank: 1}, {Seed: 2, HalfPoints: 8, Rank: 2}, {Seed: 9, Rank: 3}, {Seed: 4, Rank: 3}}
	before := slices.Clone(order)
	pairs := pairing.KingOfTheHill(order, 6)
	require.Equal(t, []pairing.Pair{
		{First: 7, Second: 2, Why: "King of the hill, round 6: rank 1 meets rank 2 in the standings after round 5."},
		{First: 9, Second: 4, Why: "King of the hill, round 6: rank 3 meets rank 3 in the standings after round 5."},
	}, pairs)
	require.Equal(t, before, order)
}

func TestAnOddNumberOfPlayersIsAFaultOfTheProgram(t *testing.T) {
	t.Parallel()
	order := standing(4, 4, 2)
	none := func(int, int) int { return 0 }
	require.Panics(t, func() { pairing.Swiss(order, 5) })
	require.Panics(t, func() { pairing.KingOfTheHill(order, 6) })
	require.Panics(t, func() { pairing.SwissLimited(order, none, 0, 6) })
}

func TestByeGoesToTheLowestWithTheFewestByesR36(t *testing.T) {
	t.Parallel()
	order := []pairing.Ranked{{Seed: 3}, {Seed: 1}, {Seed: 5}, {Seed: 2}, {Seed: 4}}
	tests := []struct {
		name string
		byes map[int]int
		want int
	}{
		{"nobody had one", nil, 4},
		{"the lowest had one", map[int]int{4: 1}, 2},
		{"only the top had none", map[int]int{1: 1, 5: 1, 2: 1, 4: 2}, 3},
		{"all had one", map[int]int{1: 1, 2: 1, 3: 1, 4: 1, 5: 1}, 4},
		{"the fewest is one", map[int]int{1: 2, 2: 2, 3: 1, 4: 2, 5: 1}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, pairing.Bye(order, func(seed int) int { return tt.byes[seed] }))
		})
	}
	require.Zero(t, pairing.Bye(nil, func(int) int { return 0 }))
}
