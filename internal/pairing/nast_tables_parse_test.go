package pairing_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
)

func TestParseTablesPointsAtSizeRoundAndPair(t *testing.T) {
	t.Parallel()
	const round1 = `[[1, 6], [2, 5], [3, 4]]`
	tests := []struct {
		name, tables, pointer, code, detail string
	}{
		{"a seed twice", `{"6": [[[1, 6], [1, 5], [3, 4]]]}`, "/6/0/1", "duplicate", "Size 6, round 1, pair 2"},
		{"a seed against itself", `{"6": [[[1, 6], [2, 5], [3, 3]]]}`, "/6/0/2", "duplicate", "seed 3"},
		{"a seed missing", `{"6": [[[1, 6], [2, 5]]]}`, "/6/0", "missing", "seed 3 is missing"},
		{"an empty round", `{"6": [` + round1 + `, []]}`, "/6/1", "missing", "round 2"},
		{"a repeat", `{"6": [` + round1 + `, [[6, 1], [2, 3], [4, 5]]]}`, "/6/1/0", "repeat", "have met in round 1"},
		{"a seed too high", `{"6": [[[1, 6], [2, 5], [3, 7]]]}`, "/6/0/2", "out_of_range", "7 is not a seed"},
		{"a seed of zero", `{"6": [[[0, 6], [2, 5], [3, 4]]]}`, "/6/0/0", "out_of_range", "0 is not a seed"},
		{"three in a pair", `{"6": [[[1, 6, 2], [2, 5], [3, 4]]]}`, "/6/0/0", "not_a_pair", "not 3"},
		{"an odd size", `{"7": []}`, "/7", "out_of_range", "even"},
		{"a size too small", `{"4": []}`, "/4", "out_of_range", "from 6 to 48"},
		{"a size too large", `{"50": []}`, "/50", "out_of_range", "from 6 to 48"},
		{"a size that is no number", `{"six": []}`, "/six", "out_of_range", "six"},
		{"a size written otherwise", `{"06": []}`, "/06", "out_of_range", "06"},
		{"a size with a slash", `{"a/~b": []}`, "/a~1~0b", "out_of_range", "a/~b"},
		{"a long version", `{"version": "` + strings.Repeat("é", 65) + `"}`, "/version", "too_long", "64"},
		{"a size twice", `{"6": [` + round1 + `], "6": [` + round1 + `]}`, "/6", "duplicate", "twice"},
		{"nothing", `{}`, "", "required", "no size"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := pairing.ParseTables([]byte(tt.tables))
			require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
			var f *fault.Error
			require.ErrorAs(t, err, &f)
			require.Equal(t, tt.pointer, f.Fields[0].Pointer)
			require.Equal(t, tt.code, f.Fields[0].Code)
			require.Contains(t, f.Fields[0].Detail, tt.detail)
		})
	}
}

func TestParseTablesRefusesWhatHasAnotherForm(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		``, `null`, `[]`, `7`, `{`, `{"6"`, `{"6": `, `{"6": 1}`, `{"6": [[["1", "6"]]]}`, `{"6": [[[1.5, 6]]]}`,
		`{"version": 3}`, `{"6": [[[1, 6], [2, 5], [3, 4]]]} more`, `{"6": [[[1, 6], [2, 5], [3, 4]]]}{}`,
	} {
		_, err := pairing.ParseTables([]byte(data))
		require.Equal(t, fault.MalformedJSON, fault.CodeOf(err), data)
	}
}

func TestParseTablesListsNoMoreThanTwentyFaults(t *testing.T) {
	t.Parallel()
	_, err := pairing.ParseTables([]byte(`{"48": [` + strings.Repeat(`[],`, 8) + `[]]}`))
	var f *fault.Error
	require.ErrorAs(t, err, &f)
	require.Len(t, f.Fields, 20)
}

// What is accepted pairs every seed once in every round, and reads the same again.
func FuzzParseTables(f *testing.F) {
	f.Add([]byte(`{"6": [[[1, 6], [2, 5], [3, 4]], [[1, 5], [6, 4], [2, 3]]]}`))
	f.Add([]byte(`{"version": "x", "8": [[[1, 8], [2, 7], [3, 6], [4, 5]]]}`))
	f.Add([]byte(`{"6": [[[1, 6], [1, 5]]], "6": [], "7": [[]], "-6": [[[]]]}`))
	f.Add([]byte(`{"6": [[[9223372036854775808, 1]]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tables, err := pairing.ParseTables(data)
		if err != nil {
			require.Contains(t, []fault.Code{fault.InvalidRequest, fault.MalformedJSON}, fault.CodeOf(err))
			return
		}
		written, err := json.Marshal(tables)
		require.NoError(t, err)
		again, err := pairing.ParseTables(written)
		require.NoError(t, err)
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(written, &members))
		for size := 6; size <= 48; size += 2 {
			var rounds []json.RawMessage
			if raw, ok := members[fmt.Sprint(size)]; ok {
				require.NoError(t, json.Unmarshal(raw, &rounds))
			}
			for round := 1; round <= len(rounds); round++ {
				pairs, err := tables.Pairs(size, round)
				require.NoError(t, err)
				requireEverySeedOnce(t, pairs, size)
				same, err := again.Pairs(size, round)
				require.NoError(t, err)
				require.Equal(t, pairs, same)
			}
		}
	})
}
