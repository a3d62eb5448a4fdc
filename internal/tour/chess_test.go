package tour_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

func TestSettingsOfChess(t *testing.T) {
	t.Parallel()
	require.NoError(t, tour.DefaultRules(tour.NSCF).Validate(tour.NSCF))
	require.True(t, tour.DefaultRules(tour.NAST).Chess.IsZero())
	raw, err := json.Marshal(tour.DefaultRules(tour.NAST))
	require.NoError(t, err)
	require.NotContains(t, string(raw), "chess", "rules of another game are kept as they were")
	for pointer, change := range map[string]func(*tour.ChessRules){
		"/half_point_byes":       func(c *tour.ChessRules) { c.HalfPointByes = -1 },
		"/half_point_byes_until": func(c *tour.ChessRules) { c.HalfPointByesUntil = 10 },
		"/opposition_cumulative": func(c *tour.ChessRules) { c.OppositionCumulative = "fide" },
		"/tiebreak_order":        func(c *tour.ChessRules) { c.TiebreakOrder = []standings.Tiebreak{standings.Solkoff, standings.Solkoff} },
	} {
		rules := tour.DefaultRules(tour.NSCF)
		change(&rules.Chess)
		err := rules.Validate(tour.NSCF)
		var f *fault.Error
		require.ErrorAs(t, err, &f)
		require.Equal(t, pointer, f.Fields[0].Pointer)
	}
	rules := tour.DefaultRules(tour.NAST)
	rules.Chess.HalfPointByes = 1
	require.Error(t, rules.Validate(tour.NAST))
}

func TestTheLastRoundOfAByeIsTheOneBeforeTheLast(t *testing.T) {
	t.Parallel()
	require.Equal(t, 3, tour.ChessRules{}.LastByeRound(4))
	require.Equal(t, 2, tour.ChessRules{HalfPointByesUntil: 2}.LastByeRound(4))
	require.Equal(t, 4, tour.ChessRules{HalfPointByesUntil: 9}.LastByeRound(4))
}

func TestTrophiesPayNothingAndSeatNobody(t *testing.T) {
	t.Parallel()
	for _, players := range []int{0, 1, 14, 200} {
		require.Zero(t, tour.Trophies().Qualifiers(players))
		require.Empty(t, tour.Trophies().Payouts(players, usd(140_00)))
	}
	table, err := tour.ParsePrizeTable([]byte(`{"name": "medals", "rows": [{"from_players": 1, "qualifiers": 0, "shares": []}]}`))
	require.NoError(t, err)
	require.Zero(t, table.Qualifiers(14))
	_, err = tour.ParsePrizeTable([]byte(`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 0, "shares": ["100"]}]}`))
	require.Error(t, err)
	_, err = tour.ParsePrizeTable([]byte(`{"name": "x", "rows": [{"from_players": 1, "qualifiers": 1, "shares": []}]}`))
	require.Error(t, err)
}
