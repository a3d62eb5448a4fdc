package satellite

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// Repair pairs a round again that nobody has played yet (R4.6). It is a plan
// again after that, and its sheets have to be given out anew.
func (s *Satellite) Repair(number int, t tour.Tour, newID NewID) error {
	round, err := s.PairedRound(number)
	if err != nil {
		return err
	}
	if err := s.allow("paired", InPlay); err != nil {
		return err
	}
	if table := s.playedTable(number); table > 0 {
		return fault.New(fault.ResultsExist, "Table %d of round %d has a result, so its pairs stand. Clear the results first if they are a mistake.", table, number)
	}
	rule, err := s.rule(number)
	if err != nil {
		return err
	}
	if !rule.Method.Fixed() {
		if later := s.pairedOnResults(number); later > 0 {
			return fault.New(fault.ResultsExist, "Round %d is paired on the results of round %d.", later, number)
		}
		if err := s.needResults(number - 1); err != nil {
			return err
		}
		s.callStandby(number)
	}
	if round.Plan, err = s.planByRule(number, rule, t, s.paired()); err != nil {
		return err
	}
	for _, later := range s.Rounds[number:] {
		if later.State != Planned {
			return fault.New(fault.WrongStatus, "Round %d is open already, so the pairs before it stand.", later.Number)
		}
	}
	round.Method, round.State = rule.Method, Planned
	for i := range s.Entrants {
		if e := &s.Entrants[i]; e.JoinedFor > number {
			e.JoinedFor = number // who came too late for it can play in it now
		}
	}
	s.replan(newID)
	return nil
}

// pairedOnResults is the first round after one that is paired and whose rule needs its results, 0
// where there is none.
func (s *Satellite) pairedOnResults(number int) int {
	for _, r := range s.Rounds[number:] {
		if rule, err := s.rule(r.Number); err != nil || !rule.Method.Fixed() {
			return r.Number
		}
	}
	return 0
}

// rule is the rule by which a round is paired.
func (s *Satellite) rule(number int) (pairing.Rule, error) {
	if s.Chess {
		return chessRule, nil
	}
	rules, err := s.schedule(len(s.startField()), *s.Rules)
	if err != nil {
		return pairing.Rule{}, err
	}
	return rules[number-1], nil
}

// planByRule is the plan that its rule gives a round: of a preset round by the
// tables, of another for the seeds that are to be paired.
func (s *Satellite) planByRule(number int, rule pairing.Rule, t tour.Tour, who map[int]bool) ([]pairing.Pair, error) {
	if rule.Method != pairing.MethodPreset {
		return s.pairs(number, rule, who)
	}
	tables, err := TablesFor(t, s.tableRounds())
	if err != nil {
		return nil, err
	}
	return tables.Pairs(len(s.startField()), number)
}

// notByRule warns where the pairs of a round are not those that its rule would
// make of it now, with whoever is there.
func (s *Satellite) notByRule(number int, t tour.Tour) ([]Warning, error) {
	rule, err := s.rule(number)
	if err != nil {
		return nil, err
	}
	round, err := s.PairedRound(number)
	if err != nil {
		return nil, err
	}
	plan, err := s.planByRule(number, rule, t, round.seeds())
	if err != nil {
		return nil, err
	}
	then := seated(s.seats(Round{Number: number, Method: rule.Method, Plan: plan}))
	var now []pairing.Pair
	seeds := s.seeds()
	for _, g := range s.GamesOf(number) {
		if g.Second != uuid.Nil || g.Kind == standings.Bye {
			now = append(now, pairing.Pair{First: seeds[g.First], Second: seeds[g.Second]})
		}
	}
	if slices.Equal(pairSet(now), pairSet(then)) {
		return nil, nil
	}
	return []Warning{{
		Code: "not_by_rule", Detail: fmt.Sprintf("The rule would pair round %d otherwise; the sheet says that you changed it.", number),
	}}, nil
}

// seated are the pairs and byes of seats, without the rounds missed.
func seated(seats []seat) []pairing.Pair {
	var pairs []pairing.Pair
	for _, seat := range seats {
		if !seat.missing {
			pairs = append(pairs, pairing.Pair{First: seat.first, Second: seat.second, Why: seat.why})
		}
	}
	return pairs
}

// seeds are those who stand in the plan of a round.
func (r Round) seeds() map[int]bool {
	seeds := map[int]bool{}
	for _, p := range r.Plan {
		seeds[p.First], seeds[p.Second] = true, true
	}
	delete(seeds, 0) // the bye
	return seeds
}

// startField are those who were in the field at the start: the preset tables
// and the schedule are for their number.
func (s *Satellite) startField() []Entrant {
	return slices.DeleteFunc(s.Field(), func(e Entrant) bool { return e.JoinedFor > 0 })
}

// playedTable is a table of a round that somebody has given a result, 0 where
// there is none. That somebody withdrew from an open round is no result.
func (s *Satellite) playedTable(round int) int {
	for _, g := range s.GamesOf(round) {
		if g.touched() && !s.leftBehind(g) {
			return g.Table
		}
	}
	return 0
}

// leftBehind says whether a game is forfeited only because players withdrew.
func (s *Satellite) leftBehind(g Game) bool {
	withdrawn := func(id uuid.UUID) bool {
		e, ok := s.EntrantByID(id)
		return ok && e.Withdrawn
	}
	switch g.Forfeits {
	case First:
		return withdrawn(g.First)
	case Second:
		return withdrawn(g.Second)
	case Both:
		return withdrawn(g.First) && withdrawn(g.Second)
	}
	return false
}

// Differ says how a round that is paired would be paired otherwise now.
type Differ struct {
	Round     int
	Now, Then [][2]int // seeds, 0 for the bye: pairs that are, and that would be
}

// differs compares the rounds that were paired on standings with how they
// would be paired on these ones, as far as before shows that they were not
// changed by hand or for other reasons (R4.6).
func (s *Satellite) differs(before *Satellite) []Differ {
	var out []Differ
	for _, r := range s.Rounds {
		rule, err := s.rule(r.Number)
		if err != nil {
			return nil
		}
		if rule.Method.Fixed() || s.needResults(r.Number-1) != nil || before.needResults(r.Number-1) != nil {
			continue
		}
		who := r.seeds()
		was, errWas := before.pairsByRule(r.Number, rule, who)
		then, errThen := s.pairsByRule(r.Number, rule, who)
		if errWas != nil || errThen != nil || slices.Equal(was, then) {
			continue
		}
		now := pairSet(r.Plan)
		d := Differ{Round: r.Number, Now: without(now, then), Then: without(then, now)}
		if len(d.Now) > 0 {
			out = append(out, d)
		}
	}
	return out
}

// pairsByRule are the pairs and the bye that the rule of a round makes, as a set.
func (s *Satellite) pairsByRule(number int, rule pairing.Rule, who map[int]bool) ([][2]int, error) {
	pairs, err := s.pairs(number, rule, who)
	return pairSet(pairs), err
}

func pairSet(pairs []pairing.Pair) [][2]int {
	set := make([][2]int, len(pairs))
	for i, p := range pairs {
		set[i] = [2]int{min(p.First, p.Second), max(p.First, p.Second)}
		if p.Second == 0 {
			set[i] = [2]int{p.First, 0}
		}
	}
	slices.SortFunc(set, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return set
}

func without(a, b [][2]int) [][2]int {
	return slices.DeleteFunc(slices.Clone(a), func(p [2]int) bool { return slices.Contains(b, p) })
}
