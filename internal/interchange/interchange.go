// Package interchange reads and writes the files that people exchange with
// other programs: rosters and results as CSV, NASPA, tsh and the like. It turns
// bytes into values of the domain and says by line and column what is wrong
// with a file. It never stores anything, never decides whether a good row is
// taken, and never asks who is the same person.
package interchange

import "fmt"

// maxFileFaults bounds how many faults of a whole file are listed.
const maxFileFaults = 20

// place is a place in a file: line and column from 1, the column counted in
// characters. A byte-order mark has no place.
type place struct{ line, column int }

// pointer is how an error names the place.
func (p place) pointer() string { return fmt.Sprintf("/line/%d/column/%d", p.line, p.column) }
