package satellite

import (
	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
)

// section is the satellite before a round as the pairing sees it; only the given seeds are paired.
func (s *Satellite) section(number, rounds int, who map[int]bool) pairing.ChessInput {
	in := pairing.ChessInput{Round: number, Rounds: rounds, Toss: s.FirstColour}
	points := map[int]int{}
	for _, row := range s.chessStandings(number - 1) {
		points[row.Seed] = row.HalfPoints
	}
	history := s.history(number)
	for _, e := range s.Field() {
		_, booked := e.bye(number)
		p := pairing.ChessPlayer{
			Number: e.Seed, Rating: e.SeedRating, HalfPoints: points[e.Seed], Team: e.Team, Late: e.late(),
			Withdrawn: !who[e.Seed] && (e.Withdrawn || !booked), History: history[e.ID],
		}
		for _, b := range e.Byes {
			if b.Round <= rounds {
				p.Booked = append(p.Booked, pairing.ChessBye{Round: b.Round, Kind: b.kind()})
			}
		}
		in.Players = append(in.Players, p)
	}
	return in
}

// history is what everybody did in the rounds before one.
func (s *Satellite) history(before int) map[uuid.UUID][]pairing.ChessCell {
	seeds := s.seeds()
	cells := map[uuid.UUID][]pairing.ChessCell{}
	for id := range seeds {
		row := make([]pairing.ChessCell, before-1)
		for i := range row {
			row[i].Kind = pairing.ChessZeroBye
		}
		cells[id] = row
	}
	for _, g := range s.Games {
		if g.Round >= before {
			continue
		}
		cells[g.First][g.Round-1] = g.chessCell(First, seeds[g.Second])
		if g.Second != uuid.Nil {
			cells[g.Second][g.Round-1] = g.chessCell(Second, seeds[g.First])
		}
	}
	return cells
}

// chessCell is a game as one side of it has it behind him.
func (g Game) chessCell(side Side, opponent int) pairing.ChessCell {
	c := pairing.ChessCell{Opponent: opponent}
	switch {
	case g.Kind == standings.Game:
		c.Kind, c.Colour = pairing.ChessGame, pairing.White
		if side == Second {
			c.Colour = pairing.Black
		}
	case g.Kind == standings.Bye:
		c.Kind = pairing.ChessFullBye
	case g.Kind == standings.HalfPointBye:
		c.Kind = pairing.ChessHalfBye
	case g.Second == uuid.Nil:
		c.Kind = pairing.ChessZeroBye
	case g.Forfeits == side || g.Forfeits == Both:
		c.Kind = pairing.ChessForfeitLost
	default:
		c.Kind = pairing.ChessForfeitWon
	}
	return c
}
