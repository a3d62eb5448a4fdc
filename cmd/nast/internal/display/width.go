// Package display lays out what a person reads on a terminal: aligned tables and short ids. It
// counts the columns that a character takes, not its bytes, so that names with accents or in
// wide scripts stay in line. It never writes colours and knows nothing of the tour.
package display

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width is the number of columns that a text takes on a terminal.
func Width(text string) int { return uniseg.StringWidth(text) }

// Clean takes out what could move the cursor or colour the screen: names come from strangers.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, text)
}

// Pad fills a text with blanks on the right up to a width.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Width(text)))
}

// PadLeft fills a text with blanks on the left up to a width.
func PadLeft(text string, width int) string {
	return strings.Repeat(" ", max(0, width-Width(text))) + text
}

// idLength is how much of an id is shown: the end of a UUIDv7 is random, its start is the time.
const idLength = 8

// ShortID is the end of an id, enough to name the thing on the command line.
func ShortID(id string) string {
	return id[max(0, len(id)-idLength):]
}
