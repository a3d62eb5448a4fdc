package matching

import "slices"

// shrink makes a blossom of the cycle that a tight edge between two outer nodes closes.
func (s *solver) shrink(u, v int) {
	ancestor := s.commonAncestor(s.top[u], s.top[v])
	left, leftLinks := s.pathUp(s.top[u], ancestor)
	right, rightLinks := s.pathUp(s.top[v], ancestor)

	b := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	blossom := node{parent: none, base: s.nodes[ancestor].base, closest: s.nodes[b].closest}
	blossom.children = append(blossom.children, ancestor)
	for i := len(left) - 1; i >= 0; i-- {
		blossom.children = append(blossom.children, left[i])
		blossom.links = append(blossom.links, leftLinks[i].turned())
	}
	blossom.links = append(blossom.links, link{u, v})
	blossom.children = append(blossom.children, right...)
	blossom.links = append(blossom.links, rightLinks...)
	s.nodes[b], s.potential[b] = blossom, 0

	for _, c := range blossom.children {
		s.nodes[c].parent = b
		if s.nodes[c].label == inner {
			s.leaves(c, func(v int) { s.queue = append(s.queue, v) })
		}
	}
	s.nodes[b].label = outer
	s.leaves(b, func(v int) { s.top[v] = b })
	s.findClosest(b)
	s.findNearest(b)
}

// commonAncestor is the outer node where the ways of two outer nodes to the root meet.
func (s *solver) commonAncestor(x, y int) int {
	s.search++
	for {
		if x != none {
			if s.marks[x] == s.search {
				return x
			}
			s.marks[x] = s.search
			x = s.outerAbove(x)
		}
		x, y = y, x
	}
}

// outerAbove is the next outer node towards the root, none above the root.
func (s *solver) outerAbove(x int) int {
	next := s.mate[s.nodes[x].base]
	if next == none {
		return none
	}
	return s.top[s.nodes[s.top[next]].entry.from]
}

// pathUp lists the nodes from an outer node up to an ancestor, without the ancestor, and
// from each the link to the next.
func (s *solver) pathUp(x, ancestor int) (path []int, links []link) {
	for x != ancestor {
		base := s.nodes[x].base
		above := s.top[s.mate[base]]
		entry := s.nodes[above].entry
		path = append(path, x, above)
		links = append(links, link{base, s.mate[base]}, entry.turned())
		x = s.top[entry.from]
	}
	return path, links
}

// findClosest fills in which vertex of a new blossom is closest to each vertex.
func (s *solver) findClosest(b int) {
	blossom := &s.nodes[b]
	if blossom.closest == nil {
		blossom.closest = make([]int32, s.n)
	}
	for u := range s.n {
		s.findClosestTo(b, u)
	}
}

// findClosestTo does the same for one vertex.
func (s *solver) findClosestTo(b, u int) {
	best, chosen := int64(absent), s.nodes[b].base
	for _, c := range s.nodes[b].children {
		v := s.closest(c, u)
		if slack := s.slack(u, v); slack < best {
			best, chosen = slack, v
		}
	}
	s.nodes[b].closest[u] = int32(chosen)
}

// open takes an inner blossom apart within a stage. The children on the even way between
// the entry and the base stay in the tree; the others leave it.
func (s *solver) open(b int) {
	blossom := s.nodes[b]
	s.release(b)
	for _, c := range blossom.children {
		s.nodes[c].label = unlabelled
	}
	at := slices.IndexFunc(blossom.children, func(c int) bool { return c == s.top[blossom.entry.to] })
	entry := blossom.entry
	for {
		s.nodes[blossom.children[at]].label, s.nodes[blossom.children[at]].entry = inner, entry
		s.nearest[blossom.children[at]] = none
		if at == 0 {
			break
		}
		var middle int
		middle, at, entry = blossom.towardsBase(at)
		s.nearest[blossom.children[middle]] = none
		s.makeOuter(blossom.children[middle])
	}
	for _, c := range blossom.children {
		if s.nodes[c].label == unlabelled {
			s.findNearest(c)
		}
	}
}

// towardsBase goes from a child to its matched neighbour and on to the next child, the
// even way to the base, and gives both with the link between them.
func (b *node) towardsBase(at int) (middle, next int, entry link) {
	if at%2 == 0 {
		return at - 1, at - 2, b.links[at-2].turned()
	}
	next = (at + 2) % len(b.children)
	return at + 1, next, b.links[at+1]
}

// release makes the children of a top blossom top nodes and gives its number back.
func (s *solver) release(b int) {
	for _, c := range s.nodes[b].children {
		s.nodes[c].parent = none
		s.leaves(c, func(v int) { s.top[v] = c })
	}
	s.nodes[b].children, s.nodes[b].links = nil, nil
	s.potential[b] = 0
	s.free = append(s.free, b)
}

// augment matches u with the exposed v and turns the matching over from u to the root.
func (s *solver) augment(u, v int) {
	s.rebase(s.top[v], v)
	s.mate[v] = u
	for {
		x := s.top[u]
		next := s.mate[s.nodes[x].base]
		s.rebase(x, u)
		s.mate[u] = v
		if next == none {
			return
		}
		y := s.top[next]
		entry := s.nodes[y].entry
		s.rebase(y, entry.to)
		s.mate[entry.to] = entry.from
		u, v = entry.from, entry.to
	}
}

// rebase makes v the base of a node, turning the matching over between the old base and v.
func (s *solver) rebase(x, v int) {
	if x < s.n {
		return
	}
	child := v
	for s.nodes[child].parent != x {
		child = s.nodes[child].parent
	}
	s.rebase(child, v)
	b := &s.nodes[x]
	b.base = v
	at := slices.Index(b.children, child)
	for k := at; k != 0; {
		middle, next, entry := b.towardsBase(k)
		s.rebase(b.children[next], entry.to)
		s.rebase(b.children[middle], entry.from)
		s.mate[entry.from], s.mate[entry.to] = entry.to, entry.from
		k = next
	}
	b.children = slices.Concat(b.children[at:], b.children[:at])
	b.links = slices.Concat(b.links[at:], b.links[:at])
}
