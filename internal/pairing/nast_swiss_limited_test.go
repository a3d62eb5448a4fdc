package pairing_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/pairing"
)

// history is how often two seeds have met, the lower first.
type history map[[2]int]int

func (h history) meetings(a, b int) int { return h[[2]int{min(a, b), max(a, b)}] }

func (h history) add(pairs []pairing.Pair) {
	for _, p := range pairs {
		if p.Second != 0 {
			h[[2]int{min(p.First, p.Second), max(p.First, p.Second)}]++
		}
	}
}

func TestSwissLimitedByHandR37(t *testing.T) {
	t.Parallel()
	all := history{{1, 2}: 1, {1, 3}: 1, {1, 4}: 1, {2, 3}: 1, {2, 4}: 1, {3, 4}: 1}
	tests := []struct {
		name    string
		order   []pairing.Ranked
		met     history
		allowed int
		want    [][2]int
		repeats int
	}{
		{"nobody met: pure Swiss", standing(2, 2, 2, 2), nil, 0, [][2]int{{1, 3}, {2, 4}}, 0},
		{
			// 1-4 2-3 is 4 places from 1-3 2-4, and 1-2 3-4 is 8.
			"the least distance", standing(2, 2, 2, 2), history{{1, 3}: 1}, 0, [][2]int{{1, 4}, {2, 3}}, 0,
		},
		{"one meeting is allowed", standing(2, 2, 2, 2), history{{1, 3}: 1}, 1, [][2]int{{1, 3}, {2, 4}}, 0},
		{"a third meeting is not", standing(2, 2, 2, 2), history{{1, 3}: 2}, 1, [][2]int{{1, 4}, {2, 3}}, 0},
		{"three earlier meetings are too many for two", standing(2, 2), history{{1, 2}: 3}, 2, [][2]int{{1, 2}}, 1},
		{"unlimited is pure Swiss", standing(2, 2, 2, 2), history{{1, 3}: 7}, pairing.Unlimited, [][2]int{{1, 3}, {2, 4}}, 0},
		{
			// 1-5 2-4 3-6 and 1-4 2-6 3-5 are both 4 away: 4 is higher than 5 for player 1.
			"equal totals: the highest player's highest partner", standing(2, 2, 2, 2, 2, 2),
			history{{2, 5}: 1},
			0,
			[][2]int{{1, 4}, {2, 6}, {3, 5}},
			0,
		},
		{
			"over the border of a score group", standing(4, 4, 2, 2),
			history{{1, 2}: 1},
			0,
			// 1-3 2-4: (1 + 3) + (3 + 1) = 8 ... 1-4 2-3 is as far: the higher partner.
			[][2]int{{1, 3}, {2, 4}},
			0,
		},
		{"no way without repeats: pure Swiss again", standing(2, 2, 2, 2), all, 0, [][2]int{{1, 3}, {2, 4}}, 2},
		{
			"the fewest repeats", standing(2, 2, 2, 2),
			history{{1, 2}: 1, {1, 3}: 1, {1, 4}: 1, {2, 4}: 1},
			0,
			// 1 meets somebody again in any case; 2-4 must not be one more.
			[][2]int{{1, 4}, {2, 3}},
			1,
		},
		{"nobody", standing(), nil, 0, [][2]int{}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pairs, repeats := pairing.SwissLimited(tt.order, tt.met.meetings, tt.allowed, 6)
			require.Equal(t, tt.want, table(pairs))
			require.Equal(t, tt.repeats, repeats)
		})
	}
}

func TestSwissLimitedSaysWhyR38(t *testing.T) {
	t.Parallel()
	why := func(order []pairing.Ranked, met history, allowed int) []string {
		pairs, _ := pairing.SwissLimited(order, met.meetings, allowed, 6)
		var out []string
		for _, p := range pairs {
			out = append(out, p.Why)
		}
		return out
	}
	const head = "Swiss without repeats, round 6, on the standings after round 5: "
	require.Equal(t, []string{
		head + "in the score group of 1 win rank 1 meets rank 4.",
		head + "rank 2 meets rank 6; pure Swiss would be rank 2 with rank 5, who have met once.",
		head + "rank 3 meets rank 5; pure Swiss would be rank 3 with rank 6, changed to make room for others.",
	}, why(standing(2, 2, 2, 2, 2, 2), history{{2, 5}: 1}, 0))
	require.Equal(t, []string{
		"Swiss with at most one earlier meeting, round 6, on the standings after round 5: " +
			"in the score group of 1 win rank 1 meets rank 2. " +
			"They have met twice before: no pairing keeps the limit, and this one breaks it least.",
	}, why(standing(2, 2), history{{1, 2}: 2}, 1))
	require.Contains(t, why(standing(2, 2), history{{1, 2}: 3}, 2)[0], "Swiss with at most 2 earlier meetings")
	require.Contains(t, why(standing(2, 2), history{{1, 2}: 3}, 2)[0], "They have met 3 times before")
}

// everyPairing goes through all pairings of n places, those with higher partners for the
// higher players first.
func everyPairing(n int, visit func(partner []int)) {
	partner := make([]int, n)
	for i := range partner {
		partner[i] = -1
	}
	var try func()
	try = func() {
		i := slices.Index(partner, -1)
		if i < 0 {
			visit(partner)
			return
		}
		for j := i + 1; j < n; j++ {
			if partner[j] < 0 {
				partner[i], partner[j] = j, i
				try()
				partner[i], partner[j] = -1, -1
			}
		}
	}
	try()
}

// exhaustive is R3.7 by trying everything: the fewest repeats (none, where that exists),
// then the least distance from pure Swiss, then the first.
func exhaustive(order []pairing.Ranked, met history, allowed int) (best [][2]int, repeats int) {
	place := make(map[int]int)
	for i, p := range order {
		place[p.Seed] = i
	}
	pure := make([]int, len(order))
	for _, p := range literal(order) {
		pure[place[p[0]]], pure[place[p[1]]] = place[p[1]], place[p[0]]
	}
	away := func(i, j int) int { return max(i-j, j-i) }
	least := -1
	everyPairing(len(order), func(partner []int) {
		var total, again int
		var pairs [][2]int
		for i, j := range partner {
			if j < i {
				continue
			}
			total += away(j, pure[i]) + away(i, pure[j])
			if met.meetings(order[i].Seed, order[j].Seed) > allowed {
				again++
			}
			pairs = append(pairs, [2]int{order[i].Seed, order[j].Seed})
		}
		if least < 0 || again < repeats || again == repeats && total < least {
			best, repeats, least = pairs, again, total
		}
	})
	return best, repeats
}

func TestSwissLimitedAgreesWithTryingEverythingR37(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		order := drawStanding(t, 8)
		allowed := rapid.IntRange(0, 2).Draw(t, "allowed")
		often := rapid.IntRange(0, 3).Draw(t, "at most met") // 3 leaves no way out now and then
		met := make(history)
		for a := 1; a <= len(order); a++ {
			for b := a + 1; b <= len(order); b++ {
				met[[2]int{a, b}] = rapid.IntRange(0, often).Draw(t, "met")
			}
		}
		before := slices.Clone(order)
		want, wantRepeats := exhaustive(order, met, allowed)
		pairs, repeats := pairing.SwissLimited(order, met.meetings, allowed, 6)
		require.Equal(t, wantRepeats, repeats)
		require.Equal(t, len(want), len(pairs))
		for i := range want {
			require.Equal(t, want[i], table(pairs)[i])
		}
		require.Equal(t, before, order, "R3.9: the input is not changed")
	})
}
