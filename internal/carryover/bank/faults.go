package bank

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/fault"
)

// maxFaults bounds how many faults of a file are listed.
const maxFaults = 20

// place is a place in a file: line and column from 1, the column counted in characters.
type place struct{ line, column int }

// placeOf is the place of a byte of a file whose lines end with LF.
func placeOf(raw []byte, at int) place {
	start := bytes.LastIndexByte(raw[:at], '\n') + 1
	return place{bytes.Count(raw[:at], []byte("\n")) + 1, utf8.RuneCount(raw[start:at]) + 1}
}

// pointer is how an error names the place.
func (p place) pointer() string { return fmt.Sprintf("/line/%d/column/%d", p.line, p.column) }

// refused is the error of a file that cannot be read at all.
func refused(at place, slug, format string, args ...any) *fault.Error {
	detail := fmt.Sprintf(format, args...)
	return fault.New(fault.ImportRefused, "%s", detail).WithField(at.pointer(), slug, "%s", detail)
}

// faults gathers what is wrong in a file, row by row.
type faults struct {
	list  []fault.Field
	count int
}

// add notes a fault. The detail is a sentence without its place, which is put before it.
func (f *faults) add(at place, slug, format string, args ...any) {
	if f.count++; f.count > maxFaults {
		return
	}
	detail := fmt.Sprintf("Line %d, column %d: %s", at.line, at.column, fmt.Sprintf(format, args...))
	f.list = append(f.list, fault.Field{Pointer: at.pointer(), Code: slug, Detail: detail})
}

// err is nil where nothing is wrong, else fault.ImportRefused with the first faults.
func (f *faults) err() error {
	if f.count == 0 {
		return nil
	}
	err := fault.New(fault.ImportRefused, "%s", f.list[0].Detail)
	if f.count > 1 {
		err.Detail = fmt.Sprintf("%d places of the file cannot be read. %s", f.count, err.Detail)
	}
	err.Fields = f.list
	return err
}

// quote shows a cell in a sentence, shortened.
func quote(cell string) string {
	const most = 40
	if runes := []rune(cell); len(runes) > most {
		cell = string(runes[:most]) + "..."
	}
	return fmt.Sprintf("%q", cell)
}
