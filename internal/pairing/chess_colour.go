package pairing

import "cmp"

// colourHistory is what colours a player has had in the games that he played (C2.6).
type colourHistory struct {
	byRound []Colour // NoColour where he did not play; may end before the last round
	balance int      // games with white less games with black
	last    Colour
	twice   bool // the last two games had the same colour
}

func (h *colourHistory) add(round int, c Colour) {
	for len(h.byRound) < round {
		h.byRound = append(h.byRound, NoColour)
	}
	h.byRound[round-1] = c
	if c == White {
		h.balance++
	} else {
		h.balance--
	}
	h.twice, h.last = h.last == c, c
}

// in is the colour of a round.
func (h *colourHistory) in(round int) Colour {
	if round > len(h.byRound) {
		return NoColour
	}
	return h.byRound[round-1]
}

// due is the colour that equalises, or else alternates; NoColour without a game.
func (h *colourHistory) due() Colour {
	switch {
	case h.balance > 0:
		return Black
	case h.balance < 0:
		return White
	default:
		return h.last.other()
	}
}

// third says that a colour would be the same a third time in a row.
func (h *colourHistory) third(c Colour) bool { return h.twice && h.last == c }

// allocate gives the colour of a, who ranks higher, against b (C2.6); NoColour where
// neither has a colour due, and the toss decides (C2.1).
func allocate(a, b *competitor) Colour {
	c := byDue(&a.colours, &b.colours)
	if thirds(a, b, c.other()) < thirds(a, b, c) {
		return c.other() // three in a row only when nothing else serves
	}
	return c
}

// thirds counts who of two gets the same colour a third time in a row if a has c.
func thirds(a, b *competitor, c Colour) int {
	n := 0
	if a.colours.third(c) {
		n++
	}
	if b.colours.third(c.other()) {
		n++
	}
	return n
}

func byDue(a, b *colourHistory) Colour {
	due, other := a.due(), b.due()
	if due != other {
		if due == NoColour {
			return other.other()
		}
		return due
	}
	if stronger(a, b, due) {
		return due
	}
	return due.other()
}

// stronger says which of two with the same colour due has the better claim: the larger
// imbalance, so that an unequal history comes before an equal one; then who had the other
// colour in the latest round in which theirs differed; then the higher rank, which is a's.
func stronger(a, b *colourHistory, due Colour) bool {
	if x, y := abs(a.balance), abs(b.balance); x != y {
		return x > y
	}
	for round := min(len(a.byRound), len(b.byRound)); round > 0; round-- {
		x, y := a.in(round), b.in(round)
		if x != y && x != NoColour && y != NoColour {
			return x != due
		}
	}
	return true
}

// misses is what pairs cost in colours, the worst kind first: of two pairings of a group the
// one with fewer of the first kind that differs is better. A gain is a difference of two.
type misses struct {
	thirds    int // the same colour a third time in a row
	equalise  int // a colour due to equalise, not given
	alternate int // a colour due to alternate, not given
}

// missesOf are the misses of the pair of a, who ranks higher, and b.
func missesOf(a, b *competitor) misses {
	c := allocate(a, b)
	m := misses{thirds: thirds(a, b, c)}
	m.count(&a.colours, c)
	m.count(&b.colours, c.other())
	return m
}

func (m *misses) count(h *colourHistory, c Colour) {
	switch due := h.due(); {
	case due == NoColour || due == c:
	case h.balance != 0:
		m.equalise++
	default:
		m.alternate++
	}
}

func (m misses) plus(o misses) misses {
	return misses{m.thirds + o.thirds, m.equalise + o.equalise, m.alternate + o.alternate}
}

func (m misses) less(o misses) misses {
	return misses{m.thirds - o.thirds, m.equalise - o.equalise, m.alternate - o.alternate}
}

// compare looks at the worst kind first.
func (m misses) compare(o misses) int {
	return cmp.Or(
		cmp.Compare(m.thirds, o.thirds),
		cmp.Compare(m.equalise, o.equalise),
		cmp.Compare(m.alternate, o.alternate),
	)
}
