package pairing

import (
	"math"

	"github.com/nast-tour/nast/internal/pairing/matching"
)

// window is what has to be looked at to know who drops out of a score group: the group, and
// those below it down to the first that is so large that it can take whoever comes and still
// be paired in itself. What lies below such a group does not depend on what lies above, but
// for whether the group is odd, and that is a matter of counting.
//
// Of a large group at either end of a window only its size counts, so instead of its members
// there are as many stand-ins as can be needed, who may meet everybody. With them a window
// cannot cost more than with the members; the real pairs are then found at the same cost, and
// where they cannot be, the round is paired again with the whole field as one window. In small
// sections it is so from the beginning.
type window struct {
	d                  *draft
	top, end           int  // groups
	topLarge, endLarge bool // there are stand-ins instead of the members
	scale              scale
}

// standIn names a stand-in of a group among the places of a window.
func standIn(g int) int { return -1 - g }

// newWindow opens the window of the groups from g down.
func (d *draft) newWindow(g int) *window {
	w := &window{d: d, top: g, end: len(d.groups) - 1}
	if d.windows {
		w.topLarge = d.large(g)
		for e := g + 1; e < len(d.groups); e++ {
			if d.large(e) {
				w.end, w.endLarge = e, true
				d.groups[e].closes = true
				break
			}
		}
	}
	w.scale = newScale(len(w.places(nobody)) + 4) // some more stand-ins when somebody is asked to drop
	return w
}

// large says that a group is large enough to close a window: even when some leave it, it
// can be paired in itself.
func (d *draft) large(g int) bool { return len(d.free(g)) >= d.safeSize(g)+6 }

// safeSize is how many of a group can always be paired with each other: each of them has at
// least as many possible opponents as half of them (Dirac).
func (d *draft) safeSize(g int) int {
	group := &d.groups[g]
	if group.safe > 0 {
		return group.safe
	}
	members := make(map[int]bool)
	teams := make(map[string]int)
	for i := group.from; i < group.to; i++ {
		members[d.field[i].Number] = true
		teams[d.field[i].Team]++
	}
	teams[""] = 1
	most := 0
	for i := group.from; i < group.to; i++ {
		forbidden := teams[d.field[i].Team] - 1
		for _, number := range d.field[i].opponents {
			if members[number] {
				forbidden++
			}
		}
		most = max(most, forbidden)
	}
	group.safe = 2*most + 2
	return group.safe
}

// places lists everybody in the window who is free, and the stand-ins. Drops, unless nobody,
// is a member of the top group who is asked to drop, and stands there himself.
func (w *window) places(drops int) []int {
	var places []int
	if !w.topLarge {
		places = w.d.free(w.top)
	}
	last := w.end
	if w.endLarge {
		last--
	}
	for g := w.top + 1; g <= last; g++ {
		places = append(places, w.d.free(g)...)
	}
	if w.topLarge {
		standing := len(w.d.free(w.top))
		others := len(places)
		if drops != nobody {
			standing--
			places = append(places, drops)
		}
		for range others + (others+standing)%2 { // odd where the group is
			places = append(places, standIn(w.top))
		}
	}
	if w.endLarge {
		for range len(places) { // one for each, and so the number of all is even
			places = append(places, standIn(w.end))
		}
	}
	return places
}

// group is the score group of a place or stand-in.
func (w *window) group(place int) int {
	if place < 0 {
		return standIn(place)
	}
	return w.d.field[place].group
}

// weight is what a pair costs, and whether it may be.
func (w *window) weight(i, j int) (int64, bool) {
	var sum int64
	if i >= 0 && j >= 0 {
		if w.d.met(i, j) {
			if !w.d.pool.rematches {
				return 0, false
			}
			sum += w.scale.rematch
		}
		if w.d.teamMates(i, j) {
			sum += w.scale.team
		}
	}
	if gap := abs(w.group(i) - w.group(j)); gap > 0 {
		sum += w.scale.drop(gap)
		if w.group(i) == w.top || w.group(j) == w.top {
			sum += w.scale.outOfTop
		}
	}
	return sum, true
}

// least is the least cost at which all the free players of the window can be paired. Drops,
// unless nobody, names a member of the top group who has to go down. It is false where
// there is no such pairing.
func (w *window) least(drops int) (int64, bool) {
	places := w.places(drops)
	weight := func(a, b int) (int64, bool) {
		i, j := places[a], places[b]
		if (i == drops || j == drops) && drops != nobody && w.group(i) == w.group(j) {
			return 0, false
		}
		return w.weight(i, j)
	}
	if w.d.pool.ahead == nil {
		return matching.Least(len(places), weight)
	}
	mate, ok := w.d.match(places, weight)
	var sum int64
	for a, b := range mate {
		if a < b {
			cost, _ := weight(a, b)
			sum += cost
		}
	}
	return sum, ok
}

// match finds the pairing of least weight of some places. In a section where the rounds to
// come count (C2.8), the places are all that are free, and only a pairing that leaves those
// rounds open is one.
func (d *draft) match(places []int, weight matching.Weight) ([]int, bool) {
	if d.pool.ahead == nil {
		return matching.Minimum(len(places), weight)
	}
	return exhaustiveMatching(len(places), weight, func(mate []int) bool {
		for a, b := range mate {
			d.partner[places[a]] = places[b]
		}
		open := d.pool.ahead.leavesOpen(d)
		for _, i := range places {
			d.partner[i] = nobody
		}
		return open
	})
}

// scale is what the parts of a cost weigh. All pairs of a window together weigh less on one
// level than a single pair on the next.
type scale struct {
	outOfTop int64 // for each who drops out of the top group of the window
	team     int64
	drops    []int64 // by the number of groups, from 1
	rematch  int64
}

// newScale makes the scale of a window of n places. Drops so long that their weights would
// be too large for the matching are added up by the group; that takes a drop by more than
// five groups among a hundred players.
func newScale(n int) scale {
	base := int64(n/2 + 1)
	limit := math.MaxInt64 / 8 / int64(n*n) / (base * mostChessGroups)
	s := scale{outOfTop: 1, team: base, drops: []int64{base * base}}
	for last := base * base; last <= limit/base && len(s.drops) < mostChessGroups; {
		last *= base
		s.drops = append(s.drops, last)
	}
	s.rematch = s.drops[len(s.drops)-1] * base * mostChessGroups
	return s
}

// mostChessGroups is how many score groups an event can have: one for every half point.
const mostChessGroups = 2*(MaxChessRounds-1) + 1

// drop is the weight of a drop by a number of groups.
func (s scale) drop(groups int) int64 {
	if groups <= len(s.drops) {
		return s.drops[groups-1]
	}
	return s.drops[len(s.drops)-1] * int64(groups-len(s.drops)+1)
}
