package pairing

// maxGroup is the largest group of the preset rounds (R2.3).
const maxGroup = 48

// Groups divides a field for the preset rounds (R2.3, R2.4) and gives the seeds of each
// group in order. The groups are as few as possible, even, of at most 48, as equal as
// possible and the larger first; seeds are dealt as a snake. An odd field has an added
// seed, players+1, that stands for the bye and is the last of its group.
func Groups(players int) [][]int {
	sizes := groupSizes(evenSize(players))
	groups := make([][]int, len(sizes))
	for g, size := range sizes {
		groups[g] = make([]int, 0, size)
	}
	last := evenSize(players)
	for seed, row := 1, 0; seed <= last; row++ {
		for k := range groups {
			g := k
			if row%2 == 1 {
				g = len(groups) - 1 - k
			}
			if len(groups[g]) == sizes[g] || seed > last {
				continue
			}
			groups[g] = append(groups[g], seed)
			seed++
		}
	}
	return groups
}

// groupSizes shares an even number of places, by pairs so that each group is even.
func groupSizes(places int) []int {
	count := (places + maxGroup - 1) / maxGroup
	sizes := make([]int, count)
	pairs := places / 2
	for g := range sizes {
		sizes[g] = 2 * (pairs / count)
		if g < pairs%count {
			sizes[g] += 2
		}
	}
	return sizes
}
