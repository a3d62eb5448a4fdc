package tour_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

func TestRowsOfTheDefaultTableFollowR52(t *testing.T) {
	t.Parallel()
	rows := tour.DefaultPrizes().RowsFor(4, 200)
	rowOf := func(players int) tour.PrizeRow {
		for _, row := range rows {
			if row.FromPlayers <= players && players <= row.ToPlayers {
				return row
			}
		}
		t.Fatalf("no row for %d players", players)
		return tour.PrizeRow{}
	}
	// One for every 7, to the nearest; paid: one for every 6 or part of 6.
	for _, want := range []struct{ players, qualifiers, places int }{
		{4, 1, 1}, {6, 1, 1}, {7, 1, 2}, {9, 1, 2}, {12, 2, 2}, {13, 2, 3}, {15, 2, 3}, {22, 3, 4}, {24, 3, 4}, {26, 4, 5}, {200, 29, 34},
	} {
		row := rowOf(want.players)
		require.Equal(t, want.qualifiers, row.Qualifiers, "%d players", want.players)
		require.Len(t, row.Shares, want.places, "%d players", want.players)
	}
	require.Equal(t, []money.Percent{5000, 3000, 2000}, rowOf(15).Shares)
	require.Equal(t, []money.Percent{6250, 3750}, rowOf(9).Shares, "weights 1 and 0.6")
	next := 4
	for _, row := range rows {
		require.Equal(t, next, row.FromPlayers, "the rows follow one another")
		next = row.ToPlayers + 1
		var sum money.Percent
		for _, share := range row.Shares {
			sum += share
		}
		require.Equal(t, money.Whole, sum)
	}
	require.Equal(t, 201, next)
}
