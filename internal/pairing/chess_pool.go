package pairing

import (
	"cmp"
	"slices"

	"github.com/nast-tour/nast/internal/pairing/matching"
)

// competitor is a player with what his history comes to.
type competitor struct {
	*ChessPlayer
	opponents []int // the numbers of those he has played
	colours   colourHistory
	hadFull   bool // a full-point bye or a win by forfeit
	hadHalf   bool // a half-point bye, taken or booked
	group     int  // his score group, 0 for the top one; set by draft
}

func newCompetitor(p *ChessPlayer, round int) competitor {
	c := competitor{ChessPlayer: p}
	for i, cell := range p.History {
		switch cell.Kind {
		case ChessGame:
			c.opponents = append(c.opponents, cell.Opponent)
			c.colours.add(i+1, cell.Colour)
		case ChessFullBye, ChessForfeitWon:
			c.hadFull = true
		case ChessHalfBye:
			c.hadHalf = true
		case ChessZeroBye, ChessForfeitLost:
		}
	}
	for _, b := range p.Booked {
		c.hadHalf = c.hadHalf || b.Kind == ChessHalfBye && b.Round > round
	}
	return c
}

// rated says that the player has a rating.
func (c *competitor) rated() bool { return c.Rating > 0 }

// met says that the two have played. Byes and forfeits are no meetings (C1).
func (c *competitor) met(o *competitor) bool { return slices.Contains(c.opponents, o.Number) }

// compareRank puts the better player first: the higher score, then the higher rating,
// the unrated last, then the lower number (C2.1).
func (c *competitor) compareRank(o *competitor) int {
	return cmp.Or(cmp.Compare(o.HalfPoints, c.HalfPoints), cmp.Compare(o.Rating, c.Rating), cmp.Compare(c.Number, o.Number))
}

// compareRated puts a rated player before an unrated one, where the lowest come first.
func (c *competitor) compareRated(o *competitor) int {
	switch {
	case c.rated() == o.rated():
		return 0
	case c.rated():
		return -1
	default:
		return 1
	}
}

// bookedIn says that the player has booked a bye of a round.
func (p *ChessPlayer) bookedIn(round int) bool {
	return slices.ContainsFunc(p.Booked, func(b ChessBye) bool { return b.Round == round })
}

// pool is everybody who is to be paired in a round (C2.2), the better first.
type pool struct {
	in      ChessInput
	players []competitor

	// ahead is set when the players are so few that the rounds to come count (C2.8).
	ahead *ahead

	// rematches says that there is no pairing without a rematch.
	rematches bool
}

func newPool(in ChessInput) *pool {
	p := &pool{in: in}
	var active []competitor
	for i := range in.Players {
		if player := &in.Players[i]; !player.Withdrawn {
			c := newCompetitor(player, in.Round)
			active = append(active, c)
			if !player.bookedIn(in.Round) {
				p.players = append(p.players, c)
			}
		}
	}
	slices.SortFunc(p.players, func(a, b competitor) int { return a.compareRank(&b) })
	if len(active) <= in.Rounds+3 {
		p.ahead = newAhead(active, in.Round, in.Rounds)
	}
	return p
}

// without is the pool without one player, as a copy; all of it for nobody.
func (p *pool) without(c *competitor) []competitor {
	field := make([]competitor, 0, len(p.players))
	for i := range p.players {
		if c == nil || p.players[i].Number != c.Number {
			field = append(field, p.players[i])
		}
	}
	return field
}

// fewestRematches is how many rematches a round of an even field needs.
func fewestRematches(field []competitor) int {
	most := 0
	for i := range field {
		most = max(most, len(field[i].opponents))
	}
	// Where everybody can meet at least half of the field, everybody has an opponent
	// (Dirac): large fields need not be tried.
	if len(field)-1-most >= (len(field)+1)/2 {
		return 0
	}
	mate, _ := matching.Minimum(len(field), func(i, j int) (int64, bool) {
		if field[i].met(&field[j]) {
			return 1, true
		}
		return 0, true
	})
	rematches := 0
	for i, j := range mate {
		if i < j && field[i].met(&field[j]) {
			rematches++
		}
	}
	return rematches
}
