package pairing

// pairNaturally pairs the free members of a group with each other (C2.5): the upper half
// meets the lower in order. Where that cannot be, it takes the pairing in which the lower
// half is displaced by the least sum of places, the lexicographically first of equals; and
// only where no pairing of the halves is possible, as few pairs as can be within a half.
// A rematch is no pair at all, unless there is no round without. Team-mates are avoided as
// far as the group allows (C2.9).
func (d *draft) pairNaturally(g int) bool {
	members := d.free(g)
	d.groups[g].halves = members
	if d.pool.ahead != nil {
		return d.pairNaturallyAhead(g)
	}
	if d.pairInOrder(members) {
		return true
	}
	n := natural{d, members}
	mate, ok := d.match(members, func(a, b int) (int64, bool) {
		if d.met(members[a], members[b]) && !d.pool.rematches {
			return 0, false
		}
		return n.weight(a, b), true
	})
	for a, b := range mate {
		d.partner[members[a]] = members[b]
	}
	return ok
}

// pairInOrder pairs where nothing is in the way of the order: no other pairing displaces
// nobody, so there is nothing to look for.
func (d *draft) pairInOrder(members []int) bool {
	half := len(members) / 2
	for a := range half {
		if i, j := members[a], members[a+half]; d.met(i, j) || d.teamMates(i, j) {
			return false
		}
	}
	for a := range half {
		d.pair(members[a], members[a+half])
	}
	return true
}

// pairNaturallyAhead does the same where the rounds to come count (C2.8): among the
// pairings of all that are free, so that the rest stays possible at no greater cost.
func (d *draft) pairNaturallyAhead(g int) bool {
	n := natural{d, d.groups[g].halves}
	w := d.newWindow(g)
	places := w.places(nobody) // the members of the group first
	mate, ok := d.match(places, func(a, b int) (int64, bool) {
		cost, allowed := w.weight(places[a], places[b])
		cost *= n.most()
		if b < len(n.members) {
			cost += n.weight(a, b)
		}
		return cost, allowed
	})
	for a, b := range mate {
		if a < len(n.members) {
			d.pair(places[a], places[b])
		}
	}
	return ok
}

// natural weighs the pairs of members of a group, named by their places in it.
type natural struct {
	d       *draft
	members []int
}

// Each level outweighs all pairs on the levels below: places, pairs within a half,
// team-mates, rematches.
func (n natural) withinHalf() int64 { return n.half()*n.half() + 1 }
func (n natural) teamMates() int64  { return n.withinHalf() * (n.half() + 1) }
func (n natural) rematch() int64    { return n.teamMates() * (n.half() + 1) }
func (n natural) most() int64       { return n.rematch() * (n.half() + 1) }
func (n natural) half() int64       { return int64(len(n.members) / 2) }

// weight of the pair of members a < b. In order the lower stands half the group behind; how
// far he is from there is how many places he is displaced.
func (n natural) weight(a, b int) int64 {
	half := len(n.members) / 2
	sum := int64(abs(b - a - half))
	if b < half || a >= half {
		sum += n.withinHalf()
	}
	if i, j := n.members[a], n.members[b]; n.d.teamMates(i, j) {
		sum += n.teamMates()
	}
	if n.d.met(n.members[a], n.members[b]) {
		sum += n.rematch()
	}
	return sum
}
