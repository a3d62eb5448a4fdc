package pairing

import (
	"fmt"
	"slices"
)

// withoutBye chooses who has the full-point bye of an odd pool (C2.3) and gives the others;
// an even pool is given as it is, with nobody. It also finds out whether rematches can be
// avoided, and for how many rounds more (C2.8).
func (p *pool) withoutBye() ([]competitor, *competitor) {
	candidates := []*competitor{nil}
	if len(p.players)%2 != 0 {
		candidates = p.byeOrder()
	}
	if p.ahead != nil {
		for horizon := p.in.Rounds - p.in.Round; horizon >= 0; horizon-- {
			for _, c := range candidates {
				if p.ahead.look(horizon, p.without(c), c) {
					return p.without(c), c
				}
			}
		}
		p.ahead = nil
	}
	var chosen *competitor
	fewest := len(p.players)
	for _, c := range candidates {
		if n := fewestRematches(p.without(c)); n < fewest {
			chosen, fewest = c, n
		}
		if fewest == 0 {
			break
		}
	}
	p.rematches = fewest > 0
	return p.without(chosen), chosen
}

// byeOrder lists the candidates for the full-point bye. Those who have had one, or a win by
// forfeit, are in it only where nobody else is left.
func (p *pool) byeOrder() []*competitor {
	var order, barred, had []*competitor
	for group := range slices.Values(p.scoreGroupsFromBelow()) {
		fresh := fresh(group)
		for _, c := range inByeOrder(group) {
			switch {
			case c.hadFull:
				had = append(had, c)
			case p.in.Round == 1 && (!c.rated() || c.Late):
				barred = append(barred, c)
			case c.hadHalf && fresh > 0:
				// Somebody else of the group has had no bye at all.
				barred = append(barred, c)
			default:
				order = append(order, c)
			}
		}
	}
	if order = append(order, barred...); len(order) > 0 {
		return order
	}
	return had
}

// fresh counts those of a group who have had no bye, and booked none.
func fresh(group []*competitor) int {
	n := 0
	for _, c := range group {
		if !c.hadFull && !c.hadHalf {
			n++
		}
	}
	return n
}

// scoreGroupsFromBelow divides the pool by score, the lowest group first.
func (p *pool) scoreGroupsFromBelow() [][]*competitor {
	var groups [][]*competitor
	for i := len(p.players) - 1; i >= 0; i-- {
		c := &p.players[i]
		if last := len(groups) - 1; last >= 0 && groups[last][0].HalfPoints == c.HalfPoints {
			groups[last] = append(groups[last], c)
			continue
		}
		groups = append(groups, []*competitor{c})
	}
	return groups
}

// inByeOrder puts the lowest-rated first and the unrated after the rated, the last
// entered of them first. The group comes with its lowest player first.
func inByeOrder(group []*competitor) []*competitor {
	order := slices.Clone(group)
	slices.SortStableFunc(order, func(a, b *competitor) int {
		switch {
		case a.rated() == b.rated():
			return 0
		case a.rated():
			return -1
		default:
			return 1
		}
	})
	return order
}

// whyBye explains the bye.
func (c *competitor) whyBye(round int) string {
	why := fmt.Sprintf("Swiss, round %d: the pool is odd, and number %d, with %s, has the full-point bye: "+
		"the lowest-rated of the lowest score group who can have it", round, c.Number, points(c.HalfPoints))
	if c.hadFull {
		why += "; everybody has had a full-point bye or a win by forfeit already"
	}
	return why + "."
}
