// Package players holds who is the same person over many satellites: names, association numbers
// and the rule that matches them (R5.8). It never joins two persons on a guess; what is doubtful
// is left to the organiser. It stores nothing.
package players

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/nast-tour/nast/internal/fault"
)

// MaxNameLetters bounds each part of a name.
const MaxNameLetters = 80

// Name is the name of a person. Made by ParseName; a one-part name is a family name.
type Name struct {
	Family string `json:"family"`
	Given  string `json:"given,omitempty"`
	Suffix string `json:"suffix,omitempty"` // "Jr", "III"
}

// ParseName trims the parts, makes single spaces of inner white space and composes accents (NFC).
// The error is an invalid request that lists what is wrong at /family_name, /given_name and
// /suffix: the family name is needed and has a letter; no part is longer than MaxNameLetters or
// has characters that cannot be seen.
func ParseName(family, given, suffix string) (Name, error) {
	name := Name{Family: tidy(family), Given: tidy(given), Suffix: tidy(suffix)}
	var bad []fault.Field
	if name.Family == "" {
		bad = append(bad, fault.Field{Pointer: "/family_name", Code: "required", Detail: "A family name is needed."})
	} else if !strings.ContainsFunc(name.Family, unicode.IsLetter) {
		bad = append(bad, fault.Field{Pointer: "/family_name", Code: "invalid_format", Detail: "A family name has letters."})
	}
	bad = append(bad, checkPart("/family_name", name.Family)...)
	bad = append(bad, checkPart("/given_name", name.Given)...)
	bad = append(bad, checkPart("/suffix", name.Suffix)...)
	if len(bad) == 0 {
		return name, nil
	}
	err := fault.New(fault.InvalidRequest, "%s", bad[0].Detail)
	err.Fields = bad
	return Name{}, err
}

// String gives "Family, Given", "Family, Given, Suffix" or "Family".
func (n Name) String() string {
	text := n.Family
	for _, part := range []string{n.Given, n.Suffix} {
		if part != "" {
			text += ", " + part
		}
	}
	return text
}

// ParseWritten reads a name as String has written it. A part that has a comma itself is taken for
// two.
func ParseWritten(text string) Name {
	var n Name
	family, rest, _ := strings.Cut(text, ", ")
	n.Family = family
	n.Given, n.Suffix, _ = strings.Cut(rest, ", ")
	return n
}

// Key is the folded name, by which persons are matched.
func (n Name) Key() string { return NameKey(n.Family, n.Given, n.Suffix) }

func tidy(part string) string {
	return norm.NFC.String(strings.Join(strings.Fields(part), " "))
}

func checkPart(pointer, part string) []fault.Field {
	var bad []fault.Field
	if utf8.RuneCountInString(part) > MaxNameLetters {
		bad = append(bad, fault.Field{Pointer: pointer, Code: "too_long", Detail: fmt.Sprintf("A name has at most %d letters.", MaxNameLetters)})
	}
	if !utf8.ValidString(part) || strings.ContainsFunc(part, isUnseen) {
		bad = append(bad, fault.Field{
			Pointer: pointer, Code: "invalid_format",
			Detail: "The name has a character that cannot be seen; type it again.",
		})
	}
	return bad
}

// isUnseen finds control and format characters, which would make two names look alike or turn the
// direction of a printed line. The joiners stay: some scripts need them.
func isUnseen(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != nonJoiner && r != joiner
}
