package pairing_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/pairing"
)

// orderKey ranks a pairing of the present by C2.4, C2.5 and C2.9: of two keys the smaller
// is the better pairing. It is the text of the rules, applied to a finished pairing.
func (s *chessSection) orderKey(numbers []int, pairs [][2]int) []int {
	partner := map[int]int{}
	for _, p := range pairs {
		partner[p[0]], partner[p[1]] = p[1], p[0]
	}
	key := []int{s.past().rematches(pairs)}
	drops := s.drops(numbers, pairs)
	for groups := 20; groups > 0; groups-- { // the largest first, as few as can be of each
		key = append(key, len(slices.DeleteFunc(slices.Clone(drops), func(d int) bool { return d != groups })))
	}
	mates := 0
	for _, p := range pairs {
		if s.avoid(p[0], p[1]) {
			mates++
		}
	}
	key = append(key, mates)

	ranked := slices.Clone(numbers)
	slices.SortFunc(ranked, func(a, b int) int { return cmp.Or(-boolInt(s.ahead(a, b)), boolInt(s.ahead(b, a))) })
	for len(ranked) > 0 {
		score := s.player(ranked[0]).HalfPoints
		end := slices.IndexFunc(ranked, func(n int) bool { return s.player(n).HalfPoints != score })
		if end < 0 {
			end = len(ranked)
		}
		group, below := ranked[:end], ranked[end:]
		key = append(key, s.groupKey(group, below, partner)...)
		ranked = below
	}
	return key
}

// groupKey ranks what becomes of one score group: how many go down, who, to whom, and then
// how the rest is paired.
func (s *chessSection) groupKey(group, below []int, partner map[int]int) []int {
	var down, up, rest []int // up is who is taken by somebody above
	for _, n := range group {
		switch {
		case slices.Contains(below, partner[n]):
			down = append(down, n)
		case slices.Contains(group, partner[n]):
			rest = append(rest, n)
		default:
			up = append(up, n)
		}
	}
	key := []int{len(down)}
	asked := slices.DeleteFunc(slices.Clone(group), func(n int) bool { return slices.Contains(up, n) })
	slices.Reverse(asked)
	slices.SortStableFunc(asked, func(a, b int) int {
		return boolInt(s.player(a).Rating == 0) - boolInt(s.player(b).Rating == 0)
	})
	for at, n := range asked {
		if slices.Contains(down, n) {
			key = append(key, at, slices.Index(below, partner[n]))
		}
	}
	half, within, displaced := len(rest)/2, 0, 0
	var order []int
	for a, n := range rest {
		b := slices.Index(rest, partner[n])
		order = append(order, b)
		if b < a {
			continue
		}
		displaced += max(b-a-half, half-b+a)
		within += boolInt(b < half || a >= half)
	}
	return append(append(key, within, displaced), order...)
}

// avoid says that two are team-mates below plus two (C2.9).
func (s *chessSection) avoid(a, b int) bool {
	p, q := s.player(a), s.player(b)
	plusTwo := s.round() - 1 + 2
	return p.Team != "" && p.Team == q.Team && (p.HalfPoints < plusTwo || q.HalfPoints < plusTwo)
}

func boolInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func TestChessPairingIsTheFirstByTheRulesC24C25C29(t *testing.T) {
	t.Parallel()
	for part := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(23, uint64(part)))
			for range 250 {
				s := randomSection(r)
				for i := range s.players {
					if r.IntN(2) == 0 {
						s.players[i].Team = fmt.Sprint("T", r.IntN(2))
					}
				}
				if len(s.present(s.round())) > 1 {
					requireFirstByTheRules(t, s)
				}
			}
		})
	}
}

func requireFirstByTheRules(t *testing.T, s *chessSection) {
	t.Helper()
	past, now, last := s.past(), s.round(), s.round()
	if s.active() <= s.rounds+3 {
		last = s.rounds
	}
	reach := s.lasts(past, now, last)
	got := pairing.NaturalPairs(s.input(), true)
	numbers := slices.Concat(slices.Collect(func(yield func([]int) bool) {
		for _, p := range got {
			if !yield(p[:]) {
				return
			}
		}
	})...)
	slices.Sort(numbers)
	bye := 0
	for _, n := range s.present(now) {
		if !slices.Contains(numbers, n) {
			bye = n
		}
	}
	var best []int
	var want [][2]int
	everyChessPairing(numbers, func(pairs [][2]int) {
		again := past.rematches(pairs)
		if reach > 0 && (again > 0 || 1+s.lasts(past.after(pairs, bye), now+1, now+reach-1) < reach) {
			return
		}
		if key := s.orderKey(numbers, pairs); best == nil || slices.Compare(key, best) < 0 {
			best, want = key, slices.Clone(pairs)
		}
	})
	require.Equal(t, best, s.orderKey(numbers, got), "%+v\nwant %v\ngot %v", s, want, got)
}

// One score group of eight or ten after rounds of draws, paired at random, so that much is
// forbidden (C2.5).
func TestChessNaturalPairingOfOneGroupC25(t *testing.T) {
	t.Parallel()
	for part := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(25, uint64(part)))
			for range 40 {
				rounds := 4 + r.IntN(3)
				s := newChessSection(rounds)
				for n := 1; n <= 8+2*((rounds-3)/2); n++ { // more than rounds + 3
					s.players = append(s.players, pairing.ChessPlayer{Number: n, Rating: 2000 - n})
					if r.IntN(3) == 0 {
						s.player(n).Team = fmt.Sprint("T", r.IntN(2))
					}
				}
				for s.round() < rounds {
					s.play(drawsAtRandom(s, r), nil)
				}
				if s.past().rematches(pairing.NaturalPairs(s.input(), true)) == 0 {
					requireFirstByTheRules(t, s)
				}
			}
		})
	}
}

// drawsAtRandom are games of a round without rematches, all drawn.
func drawsAtRandom(s *chessSection, r *rand.Rand) []chessGame {
	past := s.past()
	for {
		order := r.Perm(len(s.players))
		var games []chessGame
		for i := 0; i < len(order) && !past.met[ordered([2]int{order[i] + 1, order[i+1] + 1})]; i += 2 {
			games = append(games, chessGame{order[i] + 1, order[i+1] + 1, 1})
		}
		if 2*len(games) == len(order) {
			return games
		}
	}
}

// Large groups are only sized, not tried: the pairs have to be the same as if they were.
func TestChessWindowsChangeNothingC24(t *testing.T) {
	t.Parallel()
	for part := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(24, uint64(part)))
			for range 6 {
				s := randomField(r, 30+r.IntN(60), 4+r.IntN(4))
				if r.IntN(2) == 0 {
					for i := range s.players {
						s.players[i].Team = ""
					}
				}
				for s.round() <= s.rounds {
					happen(s, r)
					in := s.input()
					require.Equal(t, pairing.NaturalPairs(in, false), pairing.NaturalPairs(in, true), "%+v", s)
					playRound(t, s, r)
				}
			}
		})
	}
}
