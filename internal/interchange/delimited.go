package interchange

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxLines bounds a file, far beyond any field there has been.
const maxLines = 100_000

// separators are the characters that may stand between cells.
var separators = []rune{',', ';', '\t'}

// text is a file that has passed the checks of every text format: UTF-8, of a
// bearable length, its lines ended by LF alone and without a byte-order mark.
type text struct {
	raw   []byte
	lines [][]byte
}

// readText checks a file. The error is fault.ImportRefused.
func readText(raw []byte) (text, error) {
	raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	if bad := firstBadByte(raw); bad >= 0 {
		before := unixLines(raw[:bad])
		at := place{bytes.Count(before, []byte("\n")) + 1, 1}
		at.column += utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
		return text{}, refused(at, "not_utf8",
			"The file is not UTF-8: line %d, column %d has the byte 0x%02X. Save it as CSV UTF-8 and send it again.",
			at.line, at.column, raw[bad])
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return text{}, refused(place{1, 1}, "empty", "The file is empty.")
	}
	t := text{raw: unixLines(raw)}
	if bytes.Count(bytes.TrimSuffix(t.raw, []byte("\n")), []byte("\n")) >= maxLines {
		return text{}, refused(place{maxLines + 1, 1}, "too_long", "The file has more than %d lines.", maxLines)
	}
	t.lines = bytes.Split(t.raw, []byte("\n"))
	return t, nil
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

// cell is one value of a delimited file, trimmed, and where it begins.
type cell struct {
	place
	value string
}

// cells reads a delimited text row by row, passing over the empty ones.
type cells struct {
	text
	csv *csv.Reader

	// The last place that was asked for, so that the characters of a long line
	// are counted once: asking goes forward only.
	last     place
	lastByte int // in its line, from 0
}

func newCells(t text, separator rune) *cells {
	r := csv.NewReader(bytes.NewReader(t.raw))
	r.Comma = separator
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = separator != '\t' // a tab is white space too
	r.ReuseRecord = true
	return &cells{text: t, csv: r, last: place{1, 1}}
}

// character turns a line and a column counted in bytes, from 1, into a place.
func (c *cells) character(line, byteColumn int) place {
	line = min(line, len(c.lines))
	if line != c.last.line {
		c.last, c.lastByte = place{line, 1}, 0
	}
	text := c.lines[line-1]
	to := max(c.lastByte, min(byteColumn-1, len(text)))
	c.last.column += utf8.RuneCount(text[c.lastByte:to])
	c.lastByte = to
	return c.last
}

// next gives the next row that has a value in it, io.EOF after the last. A
// fault of the quotes is fault.ImportRefused: where a quote is missing nobody
// can tell which lines belong together.
func (c *cells) next() ([]cell, error) {
	for {
		record, err := c.csv.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case errors.As(err, &bad):
			at := c.character(bad.Line, bad.Column)
			return nil, refused(at, "bad_quotes",
				"Line %d, column %d: the quotes of the row that begins in line %d do not match; a quote inside a quoted cell is written twice.",
				at.line, at.column, bad.StartLine)
		case err != nil:
			return nil, err
		}
		row := make([]cell, len(record))
		for i, value := range record {
			row[i] = cell{c.character(c.csv.FieldPos(i)), strings.TrimSpace(value)}
		}
		if slices.ContainsFunc(row, func(c cell) bool { return c.value != "" }) {
			return row, nil
		}
	}
}
