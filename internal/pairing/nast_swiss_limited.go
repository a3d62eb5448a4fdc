package pairing

import (
	"fmt"

	"github.com/nast-tour/nast/internal/pairing/matching"
)

// SwissLimited is the Swiss of R3.7 in which a pair may have met at most allowed times
// before: 0 is Swiss without repeats. Of all such pairings it gives the one with the
// least total distance from the pure Swiss pairing; equal totals: the highest player's
// highest-placed partner first, and so on down. It succeeds whenever such a pairing
// exists. Where none does, it gives the one with the fewest pairs that have met too
// often, chosen among equals in the same way; repeats counts them and their Why says so.
//
// meetings tells how many games two seeds have played with each other, in either order
// (byes and forfeits are none, R4.2). With allowed Unlimited it is pure Swiss. The number
// of players must be even.
func SwissLimited(
	order []Ranked, meetings func(a, b int) int, allowed, round int,
) (pairs []Pair, repeats int) {
	mustBeEven(order)
	if allowed == Unlimited {
		return Swiss(order, round), 0
	}
	l := newLimited(order, meetings, allowed, round)
	partner, possible := matching.Minimum(len(order), func(i, j int) (int64, bool) {
		return l.distance(i, j), !l.forbidden(i, j)
	})
	if !possible {
		partner = l.fewestRepeats()
	}
	pairs = make([]Pair, 0, len(order)/2)
	for i, j := range partner {
		if j < i {
			continue
		}
		if l.forbidden(i, j) {
			repeats++
		}
		pairs = append(pairs, Pair{order[i].Seed, order[j].Seed, l.why(i, j)})
	}
	return pairs, repeats
}

// limited is a Swiss round with a limit on earlier meetings. Players are named by their
// places in the order, from 0.
type limited struct {
	order    []Ranked
	meetings func(a, b int) int
	allowed  int
	round    int
	pure     []meeting // by place, the same meeting for both
}

func newLimited(order []Ranked, meetings func(a, b int) int, allowed, round int) *limited {
	l := &limited{order, meetings, allowed, round, make([]meeting, len(order))}
	for _, m := range swissMeetings(order) {
		l.pure[m.upper], l.pure[m.lower] = m, m
	}
	return l
}

// forbidden says that two players have met too often.
func (l *limited) forbidden(i, j int) bool {
	return l.meetings(l.order[i].Seed, l.order[j].Seed) > l.allowed
}

// partner is the pure Swiss partner of a player.
func (l *limited) partner(i int) int { return l.pure[i].upper + l.pure[i].lower - i }

// distance of a pair: how many places j stands from i's pure Swiss partner, plus how
// many i stands from j's.
func (l *limited) distance(i, j int) int64 {
	return int64(abs(j-l.partner(i)) + abs(i-l.partner(j)))
}

// fewestRepeats pairs where the limit cannot be kept: a pair beyond it weighs more than
// any total of distances.
func (l *limited) fewestRepeats() []int {
	n := int64(len(l.order))
	repeat := n*n + 1 // at most n/2 pairs of at most 2n places each
	partner, _ := matching.Minimum(len(l.order), func(i, j int) (int64, bool) {
		if l.forbidden(i, j) {
			return l.distance(i, j) + repeat, true
		}
		return l.distance(i, j), true
	})
	return partner
}

// why explains a pair: as pure Swiss does where it is the same, otherwise with the
// partner that the higher player would have had.
func (l *limited) why(i, j int) string {
	head := fmt.Sprintf("%s, round %d, %s: ", l.title(), l.round, before(l.round, "on"))
	a, b, p := l.order[i], l.order[j], l.partner(i)
	reason := l.pure[i].why(l.order)
	if p != j {
		reason = fmt.Sprintf("%s; pure Swiss would be rank %d with rank %d, ", meet(a, b), a.Rank, l.order[p].Rank)
		if l.forbidden(i, p) {
			reason += fmt.Sprintf("who have met %s", times(l.meetings(a.Seed, l.order[p].Seed)))
		} else {
			reason += "changed to make room for others"
		}
	}
	if l.forbidden(i, j) {
		reason += fmt.Sprintf(". They have met %s before: no pairing keeps the limit, and this one breaks it least",
			times(l.meetings(a.Seed, b.Seed)))
	}
	return head + reason + "."
}

func (l *limited) title() string {
	switch l.allowed {
	case 0:
		return "Swiss without repeats"
	case 1:
		return "Swiss with at most one earlier meeting"
	default:
		return fmt.Sprintf("Swiss with at most %d earlier meetings", l.allowed)
	}
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	default:
		return fmt.Sprintf("%d times", n)
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
