package bank

import (
	"cmp"
	"slices"

	"github.com/nast-tour/nast/internal/money"
)

// settle decides what each finding is worth beside the others, rank by rank from the strongest. A
// finding about a line or a candidate that a stronger one is about is left out. Of one rank, those
// that share a line or a candidate are ambiguous: a person chooses.
func (s *search) settle() []Proposal {
	lineTaken, candidateTaken := map[int]bool{}, map[int]bool{}
	type settled struct {
		finding
		Confidence
	}
	var all []settled
	for _, r := range []rank{strong, good, weak} {
		left := slices.DeleteFunc(slices.Clone(s.findings), func(f finding) bool {
			return f.rank != r ||
				slices.ContainsFunc(f.lines, func(l int) bool { return lineTaken[l] }) ||
				slices.ContainsFunc(f.candidates, func(c int) bool { return candidateTaken[c] })
		})
		contested := s.contested(left, r)
		for _, f := range left {
			all = append(all, settled{f, confidence(f, contested(f))})
			for _, l := range f.lines {
				lineTaken[l] = true
			}
			for _, c := range f.candidates {
				candidateTaken[c] = true
			}
		}
	}
	slices.SortStableFunc(all, func(a, b settled) int {
		return cmp.Or(
			cmp.Compare(a.worth(), b.worth()), cmp.Compare(b.score, a.score),
			slices.Compare(a.lines, b.lines), slices.Compare(a.candidates, b.candidates),
		)
	})
	proposals := make([]Proposal, len(all))
	for i, one := range all {
		proposals[i] = s.proposal(one.finding, one.Confidence)
	}
	return proposals
}

// contested tells which findings of a rank share a line or a candidate with another, or may have
// shared one with what was not kept.
func (s *search) contested(findings []finding, r rank) func(finding) bool {
	ofLine, ofCandidate := map[int]int{}, map[int]int{}
	for _, f := range findings {
		for _, l := range f.lines {
			ofLine[l]++
		}
		for _, c := range f.candidates {
			ofCandidate[c]++
		}
	}
	return func(f finding) bool {
		return f.unsure ||
			slices.ContainsFunc(f.lines, func(l int) bool { return ofLine[l] > 1 || s.lineCut[r][l] }) ||
			slices.ContainsFunc(f.candidates, func(c int) bool { return ofCandidate[c] > 1 || s.candidateCut[r][c] })
	}
}

func confidence(f finding, contested bool) Confidence {
	switch {
	case contested || f.rank == weak:
		return Ambiguous
	case f.rank == strong:
		return Certain
	}
	return Likely
}

// worth is the place of a confidence in the order of proposals.
func (c Confidence) worth() int { return slices.Index([]Confidence{Certain, Likely, Ambiguous}, c) }

func (s *search) proposal(f finding, c Confidence) Proposal {
	p := Proposal{Confidence: c, Score: f.score, Why: f.why, Difference: money.Zero(s.lines[f.lines[0]].Amount.Currency)}
	for _, l := range f.lines {
		p.Lines = append(p.Lines, s.lines[l].Fingerprint)
		p.Difference.Amount += s.lines[l].Amount.Amount
	}
	p.Difference.Amount -= s.total(f.candidates).Amount
	for _, candidate := range f.candidates {
		p.Candidates = append(p.Candidates, s.cat.list[candidate].ID)
	}
	switch {
	case f.unsure:
		p.Why += " There are too many to look at all."
	case c == Ambiguous && f.rank > weak:
		p.Why += " Others fit as well."
	}
	return p
}

// total is what candidates of one currency make together.
func (s *search) total(candidates []int) money.Money {
	total := money.Zero(s.cat.list[candidates[0]].Amount.Currency)
	for _, c := range candidates {
		total.Amount += s.cat.list[c].Amount.Amount
	}
	return total
}
