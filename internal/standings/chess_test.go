package standings_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/standings"
)

// chessRow finds the row of a seed.
func chessRow(t *testing.T, rows []standings.ChessRow, seed int) standings.ChessRow {
	t.Helper()
	for _, r := range rows {
		if r.Seed == seed {
			return r
		}
	}
	require.Fail(t, "no such seed", "%d", seed)
	return standings.ChessRow{}
}

func TestEachKindOfChessResultCountsAsC1Says(t *testing.T) {
	t.Parallel()
	type want struct{ half, wins, losses, draws, byes, halfByes, games, cumulative int }
	forfeit := func(first, second bool) standings.Result {
		return standings.Result{Round: 1, First: 1, Second: 2, Kind: standings.Forfeit, FirstForfeits: first, SecondForfeits: second}
	}
	alone := func(kind standings.Kind) standings.Result { return standings.Result{Round: 1, First: 1, Kind: kind} }
	tests := []struct {
		name          string
		result        standings.Result
		first, second want
	}{
		{"white wins", game(1, 1, 2, 2, 0), want{half: 2, wins: 1, games: 1, cumulative: 2}, want{losses: 1, games: 1}},
		{"black wins", game(1, 1, 2, 0, 2), want{losses: 1, games: 1}, want{half: 2, wins: 1, games: 1, cumulative: 2}},
		{
			"a draw", game(1, 1, 2, 1, 1),
			want{half: 1, draws: 1, games: 1, cumulative: 1},
			want{half: 1, draws: 1, games: 1, cumulative: 1},
		},
		{"a full-point bye is taken off Cumulative", alone(standings.Bye), want{half: 2, wins: 1, byes: 1}, want{}},
		{"so is a half-point bye", alone(standings.HalfPointBye), want{half: 1, halfByes: 1}, want{}},
		{"a zero-point bye is nothing", alone(standings.ZeroPointBye), want{}, want{}},
		{"a win by forfeit is taken off", forfeit(false, true), want{half: 2, wins: 1}, want{losses: 1}},
		{"white is absent", forfeit(true, false), want{losses: 1}, want{half: 2, wins: 1}},
		{
			"both are absent",
			standings.Result{Round: 1, First: 1, Second: 2, Kind: standings.DoubleForfeit},
			want{losses: 1},
			want{losses: 1},
		},
		{"a round that was missed", standings.Result{Round: 1, First: 1, Kind: standings.Forfeit, FirstForfeits: true}, want{losses: 1}, want{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows := standings.Chess([]int{1, 2}, []standings.Result{tt.result}, 1, standings.ChessOptions{})
			for seed, w := range map[int]want{1: tt.first, 2: tt.second} {
				r := chessRow(t, rows, seed)
				got := want{r.HalfPoints, r.Wins, r.Losses, r.Draws, r.Byes, r.HalfPointByes, r.Games, r.Cumulative}
				require.Equal(t, w, got, "seed %d", seed)
				require.Equal(t, w.games > 0, r.HadGame, "seed %d", seed)
			}
		})
	}
}

// Player 1 wins both games, against 2 (later a full-point bye) and 3 (whose other round has no
// result): C1.9 shows what each figure was made from.
func TestTheSheetShowsWhatATiebreakWasMadeFromC19(t *testing.T) {
	t.Parallel()
	rows := standings.Chess([]int{1, 2, 3}, []standings.Result{
		game(1, 1, 2, 2, 0), {Round: 2, First: 2, Kind: standings.Bye}, game(2, 3, 1, 0, 2),
	}, 2, standings.ChessOptions{})
	// Adjusted: 2 has 0 and a half for the bye, 3 has 0 and a half for the round he missed.
	require.Equal(t, []standings.ChessRound{
		{Round: 1, Opponent: 2, HalfPoints: 2, Adjusted: 1, Dropped: true, Total: 2, OpponentCumulative: 0},
		{Round: 2, Opponent: 3, HalfPoints: 2, Adjusted: 1, Total: 4, OpponentCumulative: 0},
	}, chessRow(t, rows, 1).Rounds)
	// Player 2 has exactly half: the lowest, his own bye, and the highest are dropped.
	two := chessRow(t, rows, 2)
	require.Equal(t, []standings.ChessRound{
		{Round: 1, Opponent: 1, Adjusted: 4, Dropped: true, OpponentCumulative: 6},
		{Round: 2, HalfPoints: 2, Dropped: true, Total: 2, Less: 2},
	}, two.Rounds)
	require.Equal(t, []int{0, 4, 0, 6}, []int{two.ModifiedMedian, two.Solkoff, two.Cumulative, two.CumulativeOfOpposition})
	require.Equal(t, []int{1, 4, 6, 0}, []int{rows[0].ModifiedMedian, rows[0].HalfPoints, rows[0].Cumulative, rows[0].CumulativeOfOpposition})
}

func TestHalfIsOfTheRoundsCompletedC18(t *testing.T) {
	t.Parallel()
	results := []standings.Result{
		game(1, 1, 2, 2, 0), game(1, 3, 4, 2, 0),
		game(2, 1, 3, 0, 2), game(2, 2, 4, 2, 0),
	}
	dropped := func(after int) []bool {
		var list []bool
		for _, round := range chessRow(t, standings.Chess([]int{1, 2, 3, 4}, results, after, standings.ChessOptions{}), 1).Rounds {
			list = append(list, round.Dropped)
		}
		return list
	}
	require.Empty(t, dropped(0))
	require.Equal(t, []bool{true}, dropped(1), "all of 1 point: the lowest")
	require.Equal(t, []bool{true, true}, dropped(2), "1 of 2: one of each")
	// Player 2 has 1 and a half for the round without results, player 3 2 and a half.
	require.Equal(t, []bool{false, true, false}, dropped(3), "1 of 3: the highest")
}

// Player 1 wins all nine games, the others lose one to him and miss the rest; the two lowest are
// dropped of equal entries.
func TestTwoEntriesAreDroppedFromNineRoundsOnC14(t *testing.T) {
	t.Parallel()
	for rounds, want := range map[int]int{8: 1, 9: 2} {
		seeds, results := []int{1}, []standings.Result(nil)
		for round := 1; round <= rounds; round++ {
			seeds = append(seeds, round+1)
			results = append(results, game(round, 1, round+1, 2, 0))
		}
		rows := standings.Chess(seeds, results, rounds, standings.ChessOptions{})
		first := rows[0]
		require.Equal(t, 1, first.Seed)
		require.Equal(t, rounds*(rounds-1), first.Solkoff, "half a point for each round that each of them missed")
		require.Equal(t, (rounds-want)*(rounds-1), first.ModifiedMedian)
		second := chessRow(t, rows, 2)
		require.Equal(t, 2*rounds, second.Solkoff)
		require.Zero(t, second.ModifiedMedian, "the highest is dropped")
	}
}

func TestASettingReordersTheTiebreaksC1(t *testing.T) {
	t.Parallel()
	golden := readGolden(t, "nscf_table.json")
	seeds, results := golden.section(t)
	slices.Reverse(seeds)
	order := func(by ...standings.Tiebreak) (players, ranks []int) {
		for _, w := range standings.Chess(seeds, results, 4, standings.ChessOptions{Order: by}) {
			players, ranks = append(players, w.Seed), append(ranks, w.Rank)
		}
		return players, ranks
	}
	// Cumulative of the players of 3 points is 6, 9, 7.5; of those of 2 points 4, 5.5; of 1 point 2, 0.
	got, ranks := order(standings.Cumulative)
	require.Equal(t, []int{2, 3, 1, 5, 4, 6, 7, 8}, got)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8}, ranks)
	// By Solkoff alone 1 and 2 have 8.5 both: the same place, in order of their numbers (C1.7).
	got, ranks = order(standings.Solkoff)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8}, got)
	require.Equal(t, []int{1, 1, 3, 4, 5, 6, 7, 8}, ranks)
	require.Equal(t, []standings.Tiebreak{
		standings.ModifiedMedian, standings.Solkoff, standings.Cumulative, standings.CumulativeOfOpposition,
	}, standings.Tiebreaks())
	require.Zero(t, standings.ChessRow{Solkoff: 3}.Tiebreak("buchholz"))
}

func TestAnOpponentWhoIsNotOfTheFieldCountsAsOneC11(t *testing.T) {
	t.Parallel()
	rows := standings.Chess([]int{1}, []standings.Result{game(1, 7, 1, 0, 2), game(2, 7, 8, 2, 0)}, 2, standings.ChessOptions{})
	require.Len(t, rows, 1)
	require.Equal(t, []int{2, 2, 2}, []int{rows[0].HalfPoints, rows[0].Solkoff, rows[0].CumulativeOfOpposition})
	require.Empty(t, standings.Chess(nil, nil, -1, standings.ChessOptions{}))
}
