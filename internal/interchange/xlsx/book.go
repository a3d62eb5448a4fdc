package xlsx

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// firstSheetID is by what the workbook names its first sheet.
func (b *book) firstSheetID(part string) (string, error) {
	id := ""
	err := b.walk(part, func(within []string, token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "sheet" && id == "" {
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
		}
		return nil
	})
	if err == nil && id == "" {
		return "", errNotWorkbook
	}
	return id, err
}

// readStrings reads the texts that cells share.
func (b *book) readStrings(part string) error {
	var words strings.Builder
	return b.walk(part, func(within []string, token xml.Token) error {
		switch t := token.(type) {
		case xml.StartElement:
			if len(within) == 2 {
				words.Reset()
			}
		case xml.CharData:
			if isText(within) {
				words.Write(t)
			}
		case xml.EndElement:
			if len(within) == 2 && t.Name.Local == "si" {
				if len(b.strings) == maxStrings {
					return boundError("too many texts")
				}
				b.strings = append(b.strings, unescaped(words.String()))
			}
		}
		return nil
	})
}

// isText says whether the words of a text stand here. How they are pronounced does not
// count.
func isText(within []string) bool {
	return within[len(within)-1] == "t" && !slices.Contains(within, "rPh")
}

var escape = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescaped gives back the characters that XML cannot hold, which stand as _x000D_.
func unescaped(words string) string {
	if !strings.Contains(words, "_x") {
		return words
	}
	return escape.ReplaceAllStringFunc(words, func(code string) string {
		n, _ := strconv.ParseUint(code[2:6], 16, 16)
		return string(rune(n))
	})
}

// readStyles finds the styles that show a number as a date or a time.
func (b *book) readStyles(part string) error {
	formats := map[string]bool{}
	return b.walk(part, func(within []string, token xml.Token) error {
		e, ok := token.(xml.StartElement)
		if !ok || len(within) != 3 {
			return nil
		}
		if len(formats) == maxStrings || len(b.dates) == maxStrings {
			return boundError("too many styles")
		}
		switch within[1] + "/" + within[2] {
		case "numFmts/numFmt":
			formats[attribute(e, "numFmtId")] = isDateFormat(attribute(e, "formatCode"))
		case "cellXfs/xf":
			id := attribute(e, "numFmtId")
			own, known := formats[id]
			b.dates = append(b.dates, own || !known && isBuiltInDate(id))
		}
		return nil
	})
}

// isBuiltInDate says whether one of the formats that every program knows by number is of
// a date or a time; 27 to 36 and 50 to 58 are those of East Asia.
func isBuiltInDate(id string) bool {
	n, err := strconv.Atoi(id)
	return err == nil && (n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58)
}

// literal is what a format shows as it stands: quoted, escaped, or a width, and what stands in
// brackets, as a colour or a currency. [h], [m] and [s] are times.
var literal = regexp.MustCompile(`"[^"]*"|\\.|_.|\*.|\[(?:[^\]hms]|[hms]+[^\]hms])[^\]]*\]`)

// isDateFormat says whether a format has a letter that stands for a part of a date.
func isDateFormat(code string) bool {
	code = strings.ToLower(code)
	if strings.Contains(code, "general") {
		return false
	}
	return strings.ContainsAny(literal.ReplaceAllString(code, ""), "ydhms")
}
