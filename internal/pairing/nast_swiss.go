package pairing

import "fmt"

// Swiss is the pure Swiss of R3.3: players of each score in order of standing; from the
// top, an odd score group is filled by the top player of the next group, behind its
// members; each group is cut in half and the halves meet in order. Earlier meetings are
// not avoided. The number of players must be even.
func Swiss(order []Ranked, round int) []Pair {
	mustBeEven(order)
	pairs := make([]Pair, 0, len(order)/2)
	for _, m := range swissMeetings(order) {
		a, b := order[m.upper], order[m.lower]
		pairs = append(pairs, Pair{a.Seed, b.Seed, fmt.Sprintf(
			"Swiss, round %d, %s: %s.", round, before(round, "on"), m.why(order))})
	}
	return pairs
}

// meeting is a pure Swiss pair, by places in the order (from 0).
type meeting struct {
	upper, lower int
	score        int // half points of the score group
}

// why names the score group and the ranks, and who was moved up into the group.
func (m meeting) why(order []Ranked) string {
	a, b := order[m.upper], order[m.lower]
	group := "in the score group of " + wins(m.score) + " " + meet(a, b)
	if b.HalfPoints != m.score {
		return group + ", who was moved up from " + wins(b.HalfPoints)
	}
	return group
}

// swissMeetings cuts the order into score groups, top-down, and each group in half. The
// meetings are in order of their upper players.
func swissMeetings(order []Ranked) []meeting {
	meetings := make([]meeting, 0, len(order)/2)
	for top := 0; top < len(order); {
		score := order[top].HalfPoints
		end := top + 1
		for end < len(order) && order[end].HalfPoints == score {
			end++
		}
		// The top player of the next group is the next in the order: taking him up
		// behind the members is to move the border by one.
		end += (end - top) % 2
		half := (end - top) / 2
		for i := top; i < top+half; i++ {
			meetings = append(meetings, meeting{i, i + half, score})
		}
		top = end
	}
	return meetings
}
