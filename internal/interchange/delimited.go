package interchange

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"slices"
	"unicode/utf8"
)

// The bounds of a table, far beyond any field there has been.
const (
	// MaxTableRows bounds the rows of a table, the header and the empty ones included.
	MaxTableRows = 100_000

	// MaxTableColumns bounds the cells of a row.
	MaxTableColumns = 1_000

	maxRowBytes = 128 << 10
)

// separators are the characters that may stand between cells.
var separators = []rune{',', ';', '\t'}

// text is a file that has passed the checks of every delimited text: UTF-8, of a
// bearable length, its lines ended by LF alone and without a byte-order mark.
type text struct {
	raw   []byte
	lines [][]byte
}

// delimitedRows gives the rows of a file that have a value in them. Whatever
// makes the header name the most of the columns parts the cells. What the file
// is refused for is noted, and then the rows end.
func delimitedRows(raw []byte, columns []string, f *found) iter.Seq[[]placedCell] {
	return func(yield func([]placedCell) bool) {
		t, ok := readText(raw, f)
		if !ok {
			return
		}
		separator := separatorOf(t, columns)
		if line := t.overflow(separator); line > 0 {
			f.wrong(place{line, 1}, "too_wide",
				"The row that begins here has more than %d cells or %d bytes; close its quotes, or save the table as CSV UTF-8 again.", MaxTableColumns, maxRowBytes)
			return
		}
		for rows := newDelimited(t, separator); ; {
			row, ok := rows.next(f)
			if !ok || !yield(row) {
				return
			}
		}
	}
}

// readText checks a file. What is wrong with it is noted.
func readText(raw []byte, f *found) (text, bool) {
	if len(raw) > MaxResultBytes {
		f.wrong(place{1, 1}, "too_large", "The file has more than %d bytes; is it a table, saved as CSV UTF-8?", MaxResultBytes)
		return text{}, false
	}
	raw = bytes.TrimPrefix(raw, []byte(byteOrderMark))
	if bad := firstBadByte(raw); bad >= 0 {
		before := unixLines(raw[:bad])
		at := place{bytes.Count(before, []byte("\n")) + 1, 1}
		at.column += utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
		f.wrong(at, "not_utf8", "The byte 0x%02X is not UTF-8; save the file as CSV UTF-8 and send it again.", raw[bad])
		return text{}, false
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		f.wrong(place{1, 1}, "empty", "The file is empty; send one with a header and a row for each line.")
		return text{}, false
	}
	t := text{raw: unixLines(raw)}
	if bytes.Count(bytes.TrimSuffix(t.raw, []byte("\n")), []byte("\n")) >= MaxTableRows {
		f.wrong(place{MaxTableRows + 1, 1}, "too_long", "The file has more than %d lines; is it a table of one event?", MaxTableRows)
		return text{}, false
	}
	t.lines = bytes.Split(t.raw, []byte("\n"))
	return t, true
}

// firstBadByte is where the text stops being UTF-8, -1 where it does not.
func firstBadByte(raw []byte) int {
	for at := 0; at < len(raw); {
		r, size := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// unixLines ends every line with LF, whether it ended with CR, LF or CRLF.
func unixLines(raw []byte) []byte {
	if !bytes.ContainsRune(raw, '\r') {
		return raw
	}
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
}

// overflow is the line in which a row of too many cells or bytes begins, 0 without
// one. It is asked before rows are read, for the csv package holds a whole row in
// memory, many times its size in the file. A quote opens and closes, and a
// doubled one does both, so counting them is enough; where they do not match,
// reading stops there.
func (t text) overflow(separator rune) int {
	line, begins, from, cells, quoted := 1, 1, 0, 1, false
	for at, b := range t.raw {
		switch {
		case b == '"':
			quoted = !quoted
		case b == '\n':
			line++
			if !quoted {
				begins, from, cells = line, at+1, 1
			}
		case rune(b) == separator && !quoted:
			cells++
		}
		if cells > MaxTableColumns || at-from > maxRowBytes {
			return begins
		}
	}
	return 0
}

// separatorOf finds what parts the cells: whatever makes the header name the
// most columns, the comma where nothing does.
func separatorOf(t text, columns []string) rune {
	best, most := separators[0], 0
	for _, separator := range separators {
		if t.overflow(separator) > 0 {
			continue
		}
		var notHere found // a quote that is at fault is so with the right separator too
		row, _ := newDelimited(t, separator).next(&notHere)
		known := 0
		for _, c := range row {
			if slices.Contains(columns, columnOf(c.value)) {
				known++
			}
		}
		if known > most {
			best, most = separator, known
		}
	}
	return best
}

// delimited reads a delimited text row by row, passing over the empty ones.
type delimited struct {
	text
	csv *csv.Reader

	// The last place that was asked for, so that the characters of a long line
	// are counted once: asking goes forward only.
	last     place
	lastByte int // in its line, from 0
}

func newDelimited(t text, separator rune) *delimited {
	r := csv.NewReader(bytes.NewReader(t.raw))
	r.Comma = separator
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = separator != '\t' // a tab is white space too
	r.ReuseRecord = true
	return &delimited{text: t, csv: r, last: place{1, 1}}
}

// character turns a line and a column counted in bytes, from 1, into a place.
func (d *delimited) character(line, byteColumn int) place {
	line = min(line, len(d.lines))
	if line != d.last.line {
		d.last, d.lastByte = place{line, 1}, 0
	}
	text := d.lines[line-1]
	to := max(d.lastByte, min(byteColumn-1, len(text)))
	d.last.column += utf8.RuneCount(text[d.lastByte:to])
	d.lastByte = to
	return d.last
}

// next gives the next row that has a value in it, false after the last and where
// a fault of the quotes is noted: nobody can tell then which lines belong together.
func (d *delimited) next(f *found) ([]placedCell, bool) {
	for {
		record, err := d.csv.Read()
		if errors.Is(err, io.EOF) {
			return nil, false
		}
		if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
			f.wrong(d.character(bad.Line, bad.Column), "bad_quotes",
				"The quotes of the row that begins in line %d do not match; write a quote inside a quoted cell twice.", bad.StartLine)
			return nil, false
		}
		row := make([]placedCell, len(record))
		for i, value := range record {
			row[i] = placed(d.character(d.csv.FieldPos(i)), value)
		}
		if slices.ContainsFunc(row, placedCell.filled) {
			return row, true
		}
	}
}
