package interchange

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/standings"
)

// WriteTRF writes a tournament report file of FIDE in its form of 2016, in ASCII but for lines that
// were kept. It holds one section: the complete rounds, and byes that are booked for the rounds
// after them. Points and ranks are those after the last complete round, with the tie-breaks of opt;
// of players who share a rank the one of the lower number is the first. Lines end with CRLF.
func WriteTRF(e Event, opt standings.ChessOptions) ([]byte, []Note) {
	var out strings.Builder
	n := &notes{}
	n.leftConfig(e)
	if len(e.Divisions) == 0 {
		return nil, n.list
	}
	for _, other := range e.Divisions[1:] {
		n.division = other.Name
		n.left(0, "second_division", "There is place for one section; this one was left out. Write it in a file of its own.")
	}
	d := e.Divisions[0]
	n.division = d.Name
	if d.Name != "" {
		n.left(0, "division_name", "There is no place for the name of the section.")
	}
	if len(d.Players) > trfPlayers {
		n.left(0, "too_many_players", "The section has %d players and was left out; there is place for %d.", len(d.Players), trfPlayers)
		return nil, n.list
	}
	d = n.asChess(d)
	n.writeTRFHead(&out, e, d)
	rounds := n.trfRounds(d)
	places := make([]int, len(d.Players)) // by number
	figures := d.ChessStandings(d.CompleteRounds(), opt)
	for i, s := range figures {
		places[s.Seed-1] = i + 1
	}
	figures = bySeed(figures)
	written := make([]string, len(d.Players))
	for i, p := range d.Players {
		written[i] = n.shortName(i+1, p.Name, trfNameTo-trfNameFrom+1)
		line := n.trfPlayer(i+1, p, written[i]) + fmt.Sprintf(" %4s %4d", points(figures[i].HalfPoints), places[i])
		for round := range rounds {
			line += p.trfRound(round)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\r\n")
	}
	n.cutToTheSame(written)
	n.leftOf(d, "team", "teams", func(p Player) bool { return p.Team != "" })
	n.leftByChess(d, tagBirth, tagFederation, tagSex, tagTitle)
	return []byte(out.String()), n.list
}

// writeTRFHead writes the lines before the players.
func (n *notes) writeTRFHead(out *strings.Builder, e Event, d Division) {
	name := plainASCII(oneLine(e.Name))
	n.changed(0, "event_name", e.Name, name)
	if name != "" {
		out.WriteString(trfName + " " + name + "\r\n")
	}
	if !e.Day.IsZero() {
		out.WriteString(trfFirstDay + " " + strings.ReplaceAll(e.Day.String(), "-", "/") + "\r\n")
	}
	rated := 0
	for _, p := range d.Players {
		if p.Rating > 0 {
			rated++
		}
	}
	fmt.Fprintf(out, "%s %d\r\n%s %d\r\n", trfCount, len(d.Players), trfRated, rated)
	if d.Schedule > 0 {
		fmt.Fprintf(out, "%s %d\r\n", trfSchedule, d.Schedule)
	}
	for _, line := range e.Head {
		out.WriteString(line + "\r\n")
	}
}

// trfRounds is how many rounds are written. A round that is not complete is left out, for a game
// without a result has no form; rounds in which nobody is paired yet hold the booked byes.
func (n *notes) trfRounds(d Division) int {
	complete := d.CompleteRounds()
	paired, colours := 0, 0
	for _, p := range d.Players {
		for round, opponent := range p.Opponents {
			if opponent > 0 || p.outcome(round) == FullBye {
				paired = max(paired, round+1)
			}
			if opponent > 0 && round < complete && p.outcome(round).Game() && p.start(round) != 1 && p.start(round) != 2 {
				colours++
			}
		}
	}
	if colours > 0 {
		n.left(0, "colours", "The colours of %d games are not known and are written as -; a program that pairs by colours will refuse the file.", (colours+1)/2)
	}
	if paired > complete {
		n.leftRounds(d, complete)
		return complete
	}
	return d.Rounds()
}

// trfPlayer is the line of a player up to his year of birth.
func (n *notes) trfPlayer(number int, p Player, name string) string {
	id := p.AssociationID
	if width := trfIDTo - trfIDFrom + 1; len(id) > width {
		n.left(number, "association_id", "There is no place for the number %s; it has more than %d characters.", id, width)
		id = ""
	}
	return fmt.Sprintf("%s %4d %1s%3s %-33s %4d %3s %11s %-10s", trfPlayer, number,
		n.cut(number, tagSex, p, 1), n.cut(number, tagTitle, p, 3), name, p.Rating,
		n.cut(number, tagFederation, p, 3), id, n.cut(number, tagBirth, p, 10))
}

// cut notes and gives the value of a tag in ASCII as it fits into a width.
func (n *notes) cut(number int, tag string, p Player, width int) string {
	value := p.tag(tag)
	short := plainASCII(value)
	short = strings.TrimSpace(short[:min(len(short), width)])
	n.changed(number, tag, value, short)
	return short
}

// trfRound is the block of a round, counted from 0.
func (p Player) trfRound(round int) string {
	o := p.outcome(round)
	if o == Unplayed {
		return strings.Repeat(" ", trfBlock)
	}
	opponent, colour := "0000", "-"
	if number := p.Opponents[round]; number > 0 {
		opponent = strconv.Itoa(number)
		colour = [...]string{"-", "w", "b", "-"}[p.start(round)]
	}
	return fmt.Sprintf("  %4s %s %c", opponent, colour, trfLetter(o))
}
