package pairing

// dropFrom settles who drops out of a group, and against whom (C2.4). It is false when a
// group that closed a window cannot hold.
func (d *draft) dropFrom(g int) bool {
	w := d.newWindow(g)
	total, ok := w.least(nobody)
	if !ok {
		return false
	}
	for total%w.scale.team > 0 { // what is below team-mates counts those who drop
		i, j := w.firstDrop(total)
		if i == nobody {
			return false
		}
		d.pair(i, j)
		cost, _ := w.weight(i, j)
		total -= cost
	}
	return !w.topLarge && !d.groups[g].closes || len(d.free(g)) >= d.safeSize(g)
}

// firstDrop is the first player of the top group who can drop, with his first opponent
// below, when all have to be paired at a cost of total.
func (w *window) firstDrop(total int64) (player, opponent int) {
	for _, i := range w.d.dropOrder(w.top) {
		if least, ok := w.least(i); !ok || least != total {
			continue
		}
		for g := w.top + 1; g <= w.end; g++ {
			for _, j := range w.d.free(g) {
				if w.canDrop(i, j, total) {
					return i, j
				}
			}
		}
	}
	return nobody, nobody
}

// canDrop says that all can be paired at a cost of total when two given players meet.
func (w *window) canDrop(i, j int, total int64) bool {
	cost, allowed := w.weight(i, j)
	if !allowed || cost > total {
		return false
	}
	w.d.pair(i, j)
	least, ok := w.least(nobody)
	w.d.unpair(i, j)
	return ok && least+cost == total
}
