package satellite

import (
	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/standings"
)

// Outcome is how a round ended for a player.
type Outcome string

// The outcomes; Nothing where there is no result, or none that counts.
const (
	Won     Outcome = "won"
	Drawn   Outcome = "drawn"
	Lost    Outcome = "lost"
	Nothing Outcome = "none"
)

// Cell is a round of one player, as a crosstable shows it.
type Cell struct {
	Kind        standings.Kind // "" where he was not there yet
	Opponent    uuid.UUID      // Nil: none
	First       bool           // he played first
	Table       int            // 0: none
	Played      bool           // Own and Others are the scores
	Own, Others int
	Penalty     int // points off his own spread (R4.3)
	Outcome     Outcome
}

// Cells gives everybody's rounds up to after, by entrant, the first round first.
func (s *Satellite) Cells(after int) map[uuid.UUID][]Cell {
	cells := map[uuid.UUID][]Cell{}
	for _, e := range s.Field() {
		row := make([]Cell, after)
		for i := range row {
			row[i].Outcome = Nothing
		}
		cells[e.ID] = row
	}
	for _, g := range s.Games {
		if g.Round > after {
			continue
		}
		cells[g.First][g.Round-1] = g.cell(First)
		if g.Second != uuid.Nil {
			cells[g.Second][g.Round-1] = g.cell(Second)
		}
	}
	return cells
}

// cell is a game as one side of it sees it.
func (g Game) cell(side Side) Cell {
	c := Cell{Kind: g.Kind, Opponent: g.Second, First: side == First && g.Second != uuid.Nil, Table: g.Table, Outcome: Nothing}
	if side == Second {
		c.Opponent = g.First
	}
	switch {
	case g.Kind == standings.Bye:
		c.Outcome = Won
	case g.Forfeits == side || g.Forfeits == Both:
		c.Outcome = Lost
	case g.Forfeits != Nobody:
		c.Outcome = Won
	case g.Kind == standings.Game && g.Score != nil:
		c.Played, c.Own, c.Others, c.Penalty = true, g.Score.First, g.Score.Second, g.Score.FirstPenalty
		if side == Second {
			c.Own, c.Others, c.Penalty = c.Others, c.Own, g.Score.SecondPenalty
		}
		switch {
		case c.Own > c.Others:
			c.Outcome = Won
		case c.Own < c.Others:
			c.Outcome = Lost
		default:
			c.Outcome = Drawn
		}
	}
	return c
}
