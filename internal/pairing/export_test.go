package pairing

// NaturalPairs is a round of chess before its colours are looked at: who meets whom, the
// better first, by the better. Windows says whether large groups close a window.
func NaturalPairs(in ChessInput, windows bool) [][2]int {
	p := newPool(in)
	field, bye := p.withoutBye()
	d := p.draft(field, bye)
	d.windows = d.windows && windows
	d.pairGroups()
	var pairs [][2]int
	for i, j := range d.partner {
		if i < j {
			pairs = append(pairs, [2]int{field[i].Number, field[j].Number})
		}
	}
	return pairs
}
