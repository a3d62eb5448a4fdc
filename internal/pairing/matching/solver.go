package matching

import "math"

const (
	none = -1

	// absent is the weight and the slack of an edge that is not there.
	absent = math.MaxInt64
)

// solver holds the graph, the matching and its potentials. A node is a vertex (0 to n-1)
// or a blossom (from n on); top nodes are those that are in no blossom.
//
// Weights are stored multiplied, twice for each edge, so that all potentials stay whole:
//
//	slack(u, v) = cost(u, v) - potential(u) - potential(v) >= 0
//
// for vertices in different top nodes, and 0 for matched ones. Inside blossoms the
// blossom's own potential, always even, is added.
type solver struct {
	n         int
	cost      []int64 // n*n
	potential []int64 // by node; never negative for blossoms
	mate      []int   // by vertex

	nodes []node
	top   []int // by vertex: the top node that it is in
	free  []int // numbers of unused blossoms
	out   []bool

	// Of one stage.
	queue   []int // vertices that have become outer and are not yet scanned
	nearest []int // by top node: the outer vertex of another node with the least slack to it
	marks   []int // by node: the last search for a common ancestor that came by
	search  int
}

// node is what is known of a vertex or blossom.
type node struct {
	parent int // the blossom that it is directly in, or none
	base   int // the vertex that is matched outside, or exposed

	// Of a blossom: its children around the odd cycle, that of the base first, and the
	// tight edge from each child to the next. Children 1 and 2, 3 and 4 ... are matched.
	children []int
	links    []link
	// closest gives for every vertex of the graph the vertex of this blossom with the
	// least slack to it; while the blossom stands, that never changes.
	closest []int32

	// Of one stage.
	label label
	entry link // by which an inner node was reached, from the outer side
}

// link is an edge from one node to another.
type link struct{ from, to int }

func (l link) turned() link { return link{l.to, l.from} }

// label is the place of a top node in the alternating tree.
type label uint8

const (
	unlabelled label = iota
	outer            // an even number of edges from the root
	inner
)

func newSolver(n int, weight Weight) *solver {
	most := n + n/2 // nested blossoms are fewer than half the vertices
	s := &solver{
		n: n, cost: make([]int64, n*n), potential: make([]int64, most), mate: make([]int, n),
		nodes: make([]node, most), top: make([]int, n), out: make([]bool, n),
		nearest: make([]int, most), marks: make([]int, most),
	}
	for b := most - 1; b >= n; b-- {
		s.free = append(s.free, b)
	}
	// Multiplied by n, a weight leaves room below it for the number of a partner
	// (ties.go); by two, for halves.
	scale := 2 * int64(n)
	for u := range n {
		s.mate[u], s.top[u] = none, u
		s.nodes[u] = node{parent: none, base: u}
		s.cost[u*n+u] = absent
		for v := range u {
			cost := int64(absent)
			if w, present := weight(v, u); present {
				cost = w * scale
			}
			s.cost[u*n+v], s.cost[v*n+u] = cost, cost
		}
	}
	return s
}

// start gives each vertex the potential of half its cheapest edge and matches what is
// tight. It fails where a vertex has no edge at all.
func (s *solver) start() bool {
	for u := range s.n {
		least := int64(absent)
		for _, cost := range s.cost[u*s.n : (u+1)*s.n] {
			least = min(least, cost)
		}
		if least == absent {
			return false
		}
		s.potential[u] = least / 2
	}
	for u := range s.n {
		for v := u + 1; v < s.n && s.mate[u] == none; v++ {
			if s.mate[v] == none && s.slack(u, v) == 0 {
				s.mate[u], s.mate[v] = v, u
			}
		}
	}
	return true
}

// complete runs stages until nobody is exposed. It fails where that cannot be.
func (s *solver) complete() bool {
	for u := range s.n {
		if s.mate[u] == none && !s.out[u] && !s.stage(u) {
			return false
		}
	}
	return true
}

// slack of an edge between vertices in different top nodes.
func (s *solver) slack(u, v int) int64 {
	cost := s.cost[u*s.n+v]
	if cost == absent {
		return absent
	}
	return cost - s.potential[u] - s.potential[v]
}

// closest is the vertex of node x with the least slack to vertex u.
func (s *solver) closest(x, u int) int {
	if x < s.n {
		return x
	}
	return int(s.nodes[x].closest[u])
}

// slackTo is the least slack between vertex u and any vertex of node x.
func (s *solver) slackTo(u, x int) int64 { return s.slack(u, s.closest(x, u)) }

// isTop says that a node is in use and in no blossom.
func (s *solver) isTop(x int) bool {
	return s.nodes[x].parent == none && (x < s.n || s.nodes[x].children != nil)
}

// leaves calls f for every vertex of a node.
func (s *solver) leaves(x int, f func(v int)) {
	if x < s.n {
		f(x)
		return
	}
	for _, c := range s.nodes[x].children {
		s.leaves(c, f)
	}
}
