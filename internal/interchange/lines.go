package interchange

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The bounds of a result file, far beyond any event there has been. A file beyond them is refused
// before it is taken apart.
const (
	// MaxResultBytes bounds the file. The service takes no longer body either.
	MaxResultBytes = 8 << 20

	// MaxResultLines bounds its lines, the empty ones included.
	MaxResultLines = 20_000

	maxLineBytes  = 16 << 10
	maxRounds     = 100
	minScore      = -999 // R4.1
	maxScore      = 1999 // R4.1
	usualLow      = 100  // R4.1: outside of these a score is worth a look
	usualHigh     = 800
	usualBye      = 50 // R4.2
	byteOrderMark = "\uFEFF"
)

// line is a line of a file without its end.
type line struct {
	number int // from 1
	text   string
}

// place is where a byte of the line is.
func (l line) place(at int) place {
	return place{l.number, utf8.RuneCountInString(l.text[:at]) + 1}
}

// word is a part of a line.
type word struct {
	text string
	at   int // in bytes
}

// resultLines parts a file into its lines, whether they end with CR, LF or CRLF. What is beyond
// the bounds is noted, and then there are none.
func resultLines(raw string, f *found) []line {
	if len(raw) > MaxResultBytes {
		f.wrong(place{1, 1}, "too_large", "The file has more than %d bytes; is it a result file?", MaxResultBytes)
		return nil
	}
	lines := make([]line, 0, 128)
	for number := 1; raw != ""; number++ {
		if number > MaxResultLines {
			f.wrong(place{number, 1}, "too_long", "The file has more than %d lines; is it a result file?", MaxResultLines)
			return nil
		}
		end := strings.IndexAny(raw, "\r\n")
		rest := ""
		if end < 0 {
			end = len(raw)
		} else {
			rest = raw[end+1:]
			if raw[end] == '\r' {
				rest = strings.TrimPrefix(rest, "\n")
			}
		}
		if end > maxLineBytes {
			f.wrong(place{number, 1}, "line_too_long", "The line has more than %d bytes; is it a result file?", maxLineBytes)
			return nil
		}
		lines = append(lines, line{number, raw[:end]})
		raw = rest
	}
	return lines
}

// checkASCII notes the first byte of a line that is not ASCII, and the letter where it is one.
func (l line) checkASCII(f *found) {
	at := strings.IndexFunc(l.text, func(c rune) bool { return c >= utf8.RuneSelf })
	if at < 0 {
		return
	}
	letter := ""
	if c, size := utf8.DecodeRuneInString(l.text[at:]); size > 1 {
		letter = " (" + string(c) + ")"
	}
	f.wrong(l.place(at), "not_ascii", "The byte 0x%02X%s is not ASCII; write the name with the letters A to Z.", l.text[at], letter)
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// words parts a stretch of the line at its blanks.
func (l line) words(from, to int) []word {
	words := make([]word, 0, 8)
	for from < to {
		if isBlank(l.text[from]) {
			from++
			continue
		}
		end := from
		for end < to && !isBlank(l.text[end]) {
			end++
		}
		words = append(words, word{l.text[from:end], from})
		from = end
	}
	return words
}

// trimmed narrows a stretch of the line to what stands between its outer blanks.
func (l line) trimmed(from, to int) (int, int) {
	for from < to && isBlank(l.text[from]) {
		from++
	}
	for to > from && isBlank(l.text[to-1]) {
		to--
	}
	return from, to
}

// endOfName is where the name ends that the stretch begins with: at the first blank that a digit
// follows, blanks between them not counted. Without one it is -1.
func (l line) endOfName(from, to int) int {
	for at := from; at+1 < to; at++ {
		if isBlank(l.text[at]) && isDigit(l.text[at+1]) {
			return at
		}
	}
	return -1
}

// numbers reads whole numbers of a range. A word that is none is noted and read as 0.
func (l line) numbers(words []word, low, high int, what string, f *found) []int {
	if len(words) == 0 {
		return nil
	}
	numbers := make([]int, len(words))
	for i, w := range words {
		numbers[i] = l.wholeNumber(w, low, high, what, f)
	}
	return numbers
}

// wholeNumber reads one whole number.
func (l line) wholeNumber(w word, low, high int, what string, f *found) int {
	n, err := strconv.Atoi(w.text)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		f.wrong(l.place(w.at), "not_a_number", "%s is not a whole number; %s is needed here.", quote(w.text), what)
	case err != nil || n < low || n > high:
		f.wrong(l.place(w.at), "out_of_range", "%s is out of range; %s is needed here, from %d to %d.", quote(w.text), what, low, high)
	default:
		return n
	}
	return 0
}
