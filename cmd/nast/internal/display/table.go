package display

import (
	"bufio"
	"io"
	"strings"
)

// gap is what stands between two columns.
const gap = "  "

// Table is a table in the making: columns with their headings, then rows.
type Table struct {
	heads []string
	right []bool
	rows  [][]string
}

// NewTable makes a table from the headings of its columns. A heading that begins with ">" makes
// a column of numbers, aligned to the right; the sign itself is not shown.
func NewTable(heads ...string) *Table {
	t := &Table{}
	for _, head := range heads {
		name, right := strings.CutPrefix(head, ">")
		t.heads = append(t.heads, name)
		t.right = append(t.right, right)
	}
	return t
}

// Row adds a row; cells that are missing stay empty.
func (t *Table) Row(cells ...string) {
	row := make([]string, len(t.heads))
	for i, cell := range cells {
		row[i] = Clean(cell)
	}
	t.rows = append(t.rows, row)
}

// Len is the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Write writes headings and rows, without blanks at the ends of lines. A column that is empty in
// every row is left out.
func (t *Table) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	widths := t.widths()
	t.line(out, widths, t.heads)
	for _, row := range t.rows {
		t.line(out, widths, row)
	}
	return out.Flush()
}

// widths gives the width of each column, 0 for one that is left out.
func (t *Table) widths() []int {
	widths := make([]int, len(t.heads))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], Width(cell))
		}
	}
	for i, head := range t.heads {
		if widths[i] > 0 || len(t.rows) == 0 {
			widths[i] = max(widths[i], Width(head))
		}
	}
	return widths
}

func (t *Table) line(w io.Writer, widths []int, cells []string) {
	var parts []string
	for i, cell := range cells {
		switch {
		case widths[i] == 0:
		case t.right[i]:
			parts = append(parts, PadLeft(cell, widths[i]))
		default:
			parts = append(parts, Pad(cell, widths[i]))
		}
	}
	_, _ = io.WriteString(w, strings.TrimRight(strings.Join(parts, gap), " ")+"\n")
}
