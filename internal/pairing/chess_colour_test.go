package pairing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
)

// Two players of the last round, the first with the higher rating; "-" is a round that was
// not played.
func TestChessColoursC26(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		higher, lower string
		white         int // the number of who gets white
		third         int // the number of who has a colour a third time in a row
	}{
		{"each is due the other colour", "WB", "BW", 1, 0},
		{"each is due the other colour, the lower white", "BW", "WB", 2, 0},
		{"equalise before alternate: one game with black wants white", "-B", "BW", 1, 0},
		{"who has not played takes what is left", "--", "BW", 1, 0},
		{"who has not played takes what is left, as the higher", "--", "WB", 2, 0},
		{"neither has played: the toss", "--", "--", 1, 0},
		{"unequal before equal", "WB", "-B", 2, 0},
		{"unequal before equal, as the higher", "-B", "WB", 1, 0},
		{"the larger imbalance", "-W", "WW", 1, 0},
		{"the larger imbalance, as the higher", "WW", "-W", 2, 0},
		{"the latest round where they differ", "WBBW", "BWBW", 1, 0},
		{"the latest round where they differ, as the higher", "BWBW", "WBBW", 2, 0},
		{"an unplayed round does not differ", "W-", "W-", 2, 0},
		{"no difference: the higher rank gets what is due", "WB", "WB", 1, 0},
		{"no difference: the higher rank gets what is due, black", "BW", "BW", 2, 0},
		{"both twice the same: the higher is spared", "WBB", "WBB", 1, 2},
		{
			// The higher is due black, as white was one more; but black twice in a row
			// would become three times, and white is the lower's second only.
			"not a third time in a row, even to equalise", "WWBWWBB", "BWBWBWB", 1, 0,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := colourSection(max(3, len(tt.higher)+1), veteran{1500, tt.higher}, veteran{1400, tt.lower})
			round, err := pairing.ChessSwiss(s.input())
			require.NoError(t, err)
			require.Len(t, round.Pairs, 1)
			require.Equal(t, tt.white, round.Pairs[0].First)
			require.Equal(t, tt.third, round.Pairs[0].Reason.ThirdInRow)
		})
	}
}

// The toss gives the first board, and the colours alternate down the boards (C2.1).
func TestChessFirstRoundC21(t *testing.T) {
	t.Parallel()
	ratings := []int{0, 1700, 1600, 0, 1500, 1400, 1300, 1200, 1100}
	order := []int{2, 3, 5, 6, 7, 8, 9, 1, 4} // by rating, the unrated in order of entry
	for _, toss := range []pairing.Colour{pairing.White, pairing.Black} {
		s := newChessSection(4, ratings...)
		s.toss = toss
		round, err := pairing.ChessSwiss(s.input())
		require.NoError(t, err)
		require.Equal(t, 9, round.Bye.First, "the lowest-rated rated player")
		want := [][2]int{{order[0], order[4]}, {order[1], order[5]}, {order[2], 1}, {order[3], 4}}
		for i, p := range want {
			if (i%2 == 1) == (toss == pairing.White) {
				want[i] = [2]int{p[1], p[0]}
			}
		}
		require.Equal(t, want, chessTable(round))
	}
}

func TestChessSwitchesInLargerGroupsC27(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		veterans []veteran
		want     [][2]int
		sizes    []int
	}{
		{
			// Both twos in the group's middle are as they should be.
			"over a board that is as it should be",
			[]veteran{
				{2000, "WB"},
				{1990, "WB"},
				{1960, "BW"},
				{1800, "WB"},
				{1700, "BW"},
				{1600, "BW"},
			},
			[][2]int{{2000, 1600}, {1990, 1700}, {1960, 1800}},
			[]int{40, 0, 40},
		},
		{
			// 2000 and 1930 are 70 apart, 1990 and 1930 60; with 1880 nobody is within 80.
			"of two that exclude each other the smaller",
			[]veteran{
				{2000, "WB"},
				{1990, "WB"},
				{1930, "BW"},
				{1880, "BW"},
				{1700, "WB"},
				{1550, "WB"},
				{1400, "BW"},
				{1200, "BW"},
			},
			[][2]int{{2000, 1700}, {1990, 1400}, {1930, 1550}, {1880, 1200}},
			[]int{0, 60, 60, 0},
		},
		{
			// The smallest switch of all, 1990 with 1930, would leave 2000 without one.
			"as many boards as can be before the smallest switch",
			[]veteran{
				{2000, "WB"},
				{1990, "WB"},
				{1930, "BW"},
				{1915, "BW"},
				{1700, "WB"},
				{1550, "WB"},
				{1400, "BW"},
				{1200, "BW"},
			},
			[][2]int{{2000, 1400}, {1990, 1200}, {1930, 1700}, {1915, 1550}},
			[]int{70, 75, 70, 75},
		},
		{
			"up to 200 points to equalise",
			[]veteran{{2300, "WBW"}, {2100, "BWB"}, {1700, "WBW"}, {1400, "BWB"}},
			[][2]int{{2300, 1400}, {2100, 1700}},
			[]int{200, 200},
		},
		{
			"201 are too many",
			[]veteran{{2300, "WBW"}, {2099, "BWB"}, {1700, "WBW"}, {1400, "BWB"}},
			[][2]int{{2300, 1700}, {2099, 1400}},
			[]int{0, 0},
		},
		{
			"up to 80 to alternate",
			[]veteran{{1880, "WB"}, {1800, "BW"}, {1500, "WB"}, {1400, "BW"}},
			[][2]int{{1880, 1400}, {1800, 1500}},
			[]int{80, 80},
		},
		{
			"81 are too many",
			[]veteran{{1881, "WB"}, {1800, "BW"}, {1500, "WB"}, {1400, "BW"}},
			[][2]int{{1881, 1500}, {1800, 1400}},
			[]int{0, 0},
		},
		{
			"a large interchange is not made to alternate",
			[]veteran{{2000, "WB"}, {1800, "BW"}, {1700, "WB"}, {1400, "BW"}},
			[][2]int{{2000, 1700}, {1800, 1400}},
			[]int{0, 0},
		},
		{
			"an interchange within 80 is",
			[]veteran{{2000, "WB"}, {1800, "BW"}, {1720, "WB"}, {1400, "BW"}},
			[][2]int{{2000, 1800}, {1720, 1400}},
			[]int{80, 80},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := colourSection(max(3, len(tt.veterans[0].colours)+1), tt.veterans...)
			require.Equal(t, tt.want, ratingPairs(t, s))
			round, err := pairing.ChessSwiss(s.input())
			require.NoError(t, err)
			for i, p := range round.Pairs {
				require.Equal(t, tt.sizes[i], p.Reason.SwitchPoints)
			}
		})
	}
}
