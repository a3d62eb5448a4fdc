package interchange

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/players"
)

// chartReader reads one wall chart.
type chartReader struct {
	found
	event Event

	title    string // of the next section
	titleAt  place
	open     bool
	tabs     bool
	headings []cell
	columns  []column
	rows     []chessLine
	figures  []map[column]cell // of the rows, what is to be compared
	persons  *persons
	broken   bool // the headings or a line of the section could not be read
}

// ReadSwissSys reads a wall chart in the style of SwissSys (C3): tables with a row of headings, in
// columns that stand at least two blanks apart or are parted by tabs. A line before the headings is
// the name of the section. "#" and "Name" have to be there; what other columns are unknown is passed
// over with a warning. Totals and tie-breaks are compared with the computed ones, and a difference
// is a warning with both values. The text is UTF-8 where it can be, else ISO-8859-1.
//
// A file with errors gives an empty event. Warnings stand beside a file that is taken.
func ReadSwissSys(raw []byte) (Event, Findings) {
	r := &chartReader{}
	for _, l := range resultLines(strings.TrimPrefix(decoded(raw), byteOrderMark), &r.found) {
		if r.hopeless() {
			break
		}
		r.read(l)
	}
	r.close()
	if r.title != "" {
		r.doubt(r.titleAt, "no_table", "No row of headings follows %s; it is passed over.", quote(r.title))
	}
	if r.wrongs == 0 && !slices.ContainsFunc(r.event.Divisions, func(d Division) bool { return len(d.Players) > 0 }) {
		r.wrong(place{1, 1}, "empty", "The file has no players under a row of headings that begins with # and Name.")
	}
	findings := r.sorted()
	if findings.Refused() {
		return Event{}, findings
	}
	return r.event, findings
}

// read reads one line.
func (r *chartReader) read(l line) {
	from, to := l.trimmed(0, len(l.text))
	text := l.text[from:to]
	switch {
	case strings.Trim(oneLine(text), "-=_ ") == "": // blank, or ruled
	case isHeading(text):
		r.close()
		r.head(l)
	case r.open && isDigit(text[0]) && r.headings == nil: // what it means is not known
	case r.open && isDigit(text[0]):
		wrongs := r.wrongs
		r.row(l)
		r.broken = r.broken || r.wrongs > wrongs
	default:
		r.close()
		if r.title != "" {
			r.doubt(r.titleAt, "second_title", "A section has one name; %s is passed over.", quote(r.title))
		}
		r.title, r.titleAt = oneLine(text), l.place(from)
	}
}

// isHeading says whether a line is a row of headings.
func isHeading(text string) bool {
	words := strings.Fields(text)
	return words[0] == "#" && slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(word, "name") })
}

// head opens a section with its row of headings.
func (r *chartReader) head(l line) {
	r.tabs = strings.Contains(l.text, "\t")
	rounds, wrongs := 0, r.wrongs
	r.headings = l.cells(r.tabs)
	if len(r.headings) > maxColumns {
		r.wrong(l.place(0), "too_many_columns", "The table has more than %d columns; is it a wall chart?", maxColumns)
		r.headings = r.headings[:maxColumns]
	}
	r.columns = make([]column, len(r.headings))
	for i, heading := range r.headings {
		c, round := headingOf(heading.text)
		switch {
		case c == roundColumn && (round != rounds+1 || round > maxRounds):
			r.wrong(l.place(heading.at), "bad_round", "The heading %s is not that of round %d; head the rounds Rd 1, Rd 2 and so on in their order, at most %d.", quote(heading.text), rounds+1, maxRounds)
		case c == roundColumn:
			rounds++
		case c != otherColumn && slices.Contains(r.columns[:i], c):
			r.wrong(l.place(heading.at), "duplicate_column", "The column %s stands twice; take one of them out.", quote(heading.text))
		case c == otherColumn && heading.text != "":
			r.doubt(l.place(heading.at), "unknown_column", "The column %s is not known and is passed over.", quote(heading.text))
		}
		r.columns[i] = c
	}
	if !slices.Contains(r.columns, numberColumn) || !slices.Contains(r.columns, nameColumn) {
		r.wrong(l.place(0), "no_headings", "The headings # and Name have to stand in columns of their own, at least two blanks apart or parted by tabs.")
	}
	r.open, r.rows, r.figures, r.persons = true, nil, nil, newPersons(true)
	if r.broken = r.wrongs > wrongs; r.broken {
		r.headings = nil
	}
}

func (l line) cells(tabs bool) []cell {
	if tabs {
		return l.tabbed()
	}
	return l.aligned()
}

// close makes a division of the section that was read.
func (r *chartReader) close() {
	if !r.open {
		return
	}
	name := r.title
	r.open, r.title = false, ""
	if r.broken {
		return
	}
	d, seats := section(name, r.rows, &r.found)
	if len(seats) == len(r.rows) {
		wrongs := r.wrongs
		checkPairs(d, seats, &r.found)
		checkOutcomes(d, seats, &r.found)
		if r.wrongs == wrongs {
			r.checkBlanks(d, seats)
			r.compareFigures(d)
		}
	}
	r.event.Divisions = append(r.event.Divisions, d)
}

// checkBlanks notes rounds without a result behind which somebody has played: until they are filled
// the chart is not complete.
func (r *chartReader) checkBlanks(d Division, seats []seat) {
	for i, p := range d.Players {
		for round := range d.PlayedRounds() - 1 {
			if p.Outcomes[round] == Unplayed {
				r.doubt(seats[i].opponent(round), "blank_round", "Round %d of player %d (%s) is blank; write the result, or U--- where he did not play.", round+1, i+1, p.Name)
			}
		}
	}
}

// row reads the line of a player.
func (r *chartReader) row(l line) {
	placed, stray, ok := under(r.headings, l.cells(r.tabs), r.tabs)
	if !ok {
		r.wrong(l.place(stray.at), "no_column", "%s stands under no heading of its own; keep the columns at least two blanks apart, each under its heading, or part them by tabs.", quote(stray.text))
		return
	}
	row := chessLine{seat: seat{line: l}, numberAt: l.place(0)}
	figures := map[column]cell{}
	for i, c := range placed {
		switch r.columns[i] {
		case otherColumn:
		case roundColumn:
			r.round(l, c, &row)
		case totalColumn, medianColumn, solkoffColumn, cumulativeColumn, oppositionColumn:
			if c.text != "" {
				figures[r.columns[i]] = c
			}
		default:
			r.field(l, r.columns[i], c, &row)
		}
	}
	r.persons.check(row.player, row.seat, &r.found)
	r.rows, r.figures = append(r.rows, row), append(r.figures, figures)
}

// field reads a cell that is neither a round nor a figure.
func (r *chartReader) field(l line, c column, value cell, row *chessLine) {
	p := &row.player
	switch c {
	case numberColumn:
		row.numberAt = l.place(value.at)
		row.number = l.wholeNumber(word{value.text, value.at}, 1, MaxResultLines, "the number of the player", &r.found)
	case nameColumn:
		row.seat.name = value.at
		p.Name = l.wholeName(value.at, value.text, &r.found)
	case idColumn:
		if value.text != "" {
			p.AssociationID = l.idField(value.at, value.at+len(value.text), &r.found)
		}
	case ratingColumn:
		if !isUnrated(value.text) {
			p.Rating = l.wholeNumber(word{value.text, value.at}, 0, players.MaxRating, "a rating", &r.found)
		}
	case teamColumn:
		p.Team = value.text
	case gradeColumn:
		p.setTag(tagGrade, value.text)
	}
}

// isUnrated says whether a rating says that there is none.
func isUnrated(text string) bool {
	return slices.Contains([]string{"", "nr", "unr", "unr.", "unrated", "new"}, strings.ToLower(strings.Trim(text, "-")))
}

// round reads "W8", "H---", or nothing.
func (r *chartReader) round(l line, c cell, row *chessLine) {
	row.seat.opponents = append(row.seat.opponents, word{c.text, c.at})
	p := &row.player
	if c.text == "" {
		p.addRound(NotPaired, Unplayed, 0)
		return
	}
	o, known := outcomeOf(c.text[0], chartLetter)
	if !known && (c.text[0] == 'Z' || c.text[0] == 'z') {
		o, known = ZeroBye, true
	}
	number := strings.TrimSpace(c.text[1:])
	alone := strings.Trim(number, "-") == ""
	if !known || alone && o.Game() || !alone && !o.Game() && !o.forfeit() || !alone && strings.Trim(number, "0123456789") != "" {
		r.wrong(l.place(c.at), "bad_cell", "%s is no result; write W, D or L and the number of the opponent, X or F for a game won or lost by forfeit, or B---, H--- or U--- for a bye of 1, half a point or none.", quote(c.text))
		p.addRound(NotPaired, Unplayed, 0)
		return
	}
	if alone {
		p.addRound(0, o, 0)
		return
	}
	opponent, err := strconv.Atoi(number)
	if err != nil || opponent < 1 || opponent > MaxResultLines {
		r.wrong(l.place(c.at), "out_of_range", "%s does not name a player; write the number that he has in the first column.", quote(c.text))
	}
	p.addRound(opponent, o, 3)
}
