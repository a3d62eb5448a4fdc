package interchange

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/players"
)

// WriteTOU writes an AUPAIR TOU file: names of 20 characters in ASCII, opponents, scores and
// starts of the rounds that are complete. The notes say of everything else that it was left out or
// written differently. Lines end with CRLF.
func WriteTOU(e Event) ([]byte, []Note) {
	var out strings.Builder
	n := &notes{}
	n.leftConfig(e)
	n.leftReportLines(e)
	name := touText(e.Name)
	n.changed(0, "event_name", e.Name, name)
	day := "01.01.0001"
	if e.Day.IsZero() {
		n.left(0, "day", "The day of the event is not known; mend the %s in the first line.", day)
	} else {
		text := e.Day.String()
		day = text[8:] + "." + text[5:7] + "." + text[:4]
	}
	out.WriteString(strings.TrimRight("*M"+day+" "+name, " ") + "\r\n")
	for _, d := range e.Divisions {
		n.division = d.Name
		if len(d.Players) > touPlayers {
			n.left(0, "too_many_players", "The division has %d players and was left out; there is place for %d.", len(d.Players), touPlayers)
			continue
		}
		section := touText(d.Name)
		n.changed(0, "division_name", d.Name, section)
		out.WriteString("*" + section + "\r\n" + touHighWord + "\r\n")
		writeTOUDivision(&out, d, n)
	}
	out.WriteString(touEnd + "\r\n")
	return []byte(out.String()), n.list
}

// touText is a text after a star, which must not be the end of the file or the head.
func touText(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(plainASCII(text), "*", "x")), " ")
}

func writeTOUDivision(out *strings.Builder, d Division, n *notes) {
	d = n.withoutChess(d)
	rounds := d.CompleteRounds()
	written := make([]string, len(d.Players))
	for i, p := range d.Players {
		written[i] = n.shortName(i+1, p.Name, touName)
		fmt.Fprintf(out, "%-*s", touName, written[i])
		for round := range rounds {
			d.writeTOURound(out, i, round, n)
		}
		out.WriteString("\r\n")
	}
	n.cutToTheSame(written)
	n.leftRounds(d, rounds)
	n.leftOf(d, "rating", "ratings", func(p Player) bool { return p.Rating > 0 })
	n.leftOf(d, "association_id", "association numbers", func(p Player) bool { return p.AssociationID != "" })
	n.leftOf(d, "partner_rating", "the second rating of a pair", func(p Player) bool { return p.PartnerRating > 0 })
	leftByPlainFormats(d, n)
}

// shortName notes and gives a name in ASCII as it fits into a width.
func (n *notes) shortName(player int, name players.Name, width int) string {
	spell := func(part string) string {
		return strings.Join(strings.Fields(strings.NewReplacer(",", " ", "*", "x").Replace(plainASCII(part))), " ")
	}
	short := nameLine(spell(name.Family), spell(name.Given), spell(name.Suffix))
	short = strings.TrimRight(short[:min(len(short), width)], " ,")
	n.changed(player, "name", nameLine(name.Family, name.Given, name.Suffix), short)
	return short
}

// cutToTheSame notes players whose names cannot be told apart any more.
func (n *notes) cutToTheSame(written []string) {
	firsts := make(map[string]int, len(written))
	for i, name := range written {
		if first, again := firsts[name]; again {
			n.left(i+1, "same_name", "Players %d and %d are both written as %s.", first+1, i+1, quote(name))
			continue
		}
		firsts[name] = i
	}
}

// writeTOURound writes the block of a round, counted from 0.
func (d Division) writeTOURound(out *strings.Builder, i, round int, n *notes) {
	p := d.Players[i]
	width := touBlock(len(d.Players)) - 6
	score, opponent, outcome := p.Scores[round], p.Opponents[round], " "
	if opponent == 0 {
		n.touSpread(i+1, round, score)
		if score = touBye; p.Scores[round] <= 0 {
			score = touForfeitLost
		}
		fmt.Fprintf(out, "  %3d %*d", score, width, i+1)
		return
	}
	if other := d.Players[opponent-1].Scores[round]; score > other {
		outcome = "2"
	} else if score == other {
		outcome = "1"
	}
	if held := max(0, min(score, touHighScore)); held != score {
		n.left(i+1, "score", "The score %d of round %d is written as %d; there is place for 0 to %d.", score, round+1, held, touHighScore)
		score = held
	}
	sign := ""
	if round < len(p.Starts) && p.Starts[round] == 1 {
		sign = "+"
	}
	fmt.Fprintf(out, " %s%3d %*s", outcome, score, width, sign+strconv.Itoa(opponent))
}

// touSpread notes a round without an opponent that is neither a bye of 50 nor a forfeit of -50.
func (n *notes) touSpread(player, round, spread int) {
	if spread != usualBye && spread != -usualBye {
		n.left(player, "bye", "The spread %d of round %d is written as a bye of 50 or a forfeit of -50; there is place for no other.", spread, round+1)
	}
}
