package pairing

import "slices"

// nobody is the partner of a player who has none yet.
const nobody = -1

// draft is a round in the making. Players are named by their places in the field, from 0
// for the best; a group is a range of places, and a player not yet paired is free.
type draft struct {
	pool    *pool
	field   []competitor
	bye     *competitor
	partner []int // by place
	groups  []chessGroup

	// windows says that groups large enough close a window (chess_window.go).
	windows bool
}

// chessGroup is a score group.
type chessGroup struct {
	from, to int  // its places, to not included
	closes   bool // a window (chess_window.go)
	safe     int  // as safeSize tells, once asked

	// halves are the members who meet each other, in order: the upper half, then the lower.
	halves []int

	// Of the switch for colours (C2.7): which it is, and by member how large.
	kind ColourSwitch
	size map[int]int
	// before is the partner of each switched member in the natural pairing.
	before map[int]int
}

// draft begins a round of an even field.
func (p *pool) draft(field []competitor, bye *competitor) *draft {
	d := &draft{pool: p, field: field, bye: bye, windows: p.ahead == nil && !p.rematches}
	for i := range field {
		if i == 0 || field[i].HalfPoints != field[i-1].HalfPoints {
			d.groups = append(d.groups, chessGroup{from: i})
		}
		last := len(d.groups) - 1
		d.groups[last].to = i + 1
		field[i].group = last
	}
	return d
}

// pairGroups pairs the score groups from the top (C2.4, C2.5). Among all pairings without
// rematches it chooses, in this order:
//
//   - the smallest drops: the largest as small as can be, as few of these as can be, and so
//     on down to the drops by one group;
//   - the fewest pairs of team-mates below plus two (C2.9);
//   - from the top group down: the fewest who drop out of it, then the lowest-rated rated
//     player to drop, then his highest-rated opponent, then the natural pairing of the rest.
//
// Where every pairing has rematches, as few as can be come before all of that.
func (d *draft) pairGroups() {
	if d.windows && d.tryGroups() {
		return
	}
	d.windows = false
	for g := range d.groups {
		d.groups[g].closes = false
	}
	if !d.tryGroups() {
		panic("pairing: lost a pairing that is known to exist")
	}
}

// tryGroups is false when a group that closed a window turned out to be too small for it.
func (d *draft) tryGroups() bool {
	d.partner = slices.Repeat([]int{nobody}, len(d.field))
	for g := range d.groups {
		if !d.dropFrom(g) || !d.pairNaturally(g) {
			return false
		}
	}
	return true
}

func (d *draft) pair(i, j int)   { d.partner[i], d.partner[j] = j, i }
func (d *draft) unpair(i, j int) { d.partner[i], d.partner[j] = nobody, nobody }

// free lists the members of a group who are not yet paired.
func (d *draft) free(g int) []int {
	var free []int
	for i := d.groups[g].from; i < d.groups[g].to; i++ {
		if d.partner[i] == nobody {
			free = append(free, i)
		}
	}
	return free
}

// met says that a pair would be a rematch.
func (d *draft) met(i, j int) bool { return d.field[i].met(&d.field[j]) }

// teamMates says that a pair should be avoided because the two are of one team and not
// both at plus two or more (C2.9): two more wins than losses, a draw being none.
func (d *draft) teamMates(i, j int) bool {
	a, b := &d.field[i], &d.field[j]
	return a.Team != "" && a.Team == b.Team && min(a.HalfPoints, b.HalfPoints) < d.plusTwo()
}

// plusTwo is the score, in half points, of two more wins than losses.
func (d *draft) plusTwo() int { return d.pool.in.Round - 1 + 2 }

// dropOrder lists the free members of a group in the order in which they are asked to go
// down: the lowest-rated rated player first, the unrated last (C2.4).
func (d *draft) dropOrder(g int) []int {
	order := d.free(g)
	slices.Reverse(order)
	slices.SortStableFunc(order, func(i, j int) int { return d.field[i].compareRated(&d.field[j]) })
	return order
}
