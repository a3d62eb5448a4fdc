package matching_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/pairing/matching"
)

// graph is a table of weights with gaps; noEdge is a gap.
type graph [][]int64

const noEdge = int64(-1 << 40)

func (g graph) weight(i, j int) (int64, bool) { return g[i][j], g[i][j] != noEdge }

// exhaustive tries all perfect matchings in order of their partners, lowest first, so
// that the first of the least is the answer.
func exhaustive(g graph) (best []int, ok bool) {
	mate := make([]int, len(g))
	for i := range mate {
		mate[i] = -1
	}
	var least int64
	var try func(sum int64)
	try = func(sum int64) {
		i := 0
		for i < len(g) && mate[i] >= 0 {
			i++
		}
		if i == len(g) {
			if !ok || sum < least {
				best, least, ok = append([]int{}, mate...), sum, true
			}
			return
		}
		for j := i + 1; j < len(g); j++ {
			if mate[j] < 0 && g[i][j] != noEdge {
				mate[i], mate[j] = j, i
				try(sum + g[i][j])
				mate[i], mate[j] = -1, -1
			}
		}
	}
	try(0)
	return best, ok
}

// drawGraph draws a graph of n vertices: few different weights make ties, many gaps make
// blossoms and graphs without a perfect matching.
func drawGraph(t *rapid.T, n int) graph {
	low := rapid.Int64Range(-3, 1).Draw(t, "low")
	high := rapid.SampledFrom([]int64{1, 2, 4, 20, 1000}).Draw(t, "high")
	gaps := rapid.IntRange(0, 8).Draw(t, "gaps in ten")
	g := make(graph, n)
	for i := range g {
		g[i] = make([]int64, n)
		for j := range i {
			g[i][j] = noEdge
			if rapid.IntRange(1, 10).Draw(t, "edge") > gaps {
				g[i][j] = rapid.Int64Range(low, high).Draw(t, "weight")
			}
			g[j][i] = g[i][j]
		}
	}
	return g
}

func TestMinimumIsTheFirstOfTheLeastOfAllMatchings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, rapid.IntRange(0, 5).Draw(t, "pairs")*2)
		want, exists := exhaustive(g)
		got, ok := matching.Minimum(len(g), g.weight)
		require.Equal(t, exists, ok)
		if exists {
			require.Equal(t, want, got)
		}
	})
}

func TestMinimumOnSmallGraphs(t *testing.T) {
	t.Parallel()
	const x = noEdge
	tests := []struct {
		name string
		g    graph
		want []int
	}{
		{"nothing to match", graph{}, []int{}},
		{"one vertex too many", graph{{x}}, nil},
		{"no edge", graph{{x, x}, {x, x}}, nil},
		{"one edge", graph{{x, 7}, {7, x}}, []int{1, 0}},
		{"a star has no perfect matching", graph{{x, 1, 1, 1}, {1, x, x, x}, {1, x, x, x}, {1, x, x, x}}, nil},
		{"all equal: the lowest partner first", graph{{x, 5, 5, 5}, {5, x, 5, 5}, {5, 5, x, 5}, {5, 5, 5, x}}, []int{1, 0, 3, 2}},
		{"a tie after the first edge is dear", graph{{x, 9, 1, 1}, {9, x, 1, 1}, {1, 1, x, 1}, {1, 1, 1, x}}, []int{2, 3, 0, 1}},
		{"negative weights", graph{{x, -1, -5, 0}, {-1, x, 0, -5}, {-5, 0, x, -8}, {0, -5, -8, x}}, []int{2, 3, 0, 1}},
		// Two triangles joined by one edge: the joint is the only way.
		{"two odd sets", graph{
			{x, 0, 0, x, x, x},
			{0, x, 0, x, x, x},
			{0, 0, x, 50, x, x},
			{x, x, 50, x, 0, 0},
			{x, x, x, 0, x, 0},
			{x, x, x, 0, 0, x},
		}, []int{1, 0, 3, 2, 5, 4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := matching.Minimum(len(tt.g), tt.g.weight)
			require.Equal(t, tt.want != nil, ok)
			require.Equal(t, tt.want, got)
		})
	}
}

// A larger graph cannot be tried out, but no exchange of partners between two or three
// pairs may make the matching cheaper, or equal with a lower partner for the first of them.
func TestMinimumOfLargerGraphsCannotBeImprovedByExchanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, rapid.IntRange(6, 12).Draw(t, "pairs")*2)
		mate, ok := matching.Minimum(len(g), g.weight)
		if !ok {
			return
		}
		requirePerfect(t, g, mate)
		for i := range g {
			for j := range i {
				for k := range j {
					requireBestAmong(t, g, mate, []int{i, j, k})
				}
			}
		}
	})
}

func requirePerfect(t require.TestingT, g graph, mate []int) {
	require.Len(t, mate, len(g))
	for i, j := range mate {
		require.NotEqual(t, i, j)
		require.Equal(t, i, mate[j])
		require.NotEqual(t, noEdge, g[i][j])
	}
}

// requireBestAmong matches the pairs of the given vertices anew by trying everything.
func requireBestAmong(t require.TestingT, g graph, mate, members []int) {
	in := make([]bool, len(g))
	for _, i := range members {
		in[i], in[mate[i]] = true, true
	}
	var places []int
	for i := range g {
		if in[i] {
			places = append(places, i)
		}
	}
	part := make(graph, len(places))
	for a, i := range places {
		for _, j := range places {
			part[a] = append(part[a], g[i][j])
		}
	}
	best, ok := exhaustive(part)
	require.True(t, ok)
	for a, i := range places {
		require.Equal(t, places[best[a]], mate[i])
	}
}

func TestLeastIsTheWeightOfTheMinimum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, rapid.IntRange(0, 12).Draw(t, "vertices"))
		mate, exists := matching.Minimum(len(g), g.weight)
		var want int64
		for i, j := range mate {
			if i < j {
				want += g[i][j]
			}
		}
		got, ok := matching.Least(len(g), g.weight)
		require.Equal(t, exists, ok)
		require.Equal(t, want, got)
	})
}
