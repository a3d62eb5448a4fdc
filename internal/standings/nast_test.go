package standings_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/standings"
)

func game(round, first, second, firstScore, secondScore int) standings.Result {
	return standings.Result{
		Round: round, First: first, Second: second, Kind: standings.Game,
		FirstScore: firstScore, SecondScore: secondScore,
	}
}

// row finds the row of a seed.
func row(t *testing.T, rows []standings.Row, seed int) standings.Row {
	t.Helper()
	for _, r := range rows {
		if r.Seed == seed {
			return r
		}
	}
	require.Fail(t, "no such seed", "%d", seed)
	return standings.Row{}
}

func TestEachKindOfResultCountsAsR41ToR43Say(t *testing.T) {
	t.Parallel()
	type want struct{ half, wins, losses, draws, byes, games, spread int }
	tests := []struct {
		name          string
		result        standings.Result
		first, second want
	}{
		{
			"R4.1 a win and its loss", game(1, 1, 2, 402, 377),
			want{half: 2, wins: 1, games: 1, spread: 25},
			want{losses: 1, games: 1, spread: -25},
		},
		{
			"R4.1 the second player wins", game(1, 1, 2, 300, 500),
			want{losses: 1, games: 1, spread: -200},
			want{half: 2, wins: 1, games: 1, spread: 200},
		},
		{
			"R4.1 a draw is half each", game(1, 1, 2, 381, 381),
			want{half: 1, draws: 1, games: 1},
			want{half: 1, draws: 1, games: 1},
		},
		{
			"R4.1 negative scores", game(1, 1, 2, -40, -15),
			want{losses: 1, games: 1, spread: -25},
			want{half: 2, wins: 1, games: 1, spread: 25},
		},
		{
			"R4.2 a bye is a win of 50 and no game",
			standings.Result{Round: 1, First: 1, Kind: standings.Bye},
			want{half: 2, wins: 1, byes: 1, spread: 50},
			want{},
		},
		{
			"R4.2 the second player is absent",
			standings.Result{Round: 1, First: 1, Second: 2, Kind: standings.Forfeit, SecondForfeits: true},
			want{half: 2, wins: 1, spread: 50},
			want{losses: 1, spread: -50},
		},
		{
			"R4.2 the first player is absent",
			standings.Result{Round: 1, First: 1, Second: 2, Kind: standings.Forfeit, FirstForfeits: true},
			want{losses: 1, spread: -50},
			want{half: 2, wins: 1, spread: 50},
		},
		{
			"R4.2 both are absent",
			standings.Result{Round: 1, First: 1, Second: 2, Kind: standings.DoubleForfeit},
			want{losses: 1, spread: -50},
			want{losses: 1, spread: -50},
		},
		{
			"R4.7 a missed round",
			standings.Result{Round: 1, First: 1, Kind: standings.Forfeit, FirstForfeits: true},
			want{losses: 1, spread: -50},
			want{},
		},
		{
			"R4.3 a penalty comes off the own spread and changes no winner",
			standings.Result{
				Round: 1, First: 1, Second: 2, Kind: standings.Game,
				FirstScore: 400, SecondScore: 390, FirstPenalty: 30,
			},
			want{half: 2, wins: 1, games: 1, spread: -20},
			want{losses: 1, games: 1, spread: -10},
		},
		{
			"R4.3 a penalty of the second player",
			standings.Result{
				Round: 1, First: 1, Second: 2, Kind: standings.Game,
				FirstScore: 400, SecondScore: 400, SecondPenalty: 10,
			},
			want{half: 1, draws: 1, games: 1},
			want{half: 1, draws: 1, games: 1, spread: -10},
		},
		{
			"the half-point bye of chess counts for nothing here",
			standings.Result{Round: 1, First: 1, Kind: standings.HalfPointBye},
			want{},
			want{},
		},
		{
			"nor does the zero-point bye",
			standings.Result{Round: 1, First: 1, Kind: standings.ZeroPointBye},
			want{},
			want{},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows := standings.Nast([]int{1, 2}, []standings.Result{tt.result}, 1)
			for seed, w := range map[int]want{1: tt.first, 2: tt.second} {
				r := row(t, rows, seed)
				require.Equal(t, w, want{r.HalfPoints, r.Wins, r.Losses, r.Draws, r.Byes, r.Games, r.Spread}, "seed %d", seed)
				require.Equal(t, w.games > 0, r.HadGame, "seed %d", seed)
			}
		})
	}
}

func TestEqualPointsAndSpreadShareARankR44(t *testing.T) {
	t.Parallel()
	// Seeds 2 and 5 win by 40, 7 by 90 and 4 by 10; the losers mirror them.
	rows := standings.Nast([]int{1, 2, 3, 4, 5, 6, 7, 8}, []standings.Result{
		game(1, 2, 1, 440, 400), game(1, 3, 5, 360, 400), game(1, 4, 6, 410, 400), game(1, 8, 7, 310, 400),
	}, 1)
	type place struct {
		rank, seed int
		tied       bool
	}
	var got []place
	for _, r := range rows {
		got = append(got, place{r.Rank, r.Seed, r.Tied})
	}
	require.Equal(t, []place{
		{1, 7, false},
		{2, 2, true},
		{2, 5, true},
		{4, 4, false},
		{5, 6, false},
		{6, 1, true},
		{6, 3, true},
		{8, 8, false},
	}, got)
}

func TestPointsComeBeforeSpreadR44(t *testing.T) {
	t.Parallel()
	// Two draws are as good as a win and a loss: spread decides between them.
	rows := standings.Nast([]int{1, 2, 3, 4}, []standings.Result{
		game(1, 1, 2, 400, 400), game(1, 3, 4, 500, 300),
		game(2, 1, 2, 400, 400), game(2, 3, 4, 300, 310),
	}, 2)
	var seeds, half, spreads []int
	for _, r := range rows {
		seeds, half, spreads = append(seeds, r.Seed), append(half, r.HalfPoints), append(spreads, r.Spread)
	}
	require.Equal(t, []int{3, 1, 2, 4}, seeds)
	require.Equal(t, []int{2, 2, 2, 2}, half)
	require.Equal(t, []int{190, 0, 0, -190}, spreads)
}

func TestOnlyRoundsUpToTheOneAskedForCount(t *testing.T) {
	t.Parallel()
	results := []standings.Result{game(3, 1, 2, 400, 300), game(1, 1, 2, 400, 350), game(2, 2, 1, 400, 300)}
	spread := func(after int) int { return row(t, standings.Nast([]int{1, 2}, results, after), 1).Spread }
	require.Equal(t, 0, spread(0))
	require.Equal(t, 50, spread(1))
	require.Equal(t, -50, spread(2))
	require.Equal(t, 50, spread(3))
}

func TestPlayersWithoutResultsStandInOrderOfSeed(t *testing.T) {
	t.Parallel()
	require.Equal(t, []standings.Row{
		{Rank: 1, Tied: true, Seed: 2}, {Rank: 1, Tied: true, Seed: 4}, {Rank: 1, Tied: true, Seed: 9},
	}, standings.Nast([]int{9, 2, 4}, nil, 6))
	require.Empty(t, standings.Nast(nil, nil, 6))
}

func TestAResultOfAnUnlistedSeedCountsForTheOpponent(t *testing.T) {
	t.Parallel()
	rows := standings.Nast([]int{1}, []standings.Result{game(1, 7, 1, 300, 420)}, 1)
	require.Len(t, rows, 1)
	require.Equal(t, 120, rows[0].Spread)
}
