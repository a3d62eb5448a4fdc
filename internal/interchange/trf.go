package interchange

import (
	"strings"
	"unicode/utf8"
)

// The columns of a player's line in a TRF, counted in characters from 1, both ends included.
const (
	trfNumberFrom, trfNumberTo         = 5, 8
	trfSex                             = 10
	trfTitleFrom, trfTitleTo           = 11, 13
	trfNameFrom, trfNameTo             = 15, 47
	trfRatingFrom, trfRatingTo         = 49, 52
	trfFederationFrom, trfFederationTo = 54, 56
	trfIDFrom, trfIDTo                 = 58, 68
	trfBirthFrom, trfBirthTo           = 70, 79
	trfPointsFrom, trfPointsTo         = 81, 84
	trfRankFrom, trfRankTo             = 86, 89

	// A round is a block of ten columns behind the rank: the opponent in columns 3 to 6, the colour in
	// 8 and the result in 10.
	trfBlock        = 10
	trfOpponentFrom = 3
	trfOpponentTo   = 6
	trfColour       = 8
	trfResult       = 10

	// trfPlayers is how many players have place in four digits.
	trfPlayers = 9999
)

// The lines of a TRF that are read into a field of their own. All others are kept as they stand.
const (
	trfPlayer   = "001"
	trfName     = "012"
	trfFirstDay = "042"
	trfCount    = "062" // players
	trfRated    = "072" // players who have a rating
	trfSchedule = "XXR" // rounds, of the extended format
	trfDay      = "2006/01/02"
)

// trfLine is a line of a TRF, whose columns are characters.
type trfLine struct {
	line
	begins []int // where each begins in bytes; nil where each is a byte
}

func newTRFLine(l line) trfLine {
	if utf8.RuneCountInString(l.text) == len(l.text) {
		return trfLine{line: l}
	}
	t := trfLine{line: l}
	for at := range l.text {
		t.begins = append(t.begins, at)
	}
	return t
}

// columns is how many columns the line has.
func (t trfLine) columns() int {
	if t.begins == nil {
		return len(t.text)
	}
	return len(t.begins)
}

// byteOf is where a column, counted from 1, begins in bytes; behind the end it is the end.
func (t trfLine) byteOf(column int) int {
	if column > t.columns() {
		return len(t.text)
	}
	if t.begins == nil {
		return column - 1
	}
	return t.begins[column-1]
}

// field is what stands in columns, without the blanks around it.
func (t trfLine) field(from, to int) word {
	at, end := t.trimmed(t.byteOf(from), t.byteOf(to+1))
	return word{t.text[at:end], at}
}

// prefix is the identification of a line, its first three bytes.
func (l line) prefix() string { return l.text[:min(3, len(l.text))] }

// rest is what stands behind the identification, with single blanks.
func (l line) rest() string { return strings.Join(strings.Fields(l.text[len(l.prefix()):]), " ") }
