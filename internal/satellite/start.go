package satellite

import (
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
	"github.com/nast-tour/nast/internal/tour"
)

// TableSet is a set of preset tables of a tour's own, for events of the
// lengths it names (R3.1).
type TableSet struct {
	Rounds []int           `json:"rounds"`
	Tables json.RawMessage `json:"tables"` // as pairing.ParseTables reads them
}

// TablesFor gives the preset tables of a tour for events of a number of
// rounds: its own where it has them, else the official ones.
func TablesFor(t tour.Tour, rounds int) (pairing.Tables, error) {
	var sets []TableSet
	if len(t.PairingTables) > 0 {
		if err := json.Unmarshal(t.PairingTables, &sets); err != nil {
			return pairing.Tables{}, fault.Wrap(err, fault.InternalError, "the tour's pairing tables cannot be read")
		}
	}
	for _, set := range sets {
		if slices.Contains(set.Rounds, rounds) {
			return pairing.ParseTables(set.Tables)
		}
	}
	return pairing.Builtin(rounds), nil
}

// WithTables puts a set of tables among those of a tour, in the place of
// earlier ones for the same numbers of rounds.
func WithTables(now json.RawMessage, set TableSet) (json.RawMessage, error) {
	var sets, kept []TableSet
	if len(now) > 0 {
		if err := json.Unmarshal(now, &sets); err != nil {
			return nil, fault.Wrap(err, fault.InternalError, "the tour's pairing tables cannot be read")
		}
	}
	for _, old := range sets {
		old.Rounds = slices.DeleteFunc(old.Rounds, func(n int) bool { return slices.Contains(set.Rounds, n) })
		if len(old.Rounds) > 0 {
			kept = append(kept, old)
		}
	}
	return json.Marshal(append(kept, set))
}

// Start freezes the seeds of everybody present and pairs every preset round as
// a plan (R2.1-R2.5, R3.1, R3.12); of a Final Event also the rounds of a round
// robin with which it begins. With an odd number present the first
// standby joins. The rules of the tour are frozen with it.
func (s *Satellite) Start(t tour.Tour, newID NewID) error {
	if s.Status == InPlay {
		return nil
	}
	if s.Status == Proposed {
		return fault.New(fault.WrongStatus, "The organiser has not sanctioned this satellite yet; it can start once that is done.")
	}
	if err := s.allow("started", Sanctioned); err != nil {
		return err
	}
	return s.begin(s.seedField(), t, newID)
}

// begin puts entrants into the field in the order of their seeds, and pairs
// the rounds that follow from them as a plan.
func (s *Satellite) begin(field []*Entrant, t tour.Tour, newID NewID) error {
	for i, e := range field {
		e.InField, e.Seed, e.SeedRating = true, i+1, e.Rating
	}
	if s.Chess {
		return s.beginChess(len(field), t)
	}
	schedule, err := s.schedule(len(field), t.Rules)
	if err != nil {
		return err
	}
	if err := s.checkPresets(len(field), t); err != nil {
		return err
	}
	if schedule[0].Method == pairing.MethodPreset {
		group(field)
	}
	rules := t.Rules
	s.Rules = &rules
	s.Status = InPlay
	for i, rule := range schedule {
		if !rule.Method.Fixed() {
			break
		}
		pairs, err := s.planByRule(i+1, rule, t, s.paired())
		if err != nil {
			return err
		}
		s.addRound(i+1, rule.Method, pairs, newID)
	}
	return nil
}

// group deals a field into the groups of the preset rounds (R2.4).
func group(field []*Entrant) {
	for group, seeds := range pairing.Groups(len(field)) {
		for _, seed := range seeds {
			if seed <= len(field) {
				field[seed-1].Group = group + 1
			}
		}
	}
}

// schedule gives the rule of every round for a field of that many players: a Final Event has its
// methods (R5.7).
func (s *Satellite) schedule(players int, rules tour.Rules) ([]pairing.Rule, error) {
	if !s.Final() {
		return pairing.Schedule(players, s.RoundCount, pairing.Options{LastOfFive: pairing.Method(rules.FifthRoundOfFive)})
	}
	if players < pairing.MinPlayers {
		return nil, fault.New(fault.TooFewPlayers, "There are %d players; at least %d are needed.", players, pairing.MinPlayers)
	}
	return pairing.FinalSchedule(s.Methods)
}

// seedField are the present in order of seed, with the first standby where
// that avoids a bye.
func (s *Satellite) seedField() []*Entrant {
	var field []*Entrant
	for i := range s.Entrants {
		if e := &s.Entrants[i]; e.Present && !e.Standby {
			field = append(field, e)
		}
	}
	if len(field)%2 == 1 {
		i := slices.IndexFunc(s.Entrants, func(e Entrant) bool { return e.Present && e.Standby })
		if i >= 0 {
			field = append(field, &s.Entrants[i])
		}
	}
	slices.SortFunc(field, func(a, b *Entrant) int { return s.compareForSeeding(*a, *b) })
	return field
}

// Unstart takes a start back as long as no result is in (R3.13).
func (s *Satellite) Unstart() error {
	if s.Status == Sanctioned {
		return nil
	}
	if err := s.allow("taken back to before its start", InPlay); err != nil {
		return err
	}
	if s.anyResult() {
		return fault.New(fault.ResultsExist, "Results are in, so the start stands. Clear them first if they are a mistake.")
	}
	for i := range s.Entrants {
		e := &s.Entrants[i]
		e.Present = e.Present && !e.Withdrawn
		e.Withdrawn, e.Eligibility = false, ByRule
		e.InField, e.Seed, e.SeedRating, e.Group, e.JoinedFor = false, 0, 0, 0, 0
	}
	s.Rounds, s.Games, s.Rules, s.FirstColour = nil, nil, nil, pairing.NoColour
	s.SeatOrder, s.PrizeTies, s.Payouts = nil, Undecided, nil // they were of this field
	s.Status = Sanctioned
	return nil
}

// anyResult says whether somebody entered a result; byes that the pairing made
// are none, nor are the tables that the withdrawn left behind.
func (s *Satellite) anyResult() bool {
	return slices.ContainsFunc(s.Games, func(g Game) bool { return g.touched() && !s.leftBehind(g) })
}

// entered says whether a game has been given its result: by a score, or
// because somebody did not come to it. A round that somebody misses without an
// opponent is none.
func (g Game) entered() bool { return g.Score != nil || g.Forfeits != Nobody && g.Second != uuid.Nil }

// touched says whether anybody has given the game a result, if only a player
// with his code.
func (g Game) touched() bool { return g.entered() || len(g.Claims) > 0 }

// addRound keeps the pairs that the rule gives a round as its plan and makes
// its games of them.
func (s *Satellite) addRound(number int, method pairing.Method, pairs []pairing.Pair, newID NewID) {
	s.Rounds = append(s.Rounds, Round{Number: number, Method: method, State: Planned, Plan: pairs})
	s.replanRound(number, newID)
}

// starters counts the starts of everybody before a round, as if every game
// paired so far had been played (R3.11).
func (s *Satellite) starters(before int) map[int]pairing.Starter {
	seeds := s.seeds()
	starters := make(map[int]pairing.Starter, len(seeds))
	for _, seed := range seeds {
		starters[seed] = pairing.Starter{Seed: seed}
	}
	for _, g := range s.Games {
		if g.Round >= before || g.Kind != standings.Game {
			continue
		}
		first, second := starters[seeds[g.First]], starters[seeds[g.Second]]
		first.Starts++
		second.LastSecond = g.Round
		starters[first.Seed], starters[second.Seed] = first, second
	}
	return starters
}
