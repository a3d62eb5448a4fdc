package interchange

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/players"
)

// The keyed comments that enclose a file in a tsh archive.
const (
	beginFile = "#begin_file"
	endFile   = "#end_file"
)

// tshReader reads one tsh file.
type tshReader struct {
	found
	archive  bool
	persons  *persons
	event    Event
	division *Division
	opened   line // where the division of an archive begins
	seats    []seat
	broken   bool
}

// ReadTSH reads a division file of tsh, or several in its archive form, where each division has
// the name of its file. A division file itself gives its division no name. The text is UTF-8 where
// it can be, else ISO-8859-1; a byte-order mark is passed over, and any run of CR and LF ends a
// line.
//
// A file with errors gives an empty event. Warnings stand beside a file that is taken.
func ReadTSH(raw []byte) (Event, Findings) {
	r := &tshReader{persons: newPersons(true)}
	lines := resultLines(strings.TrimPrefix(decoded(raw), byteOrderMark), &r.found)
	r.archive = slices.ContainsFunc(lines, func(l line) bool { return isKeyed(l.text, beginFile) })
	if !r.archive {
		r.division = &Division{}
	}
	for _, l := range lines {
		if r.hopeless() {
			break
		}
		r.read(l)
	}
	if r.archive && r.division != nil {
		r.wrong(r.opened.place(0), "file_not_ended", "The file that begins here does not end; write %s after its last line.", endFile)
	}
	r.close()
	if r.wrongs == 0 && !slices.ContainsFunc(r.event.Divisions, func(d Division) bool { return len(d.Players) > 0 }) {
		r.wrong(place{1, 1}, "empty", "The file has no players.")
	}
	findings := r.sorted()
	if findings.Refused() {
		return Event{}, findings
	}
	return r.event, findings
}

// decoded gives the text of a file in UTF-8 or ISO-8859-1, in which every byte is a letter.
func decoded(raw []byte) string {
	if len(raw) > MaxResultBytes || utf8.Valid(raw) {
		return string(raw)
	}
	var text strings.Builder
	text.Grow(len(raw) + len(raw)/8)
	for _, b := range raw {
		text.WriteRune(rune(b))
	}
	return text.String()
}

// isKeyed says whether a line is a certain keyed comment.
func isKeyed(text, keyword string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t"), keyword)
	return ok && (rest == "" || isBlank(rest[0]))
}

// read reads one line.
func (r *tshReader) read(l line) {
	from, to := l.trimmed(0, len(l.text))
	switch {
	case from == to:
	case r.archive && isKeyed(l.text, beginFile):
		r.begin(l, l.text[from:to])
	case r.archive && isKeyed(l.text, endFile):
		if r.division == nil {
			r.wrong(l.place(from), "no_file_to_end", "No file begins before this end; write %s name=a.t before its first line.", beginFile)
		}
		r.close()
	case r.division == nil:
		r.event.Config = append(r.event.Config, l.text[from:to])
	case l.text[from] == '#':
		r.division.Comments = append(r.division.Comments, l.text[from:to])
	default:
		wrongs := r.wrongs
		r.player(l, from, to)
		r.broken = r.broken || r.wrongs > wrongs
	}
}

// begin opens a division of an archive.
func (r *tshReader) begin(l line, text string) {
	if r.division != nil {
		r.wrong(l.place(0), "file_not_ended", "A file begins before the one of line %d ends; write %s before it.", r.opened.number, endFile)
		r.close()
	}
	name := ""
	for _, attribute := range strings.Fields(text)[1:] {
		if value, ok := strings.CutPrefix(attribute, "name="); ok {
			name = strings.TrimSuffix(path.Base(strings.Trim(value, `"`)), ".t")
		}
	}
	if name == "" || name == "." || name == "/" {
		r.wrong(l.place(0), "no_division_name", "The file has no name; write %s name=a.t.", beginFile)
	}
	if slices.ContainsFunc(r.event.Divisions, func(d Division) bool { return d.Name == name }) {
		r.wrong(l.place(0), "duplicate_division", "There is a file %s already; give each its own name.", quote(name))
	}
	r.division, r.opened = &Division{Name: name}, l
	r.seats, r.broken = nil, false
}

// close checks the division that was read.
func (r *tshReader) close() {
	d := r.division
	if d == nil {
		return
	}
	r.division = nil
	if !r.broken {
		checkPairs(*d, r.seats, &r.found)
		checkScores(*d, r.seats, &r.found)
		r.checkHoles(*d)
	}
	r.event.Divisions = append(r.event.Divisions, *d)
}

// checkHoles notes games of which one side has a score and the other has not.
func (r *tshReader) checkHoles(d Division) {
	for i, p := range d.Players {
		for round := range p.Scores {
			if p.meets(round) && p.Opponents[round] <= len(d.Players) && !d.Players[p.Opponents[round]-1].played(round) {
				r.doubt(r.seats[i].score(round), "half_a_score", "In round %d player %d (%s) has a score and his opponent %d has none; the game does not count before both are in.",
					round+1, i+1, p.Name, p.Opponents[round])
			}
		}
	}
}

// player reads "name  rating  pairings ; scores ; tag values ; ...".
func (r *tshReader) player(l line, from, to int) {
	sections := sectionsOf(l, from, to)
	end := l.endOfName(from, sections[0].to)
	if end < 0 {
		r.wrong(l.place(from), "no_rating", "There is no rating after the name; write 0 for a player without one.")
		return
	}
	p, s := Player{Line: l.number}, seat{line: l, name: from}
	words := l.words(end, sections[0].to)
	p.Name, p.AssociationID = l.nameField(from, end, unescaped, &r.found)
	r.rating(l, words[0], &p)
	s.opponents = words[1:]
	if len(sections) > 1 {
		s.scores = l.words(sections[1].from, sections[1].to)
	}
	if len(s.opponents) > maxRounds || len(s.scores) > maxRounds {
		r.wrong(l.place(from), "too_many_rounds", "The line has more than %d rounds; is it a result file?", maxRounds)
		return
	}
	if extra := len(s.opponents); len(s.scores) > extra {
		r.wrong(l.place(s.scores[extra].at), "more_scores", "The line has %d opponents and %d scores; write who was met in each round that has a score.", extra, len(s.scores))
	}
	p.Opponents = l.numbers(s.opponents, 0, MaxResultLines, "the number of an opponent", &r.found)
	for i, w := range s.opponents {
		if w.text == "00" {
			p.Opponents[i] = NotPaired
		}
	}
	p.Scores = l.numbers(s.scores, minScore, maxScore, "a score", &r.found)
	if len(sections) > 2 {
		r.tags(l, sections[2:], &p)
	}
	r.persons.check(p, s, &r.found)
	r.division.Players, r.seats = append(r.division.Players, p), append(r.seats, s)
}

// rating reads "1500", or "1500+1320" for a pair that plays as one.
func (r *tshReader) rating(l line, w word, p *Player) {
	own, partner, pair := strings.Cut(w.text, "+")
	p.Rating = l.wholeNumber(word{own, w.at}, 0, players.MaxRating, "a rating", &r.found)
	if pair {
		p.PartnerRating = l.wholeNumber(word{partner, w.at + len(own) + 1}, 0, players.MaxRating, "a rating", &r.found)
	}
}

// stretch is a part of a line, in bytes.
type stretch struct{ from, to int }

// sectionsOf parts a line at the semicolons that are not escaped. There is at least one.
func sectionsOf(l line, from, to int) []stretch {
	sections := make([]stretch, 0, 12)
	for at := from; at < to; at++ {
		switch l.text[at] {
		case '\\':
			at++
		case ';':
			sections = append(sections, stretch{from, at})
			from = at + 1
		}
	}
	return append(sections, stretch{min(from, to), to})
}

var (
	unescaper = strings.NewReplacer(`\\`, `\`, `\;`, `;`)
	escaper   = strings.NewReplacer(`\`, `\\`, `;`, `\;`)
)

func unescaped(text string) string { return unescaper.Replace(text) }
