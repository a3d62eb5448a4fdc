package satellite

import (
	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// OwnGame is a game as one of its two players sees it.
type OwnGame struct {
	Satellite      string // its name
	Chess          bool   // results are half points, and the first has white
	Round, Table   int
	Side           Side // his own
	Name, Opponent string

	Sent         *OwnScore // what he has sent himself; nil: nothing yet
	OpponentSent *OwnScore
	Score        *OwnScore // what stands; nil: no score does
	Forfeit      bool      // it counts as a forfeit, so no score is taken from players
	Disputed     bool      // until the director has settled it
	Open         bool      // a result is taken from him
}

// OwnScore is a result as one of the players tells it.
type OwnScore struct{ Own, Opponents int }

// Outcome is how he did by it.
func (s OwnScore) Outcome() Outcome {
	switch {
	case s.Own > s.Opponents:
		return Won
	case s.Own < s.Opponents:
		return Lost
	}
	return Drawn
}

// ClaimState is how far the players' own results of a game have come.
type ClaimState string

// The states. Waiting: one of the two has sent a result and none stands.
const (
	ClaimOpen     ClaimState = "open"
	ClaimWaiting  ClaimState = "waiting"
	ClaimAgreed   ClaimState = "agreed"
	ClaimDisputed ClaimState = "disputed"
)

// OwnGame gives the game that a code opens. Once its pair has been made anew
// without him it is fault.ResourceNotFound.
func (s *Satellite) OwnGame(pass Pass) (OwnGame, error) {
	g, ok := s.GameByID(pass.GameID)
	if !ok || g.First != pass.EntrantID && g.Second != pass.EntrantID {
		return OwnGame{}, fault.New(fault.ResourceNotFound, "The pairs have changed; this code is for no game any more.")
	}
	out := OwnGame{
		Satellite: s.Name, Chess: s.Chess, Round: g.Round, Table: g.Table, Side: First,
		Forfeit: g.Kind != standings.Game, Disputed: g.Disputed,
	}
	out.Name, out.Opponent = s.pairNames(g, pass.ShortNames)
	turned := g.Second == pass.EntrantID
	if turned {
		out.Side, out.Name, out.Opponent = Second, out.Opponent, out.Name
	}
	for _, c := range g.Claims {
		sent := fromSide(turned, c.First, c.Second)
		if c.By == out.Side {
			out.Sent = sent
		} else {
			out.OpponentSent = sent
		}
	}
	if g.Score != nil {
		out.Score = fromSide(turned, g.Score.First, g.Score.Second)
	}
	_, err := s.playable(g.ID)
	out.Open = err == nil && !out.Forfeit && out.Sent == nil
	return out, nil
}

// State says how far the players' own results have come.
func (g OwnGame) State() ClaimState {
	switch {
	case g.Disputed:
		return ClaimDisputed
	case g.Score != nil:
		return ClaimAgreed
	case g.Sent != nil || g.OpponentSent != nil:
		return ClaimWaiting
	}
	return ClaimOpen
}

// pairNames are the names of the two players of a game, in short for the public (R8.2).
func (s *Satellite) pairNames(g *Game, short bool) (first, second string) {
	a, okA := s.EntrantByID(g.First)
	b, okB := s.EntrantByID(g.Second)
	if !short || !okA || !okB {
		return s.entrantName(g.First), s.entrantName(g.Second)
	}
	names := players.ShortNames([]players.Name{a.Name, b.Name}, func(i int) int { return []int{a.Seed, b.Seed}[i] })
	return names[0], names[1]
}

func (s *Satellite) entrantName(id uuid.UUID) string {
	if e, ok := s.EntrantByID(id); ok {
		return e.Name.String()
	}
	return ""
}

func fromSide(turned bool, first, second int) *OwnScore {
	if turned {
		first, second = second, first
	}
	return &OwnScore{Own: first, Opponents: second}
}
