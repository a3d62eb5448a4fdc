package satellite

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/standings"
)

// CheckIn notes that an entrant is there: before the start he is in the field
// of it, in play he enters late (R2.5, R4.8). A standby is only there to be
// called.
func (s *Satellite) CheckIn(id uuid.UUID, newID NewID) error {
	e, err := s.entrant(id)
	if err != nil {
		return err
	}
	if e.Withdrawn {
		return fault.New(fault.WrongStatus, "%s has withdrawn; reinstate him instead.", e.Name)
	}
	if err := s.allow("checked into", Proposed, Sanctioned, InPlay); err != nil {
		return err
	}
	if s.Status == InPlay && !e.InField && !e.Standby {
		return s.enterLate(e, newID)
	}
	e.Present = true
	if s.Status == InPlay {
		s.replan(newID)
	}
	return nil
}

// enterLate puts an entrant into a satellite in play, until the last round is
// open. Every round he has missed is a forfeit (R4.8).
func (s *Satellite) enterLate(e *Entrant, newID NewID) error {
	first := s.firstUnopened()
	if first > s.RoundCount {
		return fault.New(fault.FieldFrozen, "The last round is open, so nobody can enter any more.")
	}
	s.join(e, first)
	for _, r := range s.Rounds {
		if r.State != Planned {
			s.Games = append(s.Games, s.missedBefore(first, Game{ID: newID(), Round: r.Number, First: e.ID}))
		}
	}
	slices.SortStableFunc(s.Games, compareGames)
	s.replan(newID)
	return nil
}

// missedBefore makes a game of a round that somebody missed who entered before a later one (R4.8);
// in chess it is unplayed and gives nothing.
func (s *Satellite) missedBefore(first int, g Game) Game {
	if s.Chess {
		g.Kind, g.Why = standings.ZeroPointBye, fmt.Sprintf("Entered before round %d: a round missed gives no point.", first)
		return g
	}
	g.Kind, g.Forfeits = standings.Forfeit, First
	g.Why = fmt.Sprintf("Entered before round %d: a round missed counts as a forfeit.", first)
	return g
}

// firstUnopened is the first round from which on no round is open.
func (s *Satellite) firstUnopened() int {
	first := 1
	for _, r := range s.Rounds {
		if r.State != Planned {
			first = r.Number + 1
		}
	}
	return first
}

// Withdraw takes a player out: in rounds that are not open he is left out
// (R3.12), in an open round without a result he forfeits and the table stands
// (R4.7). Before the start he is only not there.
func (s *Satellite) Withdraw(id uuid.UUID, newID NewID) error {
	e, err := s.entrant(id)
	if err != nil {
		return err
	}
	if err := s.allow("withdrawn from", Proposed, Sanctioned, InPlay); err != nil {
		return err
	}
	if !s.started() || !e.InField {
		e.Present = false
		return nil
	}
	if e.Withdrawn {
		return nil
	}
	for i := range s.Games {
		g := &s.Games[i]
		if r, _ := s.RoundByNumber(g.Round); r.State == Open && (g.First == id || g.Second == id) {
			s.leave(g, id)
			s.settleRound(g.Round)
		}
	}
	e.Withdrawn = true
	s.replan(newID)
	return nil
}

// leave makes a player forfeit a game of an open round of which nobody has said
// anything yet: one that players have sent a result of was played, and is the
// director's to settle. If his opponent has withdrawn as well both are absent
// (R4.2), and a bye is of no use to who is not there.
func (s *Satellite) leave(g *Game, id uuid.UUID) {
	absent := First
	if g.Second == id {
		absent = Second
	}
	switch {
	case g.Kind == standings.Bye && s.Chess:
		g.Kind, g.Why = standings.ZeroPointBye, "Withdrawn: he had the bye of this round, which gives him no point."
	case g.Kind == standings.Bye:
		g.Kind, g.Forfeits = standings.Forfeit, First
		g.Why = "Withdrawn: he had the bye of this round, which counts as a forfeit."
	case g.Kind == standings.Game && !g.touched():
		g.Kind, g.Forfeits = standings.Forfeit, absent
	case g.Second != uuid.Nil && g.Forfeits != absent && s.leftBehind(*g):
		g.Kind, g.Forfeits = standings.DoubleForfeit, Both
	}
}

// Reinstate lets a withdrawn player back in, from the next round that is not
// open. What he has missed stays missed (R4.7). Who was never in the field is
// only checked in.
func (s *Satellite) Reinstate(id uuid.UUID, newID NewID) error {
	e, err := s.entrant(id)
	if err != nil {
		return err
	}
	if err := s.allow("reinstated in", Proposed, Sanctioned, InPlay); err != nil {
		return err
	}
	if !s.started() || !e.InField {
		return s.CheckIn(id, newID)
	}
	if !e.Withdrawn {
		return nil
	}
	e.Withdrawn = false
	s.replan(newID)
	return nil
}

// SetEligibility records what the director says of a player's right to prizes
// and seats, with a reason (R2.2). Who has withdrawn has none (R4.7).
func (s *Satellite) SetEligibility(id uuid.UUID, eligible bool, reason string) error {
	e, err := s.entrant(id)
	if err != nil {
		return err
	}
	if err := s.allow("decided upon", InPlay, Finished); err != nil {
		return err
	}
	if err := needReason(reason, "a decision on eligibility"); err != nil {
		return err
	}
	if eligible && e.Withdrawn {
		return fault.New(fault.WrongStatus, "%s has withdrawn, so he takes no prize and no seat.", e.Name)
	}
	e.Eligibility = Ineligible
	if eligible {
		e.Eligibility = Eligible
	}
	return nil
}

// IsEligible says whether an entrant can take a prize or a seat, and if not,
// why (R2.2, R4.7).
func (e Entrant) IsEligible() (ok bool, why string) {
	switch {
	case e.Withdrawn:
		return false, "withdrawn"
	case e.Eligibility == Ineligible:
		return false, "by the director's decision"
	case e.Standby && e.JoinedFor > 0 && e.Eligibility != Eligible:
		return false, fmt.Sprintf("a standby who joined for round %d", e.JoinedFor)
	}
	return true, ""
}

// entrant finds an entrant, or says that there is none.
func (s *Satellite) entrant(id uuid.UUID) (*Entrant, error) {
	e, ok := s.EntrantByID(id)
	if !ok {
		return nil, fault.New(fault.ResourceNotFound, "There is no such entrant.")
	}
	return e, nil
}
