package tour_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/tour"
)

func TestParsePrizeTableNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	const good = `{"from_players": 1, "to_players": 12, "qualifiers": 1, "shares": ["60.00", "40.00"]}`
	for name, c := range map[string]struct {
		raw   string
		code  fault.Code
		wrong []string
	}{
		"not JSON":         {`{"name": `, fault.MalformedJSON, nil},
		"nothing":          {``, fault.MalformedJSON, nil},
		"not UTF-8":        {"{\"name\": \"\xff\"}", fault.MalformedJSON, nil},
		"something after":  {`{"name": "x", "rows": [` + good + `]} {}`, fault.MalformedJSON, nil},
		"unknown field":    {`{"name": "x", "places": 3}`, fault.UnknownField, []string{"/places"}},
		"unknown in a row": {`{"name": "x", "rows": [{"from": 1}]}`, fault.UnknownField, []string{"/rows/0/from"}},
		"wrong type":       {`{"name": 5}`, fault.InvalidRequest, []string{"/name"}},
		"an array":         {`[]`, fault.InvalidRequest, []string{""}},
		"wrong in a row": {
			`{"name": "x", "rows": [` + good + `, {"from_players": "13"}]}`,
			fault.InvalidRequest,
			[]string{"/rows/1/from_players"},
		},
		"no name":            {`{"rows": [` + good + `]}`, fault.InvalidRequest, []string{"/name"}},
		"no rows":            {`{"name": "x", "rows": []}`, fault.InvalidRequest, []string{"/rows"}},
		"null":               {`null`, fault.InvalidRequest, []string{"/name", "/rows"}},
		"begins at 2":        {`{"name": "x", "rows": [{"from_players": 2, "qualifiers": 1, "shares": ["100"]}]}`, fault.InvalidRequest, []string{"/rows/0/from_players"}},
		"gap":                {`{"name": "x", "rows": [` + good + `, {"from_players": 14, "qualifiers": 1, "shares": ["100"]}]}`, fault.InvalidRequest, []string{"/rows/1/from_players"}},
		"overlap":            {`{"name": "x", "rows": [` + good + `, {"from_players": 12, "qualifiers": 1, "shares": ["100"]}]}`, fault.InvalidRequest, []string{"/rows/1/from_players"}},
		"ends before it":     {`{"name": "x", "rows": [` + good + `, {"from_players": 13, "to_players": 12, "qualifiers": 1, "shares": ["100"]}]}`, fault.InvalidRequest, []string{"/rows/1/to_players"}},
		"no end, not last":   {`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1, "shares": ["100"]}, ` + good + `]}`, fault.InvalidRequest, []string{"/rows/0/to_players"}},
		"nobody qualifies":   {`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 0, "shares": ["100"]}]}`, fault.InvalidRequest, []string{"/rows/0/qualifiers"}},
		"more than play":     {`{"name": "x", "rows": [{"from_players": 1, "to_players": 9, "qualifiers": 10, "shares": ["100"]}]}`, fault.InvalidRequest, []string{"/rows/0/qualifiers"}},
		"no shares":          {`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1}]}`, fault.InvalidRequest, []string{"/rows/0/shares"}},
		"shares short":       {`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1, "shares": ["50.00", "49.99"]}]}`, fault.InvalidRequest, []string{"/rows/0/shares"}},
		"shares over":        {`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1, "shares": ["50.00", "50.01"]}]}`, fault.InvalidRequest, []string{"/rows/0/shares"}},
		"share of nothing":   {`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1, "shares": ["100.00", "0.00"]}]}`, fault.InvalidRequest, []string{"/rows/0/shares/1"}},
		"share as a number":  {`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1, "shares": [60, "40.00"]}]}`, fault.InvalidRequest, []string{"/rows/0/shares/0"}},
		"several, each once": {`{"name": "", "rows": [{"from_players": 3, "qualifiers": 0, "shares": ["x"]}]}`, fault.InvalidRequest, []string{"/name", "/rows/0/shares/0", "/rows/0/qualifiers", "/rows/0/from_players"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tour.ParsePrizeTable([]byte(c.raw))
			require.Equal(t, c.code, fault.CodeOf(err), "%v", err)
			require.Equal(t, c.wrong, pointers(t, err))
		})
	}
}

func TestAPrizeTableReadsBackAsItIsShown(t *testing.T) {
	t.Parallel()
	uploaded, err := tour.ParsePrizeTable([]byte(`{"name": " 2026 ", "rows": [
		{"from_players": 1, "to_players": 12, "qualifiers": 1, "shares": ["100.00"]},
		{"from_players": 13, "qualifiers": 2, "shares": ["62.5", "37.5"]}]}`))
	require.NoError(t, err)
	require.Equal(t, "2026", uploaded.Name)
	for _, table := range []tour.PrizeTable{uploaded, tour.DefaultPrizes()} {
		shown, err := json.Marshal(table)
		require.NoError(t, err)
		again, err := tour.ParsePrizeTable(shown)
		require.NoError(t, err)
		require.Equal(t, table, again)
	}
	require.True(t, tour.DefaultPrizes().Unofficial)
	require.Equal(t, "unofficial default", tour.DefaultPrizes().Name)
}

func FuzzParsePrizeTable(f *testing.F) {
	f.Add([]byte(`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1, "shares": ["60.00", "40"]}]}`))
	f.Add([]byte(`{"name": "x", "unofficial": true, "rows": []}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		table, err := tour.ParsePrizeTable(raw)
		if err != nil {
			require.NotEqual(t, fault.InternalError, fault.CodeOf(err))
			return
		}
		for players := 1; players <= 50; players++ {
			require.Positive(t, table.Qualifiers(players))
			require.NotEmpty(t, table.Payouts(players, usd(100_00)))
		}
	})
}
