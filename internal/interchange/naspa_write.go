package interchange

import (
	"fmt"
	"strconv"
	"strings"
)

// WriteNASPA writes the result file of the association. It holds names in ASCII, numbers,
// ratings, opponents and scores of the rounds that are complete; the notes say of everything else
// that it was left out, and of each name how it was changed. Lines end with LF.
func WriteNASPA(e Event) ([]byte, []Note) {
	var out strings.Builder
	n := &notes{}
	n.leftHead(e)
	n.leftConfig(e)
	n.leftReportLines(e)
	checkOff := false
	for i, d := range e.Divisions {
		n.division = d.Name
		name := strings.Join(strings.Fields(plainASCII(d.Name)), " ")
		if name == "" && i > 0 {
			name = strconv.Itoa(i + 1)
		}
		n.changed(0, "division_name", d.Name, name)
		if name != "" {
			fmt.Fprintf(&out, "#division %s\n", name)
		}
		if d.RatingCheckOff != checkOff {
			checkOff = d.RatingCheckOff
			fmt.Fprintf(&out, "#ratingcheck %s\n", map[bool]string{true: "off", false: "on"}[checkOff])
		}
		writeNASPADivision(&out, d, n)
	}
	return []byte(out.String()), n.list
}

func writeNASPADivision(out *strings.Builder, d Division, n *notes) {
	d = n.withoutChess(d)
	rounds := d.CompleteRounds()
	written := make([]string, len(d.Players))
	for i, p := range d.Players {
		written[i] = n.name(i+1, p.Name, naspaSpelling)
		out.WriteString(written[i])
		if p.AssociationID != "" {
			out.WriteString(":" + p.AssociationID)
		}
		out.WriteString(" " + strconv.Itoa(p.Rating))
		for _, opponent := range p.Opponents[:rounds] {
			out.WriteString(" " + strconv.Itoa(opponent))
		}
		out.WriteByte(';')
		for _, score := range p.Scores[:rounds] {
			out.WriteString(" " + strconv.Itoa(score))
		}
		out.WriteByte('\n')
	}
	n.namesakes(d, written)
	n.leftRounds(d, rounds)
	n.leftOf(d, "partner_rating", "the second rating of a pair", func(p Player) bool { return p.PartnerRating > 0 })
	n.leftOf(d, "starts", "who played first", func(p Player) bool { return len(p.Starts) > 0 })
	leftByPlainFormats(d, n)
}

// leftRounds notes the rounds that a format of complete rounds has no place for.
func (n *notes) leftRounds(d Division, complete int) {
	if rest := d.Rounds() - complete; rest > 0 {
		n.left(0, "rounds_left_out", "Round %d and those after it are not complete and were left out (%d of %d).", complete+1, rest, d.Rounds())
	}
}

// leftByPlainFormats notes what is of tsh alone.
func leftByPlainFormats(d Division, n *notes) {
	n.leftOf(d, "boards", "tables", func(p Player) bool { return len(p.Boards) > 0 })
	n.leftOf(d, "penalties", "penalties", func(p Player) bool { return hasPenalty(p) })
	n.leftOf(d, "withdrawn", "withdrawals", func(p Player) bool { return p.Withdrawn })
	n.leftOf(d, "team", "teams", func(p Player) bool { return p.Team != "" })
	n.leftOf(d, "tags", "tags", func(p Player) bool { return len(p.Tags) > 0 })
	if len(d.Comments) > 0 {
		n.left(0, "comments", "There is no place for comments; %d were left out.", len(d.Comments))
	}
}

// naspaSpelling writes a part of a name in ASCII, without the semicolon that would end it.
func naspaSpelling(part string) string { return plainASCII(strings.ReplaceAll(part, ";", " ")) }

func hasPenalty(p Player) bool {
	for _, points := range p.Penalties {
		if points != 0 {
			return true
		}
	}
	return false
}
