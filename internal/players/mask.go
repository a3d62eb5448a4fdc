package players

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Traces are what a person can be known by in what somebody has typed.
type Traces struct {
	Names []Name
	Words []string // numbers and addresses
}

// Meet takes in a name and a number that he has had.
func (t *Traces) Meet(name Name, number string) {
	if !slices.Contains(t.Names, name) {
		t.Names = append(t.Names, name)
	}
	if number != "" && !slices.Contains(t.Words, number) {
		t.Words = append(t.Words, number)
	}
}

// Mask puts a pseudonym in their place (R8.2): family name and given name together in either order,
// numbers and addresses, whatever their case, accents and spaces. A family name or a given name
// alone stays, since it may be another's; who has one name only is masked where it is the whole text.
func (t Traces) Mask(text, pseudonym string) string {
	var written []string
	for _, n := range t.Names {
		family, given, suffix := fold(n.Family), fold(n.Given), fold(n.Suffix)
		if given != "" {
			written = append(written, family+", "+given, family+" "+given, given+" "+family)
		} else if family != "" && fold(text) == family {
			return pseudonym
		}
		if given != "" && suffix != "" {
			written = append(written, family+", "+given+", "+suffix, given+" "+family+" "+suffix, given+" "+family+", "+suffix)
		}
	}
	for _, word := range t.Words {
		written = append(written, fold(word))
	}
	// The longest first: a name can be part of another that he had later.
	slices.SortFunc(written, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	for _, one := range written {
		text = maskOne(text, one, pseudonym)
	}
	return text
}

// maskOne replaces a folded text wherever it stands between letters and digits of others.
func maskOne(text, written, pseudonym string) string {
	if written == "" {
		return text
	}
	var out strings.Builder
	pieces, folded, starts := folding(text)
	done := 0 // pieces that are written
	for at := 0; at+len(written) <= len(folded); {
		from, whole := slices.BinarySearch(starts, at)
		to, ends := slices.BinarySearch(starts, at+len(written))
		found := strings.HasPrefix(folded[at:], written) && whole && ends && apart(folded, at, at+len(written))
		if !found {
			_, size := utf8.DecodeRuneInString(folded[at:])
			at += size
			continue
		}
		out.WriteString(strings.Join(pieces[done:from], "") + pseudonym)
		done, at = to, at+len(written)
	}
	return out.String() + strings.Join(pieces[done:], "")
}

// folding folds a text letter by letter: the letters as they are, all of them folded, and where each
// begins in that, with its end. White space counts as one space.
func folding(text string) (pieces []string, folded string, starts []int) {
	for _, letter := range letters(text) {
		plain := fold(letter)
		if strings.TrimSpace(letter) == "" {
			plain = " "
		}
		if plain == "" || plain == " " && strings.HasSuffix(folded, " ") { // it belongs to what comes before
			if len(pieces) > 0 {
				pieces[len(pieces)-1] += letter
				continue
			}
		}
		pieces, starts = append(pieces, letter), append(starts, len(folded))
		folded += plain
	}
	return pieces, folded, append(starts, len(folded))
}

// apart says whether neither end of a part touches a letter or digit.
func apart(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	belongs := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !belongs(before) && !belongs(after)
}
