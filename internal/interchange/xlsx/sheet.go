package xlsx

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/interchange"
)

// sheet is a sheet that is being read.
type sheet struct {
	*book
	grid  interchange.Grid
	cells int // of the grid
	bytes int // of its texts

	row, column int    // of the cell, from 1
	kind        string // of the cell: "s", "str", "inlineStr", "b", "e", "d", "n" or ""
	style       int
	value, text strings.Builder // what it has of either
}

// readSheet reads the rows of a sheet. Rows and cells that do not say where they stand
// follow the one before.
func (b *book) readSheet(part string) (interchange.Grid, error) {
	s := sheet{book: b}
	err := b.walk(part, s.show)
	return s.grid, err
}

func (s *sheet) show(within []string, token xml.Token) error {
	if len(within) < 3 || within[1] != "sheetData" {
		return nil
	}
	switch t := token.(type) {
	case xml.StartElement:
		switch len(within) {
		case 3:
			return s.beginRow(t)
		case 4:
			return s.beginCell(t)
		}
	case xml.CharData:
		switch {
		case len(within) == 5 && within[4] == "v":
			s.value.Write(t)
		case len(within) > 5 && within[4] == "is" && isText(within):
			s.text.Write(t)
		}
	case xml.EndElement:
		if len(within) == 4 {
			return s.endCell()
		}
	}
	return nil
}

func (s *sheet) beginRow(e xml.StartElement) error {
	s.row, s.column = s.row+1, 0
	if r := attribute(e, "r"); r != "" {
		n, err := strconv.Atoi(r)
		if err != nil || n < s.row {
			return errDamaged // rows stand in their order
		}
		s.row = n
	}
	return nil
}

func (s *sheet) beginCell(e xml.StartElement) error {
	s.column++
	if r := attribute(e, "r"); r != "" {
		n, ok := columnNumber(r)
		if !ok || n < s.column {
			return errDamaged
		}
		s.column = n
	}
	s.kind = attribute(e, "t")
	s.style, _ = strconv.Atoi(attribute(e, "s"))
	s.value.Reset()
	s.text.Reset()
	return nil
}

// columnNumber reads the letters of "AB12": 28.
func columnNumber(reference string) (int, bool) {
	n := 0
	for _, letter := range strings.ToUpper(strings.TrimRight(reference, "0123456789")) {
		if letter < 'A' || letter > 'Z' || n > 1<<20 {
			return 0, false
		}
		n = n*26 + int(letter-'A') + 1
	}
	return n, n > 0
}

// endCell puts the value of the cell where it stands.
func (s *sheet) endCell() error {
	value, err := s.shown()
	if value == "" || err != nil {
		return err
	}
	if s.row > interchange.MaxTableRows {
		return refused(s.row, s.column, "too_long", fmt.Sprintf("The sheet has more than %d rows; is it a table of one event?", interchange.MaxTableRows))
	}
	if s.column > interchange.MaxTableColumns {
		return refused(s.row, s.column, "too_wide", fmt.Sprintf("The row has more than %d cells; take away what stands far to the right of the table.", interchange.MaxTableColumns))
	}
	for len(s.grid) < s.row {
		s.grid = append(s.grid, nil)
	}
	cells := s.grid[s.row-1]
	if s.cells += s.column - len(cells); s.cells > maxCells {
		return boundError("too many cells")
	}
	if s.bytes += len(value); s.bytes > MaxBytes { // cells may share a text
		return boundError(fmt.Sprintf("more than %d bytes of text", MaxBytes))
	}
	for len(cells) < s.column-1 {
		cells = append(cells, "")
	}
	s.grid[s.row-1] = append(cells, value)
	return nil
}

// shown is the cell as text.
func (s *sheet) shown() (string, error) {
	value := s.value.String()
	switch s.kind {
	case "s":
		if value == "" {
			return "", nil
		}
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 0 || n >= len(s.strings) {
			return "", errDamaged
		}
		return s.strings[n], nil
	case "str":
		return unescaped(value), nil
	case "inlineStr":
		return unescaped(s.text.String()), nil
	case "b":
		return map[string]string{"1": "TRUE", "0": "FALSE"}[value], nil
	case "e":
		return "", refused(s.row, s.column, "formula_error", s.at("the formula has no value (%s); mend it, or write the value itself.", value))
	case "d":
		return "", s.date()
	}
	if value == "" {
		return "", nil
	}
	if s.style >= 0 && s.style < len(s.dates) && s.dates[s.style] {
		return "", s.date()
	}
	return plainNumber(value)
}

// plainNumber writes a number without an exponent, of the fifteen digits that spreadsheets
// count with: 0.1+0.2 is stored as 0.30000000000000004.
func plainNumber(value string) (string, error) {
	n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return "", errDamaged
	}
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	return strconv.FormatFloat(n, 'f', -1, 64), nil
}

func (s *sheet) date() error {
	return refused(s.row, s.column, "date", s.at("the cell has a date; give its column the format Text, and write the cell again."))
}

// at puts the place before a sentence.
func (s *sheet) at(format string, args ...any) string {
	return fmt.Sprintf("Row %d, column %d: ", s.row, s.column) + fmt.Sprintf(format, args...)
}
