package bank

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// maxChoices bounds how many proposals of one strength are made of a line. Who has five to choose
// from has to look anyway.
const maxChoices = 5

// Propose says what open lines may be, the strongest first: certain before likely before ambiguous
// ones. Lines and candidates that are settled are not given to it, lines of 0.00 have nothing to
// match, and a pair that differs in currency or direction is none. The order in which lines and
// candidates are given does not matter.
//
// Looked for are, in this order: pairs; what was deposited on one slip; several candidates of one
// payer that make one line; several lines of one payer that make one candidate. Sums are looked for
// among the parts of one payer that nothing better explains, at most maxParts of them, so the work
// is bounded by the number of lines and candidates.
func Propose(lines []Line, candidates []Candidate) []Proposal {
	s := newSearch(lines, candidates)
	for _, look := range []func(){s.pairs, s.slips, s.sumsOfCandidates, s.sumsOfLines} {
		look()
		s.note()
	}
	return s.settle()
}

// rank is how strong a finding is.
type rank int

const (
	weak   rank = iota // the amount alone, or all but the amount
	good               // the amount and the payer
	strong             // the amount and a reference or cheque number
)

// finding is a proposal in the making. Lines and candidates are meant by their places.
type finding struct {
	lines, candidates []int
	rank              rank
	score             int
	unsure            bool // more was not looked at
	why               string
}

// search is one run of Propose.
type search struct {
	lines    []Line
	heard    []heard
	cat      *catalogue
	findings []finding

	// What is explained by a good or strong finding takes no part in sums. These are brought up to
	// date between the kinds of search only, so that the order within one does not matter.
	lineDone, candidateDone []bool
	noted                   int

	made [strong + 1]map[int]int // findings of a rank by line

	// Of the findings beyond maxChoices only the lines and candidates are kept: they are contested.
	lineCut, candidateCut [strong + 1]map[int]bool
}

func newSearch(lines []Line, candidates []Candidate) *search {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return l.Direction() == Nothing })
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Or(a.Day.Compare(b.Day), strings.Compare(string(a.Fingerprint), string(b.Fingerprint)))
	})
	candidates = slices.DeleteFunc(slices.Clone(candidates), func(c Candidate) bool {
		return c.Amount.IsZero() || c.Amount.Amount > maxSize || c.Amount.Amount < -maxSize
	})
	slices.SortStableFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(a.Day.Compare(b.Day), strings.Compare(a.ID, b.ID))
	})
	s := &search{
		lines: lines, cat: newCatalogue(candidates), heard: make([]heard, len(lines)),
		lineDone: make([]bool, len(lines)), candidateDone: make([]bool, len(candidates)),
	}
	for i, l := range lines {
		s.heard[i] = s.cat.listen(l)
	}
	for r := range s.made {
		s.made[r], s.lineCut[r], s.candidateCut[r] = map[int]int{}, map[int]bool{}, map[int]bool{}
	}
	return s
}

// add keeps a finding, or where its line has enough only what it was about.
func (s *search) add(f finding) {
	if s.made[f.rank][f.lines[0]]++; s.made[f.rank][f.lines[0]] <= maxChoices {
		s.findings = append(s.findings, f)
		return
	}
	for _, l := range f.lines {
		s.lineCut[f.rank][l] = true
	}
	for _, c := range f.candidates {
		s.candidateCut[f.rank][c] = true
	}
}

// note marks what the findings since the last time explain.
func (s *search) note() {
	for _, f := range s.findings[s.noted:] {
		if f.rank == weak {
			continue
		}
		for _, l := range f.lines {
			s.lineDone[l] = true
		}
		for _, c := range f.candidates {
			s.candidateDone[c] = true
		}
	}
	s.noted = len(s.findings)
}

// comparable says whether both are of one currency and direction.
func (s *search) comparable(l, c int) bool {
	a, b := s.lines[l].Amount, s.cat.list[c].Amount
	return a.Currency == b.Currency && a.IsNegative() == b.IsNegative()
}

// pairs finds one candidate for one line.
func (s *search) pairs() {
	for l, line := range s.lines {
		h := s.heard[l]
		for _, c := range slices.Sorted(maps.Keys(h.named)) {
			switch {
			case !s.comparable(l, c):
			case line.Amount == s.cat.list[c].Amount:
				s.addPair(l, c, strong, h.named[c])
			default:
				s.addPair(l, c, weak, h.named[c])
			}
		}
		for _, payer := range slices.Sorted(maps.Keys(h.payers)) {
			for _, c := range s.unnamed(l, s.cat.payerAmount[payerAmount{payer, line.Amount}]) {
				s.addPair(l, c, good, facts{payer: h.payers[payer]})
			}
		}
		s.pairsByAmount(l)
	}
}

// pairsByAmount proposes what only the amount speaks for, where the line says nothing of anybody
// and the amount is not everybody's.
func (s *search) pairsByAmount(l int) {
	alike := s.cat.amount[s.lines[l].Amount]
	if len(s.heard[l].named)+len(s.heard[l].payers) > 0 || len(alike) > maxChoices {
		return
	}
	for _, c := range s.unnamed(l, alike) {
		s.addPair(l, c, weak, facts{})
	}
}

// unnamed leaves out the candidates that the line names already, and those of another cheque.
func (s *search) unnamed(l int, candidates []int) []int {
	return slices.DeleteFunc(slices.Clone(candidates), func(c int) bool {
		_, named := s.heard[l].named[c]
		return named || s.cat.contradicts(s.heard[l].cheque, c)
	})
}

func (s *search) addPair(l, c int, r rank, f facts) {
	s.add(finding{
		lines: []int{l}, candidates: []int{c}, rank: r, score: s.score(l, c, r, f),
		why: whyPair(s.lines[l], s.cat.list[c], f),
	})
}

// score orders findings: by rank, then by how much agrees, then by how near the days are.
func (s *search) score(l, c int, r rank, f facts) int {
	score := [...]int{weak: 20, good: 50, strong: 80}[r]
	if f.payer != "" {
		score += 4
	}
	if f.reference != "" && f.cheque != "" {
		score += 5
	}
	if a, b := s.lines[l].Day, s.cat.list[c].Day; !a.IsZero() && !b.IsZero() {
		days := a.DaysUntil(b)
		score += max(0, 9-max(days, -days)/7)
	}
	return score
}
