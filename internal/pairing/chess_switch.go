package pairing

import (
	"math"
	"slices"

	"github.com/nast-tour/nast/internal/pairing/matching"
)

// The largest switches in points of rating (C2.7).
const (
	mostToEqualise  = 200
	mostToAlternate = 80
)

// mostSize is where the sizes of switches are no longer told apart. Only to avoid a third time
// in a row can one be so large.
const mostSize = 3000

// board is a pair of a group in the making, by places: upper ranks higher.
type board struct{ upper, lower int }

// colourSwitch changes two boards of the natural pairing for colours.
type colourSwitch struct {
	old, new [2]board
	gain     misses
	size     int // points of rating; 0 with an unrated player
}

// switches is what is done in a group: nothing, transpositions each of two other boards, or
// one interchange. The two kinds are not combined.
type switches struct {
	kind  ColourSwitch
	all   []colourSwitch
	gain  misses
	total int // the sum of the sizes
}

func (s *switches) add(c colourSwitch) {
	s.all = append(s.all, c)
	s.gain = s.gain.plus(c.gain)
	s.total += c.size
}

// within says that no switch is larger.
func (s *switches) within(size int) bool {
	return !slices.ContainsFunc(s.all, func(c colourSwitch) bool { return c.size > size })
}

// switchColours leaves the natural pairing for better colours, group by group from the top
// (C2.7).
func (d *draft) switchColours() {
	for g := range d.groups {
		s := d.transpositions(g)
		if x, ok := d.interchange(g); ok && x.preferredTo(s) {
			s = x
		}
		d.apply(s.all)
		d.groups[g].record(s)
	}
}

// preferredTo says whether an interchange is to be made instead of transpositions: for
// better colours, or for as good ones when it is smaller and a transposition exceeds 80.
func (s *switches) preferredTo(transpositions *switches) bool {
	if c := s.gain.compare(transpositions.gain); c != 0 {
		return c > 0
	}
	return !transpositions.within(mostToAlternate) && s.total < transpositions.total
}

// allowance is how large a switch may be for a gain; 0 where nothing is gained. Against a
// third time in a row there is no limit: it is for when nothing else serves (C2.6).
func (m misses) allowance() int {
	switch {
	case m.compare(misses{}) <= 0:
		return 0
	case m.thirds > 0:
		return math.MaxInt
	case m.equalise > 0:
		return mostToEqualise
	default:
		return mostToAlternate
	}
}

// apply makes switches.
func (d *draft) apply(all []colourSwitch) {
	for _, s := range all {
		for _, b := range s.new {
			d.pair(b.upper, b.lower)
		}
	}
}

func (d *draft) takeBack(all []colourSwitch) {
	for _, s := range all {
		for _, b := range s.old {
			d.pair(b.upper, b.lower)
		}
	}
}

// accepts says that switches leave the rounds to come open (C2.8).
func (d *draft) accepts(all []colourSwitch) bool {
	if d.pool.ahead == nil || len(all) == 0 {
		return true
	}
	d.apply(all)
	defer d.takeBack(all)
	return d.pool.ahead.leavesOpen(d)
}

// record keeps what was switched, for the reasons.
func (g *chessGroup) record(s *switches) {
	g.kind, g.size, g.before = s.kind, make(map[int]int), make(map[int]int)
	for _, c := range s.all {
		for _, b := range c.old {
			g.size[b.upper], g.size[b.lower] = c.size, c.size
			g.before[b.upper], g.before[b.lower] = b.lower, b.upper
		}
	}
}

// straight lists the boards of a group on which the upper half meets the lower.
func (d *draft) straight(g int) []board {
	halves := d.groups[g].halves
	half := len(halves) / 2
	var boards []board
	for _, i := range halves[:half] {
		if j := d.partner[i]; j >= halves[half] {
			boards = append(boards, board{i, j})
		}
	}
	return boards
}

// newSwitch is the change from two boards to two others, if that may be done: nobody meets
// again or meets a team-mate by it, and the colours gain enough for its size.
func (d *draft) newSwitch(before, after [2]board, size int) (colourSwitch, bool) {
	s := colourSwitch{old: before, new: after, size: size}
	s.gain = d.misses(before[0]).plus(d.misses(before[1])).less(d.misses(after[0])).less(d.misses(after[1]))
	if s.gain.allowance() == 0 || size > s.gain.allowance() {
		return s, false
	}
	for _, b := range after {
		if d.met(b.upper, b.lower) || d.teamMates(b.upper, b.lower) {
			return s, false
		}
	}
	return s, true
}

func (d *draft) misses(b board) misses { return missesOf(&d.field[b.upper], &d.field[b.lower]) }

// difference of rating between two who change places; with an unrated player it is free.
func (d *draft) difference(i, j int) int {
	a, b := &d.field[i], &d.field[j]
	if !a.rated() || !b.rated() {
		return 0
	}
	return abs(a.Rating - b.Rating)
}

// interchange exchanges the lowest of the upper half with the highest of the lower half.
func (d *draft) interchange(g int) (*switches, bool) {
	halves := d.groups[g].halves
	half := len(halves) / 2
	if half < 2 {
		return nil, false
	}
	low, high := halves[half-1], halves[half]
	a, b := board{d.partner[high], high}, board{low, d.partner[low]}
	if boards := d.straight(g); a.upper == low || !slices.Contains(boards, a) || !slices.Contains(boards, b) {
		return nil, false
	}
	s, ok := d.newSwitch([2]board{a, b}, [2]board{{a.upper, low}, {high, b.lower}}, d.difference(low, high))
	if !ok || !d.accepts([]colourSwitch{s}) {
		return nil, false
	}
	x := &switches{kind: Interchange}
	x.add(s)
	return x, true
}

// transpose exchanges the lower players of two boards, or the upper, which is the same: the
// smaller difference counts.
func (d *draft) transpose(a, b board) (colourSwitch, bool) {
	size := min(d.difference(a.upper, b.upper), d.difference(a.lower, b.lower))
	return d.newSwitch([2]board{a, b}, [2]board{{a.upper, b.lower}, {b.upper, a.lower}}, size)
}

// transpositions chooses, among all sets of transpositions in which no board is twice, one
// that gains most, and of these one of the least total size.
func (d *draft) transpositions(g int) *switches {
	graph := newSwitchGraph(d, d.straight(g))
	s := &switches{kind: Transposition}
	for _, c := range graph.best() {
		s.add(c)
	}
	return s
}

// switchGraph has the transpositions of a group as its edges; its vertices are those boards
// that can be switched with another.
type switchGraph struct {
	d        *draft
	vertices []int // numbers of boards
	edges    map[[2]int]colourSwitch
	largest  int // the size of the largest
}

func newSwitchGraph(d *draft, boards []board) *switchGraph {
	g := &switchGraph{d: d, edges: make(map[[2]int]colourSwitch)}
	some := make([]bool, len(boards))
	for a := range boards {
		for b := a + 1; b < len(boards); b++ {
			if s, ok := d.transpose(boards[a], boards[b]); ok {
				g.edges[[2]int{a, b}] = s
				g.largest = max(g.largest, s.size)
				some[a], some[b] = true, true
			}
		}
	}
	for a, yes := range some {
		if yes {
			g.vertices = append(g.vertices, a)
		}
	}
	return g
}

// best matches the boards. Two that are matched but cannot be switched stay as they are, and
// so does one more where the boards are odd.
func (g *switchGraph) best() []colourSwitch {
	n := len(g.vertices) + len(g.vertices)%2
	// On each level a board can change by at most two in either direction.
	level := int64(4*n + 1)
	size := int64(n/2*min(g.largest, mostSize) + 1)
	worth := func(s colourSwitch) int64 {
		gain := (int64(s.gain.thirds)*level+int64(s.gain.equalise))*level + int64(s.gain.alternate)
		return gain*size - int64(min(s.size, mostSize))
	}
	var most int64 // keeps the weights from being negative
	for _, s := range g.edges {
		most = max(most, worth(s))
	}
	weight := func(a, b int) (int64, bool) {
		if s, ok := g.between(a, b); ok {
			return most - worth(s), true
		}
		return most, true
	}
	mate, _ := g.match(n, weight)
	return g.chosen(mate)
}

// between is the transposition of two vertices.
func (g *switchGraph) between(a, b int) (colourSwitch, bool) {
	if b >= len(g.vertices) {
		return colourSwitch{}, false
	}
	s, ok := g.edges[[2]int{g.vertices[a], g.vertices[b]}]
	return s, ok
}

func (g *switchGraph) chosen(mate []int) []colourSwitch {
	var all []colourSwitch
	for a, b := range mate {
		if a < b {
			if s, ok := g.between(a, b); ok {
				all = append(all, s)
			}
		}
	}
	return all
}

func (g *switchGraph) match(n int, weight matching.Weight) ([]int, bool) {
	if g.d.pool.ahead == nil {
		return matching.Minimum(n, weight)
	}
	return exhaustiveMatching(n, weight, func(mate []int) bool { return g.d.accepts(g.chosen(mate)) })
}
