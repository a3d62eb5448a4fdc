package interchange

import (
	"iter"
	"slices"
	"strings"
)

// Grid is what a sheet shows: the rows from its first, each with its cells from
// the first column. Rows may be of different lengths and empty; what a row does
// not have is empty. In what is said of a grid, the line is the row of the sheet,
// and the column its column, both from 1.
type Grid [][]string

// placedCell is one value of a table, without white space around it and without a
// guard, and where it stands.
type placedCell struct {
	place
	value string
}

func placed(at place, value string) placedCell {
	return placedCell{at, strings.TrimSpace(unguarded(value))}
}

func (c placedCell) filled() bool { return c.value != "" }

// rows gives the rows that have a value in them. The first of them, the header,
// says how many cells the others have at the least.
func (g Grid) rows() iter.Seq[[]placedCell] {
	return func(yield func([]placedCell) bool) {
		width := 0
		for i, values := range g {
			row := make([]placedCell, 0, max(width, len(values)))
			for j, value := range values {
				row = append(row, placed(place{i + 1, j + 1}, value))
			}
			if !slices.ContainsFunc(row, placedCell.filled) {
				continue
			}
			for len(row) < width {
				row = append(row, placedCell{place{i + 1, len(row) + 1}, ""})
			}
			if width == 0 {
				width = len(row)
			}
			if !yield(row) {
				return
			}
		}
	}
}
