package bank

import (
	"maps"
	"slices"
)

// The bounds of a search for a sum. A director has a few dues open and pays some of them at once;
// at most 15,000 sets are looked at.
const (
	maxParts  = 16 // of which the oldest are taken
	maxChosen = 6
)

// slips finds lines over all that was deposited on one slip.
func (s *search) slips() {
	for _, slip := range slices.Sorted(maps.Keys(s.cat.slip)) {
		members := s.cat.slip[slip]
		total := sum(s.sizesOf(members))
		for l, line := range s.lines {
			other := func(c int) bool { return !s.comparable(l, c) }
			if len(members) > 1 && size(line.Amount.Amount) == total && !slices.ContainsFunc(members, other) {
				s.addSum([]int{l}, members, good, false)
			}
		}
	}
}

// sumsOfCandidates finds several candidates for one line: all those that it names, or else some of
// one payer.
func (s *search) sumsOfCandidates() {
	for l, line := range s.lines {
		if s.lineDone[l] {
			continue
		}
		h, target := s.heard[l], size(line.Amount.Amount)
		named := first(slices.Sorted(maps.Keys(h.named)), len(h.named), func(c int) bool { return s.comparable(l, c) })
		if len(named) > 1 && sum(s.sizesOf(named)) == target {
			s.addSum([]int{l}, named, strong, false)
			continue
		}
		for _, payer := range s.payersOf(l) {
			parts := first(s.cat.payer[payer], maxParts+1, func(c int) bool {
				return !s.candidateDone[c] && s.part(l, c) && size(s.cat.list[c].Amount.Amount) < target
			})
			for _, chosen := range sets(parts, s.sizesOf(parts), target) {
				s.addSum([]int{l}, chosen, good, len(parts) > maxParts)
			}
		}
	}
}

// sumsOfLines finds several lines for one candidate: all those that name it, or else some that name
// its payer.
func (s *search) sumsOfLines() {
	naming, meaning := map[int][]int{}, map[string][]int{}
	for l := range s.lines {
		for c := range s.heard[l].named {
			naming[c] = append(naming[c], l)
		}
		for _, payer := range s.payersOf(l) {
			meaning[payer] = append(meaning[payer], l)
		}
	}
	for c, candidate := range s.cat.list {
		if s.candidateDone[c] {
			continue
		}
		target := size(candidate.Amount.Amount)
		named := first(naming[c], len(naming[c]), func(l int) bool { return s.comparable(l, c) })
		if len(named) > 1 && sum(s.sizesOfLines(named)) == target {
			s.addSum(named, []int{c}, strong, false)
			continue
		}
		parts := first(meaning[candidate.Payer], maxParts+1, func(l int) bool {
			return !s.lineDone[l] && s.part(l, c) && size(s.lines[l].Amount.Amount) < target
		})
		for _, chosen := range sets(parts, s.sizesOfLines(parts), target) {
			s.addSum(chosen, []int{c}, good, len(parts) > maxParts)
		}
	}
}

// payersOf are the payers that a line means, by their names or by naming something of theirs.
func (s *search) payersOf(l int) []string {
	payers := map[string]bool{}
	for payer := range s.heard[l].payers {
		payers[payer] = true
	}
	for c := range s.heard[l].named {
		if payer := s.cat.list[c].Payer; payer != "" {
			payers[payer] = true
		}
	}
	return slices.Sorted(maps.Keys(payers))
}

// part says whether the line and the candidate may belong together.
func (s *search) part(l, c int) bool {
	return s.comparable(l, c) && !s.cat.contradicts(s.heard[l].cheque, c)
}

// first gives the first of a list that fit.
func first(list []int, most int, fits func(int) bool) []int {
	var some []int
	for _, one := range list {
		if len(some) == most {
			break
		}
		if fits(one) {
			some = append(some, one)
		}
	}
	return some
}

// addSum keeps a finding of several. Its score is that of the pair in it that fits least.
func (s *search) addSum(lines, candidates []int, r rank, unsure bool) {
	f := finding{lines: lines, candidates: candidates, rank: r, unsure: unsure, score: 100}
	names := map[string]bool{}
	for _, l := range lines {
		for _, c := range candidates {
			said := s.heard[l].named[c]
			said.payer = s.heard[l].payers[s.cat.list[c].Payer]
			f.score = min(f.score, s.score(l, c, r, said))
			for _, fact := range said.list() {
				names[fact] = true
			}
		}
	}
	f.why = whySum(len(lines), len(candidates), s.cat.list[candidates[0]], s.total(candidates), slices.Sorted(maps.Keys(names)))
	s.add(f)
}

// sets finds the sets of two to maxChosen parts that make the target exactly, at most one more than
// can be chosen from. Of more than maxParts parts the first are looked at. Sizes are positive.
func sets(parts []int, sizes []int64, target int64) [][]int {
	count := min(len(parts), maxParts)
	left := make([]int64, count+1) // what the parts from here on make together
	for i := count - 1; i >= 0; i-- {
		left[i] = left[i+1] + sizes[i]
	}
	var found [][]int
	var chosen []int
	var try func(from int, missing int64)
	try = func(from int, missing int64) {
		if missing == 0 && len(chosen) > 1 {
			found = append(found, slices.Clone(chosen))
			return
		}
		for i := from; i < count && len(chosen) < maxChosen && len(found) <= maxChoices && left[i] >= missing; i++ {
			if sizes[i] <= missing {
				chosen = append(chosen, parts[i])
				try(i+1, missing-sizes[i])
				chosen = chosen[:len(chosen)-1]
			}
		}
	}
	try(0, target)
	return found
}

func (s *search) sizesOf(candidates []int) []int64 {
	sizes := make([]int64, len(candidates))
	for i, c := range candidates {
		sizes[i] = size(s.cat.list[c].Amount.Amount)
	}
	return sizes
}

func (s *search) sizesOfLines(lines []int) []int64 {
	sizes := make([]int64, len(lines))
	for i, l := range lines {
		sizes[i] = size(s.lines[l].Amount.Amount)
	}
	return sizes
}

// size is an amount whichever way it goes.
func size(cents int64) int64 { return max(cents, -cents) }

func sum(sizes []int64) int64 {
	total := int64(0)
	for _, one := range sizes {
		total += one
	}
	return total
}
