package bank

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// How much of a file is looked at to guess its mapping.
const (
	guessHeaderWithin = 30
	guessRows         = 500
)

// Guess proposes a mapping for the first file of an account, whose currency is given ("" where
// nobody knows), for a person to confirm. Doubts are sentences about what the file leaves open; the
// mapping then has what is likelier, or nothing. Without doubts Read takes the file with it.
func Guess(raw []byte, currency money.Currency) (m Mapping, doubts []string) {
	g := guess{Mapping: Mapping{
		Encoding: UTF8, Separator: ",", Header: true, Number: Number{".", ","}, Sign: InPositive, Currency: currency,
	}}
	if !utf8.Valid(raw) {
		g.Encoding = Windows1252
		g.doubt("The file is not UTF-8 and is read as Windows-1252. Are the accents of names right?")
	}
	text, err := decode(raw, g.Encoding)
	if err != nil {
		g.doubt(sentence(err))
		return g.Mapping, g.doubts
	}
	lines := strings.Split(text, "\n")
	if !g.findHeader(lines) {
		g.doubt("No header with a date and an amount was found. Which columns are there?")
		return g.Mapping, g.doubts
	}
	cells := g.cellsByColumn(lines)
	g.findDateLayout(cells[g.Columns.Date])
	g.findNumber(slices.Concat(cells[g.Columns.Amount], cells[g.Columns.Debit], cells[g.Columns.Credit]))
	g.findSign(cells)
	if currency == "" && g.Columns.Currency == "" {
		g.doubt("Which currency is the account in?")
	}
	if len(g.doubts) == 0 {
		if _, err := Read(raw, "guess", g.Mapping); err != nil {
			g.doubt(sentence(err))
		}
	}
	return g.Mapping, g.doubts
}

// guess is a mapping in the making.
type guess struct {
	Mapping
	doubts []string
}

func (g *guess) doubt(text string) { g.doubts = append(g.doubts, text) }

// sentence is what an error tells a person.
func sentence(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Detail
	}
	return err.Error()
}

// findHeader finds the line and the separator that make the most columns with known names.
func (g *guess) findHeader(lines []string) bool {
	most := 0
	for skip := range min(len(lines), guessHeaderWithin) {
		for _, separator := range separators {
			header, err := newTable(lines[skip:skip+1], 0, separator).next()
			if err != nil {
				continue
			}
			columns, known := columnsOf(header.cells)
			if columns.Date != "" && (columns.Amount != "" || columns.Debit != "" && columns.Credit != "") && known > most {
				most = known
				g.SkipLines, g.Separator, g.Columns = skip, separator, columns
			}
		}
	}
	return most > 0
}

// cellsByColumn gives the cells of the first rows by the names of their columns, the empty ones
// left out.
func (g *guess) cellsByColumn(lines []string) map[string][]string {
	t := newTable(lines, g.SkipLines, g.Separator)
	cells := map[string][]string{}
	header, err := t.next()
	if err != nil {
		return cells
	}
	for range guessRows {
		r, err := t.next()
		if err != nil {
			break // the end, or quotes that Read will refuse
		}
		for i, cell := range r.cells {
			if i < len(header.cells) && cell != "" {
				cells[header.cells[i]] = append(cells[header.cells[i]], cell)
			}
		}
	}
	return cells
}

// findDateLayout takes the layout that all days fit. Where several do, as of days up to the 12th,
// the first, which is the American one, is proposed with a doubt.
func (g *guess) findDateLayout(days []string) {
	var fitting []DateLayout
	for _, layout := range DateLayouts() {
		unfit := func(text string) bool { _, isDay := layout.parse(text); return !isDay }
		if len(days) > 0 && !slices.ContainsFunc(days, unfit) {
			fitting = append(fitting, layout)
		}
	}
	switch len(fitting) {
	case 0:
		g.doubt("How are the days written?")
	case 1:
		g.DateLayout = fitting[0]
	default:
		g.DateLayout = fitting[0]
		g.doubt("The days fit " + string(fitting[0]) + " and " + string(fitting[1]) + ". Which is it?")
	}
}

// findNumber takes the way to write amounts that all of them fit. Groups are of three digits and
// cents of two at most, so nothing but whole units fits two ways, and they read the same.
func (g *guess) findNumber(amounts []string) {
	for _, n := range []Number{{".", ","}, {",", "."}, {".", " "}, {",", " "}, {".", "'"}, {",", "'"}} {
		unfit := func(text string) bool { _, err := n.Parse(text, g.Currency); return err != nil }
		if len(amounts) > 0 && !slices.ContainsFunc(amounts, unfit) {
			g.Number = n
			return
		}
	}
	g.doubt("How are the amounts written?")
}

// findSign looks for minus signs.
func (g *guess) findSign(cells map[string][]string) {
	negative := func(column string) bool {
		return slices.ContainsFunc(cells[column], func(text string) bool {
			cents, err := g.Number.Parse(text, g.Currency)
			return err == nil && cents < 0
		})
	}
	at := g.Columns
	switch {
	case at.Debit != "" && !negative(at.Debit), at.Direction != "" && !negative(at.Amount):
		g.Sign = Unsigned
	case at.Direction != "": // the signs say it already
		g.Columns.Direction = ""
	case at.Amount != "" && !negative(at.Amount):
		g.doubt("No amount has a minus. Does the bank mark what went out with one?")
	}
}
