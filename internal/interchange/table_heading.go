package interchange

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// heading is what is known of the columns of a table before it is read.
type heading struct {
	columns []string // all that it may have
	example string   // a header, to show to whoever has none

	// check notes what else is wrong with the columns that it has.
	check func(columns []string, row []placedCell, f *found)
}

// below gives the rows below the header, each with the names of all columns. A
// header that is missing or wrong is noted, and then there are no rows.
func (h heading) below(rows iter.Seq[[]placedCell], f *found) iter.Seq2[[]string, []placedCell] {
	return func(yield func([]string, []placedCell) bool) {
		var columns []string
		for row := range rows {
			if columns == nil {
				if columns = h.read(row, f); f.wrongs > 0 {
					return
				}
			} else if !yield(columns, row) {
				return
			}
		}
		if columns == nil && f.wrongs == 0 {
			f.wrong(place{1, 1}, "empty", "There is no value in the file; write a header, as %s, and a row for each line.", h.example)
		}
	}
}

// read reads the names of the columns and notes what is wrong with them.
func (h heading) read(row []placedCell, f *found) []string {
	for len(row) > 1 && !row[len(row)-1].filled() {
		row = row[:len(row)-1]
	}
	all := strings.Join(h.columns, ", ")
	known := func(c placedCell) bool { return slices.Contains(h.columns, columnOf(c.value)) }
	if !slices.ContainsFunc(row, known) {
		f.wrong(row[0].place, "no_header", "The first line has to name the columns, as %s. The columns are %s.", h.example, all)
		return nil
	}
	columns := make([]string, 0, len(row))
	for _, c := range row {
		name := columnOf(c.value)
		switch {
		case !known(c):
			f.wrong(c.place, "unknown_column", "There is no column %s; the columns are %s.", quote(c.value), all)
		case slices.Contains(columns, name):
			f.wrong(c.place, "duplicate_column", "The column %s stands twice; take one away.", name)
		}
		columns = append(columns, name)
	}
	h.check(columns, row, f)
	return columns
}

// columnOf takes "Family Name" and "FAMILY-NAME" for family_name.
func columnOf(heading string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(heading, func(r rune) bool {
		return r == ' ' || r == '_' || r == '-'
	}), "_"))
}

// fit takes empty cells beyond the last column away. A row that still has more or
// fewer cells than there are columns is told in a sentence, with the cell where it
// shows; else the sentence is empty.
func fit(columns []string, row []placedCell) (fitted []placedCell, at placedCell, unfit string) {
	for len(row) > len(columns) && !row[len(row)-1].filled() {
		row = row[:len(row)-1]
	}
	if len(row) == len(columns) {
		return row, placedCell{}, ""
	}
	at = row[min(len(row)-1, len(columns))]
	return row, at, fmt.Sprintf("The row has %d cells, the header has %d columns.", len(row), len(columns))
}

// quote shows what stands in a cell, cut where it is long.
func quote(value string) string {
	const most = 40
	if letters := []rune(value); len(letters) > most {
		value = string(letters[:most]) + "…"
	}
	return "\"" + value + "\""
}
