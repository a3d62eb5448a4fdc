package bank

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Encoding is how the letters of a file are written in bytes. It is said in the mapping and held
// against the file: no encoding is tried after another until one fits, for Windows-1252 fits
// nearly everything and would turn names into others in silence.
type Encoding string

// The encodings. UTF-8 may begin with a byte-order mark.
const (
	UTF8        Encoding = "utf-8"
	Windows1252 Encoding = "windows-1252"
	Latin1      Encoding = "iso-8859-1"
)

// charmaps are the tables of the encodings with one byte a letter.
var charmaps = map[Encoding]*charmap.Charmap{
	Windows1252: charmap.Windows1252,
	Latin1:      charmap.ISO8859_1,
}

// decode gives the text of a file with every line ended by LF. The error is fault.ImportRefused:
// for a file that is too large, is no text, or is not in the encoding; also for UTF-8 where another
// encoding was said, which would read é as Ã©, and for text whose letters were lost before it came
// here (U+FFFD).
func decode(raw []byte, e Encoding) (string, error) {
	if len(raw) > MaxBytes {
		return "", refused(place{1, 1}, "too_large", "The file has more than %d bytes; is it a bank statement?", MaxBytes)
	}
	if bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) || bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) {
		return "", refused(place{1, 1}, "wrong_encoding", "The file is UTF-16. Save it as CSV UTF-8 and send it again.")
	}
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	if at := bytes.IndexByte(raw, 0); at >= 0 {
		return "", refused(placeOf(raw, at), "not_text", "The file has a zero byte: it is no text, or is UTF-16. Save it as CSV UTF-8 and send it again.")
	}
	if bytes.Count(bytes.TrimSuffix(raw, []byte("\n")), []byte("\n")) >= MaxLines {
		return "", refused(place{MaxLines + 1, 1}, "too_long", "The file has more than %d lines; is it a bank statement?", MaxLines)
	}
	if table := charmaps[e]; table != nil {
		return decodeSingleByte(raw, e, table)
	}
	return decodeUTF8(raw)
}

func decodeUTF8(raw []byte) (string, error) {
	text := strings.TrimPrefix(string(raw), "\uFEFF")
	for at, r := range text {
		if r != utf8.RuneError {
			continue
		}
		where := placeOf([]byte(text), at)
		if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 {
			return "", refused(where, "wrong_encoding",
				"The file is not UTF-8: line %d, column %d has the byte 0x%02X. If the bank writes Windows-1252, say so in the mapping.",
				where.line, where.column, text[at])
		}
		return "", refused(where, "letters_lost",
			"Line %d, column %d: a letter was lost (�) when another program read the file in a wrong encoding. Fetch it from the bank again.",
			where.line, where.column)
	}
	return text, nil
}

func decodeSingleByte(raw []byte, e Encoding, table *charmap.Charmap) (string, error) {
	if at := bytes.IndexFunc(raw, func(r rune) bool { return r >= utf8.RuneSelf }); at >= 0 && utf8.Valid(raw) {
		where := placeOf(raw, at)
		return "", refused(where, "wrong_encoding",
			"The file is UTF-8, as line %d, column %d shows, and the mapping says %s; say utf-8 in the mapping.", where.line, where.column, e)
	}
	var text strings.Builder
	text.Grow(len(raw) + len(raw)/16)
	for at, b := range raw {
		r := table.DecodeByte(b)
		if r == utf8.RuneError || 0x80 <= r && r < 0xA0 { // no letter, or a control character
			where := placeOf(raw, at)
			return "", refused(where, "wrong_encoding",
				"The file is not %s: line %d, column %d has the byte 0x%02X, which is no letter there.", e, where.line, where.column, b)
		}
		text.WriteRune(r)
	}
	return text.String(), nil
}
