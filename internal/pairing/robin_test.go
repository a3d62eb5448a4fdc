package pairing_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
)

// seedsOf are pairs as seeds; 0 is the bye.
func seedsOf(pairs []pairing.Pair) [][2]int {
	seeds := [][2]int{}
	for _, p := range pairs {
		seeds = append(seeds, [2]int{p.First, p.Second})
	}
	return seeds
}

// The tables of Berger as they are printed for 4 and for 6 places, tables in order of the better
// seed (R3.10). Five players have those of 6, where who would meet 6 has the bye.
func TestRoundRobinFollowsTheTablesOfBerger_R5_7(t *testing.T) {
	t.Parallel()
	for players, rounds := range map[int][][][2]int{
		4: {{{1, 4}, {2, 3}}, {{1, 2}, {3, 4}}, {{1, 3}, {2, 4}}},
		5: {
			{{2, 5}, {3, 4}, {1, 0}},
			{{1, 2}, {3, 5}, {4, 0}},
			{{1, 3}, {4, 5}, {2, 0}},
			{{1, 4}, {2, 3}, {5, 0}},
			{{1, 5}, {2, 4}, {3, 0}},
		},
		6: {
			{{1, 6}, {2, 5}, {3, 4}},
			{{1, 2}, {3, 5}, {4, 6}},
			{{1, 3}, {2, 6}, {4, 5}},
			{{1, 4}, {2, 3}, {5, 6}},
			{{1, 5}, {2, 4}, {3, 6}},
		},
	} {
		require.Equal(t, len(rounds), pairing.RobinCycle(players))
		for i, want := range rounds {
			for cycle := range 3 {
				got, err := pairing.RoundRobin(players, cycle*len(rounds)+i+1)
				require.NoError(t, err)
				require.Equal(t, want, seedsOf(got), "%d players, round %d of cycle %d", players, i+1, cycle+1)
			}
		}
	}
	_, err := pairing.RoundRobin(3, 1)
	require.Equal(t, fault.TooFewPlayers, fault.CodeOf(err))
}

func TestARoundRobinPairSaysWhy_R3_8(t *testing.T) {
	t.Parallel()
	pairs, err := pairing.RoundRobin(5, 2)
	require.NoError(t, err)
	require.Equal(t, "Round robin, round 2 of 5: seed 1 meets seed 2.", pairs[0].Why)
	require.Equal(t, "Round robin, round 2 of 5: seed 4 has the bye.", pairs[2].Why)
	pairs, err = pairing.RoundRobin(4, 5)
	require.NoError(t, err)
	require.Equal(t, "Round robin, round 2 of 3, cycle 2: seed 1 meets seed 2.", pairs[0].Why)
}

// In one cycle everybody meets everybody once, and in an odd field has one bye.
func TestInACycleEverybodyMeetsEverybodyOnce_R5_7(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(4, 60).Draw(t, "players")
		first := rapid.IntRange(1, 100).Draw(t, "first")
		met := map[[2]int]int{}
		for k := range pairing.RobinCycle(players) {
			pairs, err := pairing.RoundRobin(players, first+k)
			require.NoError(t, err)
			stands := map[int]bool{}
			for i, p := range pairs {
				require.False(t, stands[p.First] || p.Second != 0 && stands[p.Second], "once in a round")
				stands[p.First], stands[p.Second] = true, true
				met[[2]int{p.First, p.Second}]++
				require.True(t, p.Second == 0 || p.First < p.Second, "the better seed is named first")
				require.True(t, p.Second == 0 || i == 0 || pairs[i-1].First < p.First, "R3.10")
				require.True(t, p.Second != 0 || i == len(pairs)-1, "the bye is last")
			}
			delete(stands, 0)
			require.Len(t, stands, players)
		}
		for a := 1; a <= players; a++ {
			for b := a + 1; b <= players; b++ {
				require.Equal(t, 1, met[[2]int{a, b}], "%d meets %d", a, b)
			}
			require.Equal(t, players%2, met[[2]int{a, 0}], "byes of %d", a)
		}
	})
}
