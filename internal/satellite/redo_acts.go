package satellite

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/pairing"
)

// redone says of every act that can be done offline what it may have been
// given.
var redone = map[string]func(*redoing, Entry) []attempt{
	"satellite.edit":      (*redoing).edit,
	"satellite.start":     (*redoing).start,
	"satellite.unstart":   (*redoing).unstart,
	"satellite.finish":    (*redoing).finish,
	"entrant.add":         (*redoing).enter,
	"entrant.import":      (*redoing).enter,
	"entrant.edit":        (*redoing).editEntrant,
	"entrant.remove":      (*redoing).remove,
	"entrant.check_in":    forEntrant((*Satellite).CheckIn),
	"entrant.withdraw":    forEntrant((*Satellite).Withdraw),
	"entrant.reinstate":   forEntrant((*Satellite).Reinstate),
	"entrant.eligibility": (*redoing).eligibility,
	"entrant.book_bye":    (*redoing).bookBye,
	"entrant.drop_bye":    (*redoing).dropBye,
	"round.open":          (*redoing).open,
	"round.pair":          (*redoing).pair,
	"round.repair":        (*redoing).repair,
	"round.swap":          (*redoing).swap,
	"result.enter":        (*redoing).results,
	"result.clear":        (*redoing).clear,
	"report.decide":       (*redoing).decide,
	"undo":                (*redoing).undo,
}

func (r *redoing) edit(e Entry) []attempt {
	c := e.Changes.Registration
	if c == nil || c.After == nil {
		return nil
	}
	to := *c.After
	return []attempt{func(_ context.Context, s *Satellite) error {
		return s.Edit(Patch{
			Name: &to.Name, Venue: &to.Venue, StartsOn: &to.StartsOn, EndsOn: &to.EndsOn, TimeZone: &to.TimeZone, Rounds: &to.RoundCount,
			Methods: to.methods(), EntryFee: &to.EntryFee, PlannedExpenses: to.PlannedExpenses, Expenses: to.Expenses, Sponsorship: to.Sponsorship,
		}, r.tour)
	}}
}

func (r *redoing) start(e Entry) []attempt {
	return []attempt{func(_ context.Context, s *Satellite) error {
		if c := e.Changes.Registration; s.Chess && c != nil && c.After != nil {
			s.FirstColour = c.After.FirstColour
		}
		return s.Start(r.tour, r.service.NewID)
	}}
}

func (r *redoing) unstart(Entry) []attempt {
	return []attempt{func(_ context.Context, s *Satellite) error { return s.Unstart() }}
}

func (r *redoing) finish(e Entry) []attempt {
	c := e.Changes.Registration
	if c == nil || c.After == nil {
		return nil
	}
	return []attempt{func(_ context.Context, s *Satellite) error {
		return s.Finish(cmp.Or(c.After.FinishedAfter, s.RoundCount), e.Reason)
	}}
}

// enter enters one or many; who they are is found anew.
func (r *redoing) enter(e Entry) []attempt {
	return []attempt{func(ctx context.Context, s *Satellite) error {
		if e.Act == "entrant.import" {
			if err := s.fieldIsOpen(); err != nil {
				return err
			}
		}
		for _, c := range e.Changes.Entrants {
			if c.Before != nil || c.After == nil {
				continue
			}
			made, err := s.ParseEntrant(c.After.input())
			if err != nil {
				return err
			}
			made.ID = c.After.ID
			if who := r.erased[made.ID]; who != nil {
				made.PlayerID = who.x.PlayerID
			} else if err := r.service.identify(ctx, s, &made); err != nil {
				return err
			}
			if err := s.Enter(made, r.service.NewID); err != nil {
				return err
			}
		}
		return nil
	}}
}

// input is what a person would give to make this entrant.
func (e Entrant) input() EntrantInput {
	return EntrantInput{
		FamilyName: e.Name.Family, GivenName: e.Name.Given, Suffix: e.Name.Suffix, AssociationID: e.AssociationID,
		Rating: e.Rating, Standby: e.Standby, Present: e.Present, Fee: e.Fee, Paid: e.Paid, Team: e.Team, Grade: e.Grade,
	}
}

func (r *redoing) editEntrant(e Entry) []attempt {
	var tries []attempt
	for _, c := range changed(e.Changes.Entrants) {
		was, to := *c.Before, c.After.input()
		if sameJSON(was.input(), to) && was.ReservedTable == c.After.ReservedTable && was.Contact == c.After.Contact {
			continue // it was moved by the edit of another
		}
		tries = append(tries, func(ctx context.Context, s *Satellite) error {
			edited, err := s.EditEntrant(was.ID, EntrantPatch{
				FamilyName: &to.FamilyName, GivenName: &to.GivenName, Suffix: &to.Suffix, AssociationID: &to.AssociationID, Rating: &to.Rating,
				Standby: &to.Standby, Present: &to.Present, Fee: to.Fee, Paid: to.Paid, Team: &to.Team, Grade: &to.Grade,
				ReservedTable: &c.After.ReservedTable,
			}, r.service.NewID)
			if err == nil && c.After.Contact == was.Contact+1 {
				edited.Contact++ // the address itself comes apart (R8.1)
			}
			if err != nil || r.erased[edited.ID] != nil || edited.Name == was.Name && edited.AssociationID == was.AssociationID {
				return err
			}
			return r.service.identify(ctx, s, edited)
		})
	}
	return tries
}

func (r *redoing) remove(e Entry) []attempt {
	var tries []attempt
	for _, c := range e.Changes.Entrants {
		if c.Before != nil && c.After == nil {
			tries = append(tries, func(_ context.Context, s *Satellite) error { return s.RemoveEntrant(c.Before.ID) })
		}
	}
	return tries
}

// forEntrant is for acts that are given an entrant and nothing else.
func forEntrant(act func(*Satellite, uuid.UUID, NewID) error) func(*redoing, Entry) []attempt {
	return func(r *redoing, e Entry) []attempt {
		var tries []attempt
		for _, c := range changed(e.Changes.Entrants) {
			tries = append(tries, func(_ context.Context, s *Satellite) error { return act(s, c.After.ID, r.service.NewID) })
		}
		return tries
	}
}

func (r *redoing) eligibility(e Entry) []attempt {
	var tries []attempt
	for _, c := range changed(e.Changes.Entrants) {
		tries = append(tries, func(_ context.Context, s *Satellite) error {
			return s.SetEligibility(c.After.ID, c.After.Eligibility == Eligible, e.Reason)
		})
	}
	return tries
}

// rounds are the rounds that an act has touched, the last first.
func (c Changes) rounds() []int {
	var numbers []int
	for _, r := range c.Rounds {
		if r.After != nil {
			numbers = append(numbers, r.After.Number)
		}
	}
	for _, g := range c.Games {
		if g.After != nil {
			numbers = append(numbers, g.After.Round)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	slices.Reverse(numbers)
	return numbers
}

func forRound(e Entry, act func(s *Satellite, number int) error) []attempt {
	var tries []attempt
	for _, number := range e.Changes.rounds() {
		tries = append(tries, func(_ context.Context, s *Satellite) error { return act(s, number) })
	}
	return tries
}

func (r *redoing) open(e Entry) []attempt { return forRound(e, (*Satellite).OpenRound) }

func (r *redoing) pair(e Entry) []attempt {
	return forRound(e, func(s *Satellite, number int) error { return s.PairRound(number, r.service.NewID) })
}

func (r *redoing) repair(e Entry) []attempt {
	return forRound(e, func(s *Satellite, number int) error { return s.Repair(number, r.tour, r.service.NewID) })
}

// swap tries those who have another opponent with each other, and those who have changed colours.
func (r *redoing) swap(e Entry) []attempt {
	var tries []attempt
	for _, number := range e.Changes.rounds() {
		moved := e.Changes.moved(number)
		for _, a := range moved {
			for _, b := range moved {
				tries = append(tries, r.swapOf(number, a, b, e.Reason))
			}
		}
	}
	for _, c := range changed(e.Changes.Games) {
		if g := *c.After; c.Before.First == g.Second && c.Before.Second == g.First {
			tries = append(tries, r.swapOf(g.Round, g.First, g.Second, e.Reason))
		}
	}
	return tries
}

func (r *redoing) swapOf(number int, a, b uuid.UUID, reason string) attempt {
	return func(_ context.Context, s *Satellite) error { return s.Swap(number, a, b, reason, r.service.NewID) }
}

// moved are those who have another opponent in a round than before: four, but
// for byes and for who takes an empty seat because of it.
func (c Changes) moved(round int) []uuid.UUID {
	const most = 12
	before, after := map[uuid.UUID]uuid.UUID{}, map[uuid.UUID]uuid.UUID{}
	put := func(opponents map[uuid.UUID]uuid.UUID, g *Game) {
		if g != nil && g.Round == round {
			opponents[g.First], opponents[g.Second] = g.Second, g.First
		}
	}
	for _, g := range c.Games {
		put(before, g.Before)
		put(after, g.After)
	}
	var moved []uuid.UUID
	for id, opponent := range after {
		if was, ok := before[id]; id != uuid.Nil && (!ok || was != opponent) {
			moved = append(moved, id)
		}
	}
	slices.SortFunc(moved, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return moved[:min(len(moved), most)]
}

func (r *redoing) results(e Entry) []attempt {
	return []attempt{func(_ context.Context, s *Satellite) error {
		for _, c := range changed(e.Changes.Games) {
			in := ResultInput{Forfeits: c.After.Forfeits}
			if score := c.After.Score; score != nil && s.Chess {
				in.Outcome = score.Outcome()
			} else if score != nil {
				in.First, in.Second, in.FirstPenalty, in.SecondPenalty = &score.First, &score.Second, score.FirstPenalty, score.SecondPenalty
			}
			if _, err := s.SetResult(c.After.ID, in, ""); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (r *redoing) clear(e Entry) []attempt {
	var tries []attempt
	for _, c := range changed(e.Changes.Games) {
		tries = append(tries, func(_ context.Context, s *Satellite) error { return s.ClearResult(c.After.ID) })
	}
	return tries
}

func (r *redoing) decide(e Entry) []attempt {
	c := e.Changes.Registration
	if c == nil || c.After == nil {
		return nil
	}
	return []attempt{func(_ context.Context, s *Satellite) error {
		d := Decisions{SeatOrder: append([]uuid.UUID{}, c.After.SeatOrder...), PrizeTies: c.After.PrizeTies, Reason: e.Reason}
		if !slices.Equal(s.Payouts, c.After.Payouts) {
			d.Payouts = append([]Payout{}, c.After.Payouts...)
		}
		if err := s.Decide(d); err != nil {
			return err
		}
		_, err := s.decided(d, r.tour)
		return err
	}}
}

func (r *redoing) undo(Entry) []attempt {
	return []attempt{func(_ context.Context, s *Satellite) error { return s.Undo(r.last) }}
}

// changed are the changes of what was there before and is after.
func changed[T any](changes []Change[T]) []Change[T] {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change[T]) bool { return c.Before == nil || c.After == nil })
}

// bare gives the changes by what they change, as text, without persons and the
// wording of reasons.
func bare(c Changes) map[string]string {
	out := map[string]string{}
	put := func(name string, change any) {
		raw, err := json.Marshal(change)
		if err != nil {
			raw = []byte(err.Error())
		}
		out[name] += string(raw)
	}
	if c.Registration != nil {
		put("the satellite itself", c.Registration)
	}
	for _, e := range c.Entrants {
		change := each(e, func(e Entrant) Entrant { e.PlayerID = uuid.Nil; return e })
		put("entrant "+nameOf(e, func(e Entrant) string { return e.Name.String() + " (" + e.ID.String() + ")" }), change)
	}
	for _, r := range c.Rounds {
		change := each(r, func(r Round) Round {
			r.Plan = slices.Clone(r.Plan)
			for i := range r.Plan {
				r.Plan[i] = pairing.Pair{First: r.Plan[i].First, Second: r.Plan[i].Second}
			}
			return r
		})
		put(nameOf(r, func(r Round) string { return fmt.Sprintf("round %d", r.Number) }), change)
	}
	for _, g := range c.Games {
		change := each(g, func(g Game) Game { g.Why = ""; return g })
		put(nameOf(g, func(g Game) string { return fmt.Sprintf("round %d, table %d (%s)", g.Round, g.Table, g.ID) }), change)
	}
	return out
}

func each[T any](c Change[T], change func(T) T) Change[T] {
	var out Change[T]
	if c.Before != nil {
		before := change(*c.Before)
		out.Before = &before
	}
	if c.After != nil {
		after := change(*c.After)
		out.After = &after
	}
	return out
}

func nameOf[T any](c Change[T], name func(T) string) string {
	if c.After != nil {
		return name(*c.After)
	}
	if c.Before != nil {
		return name(*c.Before)
	}
	return "nothing"
}
