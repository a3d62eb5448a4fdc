package interchange

import (
	"fmt"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// board is the line of two players; the first has white, where the file says it.
func (c *playing) board(a, b, round int) satellite.PlayedLine {
	result := c.division.chessPair(a, b, round)
	l := satellite.PlayedLine{
		Line: c.division.Players[a-1].Line, Column: 1, First: result.First, Second: result.Second, Kind: standings.Game,
	}
	start := c.division.Players[a-1].start(round)
	l.Settled = start == starter || start == replier
	o := c.division.Players[result.First-1].outcome(round)
	switch {
	case o == Unplayed:
	case o.Game():
		l.Score = &satellite.Score{First: result.FirstScore, Second: result.SecondScore}
	case result.Kind == standings.DoubleForfeit:
		l.Kind, l.Forfeits = standings.DoubleForfeit, satellite.Both
	case result.FirstForfeits:
		l.Kind, l.Forfeits = standings.Forfeit, satellite.First
	default:
		l.Kind, l.Forfeits = standings.Forfeit, satellite.Second
	}
	return l
}

// chessAlone is the line of a player without an opponent. A forfeit of which the opponent is not named
// counts as a bye, which gives the same points and tie-breaks; the warnings say so.
func (c *playing) chessAlone(number, round int) satellite.PlayedLine {
	p := c.division.Players[number-1]
	l := satellite.PlayedLine{Line: p.Line, Column: 1, First: number, Kind: standings.ZeroPointBye}
	switch o := p.outcome(round); o {
	case FullBye, BookedBye:
		l.Kind = standings.Bye
	case HalfBye:
		l.Kind = standings.HalfPointBye
	case WonByForfeit:
		l.Kind = standings.Bye
		c.forfeitAlone(p, round, "full-point")
	case LostByForfeit:
		c.forfeitAlone(p, round, "zero-point")
	}
	return l
}

func (c *playing) forfeitAlone(p Player, round int, bye string) {
	c.warnings = append(c.warnings, satellite.Warning{
		Code:   "forfeit_without_opponent",
		Detail: fmt.Sprintf("%s has a forfeit in round %d without the number of an opponent; it is taken as a %s bye, which counts the same.", p.Name, round+1, bye),
	})
}
