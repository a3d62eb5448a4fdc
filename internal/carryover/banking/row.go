package banking

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/money"
)

// State says how far a line is.
type State string

// The states of a line.
const (
	Matched   State = "matched"   // a person has said what it is
	Proposed  State = "proposed"  // something may fit
	Unmatched State = "unmatched" // nothing does: the heap to be looked at
	Nothing   State = "nothing"   // a row of 0.00, with nothing to match
)

// Row is a line with what it may be.
type Row struct {
	Line
	State     State
	Proposals []Proposal // of an open line, the strongest first
}

// Proposal is what a line, mostly alone, may be.
type Proposal struct {
	Lines      []uuid.UUID // with the line itself
	Candidates []Candidate
	Confidence bank.Confidence
	Score      int         // 0 to 100
	Difference money.Money // lines less candidates
	Why        string
	Match      *Match // how a person confirms it; nil where it takes more than one act
}

// Counts says how many rows are in each state.
func Counts(rows []Row) map[State]int {
	counts := map[State]int{}
	for _, r := range rows {
		counts[r.State]++
	}
	return counts
}

// rows puts beside lines what they may be. Lines that are not kept yet, as of a dry run, are open
// with those that are: one proposal is worth less when another fits as well.
func (v *Service) rows(ctx context.Context, lines []Line) ([]Row, error) {
	by := map[bank.Fingerprint][]Proposal{}
	if slices.ContainsFunc(lines, Line.open) {
		open, err := v.Store.OpenLines(ctx)
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			if l.ID == uuid.Nil && l.open() {
				open = append(open, l)
			}
		}
		candidates, err := v.candidates(ctx)
		if err != nil {
			return nil, err
		}
		by = propose(open, candidates)
	}
	rows := make([]Row, len(lines))
	for i, l := range lines {
		rows[i] = Row{Line: l, State: Matched}
		switch {
		case l.Confirmed != nil:
		case !l.open():
			rows[i].State = Nothing
		default:
			rows[i].Proposals = by[l.Fingerprint]
			rows[i].State = Unmatched
			if len(rows[i].Proposals) > 0 {
				rows[i].State = Proposed
			}
		}
	}
	return rows, nil
}

// propose gives the proposals for open lines, by the line.
func propose(open []Line, candidates []Candidate) map[bank.Fingerprint][]Proposal {
	known := map[string]Candidate{}
	plain := make([]bank.Candidate, len(candidates))
	for i, c := range candidates {
		known[c.key()], plain[i] = c, c.plain()
	}
	lines := make([]bank.Line, len(open))
	ids := map[bank.Fingerprint]uuid.UUID{}
	for i, l := range open {
		lines[i], ids[l.Fingerprint] = l.Line, l.ID
	}
	by := map[bank.Fingerprint][]Proposal{}
	for _, found := range bank.Propose(lines, plain) {
		p := Proposal{Confidence: found.Confidence, Score: found.Score, Difference: found.Difference, Why: found.Why}
		for _, f := range found.Lines {
			p.Lines = append(p.Lines, ids[f])
		}
		for _, key := range found.Candidates {
			p.Candidates = append(p.Candidates, known[key])
		}
		p.Match = p.asMatch()
		for _, f := range found.Lines {
			by[f] = append(by[f], p)
		}
	}
	return by
}

// asMatch is how a proposal is confirmed, where its amounts agree and one act is enough.
func (p Proposal) asMatch() *Match {
	if !p.Difference.IsZero() || slices.Contains(p.Lines, uuid.Nil) {
		return nil
	}
	m := &Match{Lines: p.Lines}
	for _, c := range p.Candidates {
		purpose := carryover.Settles
		switch c.Kind {
		case bank.Payment:
			m.Payments = append(m.Payments, uuid.MustParse(c.ID))
		case bank.Due:
			m.Dues = append(m.Dues, uuid.MustParse(c.ID))
		case bank.Bounce:
			purpose = carryover.Returned
			m.Payments = append(m.Payments, uuid.MustParse(c.ID))
		default:
			purpose = carryover.Noted
			m.Seen = append(m.Seen, c.key())
		}
		if m.Purpose != "" && m.Purpose != purpose {
			return nil
		}
		m.Purpose = purpose
	}
	return m
}
