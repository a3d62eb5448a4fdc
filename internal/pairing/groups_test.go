package pairing_test

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/pairing"
)

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, into))
}

func TestGroupsOfTheOfficialCasesR23R24(t *testing.T) {
	t.Parallel()
	var official struct {
		Cases map[string]struct {
			Sizes  []int
			Groups [][]int
		}
	}
	readJSON(t, "testdata/groups.json", &official)
	require.NotEmpty(t, official.Cases)
	for name, c := range official.Cases {
		players, err := strconv.Atoi(name)
		require.NoError(t, err)
		groups := pairing.Groups(players)
		require.Equal(t, c.Groups, groups, "%d players", players)
		for i, size := range c.Sizes {
			require.Len(t, groups[i], size, "%d players", players)
		}
	}
}

func TestGroupsOfAnOddFieldEndWithTheAddedSeedR23(t *testing.T) {
	t.Parallel()
	require.Equal(t, [][]int{{1, 2, 3, 4, 5, 6}}, pairing.Groups(5))
	groups := pairing.Groups(49) // 26 and 24 places; the last two go to the larger group
	require.Len(t, groups, 2)
	require.Equal(t, []int{45, 48, 49, 50}, groups[0][22:])
	require.Equal(t, []int{46, 47}, groups[1][22:])
	require.Empty(t, pairing.Groups(0))
}

func TestGroupsAreFewEvenEqualAndComplete(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 1500).Draw(t, "players")
		places := players + players%2
		groups := pairing.Groups(players)
		seen := make([]bool, places+1)
		require.Less(t, (len(groups)-1)*48, places, "no more groups than needed")
		for i, g := range groups {
			require.LessOrEqual(t, len(g), 48)
			require.Zero(t, len(g)%2)
			require.LessOrEqual(t, len(groups[0])-len(g), 2, "within one pair of each other")
			if i > 0 {
				require.LessOrEqual(t, len(g), len(groups[i-1]), "the larger first")
			}
			for k, seed := range g {
				require.False(t, seen[seed])
				seen[seed] = true
				require.True(t, k == 0 || g[k-1] < seed, "in order of seed")
			}
		}
		for seed := 1; seed <= places; seed++ {
			require.True(t, seen[seed])
		}
	})
}

// Groups exist above 48 players only, and there all sizes have the same number of preset
// rounds; so a schedule is that of the whole field.
func TestGroupsOfOneFieldHaveTheSameNumberOfPresetRounds(t *testing.T) {
	t.Parallel()
	for players := 49; players <= 3000; players++ {
		for _, g := range pairing.Groups(players) {
			require.GreaterOrEqual(t, len(g), 14, "%d players", players)
		}
	}
}
