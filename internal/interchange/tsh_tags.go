package interchange

import (
	"cmp"
	"slices"
	"strings"
)

// password is the tag that is read and never written.
const password = "password"

// tags reads the sections "tag values" of a line. Of a tag that stands twice the last counts.
func (r *tshReader) tags(l line, sections []stretch, p *Player) {
	seen := map[string]stretch{}
	var names []string
	for _, section := range sections {
		words := l.words(section.from, section.to)
		if len(words) == 0 {
			continue
		}
		name := words[0].text
		if _, again := seen[name]; again {
			r.doubt(l.place(words[0].at), "repeated_tag", "The tag %s stands twice; the last counts.", quote(name))
		} else {
			names = append(names, name)
		}
		seen[name] = stretch{words[0].at + len(name), section.to}
	}
	for _, name := range names {
		r.tag(l, name, seen[name], p)
	}
	slices.SortFunc(p.Tags, func(a, b Tag) int { return cmp.Compare(a.Name, b.Name) })
}

// tag reads the values of one tag.
func (r *tshReader) tag(l line, name string, values stretch, p *Player) {
	words := l.words(values.from, values.to)
	switch name {
	case "p12":
		p.Starts = l.numbers(words, 0, 3, "1 for first, 2 for second, 0 for a bye or 3 for not drawn", &r.found)
	case "board":
		p.Boards = l.numbers(words, 0, MaxResultLines, "a table", &r.found)
	case "penalty":
		p.Penalties = l.numbers(words, -maxScore, maxScore, "a penalty", &r.found)
		for i := range p.Penalties {
			p.Penalties[i] = -p.Penalties[i] // the tag has the sign of the spread (R4.3)
			if p.Penalties[i] < 0 {
				r.doubt(l.place(words[i].at), "bonus", "The penalty of round %d adds to the spread; a penalty is written as -50.", i+1)
			}
		}
	case "off":
		p.Withdrawn, p.MissedScore = true, -usualBye
		if len(words) > 0 {
			p.MissedScore = l.wholeNumber(words[0], minScore, maxScore, "the spread of a round that is missed", &r.found)
		}
	case "team":
		p.Team = valueOf(l, values)
	case "naspa":
		r.naspaTag(l, words, p)
	case password:
		r.doubt(l.place(values.from), "password", "The tag password is not kept.")
	default:
		p.Tags = append(p.Tags, Tag{unescaped(name), valueOf(l, values)})
	}
}

// naspaTag takes the number of the association; it counts before one that follows the name.
func (r *tshReader) naspaTag(l line, words []word, p *Player) {
	if len(words) == 0 {
		return
	}
	id := l.idField(words[0].at, words[0].at+len(words[0].text), &r.found)
	if p.AssociationID != "" && id != "" && p.AssociationID != id {
		r.doubt(l.place(words[0].at), "other_association_id", "The tag says %s, the name says %s; the tag counts.", id, p.AssociationID)
	}
	if id != "" {
		p.AssociationID = id
	}
}

// valueOf is the values of a tag with single blanks.
func valueOf(l line, values stretch) string {
	return strings.Join(strings.Fields(unescaped(l.text[values.from:values.to])), " ")
}
