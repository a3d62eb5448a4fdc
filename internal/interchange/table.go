package interchange

import (
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/money"
)

// Table is what is given out as CSV or as a sheet: results, standings, a
// crosstable, dues, the list. A row has a cell for each column, or fewer, and the
// rest is empty.
type Table struct {
	Name    string // of the sheet; CSV has no place for it
	Columns []string
	Rows    [][]Cell
}

// CellKind is what stands in a cell.
type CellKind int

// The kinds of cells. All but texts are numbers to a spreadsheet.
const (
	EmptyCell  CellKind = iota
	TextCell            // words, and numbers that nobody adds up
	WholeCell           // a whole number: a score, a spread
	PointsCell          // halves: 3 or 3.5
	AmountCell          // money, with two places
)

// Cell is one value of a table. Its zero value is empty.
type Cell struct {
	kind   CellKind
	text   string
	number int64 // whole, in halves or in cents, by the kind
}

// Text is a cell of words; no words leave it empty.
func Text(words string) Cell {
	if words == "" {
		return Cell{}
	}
	return Cell{kind: TextCell, text: words}
}

// Whole is a cell with a whole number.
func Whole(n int) Cell { return Cell{kind: WholeCell, number: int64(n)} }

// Points is a cell with points, which are counted in halves (R4.4).
func Points(halves int) Cell { return Cell{kind: PointsCell, number: int64(halves)} }

// Amount is a cell with an amount of money. The currency belongs into the name of
// the column or into a column of its own.
func Amount(m money.Money) Cell { return Cell{kind: AmountCell, number: m.Amount} }

// Kind says what stands in the cell.
func (c Cell) Kind() CellKind { return c.kind }

// String gives the words as they are, without a guard, or the number: "-50",
// "3.5", "30.00".
func (c Cell) String() string {
	switch c.kind {
	case TextCell:
		return c.text
	case WholeCell:
		return strconv.FormatInt(c.number, 10)
	case PointsCell:
		return strings.TrimSuffix(strings.TrimSuffix(money.FormatAmount(c.number*50), "0"), ".0")
	case AmountCell:
		return money.FormatAmount(c.number)
	}
	return ""
}

// Guarded puts an apostrophe before words that a spreadsheet would take for a
// formula: those that begin with "=", "+", "-", "@", a tab or a carriage return.
// Words that begin so behind apostrophes of their own get one more, so that taking
// one off gives back every text as it was.
func Guarded(words string) string {
	if looksLikeFormula(words) {
		return "'" + words
	}
	return words
}

// unguarded takes the apostrophe of Guarded off.
func unguarded(words string) string {
	if rest, found := strings.CutPrefix(words, "'"); found && looksLikeFormula(rest) {
		return rest
	}
	return words
}

func looksLikeFormula(words string) bool {
	rest := strings.TrimLeft(words, "'")
	return rest != "" && strings.IndexByte("=+-@\t\r", rest[0]) >= 0
}
