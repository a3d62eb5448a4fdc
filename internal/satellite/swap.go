package satellite

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
)

// Swap lets two entrants change places in a round, one of whom may have the
// bye, as one act (so that there is never a second bye because of it). It needs
// a reason. The new pairs are part of the plan of the round, and who starts is
// settled anew for them (R3.11). In chess each takes the other's colour with his
// place, and two who meet each other change colours.
func (s *Satellite) Swap(number int, a, b uuid.UUID, reason string, newID NewID) error {
	round, err := s.PairedRound(number)
	if err != nil {
		return err
	}
	if err := s.allow("paired", InPlay); err != nil {
		return err
	}
	if err := needReason(reason, "changing pairs by hand"); err != nil {
		return err
	}
	if a == b {
		return fault.AtField("/b", "duplicate", "Name two different players.")
	}
	gameA, err := s.swappable(number, a, "/a")
	if err != nil {
		return err
	}
	gameB, err := s.swappable(number, b, "/b")
	if err != nil {
		return err
	}
	if s.Chess && gameA == gameB && gameA.Second != uuid.Nil {
		return s.changeColours(round, gameA, reason)
	}
	if gameA == gameB {
		return fault.AtField("/b", "invalid_value", "These two meet each other in round %d; there is nothing to change.", number)
	}
	why := byHand(reason)
	*gameA.seatOf(a), *gameB.seatOf(b) = b, a
	gameA.Why, gameB.Why = why, why
	s.settleStart(gameA)
	s.settleStart(gameB)
	s.adopt(round, *gameA, *gameB)
	if round.State == Planned {
		s.replan(newID)
	} else {
		s.keepReservedTable(gameA, gameB)
	}
	return nil
}

// swappable finds the game or bye of an entrant in a round that can still be
// changed.
func (s *Satellite) swappable(round int, id uuid.UUID, at string) (*Game, error) {
	if e, ok := s.EntrantByID(id); !ok || !e.InField {
		return nil, fault.AtField(at, "unknown", "This is no player of the field.")
	}
	for i := range s.Games {
		g := &s.Games[i]
		if g.Round != round || g.First != id && g.Second != id {
			continue
		}
		if g.touched() {
			return nil, fault.New(fault.ResultsExist, "Table %d of round %d has a result, so its pair stands. Clear it first if it is a mistake.", g.Table, round)
		}
		if g.Kind == standings.Game || g.Kind == standings.Bye {
			return g, nil
		}
	}
	return nil, fault.AtField(at, "invalid_value", "This player is not paired in round %d.", round)
}

func byHand(reason string) string { return "Changed by the director: " + strings.TrimSpace(reason) }

func (g *Game) seatOf(id uuid.UUID) *uuid.UUID {
	if g.First == id {
		return &g.First
	}
	return &g.Second
}

// adopt makes two pairs, one of them perhaps a bye, part of the plan of a round,
// and with them the pairs in which others have taken an empty seat: nobody else's
// pair changes by what is done by hand. They have the places in the plan that
// their players had; a seat of somebody who is gone is not kept for him.
func (s *Satellite) adopt(round *Round, byHand ...Game) {
	seeds := s.seeds()
	planned := map[[2]int]bool{}
	for _, p := range pairSet(round.Plan) {
		planned[p] = true
	}
	made := map[int]*pairing.Pair{} // by seed
	for _, g := range s.GamesOf(round.Number) {
		pair := pairing.Pair{First: seeds[g.First], Second: seeds[g.Second], Why: g.Why}
		hand := slices.ContainsFunc(byHand, func(other Game) bool { return other.ID == g.ID })
		if hand || g.Second != uuid.Nil && !planned[pairSet([]pairing.Pair{pair})[0]] {
			made[pair.First], made[pair.Second] = &pair, &pair
		}
	}
	delete(made, 0) // no opponent
	var plan []pairing.Pair
	placed := map[*pairing.Pair]bool{}
	place := func(p *pairing.Pair) {
		if p != nil && !placed[p] {
			plan, placed[p] = append(plan, *p), true
		}
	}
	for _, p := range round.Plan {
		if made[p.First] == nil && made[p.Second] == nil {
			plan = append(plan, p)
			continue
		}
		place(made[p.First])
		place(made[p.Second])
	}
	for _, g := range s.GamesOf(round.Number) {
		place(made[seeds[g.First]])
	}
	round.Plan = plan
}

// settleStart settles who starts in a pair that is new.
func (s *Satellite) settleStart(g *Game) {
	if g.Second == uuid.Nil || s.Chess || !s.Rules.StartsSettled {
		return
	}
	seeds, starters := s.seeds(), s.starters(g.Round)
	if !pairing.Starts(starters[seeds[g.First]], starters[seeds[g.Second]], g.Round) {
		g.First, g.Second = g.Second, g.First
	}
}

// atReservedTable counts the players of a game who sit at the table that is
// reserved for them.
func (s *Satellite) atReservedTable(g Game) int {
	sit := 0
	for _, id := range []uuid.UUID{g.First, g.Second} {
		if e, ok := s.EntrantByID(id); ok && e.ReservedTable > 0 && e.ReservedTable == g.Table {
			sit++
		}
	}
	return sit
}

// keepReservedTable lets two pairs of an open round change tables where somebody
// who cannot move keeps his table by it.
func (s *Satellite) keepReservedTable(a, b *Game) {
	if a.Table == 0 || b.Table == 0 {
		return
	}
	as := s.atReservedTable(*a) + s.atReservedTable(*b)
	a.Table, b.Table = b.Table, a.Table
	if s.atReservedTable(*a)+s.atReservedTable(*b) <= as {
		a.Table, b.Table = b.Table, a.Table
	}
	slices.SortStableFunc(s.Games, compareGames)
}
