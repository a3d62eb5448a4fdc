package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
)

// playRound pairs the next round, checks it, and plays it: the better player mostly wins,
// now and then somebody does not come.
func playRound(t *testing.T, s *chessSection, r *rand.Rand) pairing.ChessRound {
	t.Helper()
	in := s.input()
	round, err := pairing.ChessSwiss(in)
	require.NoError(t, err)
	again, err := pairing.ChessSwiss(in)
	require.NoError(t, err)
	require.Equal(t, round, again, "same input, same output")
	requireSound(t, s, round)

	var games []chessGame
	cells := map[int]pairing.ChessKind{}
	for _, p := range s.players {
		for _, b := range p.Booked {
			if b.Round == s.round() && !p.Withdrawn {
				cells[p.Number] = b.Kind
			}
		}
	}
	if round.Bye != nil {
		cells[round.Bye.First] = pairing.ChessFullBye
	}
	for _, p := range round.Pairs {
		switch k := r.IntN(40); {
		case k == 0:
			cells[p.First], cells[p.Second] = pairing.ChessForfeitWon, pairing.ChessForfeitLost
		case k == 1:
			cells[p.First], cells[p.Second] = pairing.ChessForfeitLost, pairing.ChessForfeitWon
		default:
			games = append(games, chessGame{p.First, p.Second, []int{0, 1, 2, 2, 0}[r.IntN(5)]})
		}
	}
	s.play(games, cells)
	return round
}

// requireSound checks what every round has to be, whatever its pairs are.
func requireSound(t *testing.T, s *chessSection, round pairing.ChessRound) {
	t.Helper()
	past, met := s.past(), numbersOf(round.Pairs)
	if round.Bye != nil {
		met = append(met, round.Bye.First)
		require.NotEmpty(t, round.Bye.Why)
		if past.full[round.Bye.First] {
			for _, n := range s.present(s.round()) {
				require.True(t, past.full[n], "no second full-point bye while another can have it")
			}
		}
	}
	require.ElementsMatch(t, s.present(s.round()), met, "everybody once")

	rematches, best := 0, s.better(0, 0)
	for _, p := range round.Pairs {
		again := past.met[ordered([2]int{p.First, p.Second})]
		require.Equal(t, again, p.Reason.Rematch)
		if again {
			rematches++
		}
		for n, c := range map[int]pairing.Colour{p.First: pairing.White, p.Second: pairing.Black} {
			if s.thirdInRow(n, c) {
				require.Equal(t, n, p.Reason.ThirdInRow, "a third time in a row is said")
				require.Contains(t, p.Why, fmt.Sprintf("%s a third time in a row", c))
			}
		}
		require.NotEmpty(t, p.Why)
		upper := s.better(p.First, p.Second)
		require.False(t, s.ahead(upper, best), "boards in order of the better players")
		best = upper
	}
	require.Equal(t, rematches, round.Rematches)
}

// better is the higher-ranked of two; 0 is above everybody.
func (s *chessSection) better(a, b int) int {
	if s.ahead(b, a) {
		return b
	}
	return a
}

// ahead says that a ranks higher than b.
func (s *chessSection) ahead(a, b int) bool {
	if a == 0 || b == 0 {
		return a == 0 && b != 0
	}
	p, q := s.player(a), s.player(b)
	switch {
	case p.HalfPoints != q.HalfPoints:
		return p.HalfPoints > q.HalfPoints
	case p.Rating != q.Rating:
		return p.Rating > q.Rating
	default:
		return a < b
	}
}

// thirdInRow says that a player's last two games had the colour too.
func (s *chessSection) thirdInRow(number int, c pairing.Colour) bool {
	var had []pairing.Colour
	for _, cell := range s.player(number).History {
		if cell.Kind == pairing.ChessGame {
			had = append(had, cell.Colour)
		}
	}
	k := len(had)
	return k >= 2 && had[k-1] == c && had[k-2] == c
}

// randomSection plays some rounds of a small event: pairs at random, with draws, byes,
// forfeits, absences, bookings and withdrawals.
func randomSection(r *rand.Rand) *chessSection {
	s := newChessSection(3 + r.IntN(2))
	for n, players := 1, 2+r.IntN(7); n <= players; n++ {
		s.players = append(s.players, pairing.ChessPlayer{Number: n, Rating: max(0, 1500-100*n-r.IntN(100))})
		if r.IntN(8) == 0 {
			s.player(n).Rating = 0
		}
		s.player(n).Late = r.IntN(10) == 0
	}
	unplayed := []pairing.ChessKind{
		pairing.ChessFullBye, pairing.ChessHalfBye, pairing.ChessZeroBye, pairing.ChessForfeitWon, pairing.ChessForfeitLost,
	}
	for range r.IntN(s.rounds) {
		order := r.Perm(len(s.players))
		past := s.past()
		var games []chessGame
		cells := map[int]pairing.ChessKind{}
		for len(order) > 0 {
			a := order[0] + 1
			k := slices.IndexFunc(order[1:], func(b int) bool { return !past.met[ordered([2]int{a, b + 1})] }) + 1
			if k == 0 || r.IntN(12) == 0 {
				cells[a] = unplayed[r.IntN(len(unplayed))]
				order = order[1:]
				continue
			}
			games = append(games, chessGame{a, order[k] + 1, r.IntN(3)})
			order = slices.Concat(order[1:k], order[k+1:])
		}
		s.play(games, cells)
	}
	for i := range s.players {
		p := &s.players[i]
		for round := s.round(); round <= s.rounds; round++ {
			if r.IntN(25) == 0 {
				kind := []pairing.ChessKind{pairing.ChessHalfBye, pairing.ChessZeroBye}[r.IntN(2)]
				p.Booked = append(p.Booked, pairing.ChessBye{Round: round, Kind: kind})
			}
		}
		p.Withdrawn = r.IntN(25) == 0
	}
	return s
}

// randomField makes a section before its first round.
func randomField(r *rand.Rand, players, rounds int) *chessSection {
	s := newChessSection(rounds)
	s.toss = []pairing.Colour{pairing.White, pairing.Black}[r.IntN(2)]
	for n := 1; n <= players; n++ {
		p := pairing.ChessPlayer{Number: n, Rating: 1800 - 1500*n/players - r.IntN(20)}
		if n > players*9/10 {
			p.Rating = 0
		}
		if r.IntN(2) == 0 {
			p.Team = fmt.Sprint("T", r.IntN(8))
		}
		s.players = append(s.players, p)
	}
	return s
}

// happen lets somebody withdraw, enter late or book a bye between two rounds.
func happen(s *chessSection, r *rand.Rand) {
	for i := range s.players {
		p := &s.players[i]
		switch round := s.round() + r.IntN(3); {
		case r.IntN(50) == 0:
			p.Withdrawn = true
		case r.IntN(30) == 0 && round <= s.rounds && len(p.Booked) == 0:
			p.Booked = append(p.Booked, pairing.ChessBye{Round: round, Kind: pairing.ChessHalfBye})
		}
	}
	if r.IntN(3) == 0 {
		late := pairing.ChessPlayer{Number: len(s.players) + 1, Rating: r.IntN(1800), Late: true}
		for range s.round() - 1 {
			late.History = append(late.History, pairing.ChessCell{Kind: pairing.ChessZeroBye})
		}
		s.players = append(s.players, late)
	}
}

func TestChessRandomSectionsC2(t *testing.T) {
	t.Parallel()
	for part := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(21, uint64(part)))
			for range 15 {
				s := randomField(r, 10+r.IntN(91), 4+r.IntN(4))
				for s.round() <= s.rounds {
					happen(s, r)
					playRound(t, s, r)
				}
			}
		})
	}
}

// Small sections without byes to disturb them finish without a rematch wherever the rounds
// are no more than the others there are to meet.
func TestChessSmallSectionsFinishWithoutRematchC28(t *testing.T) {
	t.Parallel()
	for rounds := pairing.MinChessRounds; rounds <= pairing.MaxChessRounds; rounds++ {
		for players := 2; players <= rounds+3; players++ {
			t.Run(fmt.Sprint(players, " players, ", rounds, " rounds"), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(uint64(rounds), uint64(players)))
				for range 4 {
					playSmallSection(t, r, players, rounds)
				}
			})
		}
	}
}

// Where every round has to be right for the last to be possible, a switch for colours can
// spoil it as well as a natural pairing.
func TestChessSwitchesKeepTheRoundsToComeOpenC28(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{6, 4}, {6, 5}, {8, 6}, {8, 7}} {
		t.Run(fmt.Sprint(size[0], " players, ", size[1], " rounds"), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(26, uint64(size[1])))
			for range 100 {
				playSmallSection(t, r, size[0], size[1])
			}
		})
	}
}

func playSmallSection(t *testing.T, r *rand.Rand, players, rounds int) {
	t.Helper()
	s := randomField(r, players, rounds)
	possible := players - 1 + players%2 // an odd field has a bye each round besides
	for s.round() <= rounds {
		now := s.round()
		round, err := pairing.ChessSwiss(s.input())
		require.NoError(t, err)
		requireSound(t, s, round)
		if now <= possible {
			require.Zero(t, round.Rematches, "round %d", now)
		}
		require.Equal(t, rounds > possible, len(round.Warnings) > 0)
		var games []chessGame
		for _, p := range round.Pairs {
			games = append(games, chessGame{p.First, p.Second, r.IntN(3)})
		}
		cells := map[int]pairing.ChessKind{}
		if round.Bye != nil {
			cells[round.Bye.First] = pairing.ChessFullBye
		}
		s.play(games, cells)
	}
}
