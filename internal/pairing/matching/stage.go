package matching

// stage grows an alternating tree from an exposed vertex until it reaches another exposed
// vertex, and matches along the path between them. It fails where no potential can be
// moved any more: then the graph has no perfect matching.
func (s *solver) stage(root int) bool {
	s.queue = s.queue[:0]
	for x := range s.nodes {
		s.nodes[x].label, s.nearest[x] = unlabelled, none
	}
	s.makeOuter(s.top[root])
	for {
		for len(s.queue) > 0 {
			u := s.queue[len(s.queue)-1]
			s.queue = s.queue[:len(s.queue)-1]
			if s.scan(u) {
				return true
			}
		}
		if !s.movePotentials() {
			return false
		}
		if s.followTight() {
			return true
		}
		s.openInner()
	}
}

// makeOuter labels a top node and has its vertices scanned.
func (s *solver) makeOuter(x int) {
	s.nodes[x].label = outer
	s.leaves(x, func(v int) { s.queue = append(s.queue, v) })
}

// scan looks at the edges of an outer vertex: tight ones are followed, and of the others
// each top node remembers the nearest. It is true when the stage is over.
func (s *solver) scan(u int) bool {
	for v := range s.n {
		x := s.top[v]
		slack := s.slack(u, v)
		if slack == absent || x == s.top[u] {
			continue
		}
		if slack == 0 {
			if s.follow(u, v) {
				return true
			}
		} else if near := s.nearest[x]; near == none || slack < s.slackTo(near, x) {
			s.nearest[x] = u
		}
	}
	return false
}

// follow takes a tight edge from an outer vertex. It is true when it ended the stage at an
// exposed vertex.
func (s *solver) follow(u, v int) bool {
	x := s.top[v]
	switch s.nodes[x].label {
	case inner:
	case outer:
		if x != s.top[u] {
			s.shrink(u, v)
		}
	case unlabelled:
		next := s.mate[s.nodes[x].base]
		if next == none {
			s.augment(u, v)
			return true
		}
		s.nodes[x].label, s.nodes[x].entry = inner, link{u, v}
		s.makeOuter(s.top[next])
	}
	return false
}

// movePotentials raises the outer and lowers the inner ones by the most that keeps every
// slack and every blossom's potential from falling below 0. It fails when nothing bounds
// them.
func (s *solver) movePotentials() bool {
	step := int64(absent)
	for x := range s.nodes {
		if !s.isTop(x) {
			continue
		}
		slack := int64(absent)
		if near := s.nearest[x]; near != none {
			slack = s.slackTo(near, x)
		}
		switch s.nodes[x].label {
		case unlabelled:
			step = min(step, slack)
		case outer:
			// Both ends rise. All outer vertices hang together by tight edges of even
			// cost, so their potentials are all even or all odd and the half is whole.
			if slack != absent {
				step = min(step, slack/2)
			}
		case inner:
			if x >= s.n {
				step = min(step, s.potential[x]/2)
			}
		}
	}
	if step == absent {
		return false
	}
	for v := range s.n {
		s.potential[v] += s.direction(s.top[v]) * step
	}
	for x := s.n; x < len(s.nodes); x++ {
		if s.isTop(x) {
			s.potential[x] += s.direction(x) * 2 * step
		}
	}
	return true
}

// direction is the way in which the potentials of a top node move.
func (s *solver) direction(x int) int64 {
	switch s.nodes[x].label {
	case outer:
		return 1
	case inner:
		return -1
	default:
		return 0
	}
}

// followTight takes the edges that have become tight. It is true when the stage is over.
func (s *solver) followTight() bool {
	for x := range s.nodes {
		near := s.nearest[x]
		if near == none || !s.isTop(x) || s.top[near] == x || s.slackTo(near, x) != 0 {
			continue
		}
		if s.follow(near, s.closest(x, near)) {
			return true
		}
	}
	return false
}

// openInner opens the inner blossoms that have come down to 0.
func (s *solver) openInner() {
	for x := s.n; x < len(s.nodes); x++ {
		if s.isTop(x) && s.nodes[x].label == inner && s.potential[x] == 0 {
			s.open(x)
		}
	}
}

// findNearest looks for the nearest outer vertex of a node that is new on top.
func (s *solver) findNearest(x int) {
	s.nearest[x] = none
	best := int64(absent)
	for u := range s.n {
		if t := s.top[u]; t == x || s.nodes[t].label != outer {
			continue
		}
		if slack := s.slackTo(u, x); slack < best {
			best, s.nearest[x] = slack, u
		}
	}
}
