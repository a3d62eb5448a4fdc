package xlsx

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/nast-tour/nast/internal/interchange"
)

const (
	maxSheetName = 31 // in UTF-16, as Excel counts

	// Widths are in characters.
	minWidth = 6
	maxWidth = 40
)

// Write writes a workbook with a sheet for each table, in their order, its header bold and
// always in sight. Numbers are numbers; texts are texts, and guarded as in CSV for
// programs that save the sheet as such. The same tables give the same bytes.
func Write(tables ...interchange.Table) ([]byte, error) {
	file := excelize.NewFile()
	defer file.Close()
	styles, err := newStyles(file)
	if err != nil {
		return nil, fmt.Errorf("making the styles of a workbook: %w", err)
	}
	taken := map[string]bool{}
	for i, table := range tables {
		name := sheetName(table.Name, i+1, taken)
		if err := addSheet(file, name, i == 0); err != nil {
			return nil, fmt.Errorf("adding sheet %q: %w", name, err)
		}
		if err := writeSheet(file, name, table, styles); err != nil {
			return nil, fmt.Errorf("writing sheet %q: %w", name, err)
		}
	}
	out, err := file.WriteToBuffer()
	if err != nil {
		return nil, fmt.Errorf("writing a workbook: %w", err)
	}
	return out.Bytes(), nil
}

// styles are the numbers of the styles that a workbook has.
type styles struct{ header, amount int }

func newStyles(file *excelize.File) (styles, error) {
	header, err := file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return styles{}, err
	}
	const thousandsAndCents = 4 // the built-in format #,##0.00
	amount, err := file.NewStyle(&excelize.Style{NumFmt: thousandsAndCents})
	return styles{header, amount}, err
}

// addSheet adds a sheet. The first takes the one that a workbook begins with.
func addSheet(file *excelize.File, name string, first bool) error {
	if first {
		return file.SetSheetName(file.GetSheetName(0), name)
	}
	_, err := file.NewSheet(name)
	return err
}

func writeSheet(file *excelize.File, sheet string, table interchange.Table, styles styles) error {
	if len(table.Columns) == 0 {
		return nil
	}
	for i, name := range table.Columns {
		if err := writeCell(file, sheet, i+1, 1, interchange.Text(name), styles); err != nil {
			return err
		}
	}
	for r, row := range table.Rows {
		for i, cell := range row[:min(len(row), len(table.Columns))] {
			if err := writeCell(file, sheet, i+1, r+2, cell, styles); err != nil {
				return err
			}
		}
	}
	for i, width := range widths(table) {
		column, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		if err := file.SetColWidth(sheet, column, column, width); err != nil {
			return err
		}
	}
	if err := file.SetRowStyle(sheet, 1, 1, styles.header); err != nil {
		return err
	}
	return file.SetPanes(sheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// writeCell writes one cell; an empty one is left out.
func writeCell(file *excelize.File, sheet string, column, row int, cell interchange.Cell, styles styles) error {
	at, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return err
	}
	switch cell.Kind() {
	case interchange.TextCell:
		return file.SetCellStr(sheet, at, interchange.Guarded(cell.String()))
	case interchange.WholeCell, interchange.PointsCell:
		return file.SetCellDefault(sheet, at, cell.String())
	case interchange.AmountCell:
		if err := file.SetCellDefault(sheet, at, cell.String()); err != nil {
			return err
		}
		return file.SetCellStyle(sheet, at, at, styles.amount)
	}
	return nil
}

// widths are those of the longest cells, within bounds.
func widths(table interchange.Table) []float64 {
	all := make([]float64, len(table.Columns))
	for i, name := range table.Columns {
		longest := utf8.RuneCountInString(name)
		for _, row := range table.Rows {
			if i < len(row) {
				longest = max(longest, utf8.RuneCountInString(row[i].String()))
			}
		}
		all[i] = float64(min(max(longest+2, minWidth), maxWidth))
	}
	return all
}

// sheetName is the name of a table as a sheet can have it: without the characters that
// part a reference, at most 31 long, and unlike the others, capitals not regarded.
func sheetName(name string, number int, taken map[string]bool) string {
	name = strings.Map(func(c rune) rune {
		if strings.ContainsRune(`:\/?*[]`, c) {
			return ' '
		}
		return c
	}, name)
	name = strings.Trim(strings.Join(strings.Fields(name), " "), "'")
	if name == "" {
		name = fmt.Sprintf("Table %d", number)
	}
	name = cut(name, maxSheetName)
	if taken[strings.ToLower(name)] {
		ending := fmt.Sprintf(" (%d)", number)
		name = cut(name, maxSheetName-len(ending)) + ending
	}
	taken[strings.ToLower(name)] = true
	return name
}

// cut shortens a text to some units of UTF-16.
func cut(text string, most int) string {
	length := 0
	for at, c := range text {
		if length += utf16.RuneLen(c); length > most {
			return strings.TrimRight(text[:at], " '")
		}
	}
	return text
}
