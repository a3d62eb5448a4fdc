// Package bank reads the statements of a bank, tells their lines apart, and says what each may be:
// a payment that was announced, a due, a bounce, a payout. It proposes and gives its reasons; it
// never stores, posts or confirms anything, never puts currencies together (R6.1) and never
// corrects what a file says. What it cannot read without doubt it refuses, the file as a whole.
//
// The way of a file: Guess proposes a Mapping, a person confirms it once and it is kept with the
// account; Read turns the file into lines with fingerprints; Merge says which of them are new;
// Propose says what the open ones may pay. Only a person's confirmation or, where somebody allowed
// it, a Certain proposal makes money received (R6.5).
package bank

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// The bounds of a file, far beyond a month of any account of a tour.
const (
	MaxBytes = 8 << 20
	MaxLines = 20_000 // the empty ones included

	maxText = 2_000              // characters of a cell that is kept
	maxSize = 10_000_000_000_000 // cents either way: a hundred milliards
)

// Line is one row of a statement.
type Line struct {
	Number      int         `json:"line"` // in its file, from 1: where the row begins
	Day         civil.Date  `json:"day"`
	Amount      money.Money `json:"amount"` // negative where it went out
	Text        string      `json:"text,omitempty"`
	Reference   string      `json:"reference,omitempty"`
	Payer       string      `json:"payer,omitempty"`
	Cheque      string      `json:"cheque,omitempty"`
	BankID      string      `json:"bank_id,omitempty"` // the bank's own number for the row
	Fingerprint Fingerprint `json:"fingerprint"`
}

// Direction says which way money went.
type Direction string

// The directions. A row of 0.00 (a note, a waived fee) is kept and has nothing to match.
const (
	In      Direction = "in"
	Out     Direction = "out"
	Nothing Direction = "nothing"
)

// Direction says which way the line's money went.
func (l Line) Direction() Direction {
	switch {
	case l.Amount.IsZero():
		return Nothing
	case l.Amount.IsNegative():
		return Out
	}
	return In
}

// fold gives all ways to write a text the same form: small letters without accents, one blank
// between words.
func fold(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Mn, r), unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return unicode.ToLower(unicode.ToUpper(r)) // by way of the capital: σ and ς have Σ
	}, norm.NFKD.String(text))
	return strings.Join(strings.Fields(text), " ")
}

// words are the runs of letters and digits of a text, folded.
func words(text string) []string {
	return strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
