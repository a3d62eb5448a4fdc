package players

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// NameKey folds a name for case, accents and spaces (R5.8): "Lee", " Ann " and "LEE", "ánn" have
// the same key, "lee, ann". Names of one key are the same name; "Lee, Ann" and "Lee, Ann Marie"
// are not. Typographic apostrophes and hyphens count as the plain ones. Folding a key again
// changes nothing.
func NameKey(family, given, suffix string) string {
	key := fold(family)
	given, suffix = fold(given), fold(suffix)
	if given != "" || suffix != "" {
		key += ", " + given
	}
	if suffix != "" {
		key += ", " + suffix
	}
	return key
}

// plainLetters are letters that differ from a plain one by a stroke or are two in one, but that
// Unicode does not take apart, in small letters; and the signs that are typed for one another. The
// acute and grave signs have to go first: taken apart they would be a space and an accent.
var plainLetters = strings.NewReplacer(
	"ß", "ss", "ł", "l", "ø", "o", "đ", "d", "ħ", "h", "ŧ", "t", "ı", "i", "ƀ", "b", "ɨ", "i", "ƶ", "z",
	"ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ŋ", "n", "ĸ", "k", "ə", "e", "ɓ", "b", "ɗ", "d",
	"ƙ", "k", "ƴ", "y",
	"’", "'", "‘", "'", "ʼ", "'", "ʻ", "'", "`", "'", "´", "'",
	"‐", "-", "‑", "-", "–", "-",
)

// accents are the blocks of combining marks that Latin, Greek and Cyrillic letters are written
// with. The marks of other scripts make letters of their own and stay.
var accents = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0300, Hi: 0x036f, Stride: 1},
	{Lo: 0x1ab0, Hi: 0x1aff, Stride: 1},
	{Lo: 0x1dc0, Hi: 0x1dff, Stride: 1},
	{Lo: 0x20d0, Hi: 0x20ff, Stride: 1},
}}

// fold is one part of a name in small plain letters with single spaces.
func fold(part string) string {
	text := strings.Map(foldRune, norm.NFKD.String(plainLetters.Replace(part)))
	return norm.NFC.String(strings.Join(strings.Fields(plainLetters.Replace(text)), " "))
}

// foldRune drops accents and what cannot be seen, and gives all cases of a letter the same small
// one: by way of the capital, because several small letters can have one (σ and ς have Σ).
func foldRune(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.Is(accents, r), unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return unicode.ToLower(unicode.ToUpper(r))
}
