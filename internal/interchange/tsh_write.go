package interchange

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// WriteTSH writes a division file of tsh in UTF-8; of several divisions, or where there are
// lines outside of them, the archive form with one file a division. Lines end with LF. Passwords
// are never written, whether they stand in a tag or in a line of their own.
func WriteTSH(e Event) ([]byte, []Note) {
	if len(e.Divisions) != 1 || len(e.Config) > 0 {
		return WriteTSHArchive(e)
	}
	var out strings.Builder
	d := e.Divisions[0]
	n := &notes{}
	n.leftHead(e)
	n.leftReportLines(e)
	n.division = d.Name
	if d.Name != "" {
		n.left(0, "division_name", "A file of one division does not hold its name; call the file %s.t.", fileName(d.Name))
	}
	writeTSHDivision(&out, d, n)
	return []byte(out.String()), n.list
}

// WriteTSHArchive writes the archive form, in which each division is a file named after it.
func WriteTSHArchive(e Event) ([]byte, []Note) {
	var out strings.Builder
	n := &notes{}
	n.leftHead(e)
	n.leftReportLines(e)
	for _, text := range e.Config {
		n.keep(&out, strings.TrimLeft(strings.ReplaceAll(text, byteOrderMark, ""), " \t"))
	}
	taken := map[string]bool{}
	for _, d := range e.Divisions {
		n.division = d.Name
		name := fileName(d.Name)
		for again := 2; taken[name]; again++ {
			name = fileName(d.Name) + "-" + strconv.Itoa(again)
		}
		taken[name] = true
		n.changed(0, "division_name", d.Name, name)
		fmt.Fprintf(&out, "%s name=%s.t\n", beginFile, name)
		writeTSHDivision(&out, d, n)
		fmt.Fprintf(&out, "%s name=%s.t\n", endFile, name)
	}
	return []byte(out.String()), n.list
}

// fileName is a division's name as that of a file.
func fileName(name string) string {
	if name == "" {
		return "a"
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '-' || c == '_' {
			return c
		}
		return '_'
	}, name)
}

// keep writes a line that was kept, unless it would give a password away or end a file.
func (n *notes) keep(out *strings.Builder, text string) {
	switch {
	case strings.Contains(strings.ToLower(text), password):
		n.left(0, "password", "A line with a password was left out.")
	case isKeyed(text, beginFile), isKeyed(text, endFile):
		n.left(0, "comments", "A comment that begins or ends a file was left out.")
	case text != "":
		out.WriteString(text + "\n")
	}
}

func writeTSHDivision(out *strings.Builder, d Division, n *notes) {
	for _, comment := range d.Comments {
		n.keep(out, comment)
	}
	d = n.withoutChess(d)
	written := make([]string, len(d.Players))
	for i, p := range d.Players {
		written[i] = n.name(i+1, p.Name, strings.Clone)
		writeTSHPlayer(out, written[i], p)
		if slices.ContainsFunc(p.Tags, func(tag Tag) bool { return strings.EqualFold(tag.Name, password) }) {
			n.left(i+1, "password", "The password of player %d was left out.", i+1)
		}
	}
	n.namesakes(d, written)
}

// writeTSHPlayer writes "name  rating pairings; scores; tag values".
func writeTSHPlayer(out *strings.Builder, name string, p Player) {
	tags := tshTags(p)
	if p.AssociationID != "" && !isNASPANumber(p.AssociationID) {
		name += ":" + p.AssociationID // the tag is for numbers of that association alone
	}
	rating := strconv.Itoa(p.Rating)
	if p.PartnerRating > 0 {
		rating += "+" + strconv.Itoa(p.PartnerRating)
	}
	text := fmt.Sprintf("%-22s %4s %s; %s", escaper.Replace(name), rating, pairings(p.Opponents), joined(p.Scores))
	for _, tag := range tags {
		text += "; " + strings.TrimRight(escaper.Replace(tag.Name)+" "+escaper.Replace(tag.Value), " ")
	}
	out.WriteString(strings.TrimRight(text, " ") + "\n")
}

// isNASPANumber says whether a number is of the form AA001234.
func isNASPANumber(id string) bool {
	return len(id) == 8 && strings.HasPrefix(id, "AA") && strings.Trim(id[2:], "0123456789") == ""
}

// tshTags are the tags of a player in order of their names.
func tshTags(p Player) []Tag {
	tags := make([]Tag, 0, len(p.Tags)+6)
	for _, tag := range p.Tags {
		if !strings.EqualFold(tag.Name, password) {
			tags = append(tags, tag)
		}
	}
	add := func(name, value string) {
		if value != "" {
			tags = append(tags, Tag{name, value})
		}
	}
	if isNASPANumber(p.AssociationID) {
		add("naspa", p.AssociationID)
	}
	if p.Withdrawn {
		add("off", strconv.Itoa(p.MissedScore))
	}
	spreads := make([]int, len(p.Penalties))
	for i, points := range p.Penalties {
		spreads[i] = -points // the tag has the sign of the spread (R4.3)
	}
	add("p12", joined(p.Starts))
	add("board", joined(p.Boards))
	add("penalty", joined(spreads))
	add("team", p.Team)
	slices.SortStableFunc(tags, func(a, b Tag) int { return cmp.Compare(a.Name, b.Name) })
	return tags
}

func pairings(opponents []int) string {
	texts := make([]string, len(opponents))
	for i, opponent := range opponents {
		texts[i] = strconv.Itoa(opponent)
		if opponent == NotPaired {
			texts[i] = "00"
		}
	}
	return strings.Join(texts, " ")
}

func joined(numbers []int) string {
	texts := make([]string, len(numbers))
	for i, number := range numbers {
		texts[i] = strconv.Itoa(number)
	}
	return strings.Join(texts, " ")
}
