// Package matching finds the perfect matching of least weight in a general graph: who
// meets whom when every pair has a cost and some pairs are forbidden. It is Edmonds'
// blossom algorithm with integer weights, in O(n^3), and exact to the last tie, so that
// pairings built on it are the same on any machine (R3.9). It knows nothing of players
// and of rules.
//
// How it works. Every vertex has a potential, and so has every blossom (an odd set of
// vertices that is treated as one). An edge whose weight equals the potentials at its
// ends is tight; only tight edges are ever matched, and no edge weighs less than its
// potentials allow, which proves the matching to be the least. One stage (stage.go) grows
// an alternating tree from one exposed vertex and moves potentials until it meets another
// exposed vertex. Ties (ties.go) are settled vertex by vertex: making all edges of a
// vertex dearer by the number of its partner, by less than any difference of weights,
// leaves its lowest partner as the only cheapest one.
package matching

// Weight gives the weight of the edge between vertices i < j, and whether there is one.
// Weights are whole; n*n times the largest must stay far within an int64.
type Weight func(i, j int) (weight int64, present bool)

// Minimum gives the perfect matching of least total weight of the vertices 0 to n-1:
// mate[i] is the partner of i. Among equal totals it is the one in which vertex 0 has its
// lowest possible partner, then the next vertex not yet matched, and so on. ok is false
// where no perfect matching exists, an odd n included.
func Minimum(n int, weight Weight) (mate []int, ok bool) {
	if n%2 != 0 {
		return nil, false
	}
	s := newSolver(n, weight)
	if !s.start() || !s.complete() {
		return nil, false
	}
	return s.settleTies(), true
}

// Least gives only the total weight of that matching, which is much sooner known than the
// first of the equals.
func Least(n int, weight Weight) (total int64, ok bool) {
	if n%2 != 0 {
		return 0, false
	}
	s := newSolver(n, weight)
	if !s.start() || !s.complete() {
		return 0, false
	}
	for i, j := range s.mate {
		if i < j {
			w, _ := weight(i, j)
			total += w
		}
	}
	return total, true
}
