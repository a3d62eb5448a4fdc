package interchange

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/standings"
)

// column is what a column of a wall chart holds.
type column int

// The columns of a wall chart (C3). Rounds have the column roundColumn, each its own.
const (
	otherColumn column = iota // passed over
	numberColumn
	nameColumn
	idColumn
	ratingColumn
	teamColumn
	gradeColumn
	roundColumn
	totalColumn
	medianColumn
	solkoffColumn
	cumulativeColumn
	oppositionColumn
)

// chartColumns are the names of the columns that stand once; the first name of a column is the one
// that is written.
var chartColumns = []struct {
	name   string
	column column
}{
	{"#", numberColumn},
	{"Name", nameColumn},
	{"ID", idColumn},
	{"Rtng", ratingColumn},
	{"Rating", ratingColumn},
	{"Rate", ratingColumn},
	{"Team", teamColumn},
	{"Grd", gradeColumn},
	{"Grade", gradeColumn},
	{"Tot", totalColumn},
	{"Total", totalColumn},
	{"TBrk[M]", medianColumn},
	{"TBrk[S]", solkoffColumn},
	{"TBrk[C]", cumulativeColumn},
	{"TBrk[O]", oppositionColumn},
}

// columnName is the name under which a column is written.
func columnName(c column) string {
	for _, known := range chartColumns {
		if known.column == c {
			return known.name
		}
	}
	return ""
}

// roundHeading is "Rd 1", in which the blank may be missing.
var roundHeading = regexp.MustCompile(`(?i)^(?:Rd|Rnd|Round)\.? ?([0-9]{1,3})$`)

// headingOf reads the name of a column, of a round with its number.
func headingOf(name string) (column, int) {
	if match := roundHeading.FindStringSubmatch(name); match != nil {
		round, _ := strconv.Atoi(match[1])
		return roundColumn, round
	}
	for _, known := range chartColumns {
		if strings.EqualFold(known.name, name) {
			return known.column, 0
		}
	}
	return otherColumn, 0
}

// cell is a part of a line of a chart.
type cell struct {
	text       string // with single blanks
	at         int    // in bytes
	start, end int    // in characters
}

// tabbed parts a line at its tabs.
func (l line) tabbed() []cell {
	var cells []cell
	from := 0
	for _, part := range strings.Split(l.text, "\t") {
		at, _ := l.trimmed(from, from+len(part))
		cells = append(cells, cell{text: oneLine(part), at: at})
		from += len(part) + 1
	}
	return cells
}

// aligned parts a line where two blanks or more follow one another.
func (l line) aligned() []cell {
	var cells []cell
	text := strings.TrimRight(l.text, " ")
	for at, column := 0, 0; at < len(text); {
		if text[at] == ' ' {
			at, column = at+1, column+1
			continue
		}
		end := strings.Index(text[at:], "  ")
		if end < 0 {
			end = len(text) - at
		}
		part := text[at : at+end]
		width := utf8.RuneCountInString(part)
		cells = append(cells, cell{oneLine(part), at, column, column + width})
		at, column = at+end, column+width
	}
	return cells
}

// gap is how far a cell stands from a heading; below 0 it is how much of it stands under it.
func (c cell) gap(heading cell) int {
	return max(heading.start-c.end, c.start-heading.end)
}

// under gives each heading the cell that stands under it, an empty one where there is none. It is
// false where a cell has no heading of its own, with the cell.
func under(headings, cells []cell, tabs bool) ([]cell, cell, bool) {
	placed := make([]cell, len(headings))
	if len(cells) == len(headings) || tabs {
		if len(cells) > len(headings) {
			return nil, cells[len(headings)], false
		}
		copy(placed, cells)
		return placed, cell{}, true
	}
	next := 0
	for _, c := range cells {
		if next == len(headings) {
			return nil, c, false
		}
		for next+1 < len(headings) && c.gap(headings[next+1]) < c.gap(headings[next]) {
			next++
		}
		placed[next] = c
		next++
	}
	return placed, cell{}, true
}

// maxColumns bounds the columns of a chart: the rounds, and as many others.
const maxColumns = 2 * maxRounds

// figureColumns are the columns whose figures are computed.
var figureColumns = []column{totalColumn, medianColumn, solkoffColumn, cumulativeColumn, oppositionColumn}

// tiebreakOf are the tie-breaks by their columns.
var tiebreakOf = map[column]standings.Tiebreak{
	medianColumn: standings.ModifiedMedian, solkoffColumn: standings.Solkoff,
	cumulativeColumn: standings.Cumulative, oppositionColumn: standings.CumulativeOfOpposition,
}

// figure is a figure of a player in half points.
func (s ChessStanding) figure(c column) int {
	if c == totalColumn {
		return s.HalfPoints
	}
	return s.Tiebreak(tiebreakOf[c])
}

// bySeed sorts standings into the order of the numbers.
func bySeed(list []ChessStanding) []ChessStanding {
	slices.SortFunc(list, func(a, b ChessStanding) int { return cmp.Compare(a.Seed, b.Seed) })
	return list
}
