package pairing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
)

// byHand is a section of ten in round 2 of 4, too many for the rounds to come to matter.
// Ratings fall from 1900 by 100 a number; scores are given, and nobody has had a colour.
func byHand(halfPoints ...int) *chessSection {
	s := newChessSection(4)
	for i, half := range halfPoints {
		s.players = append(s.players, pairing.ChessPlayer{
			Number: i + 1, Rating: 1900 - 100*i, HalfPoints: half,
			History: []pairing.ChessCell{{Kind: pairing.ChessZeroBye}},
		})
	}
	return s
}

// meet lets two have met in round 1.
func (s *chessSection) meet(white, black int) {
	s.player(white).History[0] = pairing.ChessCell{Kind: pairing.ChessGame, Opponent: black, Colour: pairing.White}
	s.player(black).History[0] = pairing.ChessCell{Kind: pairing.ChessGame, Opponent: white, Colour: pairing.Black}
}

func TestChessDropsByHandC24(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(s *chessSection)
		want   [][2]int
	}{
		{
			"the lowest of the odd group against the highest of the next", nil,
			[][2]int{{1, 2}, {3, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
		{
			"whom he has not met", func(s *chessSection) { s.meet(3, 4) },
			[][2]int{{1, 2}, {3, 5}, {4, 8}, {6, 9}, {7, 10}},
		},
		{
			"an unrated player only after the rated", func(s *chessSection) { s.player(3).Rating = 0 },
			[][2]int{{1, 3}, {2, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
		{
			"the next lowest where the others could not be paired", func(s *chessSection) { s.meet(1, 2) },
			[][2]int{{1, 3}, {2, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
		{
			"nobody drops two groups if another choice avoids it", func(s *chessSection) {
				// 3 has met the only one of the next group.
				s.player(4).HalfPoints = 1
				s.meet(3, 4)
			},
			[][2]int{{1, 3}, {2, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
		{
			"two groups where no choice avoids it", func(s *chessSection) {
				// 1 is alone on top and has met 2, alone below him.
				s.player(2).HalfPoints, s.player(3).HalfPoints = 1, 0
				s.meet(1, 2)
			},
			[][2]int{{1, 3}, {2, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
		{
			"team-mates stay apart by another drop", func(s *chessSection) {
				s.player(1).Team, s.player(2).Team = "North", "North"
			},
			[][2]int{{1, 3}, {2, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
		{
			"team-mates meet where their group has no other way", func(s *chessSection) {
				for n := 1; n <= 3; n++ {
					s.player(n).Team = "North"
				}
			},
			[][2]int{{1, 2}, {3, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
		{
			"team-mates at plus two do not avoid each other", func(s *chessSection) {
				s.player(1).Team, s.player(2).Team = "North", "North"
				for i := range s.players { // round 3, and two wins on top
					s.players[i].History = append(s.players[i].History, pairing.ChessCell{Kind: pairing.ChessZeroBye})
					s.players[i].HalfPoints *= 2
				}
			},
			[][2]int{{1, 2}, {3, 4}, {5, 8}, {6, 9}, {7, 10}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := byHand(2, 2, 2, 0, 0, 0, 0, 0, 0, 0)
			if tt.change != nil {
				tt.change(s)
			}
			require.Equal(t, tt.want, pairing.NaturalPairs(s.input(), true))
		})
	}
}

func TestChessByesByHandC23(t *testing.T) {
	t.Parallel()
	const half, full, won = pairing.ChessHalfBye, pairing.ChessFullBye, pairing.ChessForfeitWon
	had := func(kinds map[int]pairing.ChessKind) func(s *chessSection) {
		return func(s *chessSection) {
			for n, kind := range kinds {
				s.player(n).History[0].Kind = kind
			}
		}
	}
	tests := []struct {
		name   string
		change func(s *chessSection)
		want   int
	}{
		{"the lowest-rated of the lowest score group", nil, 9},
		{"not who has had one", had(map[int]pairing.ChessKind{9: full}), 8},
		{"nor a win by forfeit", had(map[int]pairing.ChessKind{9: full, 8: won}), 7},
		{"not after a half-point bye", had(map[int]pairing.ChessKind{9: half}), 8},
		{
			"nor before a booked one",
			func(s *chessSection) { s.player(9).Booked = []pairing.ChessBye{{Round: 4, Kind: half}} },
			8,
		},
		{
			"but before the next group when all others of his have had a bye",
			had(map[int]pairing.ChessKind{9: half, 8: full, 7: full, 6: won}),
			9,
		},
		{
			"the next group when the others of the lowest have had one and he two",
			had(map[int]pairing.ChessKind{9: full, 8: full, 7: full, 6: won}),
			5,
		},
		{"an unrated player last", func(s *chessSection) { s.player(9).Rating = 0 }, 8},
		{"but before the next group", func(s *chessSection) {
			had(map[int]pairing.ChessKind{8: full, 7: full, 6: full})(s)
			s.player(9).Rating = 0
		}, 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := byHand(2, 2, 2, 2, 2, 0, 0, 0, 0)
			if tt.change != nil {
				tt.change(s)
			}
			round, err := pairing.ChessSwiss(s.input())
			require.NoError(t, err)
			require.Equal(t, tt.want, round.Bye.First)
			require.Zero(t, round.Bye.Second)
		})
	}
}

func TestChessByeOfRoundOneC23(t *testing.T) {
	t.Parallel()
	s := newChessSection(4, 1500, 1400, 1300, 1200, 1100, 0, 0)
	s.player(5).Late = true
	round, err := pairing.ChessSwiss(s.input())
	require.NoError(t, err)
	require.Equal(t, 4, round.Bye.First, "neither an unrated player nor a late entrant")

	s = newChessSection(4, 0, 0, 0)
	round, err = pairing.ChessSwiss(s.input())
	require.NoError(t, err)
	require.Equal(t, 3, round.Bye.First, "somebody has to have it")
}

func TestChessSaysWhyC210(t *testing.T) {
	t.Parallel()
	why := func(s *chessSection) []string {
		round, err := pairing.ChessSwiss(s.input())
		require.NoError(t, err)
		var out []string
		for _, p := range round.Pairs {
			out = append(out, p.Why)
		}
		if round.Bye != nil {
			out = append(out, round.Bye.Why)
		}
		return out
	}
	s := byHand(2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0)
	s.meet(5, 8)
	s.player(6).Team, s.player(10).Team = "North", "North"
	require.Equal(t, []string{
		"Swiss, round 2: in the score group of 1 point the halves meet in order, number 1 with number 2.",
		"Swiss, round 2: number 3 comes down from 1 point to meet number 4 in the score group of 0 points.",
		"Swiss, round 2: in the score group of 0 points number 5 meets number 9, not number 8, as in order: they have met.",
		"Swiss, round 2: in the score group of 0 points number 6 meets number 8, because number 8 would meet number 5 in order: they have met.",
		"Swiss, round 2: in the score group of 0 points the halves meet in order, number 7 with number 10.",
		"Swiss, round 2: the pool is odd, and number 11, with 0 points, has the full-point bye: the lowest-rated of the lowest score group who can have it.",
	}, why(s))

	s = colourSection(3, veteran{2000, "WB"}, veteran{1980, "BW"}, veteran{1800, "WB"}, veteran{0, "BW"})
	require.Equal(t, []string{
		"Swiss, round 3: in the score group of 0 points number 1 meets number 4, not number 3: switched for colours (transposition, free with an unrated player).",
		"Swiss, round 3: in the score group of 0 points number 2 meets number 3, not number 4: switched for colours (transposition, free with an unrated player).",
	}, why(s))

	s = colourSection(3, veteran{2000, "WW"}, veteran{1980, "WW"})
	require.Equal(t, []string{
		"Swiss, round 3: in the score group of 0 points the halves meet in order, number 1 with number 2." +
			" Number 2 has white a third time in a row: nothing else serves.",
	}, why(s))

	s = newChessSection(3, 1500, 1400)
	s.play([]chessGame{{1, 2, 1}}, nil)
	require.Equal(t, []string{
		"Swiss, round 2: in the score group of 0.5 points the halves meet in order, number 1 with number 2." +
			" They have met before: there is no pairing without a rematch, and this one has the fewest.",
	}, why(s)[:1])
}

func TestChessRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		change   func(in *pairing.ChessInput)
		code     fault.Code
		sentence string
	}{
		{"one player in the pool", func(in *pairing.ChessInput) {
			in.Players[0].Booked = []pairing.ChessBye{{Round: 2, Kind: pairing.ChessHalfBye}}
			in.Players[1].Withdrawn = true
			in.Players[2].Withdrawn = true
		}, fault.TooFewPlayers, "There is 1 player to pair in round 2; at least 2 are needed."},
		{"nobody", func(in *pairing.ChessInput) { in.Players = nil }, fault.TooFewPlayers, "There are 0 players"},
		{"two rounds", func(in *pairing.ChessInput) { in.Rounds = 2 }, fault.InvalidRequest, "3 to 9 rounds, not 2"},
		{"ten rounds", func(in *pairing.ChessInput) { in.Rounds = 10 }, fault.InvalidRequest, "3 to 9 rounds, not 10"},
		{"a round after the last", func(in *pairing.ChessInput) { in.Round = 5 }, fault.InvalidRequest, "no round 5"},
		{"no toss", func(in *pairing.ChessInput) { in.Toss = "" }, fault.InvalidRequest, "white or black"},
		{"a number twice", func(in *pairing.ChessInput) { in.Players[1].Number = 1 }, fault.InvalidRequest, "the number 1"},
		{"a number of 0", func(in *pairing.ChessInput) { in.Players[3].Number = 0 }, fault.InvalidRequest, "begin with 1"},
		{"a negative rating", func(in *pairing.ChessInput) { in.Players[1].Rating = -1 }, fault.InvalidRequest, "below 0"},
		{"too many points", func(in *pairing.ChessInput) { in.Players[1].HalfPoints = 3 }, fault.InvalidRequest, "cannot have 1.5 points before round 2"},
		{"a round missing", func(in *pairing.ChessInput) { in.Players[2].History = nil }, fault.InvalidRequest, "0 rounds behind him"},
		{"a colour for a bye", func(in *pairing.ChessInput) {
			in.Players[3].History[0].Colour = pairing.White
		}, fault.InvalidRequest, "byes and forfeits have none"},
		{"a game without a colour", func(in *pairing.ChessInput) {
			in.Players[0].History[0].Colour = pairing.NoColour
		}, fault.InvalidRequest, "no colour in the game of round 1"},
		{"an opponent who is not there", func(in *pairing.ChessInput) {
			in.Players[0].History[0].Opponent = 9
		}, fault.InvalidRequest, "not in the section"},
		{"himself", func(in *pairing.ChessInput) { in.Players[0].History[0].Opponent = 1 }, fault.InvalidRequest, "not in the section"},
		{"an opponent who has it otherwise", func(in *pairing.ChessInput) {
			in.Players[0].History[0].Opponent = 3
		}, fault.InvalidRequest, "who has it otherwise"},
		{"both with white", func(in *pairing.ChessInput) {
			in.Players[1].History[0].Colour = pairing.White
		}, fault.InvalidRequest, "who has it otherwise"},
		{"an unknown kind", func(in *pairing.ChessInput) { in.Players[3].History[0].Kind = "nap" }, fault.InvalidRequest, `unknown kind "nap"`},
		{"two byes for one round", func(in *pairing.ChessInput) {
			bye := pairing.ChessBye{Round: 3, Kind: pairing.ChessHalfBye}
			in.Players[0].Booked = []pairing.ChessBye{bye, bye}
		}, fault.InvalidRequest, "two byes of round 3"},
		{"a bye after the last round", func(in *pairing.ChessInput) {
			in.Players[0].Booked = []pairing.ChessBye{{Round: 5, Kind: pairing.ChessHalfBye}}
		}, fault.InvalidRequest, "the event has 4 rounds"},
		{"a full-point bye booked", func(in *pairing.ChessInput) {
			in.Players[0].Booked = []pairing.ChessBye{{Round: 3, Kind: pairing.ChessFullBye}}
		}, fault.InvalidRequest, "worth half a point or none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newChessSection(4, 1500, 1400, 1300, 1200)
			s.play([]chessGame{{1, 2, 2}}, nil)
			in := s.input()
			tt.change(&in)
			_, err := pairing.ChessSwiss(in)
			require.Equal(t, tt.code, fault.CodeOf(err))
			require.ErrorContains(t, err, tt.sentence)
		})
	}
}

func TestChessWarnsOfMoreRoundsThanPlayers(t *testing.T) {
	t.Parallel()
	for players, want := range map[int][]string{
		5: nil, // five rounds, each with a bye
		4: {"There are 5 rounds and 4 players: after 3 rounds everybody has met everybody, and rematches cannot be avoided."},
		2: {"There are 5 rounds and 2 players: after 1 round everybody has met everybody, and rematches cannot be avoided."},
	} {
		s := newChessSection(5)
		for n := 1; n <= players; n++ {
			s.players = append(s.players, pairing.ChessPlayer{Number: n, Rating: 1000 - n})
		}
		round, err := pairing.ChessSwiss(s.input())
		require.NoError(t, err)
		require.Equal(t, want, round.Warnings)
	}
}
