package matching

// settleTies turns a matching of least weight into the first of them: vertex by vertex,
// each that is not yet settled gets its lowest partner, and the two are taken out of the
// graph. What remains is always matched at the least weight.
func (s *solver) settleTies() []int {
	settled := make([]int, s.n)
	for u := range s.n {
		if s.out[u] {
			continue
		}
		if s.mayDoBetter(u) {
			s.dissolveAround(u)
			s.preferLow(u)
			s.mustComplete()
		}
		v := s.mate[u]
		settled[u], settled[v] = v, u
		s.takeOut(u, v)
		s.mustComplete()
	}
	return settled
}

// mayDoBetter says whether u has a tight edge to a vertex below its mate: only tight edges
// can be in a matching of least weight. In a blossom that is not worth finding out.
func (s *solver) mayDoBetter(u int) bool {
	if s.top[u] != u {
		return true
	}
	for v := range s.mate[u] {
		if s.slack(u, v) == 0 {
			return true
		}
	}
	return false
}

// preferLow makes the edges of a top vertex dearer by the number of the other end: by less
// than n, and so by less than any difference of weights. Only its own edge may lose
// tightness by that, and then u and its mate are exposed.
func (s *solver) preferLow(u int) {
	for v := range s.n {
		if at := u*s.n + v; s.cost[at] != absent {
			s.cost[at] += 2 * int64(v)
			s.cost[v*s.n+u] = s.cost[at]
		}
	}
	if v := s.mate[u]; v != none && s.slack(u, v) != 0 {
		s.mate[u], s.mate[v] = none, none
	}
	s.refreshClosest(u)
}

// refreshClosest brings the closest vertices of all blossoms up to date after the edges of
// one vertex have changed.
func (s *solver) refreshClosest(u int) {
	var refresh func(x int)
	refresh = func(x int) {
		for _, c := range s.nodes[x].children {
			refresh(c)
		}
		if x >= s.n {
			s.findClosestTo(x, u)
		}
	}
	for x := s.n; x < len(s.nodes); x++ {
		if s.isTop(x) {
			refresh(x)
		}
	}
}

// takeOut removes a matched pair from the graph.
func (s *solver) takeOut(u, v int) {
	for _, w := range []int{u, v} {
		s.dissolveAround(w)
		s.out[w] = true
		for x := range s.n {
			s.cost[w*s.n+x], s.cost[x*s.n+w] = absent, absent
		}
	}
	for _, w := range []int{u, v} {
		if m := s.mate[w]; m != none {
			s.mate[w], s.mate[m] = none, none
		}
	}
}

// dissolveAround takes every blossom apart that a vertex is in. The potential of a blossom
// goes back to its vertices, which leaves the edges inside as they were and loosens those
// that lead out: the base and its mate are exposed.
func (s *solver) dissolveAround(u int) {
	for s.top[u] != u {
		b := s.top[u]
		if half := s.potential[b] / 2; half > 0 {
			s.leaves(b, func(v int) { s.potential[v] -= half })
			base := s.nodes[b].base
			if m := s.mate[base]; m != none {
				s.mate[base], s.mate[m] = none, none
			}
		}
		s.release(b)
	}
}

// mustComplete completes a matching that is known to exist.
func (s *solver) mustComplete() {
	if !s.complete() {
		panic("matching: lost a perfect matching while settling ties")
	}
}
