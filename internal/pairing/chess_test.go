package pairing_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
)

// chessSection is a section in the making: players by number, from 1, as they are before
// the next round.
type chessSection struct {
	players []pairing.ChessPlayer
	rounds  int
	toss    pairing.Colour
}

func newChessSection(rounds int, ratings ...int) *chessSection {
	s := &chessSection{rounds: rounds, toss: pairing.White}
	for i, rating := range ratings {
		s.players = append(s.players, pairing.ChessPlayer{Number: i + 1, Rating: rating})
	}
	return s
}

func (s *chessSection) player(number int) *pairing.ChessPlayer { return &s.players[number-1] }

// round is the number of the next round.
func (s *chessSection) round() int { return len(s.players[0].History) + 1 }

func (s *chessSection) input() pairing.ChessInput {
	return pairing.ChessInput{Players: s.players, Round: s.round(), Rounds: s.rounds, Toss: s.toss}
}

// chessGame is a game of a round: white, black, and the half points of white.
type chessGame struct{ white, black, half int }

// play adds a round: the games, and for everybody else what cells says, or an absence.
func (s *chessSection) play(games []chessGame, cells map[int]pairing.ChessKind) {
	next := make(map[int]pairing.ChessCell)
	for _, g := range games {
		next[g.white] = pairing.ChessCell{Kind: pairing.ChessGame, Opponent: g.black, Colour: pairing.White}
		next[g.black] = pairing.ChessCell{Kind: pairing.ChessGame, Opponent: g.white, Colour: pairing.Black}
		s.player(g.white).HalfPoints += g.half
		s.player(g.black).HalfPoints += 2 - g.half
	}
	for i := range s.players {
		p := &s.players[i]
		cell, ok := next[p.Number]
		if !ok {
			cell = pairing.ChessCell{Kind: pairing.ChessZeroBye}
			if kind, said := cells[p.Number]; said {
				cell.Kind = kind
			}
			switch cell.Kind {
			case pairing.ChessFullBye, pairing.ChessForfeitWon:
				p.HalfPoints += 2
			case pairing.ChessHalfBye:
				p.HalfPoints++
			}
		}
		p.History = append(p.History, cell)
	}
}

// pairs pairs the next round and gives who meets whom, white first.
func (s *chessSection) pairs(t require.TestingT) [][2]int {
	round, err := pairing.ChessSwiss(s.input())
	require.NoError(t, err)
	return chessTable(round)
}

func chessTable(round pairing.ChessRound) [][2]int {
	out := make([][2]int, 0, len(round.Pairs))
	for _, p := range round.Pairs {
		out = append(out, [2]int{p.First, p.Second})
	}
	return out
}

// sectionB is the published section of 14 players, its rounds as they were played.
func sectionB(t *testing.T) (s *chessSection, rounds [][]chessGame) {
	t.Helper()
	raw, err := os.ReadFile("testdata/uschess_section_b.json")
	require.NoError(t, err)
	var file struct {
		Players []struct {
			Rating  int
			Team    string
			Cells   []string
			Colours []pairing.Colour
		}
	}
	require.NoError(t, json.Unmarshal(raw, &file))
	s = newChessSection(4)
	s.toss = pairing.Black
	rounds = make([][]chessGame, 4)
	half := map[byte]int{'W': 2, 'D': 1, 'L': 0}
	for i, p := range file.Players {
		s.players = append(s.players, pairing.ChessPlayer{Number: i + 1, Rating: p.Rating, Team: p.Team})
		for r, cell := range p.Cells {
			opponent, err := strconv.Atoi(cell[1:])
			require.NoError(t, err)
			if p.Colours[r] == pairing.White {
				rounds[r] = append(rounds[r], chessGame{i + 1, opponent, half[cell[0]]})
			}
		}
	}
	return s, rounds
}

func TestChessReplayOfSectionBC2(t *testing.T) {
	t.Parallel()
	s, rounds := sectionB(t)
	switched := map[[2]int]bool{}
	for r, games := range rounds {
		round, err := pairing.ChessSwiss(s.input())
		require.NoError(t, err)
		require.Nil(t, round.Bye)
		require.Zero(t, round.Rematches)
		require.Empty(t, round.Warnings)
		var want [][2]int
		for _, g := range games {
			want = append(want, [2]int{g.white, g.black})
		}
		require.ElementsMatch(t, want, chessTable(round), "round %d", r+1)
		for _, p := range round.Pairs {
			if p.Reason.Switch == "" {
				require.Zero(t, p.Reason.Displaced)
				continue
			}
			require.Equal(t, 1, r, "only round 2 has a switch")
			require.Equal(t, pairing.Transposition, p.Reason.Switch)
			switched[ordered([2]int{p.First, p.Second})] = true
		}
		s.play(games, nil)
	}
	require.Equal(t, map[[2]int]bool{{3, 12}: true, {6, 11}: true}, switched)
}

// veteran is a player of a colour example: his rating, his colours so far.
type veteran struct {
	rating  int
	colours string
}

// colourSection makes a round of players who have played against others, since withdrawn,
// and have all the same score. W and B are games; anything else is a round not played.
func colourSection(rounds int, veterans ...veteran) *chessSection {
	s := newChessSection(rounds)
	for i, v := range veterans {
		s.players = append(s.players, pairing.ChessPlayer{Number: i + 1, Rating: v.rating})
	}
	for round := range veterans[0].colours {
		var games []chessGame
		for i, v := range veterans {
			if v.colours[round] != 'W' && v.colours[round] != 'B' {
				continue
			}
			ghost := pairing.ChessPlayer{Number: len(s.players) + 1, Rating: 100, Withdrawn: true}
			for range round {
				ghost.History = append(ghost.History, pairing.ChessCell{Kind: pairing.ChessZeroBye})
			}
			s.players = append(s.players, ghost)
			if v.colours[round] == 'W' {
				games = append(games, chessGame{i + 1, ghost.Number, 0})
			} else {
				games = append(games, chessGame{ghost.Number, i + 1, 2})
			}
		}
		s.play(games, nil)
	}
	return s
}

// ratingPairs pairs and names the players by their ratings, the higher board first and in
// each pair the higher rating.
func ratingPairs(t require.TestingT, s *chessSection) [][2]int {
	var out [][2]int
	for _, p := range s.pairs(t) {
		a, b := s.player(p[0]).Rating, s.player(p[1]).Rating
		out = append(out, [2]int{max(a, b), min(a, b)})
	}
	return out
}

func TestChessWorkedColourSwitchesC27(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		veterans []veteran
		want     [][2]int
		kind     pairing.ColourSwitch
		size     int
	}{
		{
			"a transposition costs the smaller difference",
			[]veteran{{2000, "WB"}, {1980, "BW"}, {1800, "WB"}, {1500, "BW"}},
			[][2]int{{2000, 1500}, {1980, 1800}},
			pairing.Transposition, 20,
		},
		{
			"a transposition within 80 before a smaller interchange",
			[]veteran{{2050, "WBW"}, {1870, "BWB"}, {1850, "WBW"}, {1780, "BWB"}},
			[][2]int{{2050, 1780}, {1870, 1850}},
			pairing.Transposition, 70,
		},
		{
			"beyond 80 the smaller switch",
			[]veteran{{2050, "WBW"}, {1870, "BWB"}, {1850, "WBW"}, {1750, "BWB"}},
			[][2]int{{2050, 1870}, {1850, 1750}},
			pairing.Interchange, 20,
		},
		{
			"round 2: an interchange",
			[]veteran{{2279, "B"}, {2062, "W"}, {2003, "B"}, {1846, "W"}},
			[][2]int{{2279, 2062}, {2003, 1846}},
			pairing.Interchange, 59,
		},
		{
			"round 2: an interchange again",
			[]veteran{{2400, "W"}, {2250, "B"}, {2210, "W"}, {2013, "B"}},
			[][2]int{{2400, 2250}, {2210, 2013}},
			pairing.Interchange, 40,
		},
		{
			"100 points are too many to alternate",
			[]veteran{{1900, "WB"}, {1800, "BW"}, {1500, "WB"}, {1400, "BW"}},
			[][2]int{{1900, 1500}, {1800, 1400}},
			"", 0,
		},
		{
			"switches with an unrated player are free",
			[]veteran{{1900, "WB"}, {1800, "BW"}, {1500, "WB"}, {0, "BW"}},
			[][2]int{{1900, 0}, {1800, 1500}},
			pairing.Transposition, 0,
		},
		{
			"more than 200 points are too many to equalise",
			[]veteran{{2300, "WBW"}, {2000, "BWB"}, {1700, "WBW"}, {1400, "BWB"}},
			[][2]int{{2300, 1700}, {2000, 1400}},
			"", 0,
		},
		{
			"but not for a third time in a row",
			[]veteran{{2300, "BWW"}, {2000, "WBB"}, {1700, "BWW"}, {1400, "WBB"}},
			[][2]int{{2300, 1400}, {2000, 1700}},
			pairing.Transposition, 300,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := colourSection(max(3, len(tt.veterans[0].colours)+1), tt.veterans...)
			require.Equal(t, tt.want, ratingPairs(t, s))
			round, err := pairing.ChessSwiss(s.input())
			require.NoError(t, err)
			for _, p := range round.Pairs {
				require.Equal(t, tt.kind, p.Reason.Switch)
				require.Equal(t, tt.size, p.Reason.SwitchPoints)
				require.Equal(t, tt.kind == "", p.Reason.Natural)
			}
		})
	}
}

func TestChessLookAheadC28(t *testing.T) {
	t.Parallel()
	s := newChessSection(4, 1600, 1500, 1400, 1300, 1200, 1100)
	s.play([]chessGame{{1, 4, 1}, {5, 2, 1}, {3, 6, 1}}, nil)
	s.play([]chessGame{{5, 1, 1}, {2, 6, 1}, {4, 3, 1}}, nil)
	var met []string
	for _, p := range s.pairs(t) {
		met = append(met, fmt.Sprint(min(p[0], p[1]), max(p[0], p[1])))
	}
	slices.Sort(met)
	require.NotEqual(t, []string{"1 6", "2 4", "3 5"}, met, "round 4 could not be paired then")
}
