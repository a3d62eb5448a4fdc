package bank

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// separators are the characters that may stand between cells.
var separators = []string{",", ";", "\t"}

// table is a delimited text, read row by row.
type table struct {
	lines []string // of the file, without their ends
	skip  int      // lines above the first row
	csv   *csv.Reader
}

// row is one row of a table. Its cells are trimmed.
type row struct {
	line  int // where it begins, from 1
	last  int // the line where it ends: cells may have line breaks
	cells []string
	at    []place // of the cells; the columns here count bytes
}

func newTable(lines []string, skip int, separator string) *table {
	skip = min(skip, len(lines))
	r := csv.NewReader(strings.NewReader(strings.Join(lines[skip:], "\n")))
	r.Comma = rune(separator[0])
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = separator != "\t" // a tab is white space too
	return &table{lines: lines, skip: skip, csv: r}
}

// next gives the next row that has a value in it, io.EOF after the last. A fault of the quotes is
// fault.ImportRefused: where a quote is missing nobody can tell which lines belong together.
func (t *table) next() (row, error) {
	for {
		cells, err := t.csv.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return row{}, io.EOF
		case errors.As(err, &bad):
			at := t.character(place{bad.Line + t.skip, bad.Column})
			return row{}, refused(at, "bad_quotes",
				"Line %d, column %d: the quotes of the row that begins in line %d do not match; a quote inside a quoted cell is written twice.",
				at.line, at.column, bad.StartLine+t.skip)
		case err != nil:
			return row{}, err
		}
		r := row{cells: cells, at: make([]place, len(cells))}
		for i := range cells {
			line, column := t.csv.FieldPos(i)
			r.at[i] = place{line + t.skip, column}
			r.last = r.at[i].line + strings.Count(cells[i], "\n")
			cells[i] = strings.TrimSpace(cells[i])
		}
		if r.line = r.at[0].line; slices.ContainsFunc(cells, func(c string) bool { return c != "" }) {
			return r, nil
		}
	}
}

// character turns a place whose column counts bytes into one that counts characters.
func (t *table) character(at place) place {
	at.line = min(at.line, len(t.lines))
	text := t.lines[at.line-1]
	return place{at.line, utf8.RuneCountInString(text[:max(0, min(at.column-1, len(text)))]) + 1}
}

// indexes says at which place of a row each column stands, by its role.
type indexes map[string]int

// locate finds the columns of a mapping: in the header, or by their numbers where there is none.
func (m Mapping) locate(header row, t *table, f *faults) indexes {
	at := indexes{}
	for _, column := range m.Columns.all() {
		if !m.Header {
			n, _ := strconv.Atoi(column.name) // Validate has seen it
			at[column.role] = n - 1
			continue
		}
		for i, name := range header.cells {
			if fold(name) != fold(column.name) {
				continue
			}
			if _, twice := at[column.role]; twice {
				f.add(t.character(header.at[i]), "column_twice", "The header has the column %s twice.", quote(column.name))
			}
			at[column.role] = i
		}
		if _, found := at[column.role]; !found {
			f.add(t.character(header.at[0]), "column_missing",
				"The header has no column %s. If the bank has changed its files, change the mapping.", quote(column.name))
		}
	}
	return at
}
