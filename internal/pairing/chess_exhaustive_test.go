package pairing_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
)

// What follows is C2.2 to C2.4 and C2.8 by trying everything, written apart from the code:
// it knows only the section, never how a pairing is found.

// everyChessPairing goes through all ways of pairing some players.
func everyChessPairing(numbers []int, visit func(pairs [][2]int)) {
	var pairs [][2]int
	var try func(left []int)
	try = func(left []int) {
		if len(left) == 0 {
			visit(pairs)
			return
		}
		for k := 1; k < len(left); k++ {
			pairs = append(pairs, [2]int{left[0], left[k]})
			try(slices.Concat(left[1:k], left[k+1:]))
			pairs = pairs[:len(pairs)-1]
		}
	}
	try(numbers)
}

// chessPast is what the rounds so far forbid.
type chessPast struct {
	met  map[[2]int]bool
	full map[int]bool // had a full-point bye or a win by forfeit
}

func (p chessPast) after(pairs [][2]int, bye int) chessPast {
	next := chessPast{map[[2]int]bool{}, map[int]bool{}}
	for pair := range p.met {
		next.met[pair] = true
	}
	for number := range p.full {
		next.full[number] = true
	}
	for _, pair := range pairs {
		next.met[ordered(pair)] = true
	}
	next.full[bye] = true
	return next
}

func ordered(p [2]int) [2]int { return [2]int{min(p[0], p[1]), max(p[0], p[1])} }

func (p chessPast) rematches(pairs [][2]int) int {
	n := 0
	for _, pair := range pairs {
		if p.met[ordered(pair)] {
			n++
		}
	}
	return n
}

func (s *chessSection) past() chessPast {
	past := chessPast{map[[2]int]bool{}, map[int]bool{}}
	for _, p := range s.players {
		for _, cell := range p.History {
			switch cell.Kind {
			case pairing.ChessGame:
				past.met[ordered([2]int{p.Number, cell.Opponent})] = true
			case pairing.ChessFullBye, pairing.ChessForfeitWon:
				past.full[p.Number] = true
			}
		}
	}
	return past
}

// present lists who can be paired in a round.
func (s *chessSection) present(round int) []int {
	var present []int
	for _, p := range s.players {
		booked := slices.ContainsFunc(p.Booked, func(b pairing.ChessBye) bool { return b.Round == round })
		if !p.Withdrawn && !booked {
			present = append(present, p.Number)
		}
	}
	return present
}

func (s *chessSection) active() int {
	return len(slices.DeleteFunc(slices.Clone(s.players), func(p pairing.ChessPlayer) bool { return p.Withdrawn }))
}

// lasts tells how many rounds from a given one on, up to the last, can be paired without a
// rematch and without a second full-point bye.
func (s *chessSection) lasts(past chessPast, round, last int) int {
	if round > last {
		return 0
	}
	best := 0
	try := func(rest []int, bye int) {
		everyChessPairing(rest, func(pairs [][2]int) {
			if best == last-round+1 || past.rematches(pairs) > 0 {
				return
			}
			best = max(best, 1+s.lasts(past.after(pairs, bye), round+1, last))
		})
	}
	present := s.present(round)
	if len(present)%2 == 0 {
		try(present, 0)
		return best
	}
	for _, bye := range present {
		if !past.full[bye] {
			try(without(present, bye), bye)
		}
	}
	return best
}

func without(numbers []int, number int) []int {
	return slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return n == number })
}

// byeOrder lists the present in the order in which they get the full-point bye, by C2.3.
func (s *chessSection) byeOrder() []int {
	past, round := s.past(), s.round()
	half := func(n int) bool {
		p := s.player(n)
		return slices.ContainsFunc(p.History, func(c pairing.ChessCell) bool { return c.Kind == pairing.ChessHalfBye }) ||
			slices.ContainsFunc(p.Booked, func(b pairing.ChessBye) bool { return b.Kind == pairing.ChessHalfBye && b.Round > round })
	}
	present := s.present(round)
	class := func(n int) int {
		p := s.player(n)
		if past.full[n] {
			return 2
		}
		if round == 1 && (p.Late || p.Rating == 0) {
			return 1
		}
		if half(n) {
			for _, m := range present {
				if s.player(m).HalfPoints == p.HalfPoints && !past.full[m] && !half(m) {
					return 1
				}
			}
		}
		return 0
	}
	order := slices.Clone(present)
	slices.SortFunc(order, func(m, n int) int {
		a, b := s.player(m), s.player(n)
		switch {
		case class(m) != class(n):
			return class(m) - class(n)
		case a.HalfPoints != b.HalfPoints:
			return a.HalfPoints - b.HalfPoints
		case (a.Rating == 0) != (b.Rating == 0):
			return b.Rating - a.Rating
		case a.Rating != b.Rating:
			return a.Rating - b.Rating
		default:
			return n - m
		}
	})
	if class(order[0]) < 2 {
		order = slices.DeleteFunc(order, func(n int) bool { return class(n) == 2 })
	}
	return order
}

// drops lists by how many score groups players come down, the largest first.
func (s *chessSection) drops(numbers []int, pairs [][2]int) []int {
	scores := map[int]bool{}
	for _, n := range numbers {
		scores[s.player(n).HalfPoints] = true
	}
	var drops []int
	for _, p := range pairs {
		a, b := s.player(p[0]).HalfPoints, s.player(p[1]).HalfPoints
		groups := 0
		for score := range scores {
			if score > min(a, b) && score <= max(a, b) {
				groups++
			}
		}
		if groups > 0 {
			drops = append(drops, groups)
		}
	}
	slices.Sort(drops)
	slices.Reverse(drops)
	return drops
}

func TestChessAgreesWithTryingEverythingC2(t *testing.T) {
	t.Parallel()
	const parts, histories = 8, 700
	for part := range parts {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(20, uint64(part)))
			for range histories {
				s := randomSection(r)
				for len(s.present(s.round())) < 2 {
					s = randomSection(r)
				}
				requireChessOptimum(t, s)
			}
		})
	}
}

// requireChessOptimum pairs the next round and compares with everything that could be.
func requireChessOptimum(t *testing.T, s *chessSection) {
	t.Helper()
	round, err := pairing.ChessSwiss(s.input())
	require.NoError(t, err)
	past, present, now := s.past(), s.present(s.round()), s.round()

	// C2.8: how far the event can go counts in small sections only.
	last := now
	if s.active() <= s.rounds+3 {
		last = s.rounds
	}
	reach := s.lasts(past, now, last)

	// C2.3: at most one bye, and by its order the first who leaves as much open.
	paired, bye := present, 0
	if len(present)%2 == 0 {
		require.Nil(t, round.Bye)
	} else {
		require.NotNil(t, round.Bye)
		bye = round.Bye.First
		paired = without(present, bye)
		require.Equal(t, s.firstBye(past, reach, last), bye, "%+v", s)
	}
	require.ElementsMatch(t, paired, numbersOf(round.Pairs), "everybody once")

	// The best of all pairings: rematches, then drops.
	fewest, smallest := -1, []int(nil)
	everyChessPairing(paired, func(pairs [][2]int) {
		again := past.rematches(pairs)
		if reach > 0 && (again > 0 || 1+s.lasts(past.after(pairs, bye), now+1, now+reach-1) < reach) {
			return
		}
		drops := s.drops(paired, pairs)
		if fewest < 0 || again < fewest || again == fewest && slices.Compare(drops, smallest) < 0 {
			fewest, smallest = again, drops
		}
	})
	require.Equal(t, fewest, round.Rematches, "%+v", s)
	require.Equal(t, smallest, s.drops(paired, chessTable(round)), "%+v", s)
	if reach > 1 {
		require.Equal(t, reach-1, s.lasts(past.after(chessTable(round), bye), now+1, now+reach-1), "%+v", s)
	}
}

// firstBye is the first in the order of C2.3 who leaves the event as long as it can be, or
// else the fewest rematches.
func (s *chessSection) firstBye(past chessPast, reach, last int) int {
	now, present := s.round(), s.present(s.round())
	chosen, fewest := 0, len(present)
	for _, bye := range s.byeOrder() {
		rest, least, lasts := without(present, bye), len(present), 0
		everyChessPairing(rest, func(pairs [][2]int) {
			least = min(least, past.rematches(pairs))
			if reach > 0 && past.rematches(pairs) == 0 {
				lasts = max(lasts, 1+s.lasts(past.after(pairs, bye), now+1, min(last, now+reach-1)))
			}
		})
		if reach > 0 && lasts == reach {
			return bye
		}
		if reach == 0 && least < fewest {
			chosen, fewest = bye, least
		}
	}
	return chosen
}

func numbersOf(pairs []pairing.ChessPair) []int {
	var numbers []int
	for _, p := range pairs {
		numbers = append(numbers, p.First, p.Second)
	}
	return numbers
}
