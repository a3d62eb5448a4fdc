package interchange

import (
	"fmt"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// DivisionOf gives the division of a file that a satellite can be: the one with
// the name, or the only one.
func (e Event) DivisionOf(name string) (Division, error) {
	if name == "" && len(e.Divisions) == 1 {
		return e.Divisions[0], nil
	}
	names := ""
	for i, d := range e.Divisions {
		if name != "" && d.Name == name {
			return d, nil
		}
		if i > 0 {
			names += ", "
		}
		names += quote(d.Name)
	}
	if name == "" {
		return Division{}, fault.New(fault.ImportRefused, "The file has %d divisions (%s), and a satellite is undivided; say which one is meant.", len(e.Divisions), names).
			WithField("/division", "required", "Give the name of a division.")
	}
	return Division{}, fault.New(fault.ImportRefused, "The file has no division %s; it has %s.", quote(name), names).
		WithField("/division", "unknown", "Give the name of a division of the file.")
}

// RosterOf are the players of a division as rows of a roster: present, with name,
// number, rating and team, in the order of the file.
func RosterOf(d Division) []satellite.RosterRow {
	rows := make([]satellite.RosterRow, len(d.Players))
	for i, p := range d.Players {
		rows[i] = satellite.RosterRow{Line: max(p.Line, 1), Entry: satellite.EntrantInput{
			FamilyName: p.Name.Family, GivenName: p.Name.Given, Suffix: p.Name.Suffix,
			AssociationID: p.AssociationID, Rating: p.Rating, Present: true, Team: p.Team, Grade: p.tag(tagGrade),
		}}
	}
	return rows
}

// PlayedOf is a division as a satellite that was played elsewhere. A round
// without an opponent is a bye with a spread above 0, missed with one below, and
// counts as nothing with 0 or where the player is not paired; spreads other than
// 50 count as that (R4.2), which the warnings say. Of the formats only tsh says
// whether a player has withdrawn.
func PlayedOf(format Format, d Division) (satellite.Played, []satellite.Warning) {
	c := playing{division: d, saysLeaving: format == TSH || format == TSHArchive}
	var played satellite.Played
	for i, row := range RosterOf(d) {
		player := satellite.PlayedPlayer{RosterRow: row}
		switch {
		case !c.saysLeaving:
		case d.Players[i].Withdrawn:
			player.Leaving = satellite.Left
		default:
			player.Leaving = satellite.Stayed
		}
		played.Players = append(played.Players, player)
	}
	for round := range d.Rounds() {
		if d.Chess() {
			played.Rounds = append(played.Rounds, c.round(round, c.board, c.chessAlone))
			continue
		}
		played.Rounds = append(played.Rounds, c.round(round, c.game, c.alone))
	}
	return played, c.warnings
}

// playing turns a division into lines of rounds.
type playing struct {
	division    Division
	saysLeaving bool
	warnings    []satellite.Warning
}

// round gives the lines of a round, counted from 0, in order of the players: of
// two who meet, and of one who has no opponent.
func (c *playing) round(round int, two func(a, b, round int) satellite.PlayedLine, one func(number, round int) satellite.PlayedLine) []satellite.PlayedLine {
	var lines []satellite.PlayedLine
	for i, p := range c.division.Players {
		switch {
		case p.meets(round) && p.Opponents[round] > i+1:
			lines = append(lines, two(i+1, p.Opponents[round], round))
		case !p.meets(round):
			lines = append(lines, one(i+1, round))
		}
	}
	return lines
}

// game is the line of two players; the first is who starts, where the file says
// it.
func (c *playing) game(a, b, round int) satellite.PlayedLine {
	p := c.division.Players[a-1]
	l := satellite.PlayedLine{Line: p.Line, Column: 1, First: a, Second: b, Kind: standings.Game}
	if round < len(p.Boards) {
		l.Table = max(p.Boards[round], 0)
	}
	if round < len(p.Starts) && (p.Starts[round] == starter || p.Starts[round] == replier) {
		l.Settled = true
		if p.Starts[round] == replier {
			l.First, l.Second = b, a
		}
	}
	first, second := c.division.Players[l.First-1], c.division.Players[l.Second-1]
	if first.played(round) && second.played(round) {
		l.Score = &satellite.Score{
			First: first.Scores[round], Second: second.Scores[round],
			FirstPenalty: penalty(first, round), SecondPenalty: penalty(second, round),
		}
	}
	return l
}

// alone is the line of a player without an opponent.
func (c *playing) alone(number, round int) satellite.PlayedLine {
	p := c.division.Players[number-1]
	l := satellite.PlayedLine{Line: p.Line, Column: 1, First: number, Kind: standings.ZeroPointBye}
	spread := 0
	switch {
	case p.sits(round) && p.played(round):
		spread = p.Scores[round]
	case p.sits(round):
		spread = usualBye // paired, and not played yet
	case p.Withdrawn:
		spread = -usualBye
	}
	switch {
	case spread > 0:
		l.Kind = standings.Bye
	case spread < 0:
		l.Kind, l.Forfeits = standings.Forfeit, satellite.First
	}
	if spread != 0 && spread != usualBye && spread != -usualBye {
		c.warnings = append(c.warnings, satellite.Warning{
			Code: "other_spread", Detail: fmt.Sprintf("%s has a spread of %d without an opponent in round %d; by the rules it counts as %d.", p.Name, spread, round+1, usualBye*sign(spread)),
		})
	}
	return l
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}
