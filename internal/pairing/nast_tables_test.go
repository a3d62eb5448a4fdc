package pairing_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
)

// published are the official files, read without the code under test.
func published(t *testing.T) map[int]map[string][][][2]int {
	t.Helper()
	var first, second map[string][][][2]int
	readJSON(t, "tables/nast_presets_5_6_rounds.json", &first)
	readJSON(t, "tables/nast_presets_7_8_rounds.json", &second)
	return map[int]map[string][][][2]int{5: first, 6: first, 7: second, 8: second}
}

// meetings are the pairs of a round without their order.
func meetings(pairs []pairing.Pair) map[[2]int]bool {
	set := make(map[[2]int]bool, len(pairs))
	for _, p := range pairs {
		set[[2]int{min(p.First, p.Second), max(p.First, p.Second)}] = true
	}
	return set
}

func TestOfficialTablesAreCompleteAndCorrect(t *testing.T) {
	t.Parallel()
	for rounds, file := range published(t) {
		require.Len(t, file, 22, "sizes 6 to 48")
		for size := 6; size <= 48; size += 2 {
			table := file[fmt.Sprint(size)]
			met := make(map[[2]int]bool)
			for i, pairs := range table {
				seen := make(map[int]bool)
				for _, p := range pairs {
					seen[p[0]], seen[p[1]] = true, true
					pair := [2]int{min(p[0], p[1]), max(p[0], p[1])}
					require.False(t, met[pair], "size %d, round %d: %v again", size, i+1, pair)
					met[pair] = true
				}
				require.Len(t, pairs, size/2)
				require.Len(t, seen, size, "size %d, round %d: every seed once", size, i+1)
				require.False(t, seen[0] || seen[size+1])
			}
			rules, err := pairing.Schedule(size, rounds, pairing.Options{})
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(table), strings.Count(letters(rules), "P"))
		}
	}
}

func TestBuiltinPairsAreThoseOfTheOfficialTablesR31(t *testing.T) {
	t.Parallel()
	for rounds, file := range published(t) {
		tables := pairing.Builtin(rounds)
		require.NotEmpty(t, tables.Version)
		require.NoError(t, tables.Covers(rounds))
		for size := 6; size <= 48; size += 2 {
			for i, official := range file[fmt.Sprint(size)] {
				pairs, err := tables.Pairs(size, i+1)
				require.NoError(t, err)
				want := make(map[[2]int]bool)
				for _, p := range official {
					want[[2]int{min(p[0], p[1]), max(p[0], p[1])}] = true
				}
				require.Equal(t, want, meetings(pairs), "size %d, round %d", size, i+1)
			}
		}
	}
	require.NotEqual(t, pairing.Builtin(6).Version, pairing.Builtin(7).Version)
}

func TestByesOfOddFieldsR32(t *testing.T) {
	t.Parallel()
	tests := map[int][]int{ // by round, as published with the tables
		5: {1, 4, 2, 5, 3}, 7: {2, 7, 6, 3}, 9: {1, 9, 8, 5, 4}, 11: {8, 4, 9, 5},
		13: {9, 4, 11, 6}, 15: {4, 13, 9, 8}, 21: {16, 6, 17, 7}, 47: {12, 37, 25, 24},
	}
	for players, byes := range tests {
		for i, seed := range byes {
			pairs, err := pairing.Builtin(6).Pairs(players, i+1)
			require.NoError(t, err)
			last := pairs[len(pairs)-1]
			require.Equal(t, [2]int{seed, 0}, [2]int{last.First, last.Second}, "%d players, round %d", players, i+1)
		}
	}
}

func TestFourPlayersGoInACycleR32(t *testing.T) {
	t.Parallel()
	cycle := []map[[2]int]bool{
		{{1, 4}: true, {2, 3}: true}, {{1, 3}: true, {2, 4}: true}, {{1, 2}: true, {3, 4}: true},
	}
	for round := 1; round <= 7; round++ {
		pairs, err := pairing.Builtin(8).Pairs(4, round)
		require.NoError(t, err)
		require.Equal(t, cycle[(round-1)%3], meetings(pairs))
	}
}

func TestTablesAreNumberedByTheBetterSeedR310(t *testing.T) {
	t.Parallel()
	for _, players := range []int{4, 22, 60, 66, 99, 145} {
		pairs, err := pairing.Builtin(6).Pairs(players, 2)
		require.NoError(t, err)
		for i, p := range pairs {
			if p.Second == 0 {
				require.Equal(t, len(pairs)-1, i, "the bye is last")
				continue
			}
			require.Less(t, p.First, p.Second)
			require.True(t, i == 0 || pairs[i-1].First < p.First)
		}
	}
}

func TestPresetPairsSayWhyR38(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name           string
		players, round int
		first          int
		want           string
	}{
		{"one group", 14, 1, 1, "Official table for 14 players, round 1: seed 1 meets seed 11."},
		{"four players", 4, 2, 2, "Table for 4 players, round 2: seed 2 meets seed 4."},
		{"a bye", 21, 1, 16, "Official table for 22 players, round 1: seed 16 would meet the added place 22 and has the bye."},
		{
			"two groups", 50, 1, 4,
			"Official table for 26 players, round 1, group 1 of 2: " +
				"seed 2 of the group (seed 4 of the field) meets seed 20 of the group (seed 40 of the field).",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pairs, err := pairing.Builtin(6).Pairs(tt.players, tt.round)
			require.NoError(t, err)
			at := slices.IndexFunc(pairs, func(p pairing.Pair) bool { return p.First == tt.first })
			require.Equal(t, tt.want, pairs[at].Why)
		})
	}
}

func TestPairsRefuse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		players, round int
		code           fault.Code
	}{
		{3, 1, fault.TooFewPlayers},
		{22, 0, fault.RoundUnknown},
		{22, 5, fault.RoundUnknown},
		{4, 0, fault.RoundUnknown},
	}
	for _, tt := range tests {
		pairs, err := pairing.Builtin(6).Pairs(tt.players, tt.round)
		require.Nil(t, pairs)
		require.Equal(t, tt.code, fault.CodeOf(err), "%d players, round %d", tt.players, tt.round)
	}
}

func TestPresetRoundsPairEverySeedOnceAndNoPairTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(4, 400).Draw(t, "players")
		rounds := rapid.IntRange(5, 8).Draw(t, "rounds")
		rules, err := pairing.Schedule(players, rounds, pairing.Options{})
		require.NoError(t, err)
		met := make(map[[2]int]bool)
		for i, rule := range rules {
			if rule.Method != pairing.MethodPreset {
				break
			}
			pairs, err := pairing.Builtin(rounds).Pairs(players, i+1)
			require.NoError(t, err)
			again, err := pairing.Builtin(rounds).Pairs(players, i+1)
			require.NoError(t, err)
			require.Equal(t, pairs, again, "R3.9")
			requireEverySeedOnce(t, pairs, players)
			for pair := range meetings(pairs) {
				require.False(t, met[pair] && players > 4, "round %d: %v meet again", i+1, pair)
				met[pair] = true
			}
		}
	})
}

// requireEverySeedOnce allows one bye, and only in an odd field.
func requireEverySeedOnce(t require.TestingT, pairs []pairing.Pair, players int) {
	seen := make([]int, players+1)
	for _, p := range pairs {
		seen[p.First]++
		seen[p.Second]++
		require.NotEmpty(t, p.Why)
	}
	require.Equal(t, players%2, seen[0], "byes")
	for seed := 1; seed <= players; seed++ {
		require.Equal(t, 1, seen[seed], "seed %d", seed)
	}
}

func TestTablesOfATourAreReadAndWritten(t *testing.T) {
	t.Parallel()
	own := `{"version": "spring", "6": [[[6, 1], [2, 5], [3, 4]], [[1, 5], [6, 4], [2, 3]]]}`
	tables, err := pairing.ParseTables([]byte(own))
	require.NoError(t, err)
	require.Equal(t, "spring", tables.Version)
	pairs, err := tables.Pairs(6, 1)
	require.NoError(t, err)
	require.Equal(t, pairing.Pair{
		First: 1, Second: 6, Why: "The tour's own table for 6 players, round 1: seed 1 meets seed 6.",
	}, pairs[0])

	written, err := json.Marshal(tables)
	require.NoError(t, err)
	require.JSONEq(t, own, string(written))
	require.Error(t, tables.Covers(6), "one size of twenty-two")
}

func TestTablesWithoutAVersionAreNamedByTheirContent(t *testing.T) {
	t.Parallel()
	one, err := pairing.ParseTables([]byte(`{"6": [[[1, 6], [2, 5], [3, 4]]]}`))
	require.NoError(t, err)
	other, err := pairing.ParseTables([]byte(`{"6": [[[1, 5], [2, 6], [3, 4]]]}`))
	require.NoError(t, err)
	require.NotEmpty(t, one.Version)
	require.NotEqual(t, one.Version, other.Version)
}

func TestBuiltinTablesAreWrittenInFull(t *testing.T) {
	t.Parallel()
	for rounds, file := range published(t) {
		written, err := json.Marshal(pairing.Builtin(rounds))
		require.NoError(t, err)
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(written, &members))
		delete(members, "version")
		require.Len(t, members, len(file))
		for size, want := range file {
			var got [][][2]int
			require.NoError(t, json.Unmarshal(members[size], &got))
			require.Equal(t, want, got)
		}
	}
}

func TestCoversNamesTheSizesThatFallShort(t *testing.T) {
	t.Parallel()
	err := pairing.Builtin(6).Covers(8) // four preset rounds where five and more are needed
	require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
	var f *fault.Error
	require.ErrorAs(t, err, &f)
	require.Len(t, f.Fields, 20, "all sizes but 6 and 10")
	require.Equal(t, "/8", f.Fields[0].Pointer)
}
