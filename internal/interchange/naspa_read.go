package interchange

import (
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/players"
)

// Ratings says what is known of a person's rating, to compare a file with.
type Ratings func(name players.Name, associationID string) (rating int, known bool)

// naspaReader reads one NASPA file.
type naspaReader struct {
	found
	ratings  Ratings
	checkOff bool
	persons  *persons

	event    Event
	division *Division // that is being read
	seats    []seat
	broken   bool // a line of the division could not be read: its numbers say nothing
}

// ReadNASPA reads the plain result file of the association's ratings data validator: any number of
// divisions, and players without a division before the first as one without a name. Lines may end
// with CR, LF or CRLF, and empty ones are passed over. Ratings are compared with the known ones
// unless the file says "#ratingcheck off"; nil knows none.
//
// A file with errors gives an empty event. Warnings stand beside a file that is taken.
func ReadNASPA(raw []byte, ratings Ratings) (Event, Findings) {
	r := &naspaReader{ratings: ratings, persons: newPersons(false)}
	text := string(raw)
	if strings.HasPrefix(text, byteOrderMark) {
		r.wrong(place{1, 1}, "byte_order_mark", "The file begins with a byte-order mark; save it as plain ASCII text without one.")
		text = strings.TrimPrefix(text, byteOrderMark)
	}
	for _, l := range resultLines(text, &r.found) {
		if r.hopeless() {
			break
		}
		r.read(l)
	}
	r.close()
	if len(r.event.Divisions) == 0 && r.wrongs == 0 {
		r.wrong(place{1, 1}, "empty", "The file has no players.")
	}
	findings := r.sorted()
	if findings.Refused() {
		return Event{}, findings
	}
	return r.event, findings
}

// read reads one line.
func (r *naspaReader) read(l line) {
	from, to := l.trimmed(0, len(l.text))
	if from == to {
		return
	}
	l.checkASCII(&r.found)
	if l.text[from] == '#' {
		r.directive(l, from, to)
		return
	}
	if r.division == nil {
		r.open("")
	}
	wrongs := r.wrongs
	r.player(l, from, to)
	r.broken = r.broken || r.wrongs > wrongs
}

// directive reads a line that begins with "#".
func (r *naspaReader) directive(l line, from, to int) {
	keyword, value := l.text[from:to], ""
	if blank := strings.IndexAny(keyword, " \t"); blank >= 0 {
		keyword, value = keyword[:blank], strings.Join(strings.Fields(keyword[blank:]), " ")
	}
	switch strings.ToLower(keyword) {
	case "#division":
		if value == "" {
			r.wrong(l.place(from), "no_division_name", "The division has no name; write #division and a name.")
		}
		r.close()
		for _, d := range r.event.Divisions {
			if d.Name == value {
				r.doubt(l.place(from), "duplicate_division", "There is a division %s already; is it another one?", quote(value))
			}
		}
		r.open(value)
	case "#ratingcheck":
		switch strings.ToLower(value) {
		case "off", "on":
			r.checkOff = strings.EqualFold(value, "off")
			if r.division != nil && len(r.division.Players) == 0 {
				r.division.RatingCheckOff = r.checkOff
			}
		default:
			r.doubt(l.place(from), "unknown_directive", "%s is neither off nor on and is passed over.", quote(value))
		}
	default:
		r.doubt(l.place(from), "unknown_directive", "%s is not known and is passed over; known are #division and #ratingcheck.", quote(keyword))
	}
}

func (r *naspaReader) open(name string) {
	r.division = &Division{Name: name, RatingCheckOff: r.checkOff}
	r.seats, r.broken = nil, false
}

// close checks the division that was read. Where a line could not be read the numbers of the
// others are not checked, for what they mean is not known.
func (r *naspaReader) close() {
	d := r.division
	if d == nil {
		return
	}
	r.division = nil
	if !r.broken {
		r.sameRounds(d)
		checkPairs(*d, r.seats, &r.found)
		checkScores(*d, r.seats, &r.found)
	}
	r.event.Divisions = append(r.event.Divisions, *d)
}

// sameRounds notes players with another number of rounds than the first of the division.
func (r *naspaReader) sameRounds(d *Division) {
	for i, p := range d.Players {
		if rounds := len(d.Players[0].Opponents); len(p.Opponents) != rounds {
			r.wrong(r.seats[i].place(), "other_rounds", "Player %d (%s) has %d rounds, the first of the division has %d; give everybody as many, 0 and -50 for a round that was missed.",
				i+1, p.Name, len(p.Opponents), rounds)
		}
	}
}

// player reads "Last, First, Suffix:ID RATING P1 P2 ... ; S1 S2 ...".
func (r *naspaReader) player(l line, from, to int) {
	semicolon := strings.IndexByte(l.text[:to], ';')
	if semicolon < 0 {
		r.wrong(l.place(to), "no_scores", "The line has no semicolon; write the opponents, a semicolon, and the scores.")
		return
	}
	if second := strings.IndexByte(l.text[semicolon+1:to], ';'); second >= 0 {
		r.wrong(l.place(semicolon+1+second), "second_semicolon", "The line has a second semicolon; only the scores follow the first.")
		return
	}
	end := l.endOfName(from, semicolon)
	if end < 0 {
		r.wrong(l.place(from), "no_rating", "There is no rating after the name; write 0 for a player without one.")
		return
	}
	words := l.words(end, semicolon)
	s := seat{line: l, name: from, scores: l.words(semicolon+1, to)}
	p := Player{Line: l.number}
	if l.text[from:end][len(strings.TrimRight(l.text[from:end], " \t"))-1] == ':' && len(words) > 1 {
		// The number of the association stands apart from its colon.
		end, words = words[0].at+len(words[0].text), words[1:]
	}
	p.Name, p.AssociationID = l.nameField(from, end, strings.Clone, &r.found)
	p.Rating = l.wholeNumber(words[0], 0, players.MaxRating, "a rating", &r.found)
	s.opponents = words[1:]
	if len(s.opponents) != len(s.scores) {
		r.wrong(l.place(semicolon), "other_counts", "The line has %d opponents and %d scores; give each round both.", len(s.opponents), len(s.scores))
	}
	if len(s.opponents) > maxRounds || len(s.scores) > maxRounds {
		r.wrong(l.place(from), "too_many_rounds", "The line has more than %d rounds; is it a result file?", maxRounds)
		return
	}
	p.Opponents = l.numbers(s.opponents, 0, MaxResultLines, "the number of an opponent", &r.found)
	p.Scores = l.numbers(s.scores, minScore, maxScore, "a score", &r.found)
	r.persons.check(p, s, &r.found)
	r.compareRating(p, l.place(words[0].at))
	r.division.Players, r.seats = append(r.division.Players, p), append(r.seats, s)
}

// compareRating notes a rating unlike the known one.
func (r *naspaReader) compareRating(p Player, at place) {
	if r.ratings == nil || r.checkOff {
		return
	}
	if known, ok := r.ratings(p.Name, p.AssociationID); ok && known != p.Rating {
		r.doubt(at, "other_rating", "The rating of %s is %d, the roster has %d; which is right? \"#ratingcheck off\" silences this.", p.Name, p.Rating, known)
	}
}

func decimal(n int) string { return strconv.Itoa(n) }
