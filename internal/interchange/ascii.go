package interchange

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plainLetters writes letters that Unicode does not take apart, and signs, in ASCII.
var plainLetters = strings.NewReplacer(
	"ß", "ss", "ẞ", "SS", "Ł", "L", "ł", "l", "Ø", "O", "ø", "o", "Đ", "D", "đ", "d", "Ħ", "H", "ħ", "h",
	"Ŧ", "T", "ŧ", "t", "ı", "i", "Ð", "D", "ð", "d", "Þ", "Th", "þ", "th", "Æ", "AE", "æ", "ae",
	"Œ", "OE", "œ", "oe", "Ŋ", "N", "ŋ", "n", "ĸ", "k", "Ə", "E", "ə", "e", "ſ", "s",
	"’", "'", "‘", "'", "ʼ", "'", "ʻ", "'", "´", "'", "“", "'", "”", "'",
	"‐", "-", "‑", "-", "–", "-", "—", "-",
	"А", "A", "Б", "B", "В", "V", "Г", "G", "Д", "D", "Е", "E", "Ж", "Zh", "З", "Z", "И", "I", "К", "K",
	"Л", "L", "М", "M", "Н", "N", "О", "O", "П", "P", "Р", "R", "С", "S", "Т", "T", "У", "U", "Ф", "F",
	"Х", "Kh", "Ц", "Ts", "Ч", "Ch", "Ш", "Sh", "Щ", "Shch", "Ъ", "'", "Ы", "Y", "Ь", "'", "Э", "E",
	"Ю", "Yu", "Я", "Ya", "І", "I", "Є", "Ye", "Ґ", "G",
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ж", "zh", "з", "z", "и", "i", "к", "k",
	"л", "l", "м", "m", "н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f",
	"х", "kh", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "shch", "ъ", "'", "ы", "y", "ь", "'", "э", "e",
	"ю", "yu", "я", "ya", "і", "i", "є", "ye", "ґ", "g",
	"Α", "A", "Β", "V", "Γ", "G", "Δ", "D", "Ε", "E", "Ζ", "Z", "Η", "I", "Θ", "Th", "Ι", "I", "Κ", "K",
	"Λ", "L", "Μ", "M", "Ν", "N", "Ξ", "X", "Ο", "O", "Π", "P", "Ρ", "R", "Σ", "S", "Τ", "T", "Υ", "Y",
	"Φ", "F", "Χ", "Ch", "Ψ", "Ps", "Ω", "O",
	"α", "a", "β", "v", "γ", "g", "δ", "d", "ε", "e", "ζ", "z", "η", "i", "θ", "th", "ι", "i", "κ", "k",
	"λ", "l", "μ", "m", "ν", "n", "ξ", "x", "ο", "o", "π", "p", "ρ", "r", "σ", "s", "ς", "s", "τ", "t",
	"υ", "y", "φ", "f", "χ", "ch", "ψ", "ps", "ω", "o",
)

// plainASCII writes a text in printable ASCII, letter by letter: é is e, ß is ss, Ł is L and ı is
// i. A letter of a script that has no such writing becomes its number in Unicode, as U5C71, so
// that nothing is dropped.
func plainASCII(text string) string {
	if isPlain(text) {
		return text
	}
	var out strings.Builder
	for _, c := range plainLetters.Replace(norm.NFC.String(text)) {
		for _, part := range plainLetters.Replace(norm.NFKD.String(string(c))) {
			switch {
			case part < utf8.RuneSelf && unicode.IsPrint(part):
				out.WriteRune(part)
			case unicode.IsSpace(part):
				out.WriteByte(' ')
			case unicode.Is(accents, part), unicode.IsControl(part), unicode.Is(unicode.Cf, part):
				// An accent belongs to the letter before it; the others cannot be seen.
			default:
				fmt.Fprintf(&out, "U%04X", part)
			}
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// accents are the combining marks of Latin, Greek and Cyrillic letters.
var accents = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036f, Stride: 1}}}

func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf || !unicode.IsPrint(c) })
}
