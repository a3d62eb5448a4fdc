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
	for _, group := range p.scoreGroupsFromBelow() {
		somebodyElse := slices.ContainsFunc(group, func(c *competitor) bool { return !c.hadFull && !c.hadHalf })
		slices.SortStableFunc(group, (*competitor).compareRated) // the new players last
		for _, c := range group {
			switch {
			case c.hadFull:
				had = append(had, c)
			case p.in.Round == 1 && (!c.rated() || c.Late):
				barred = append(barred, c)
			case c.hadHalf && somebodyElse: // of the group has had no bye at all
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

// scoreGroupsFromBelow divides the pool by score, the lowest group and in it the lowest
// player first.
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

// whyBye explains the bye.
func (c *competitor) whyBye(round int) string {
	why := fmt.Sprintf("Swiss, round %d: the pool is odd, and number %d, with %s, has the full-point bye: "+
		"the lowest-rated of the lowest score group who can have it", round, c.Number, points(c.HalfPoints))
	if c.hadFull {
		why += "; everybody has had a full-point bye or a win by forfeit already"
	}
	return why + "."
}
