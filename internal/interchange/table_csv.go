package interchange

import (
	"bytes"
	"strings"
)

// WriteCSV writes a table as RFC 4180 has it: a header, commas, lines ended by
// CRLF, cells quoted where they hold a comma, a quote, a line end or white space
// at an end; in UTF-8 without a byte-order mark. Texts and the names of columns are
// guarded, so that no spreadsheet takes them for a formula; numbers are not, and
// have a point before their fraction.
func WriteCSV(t Table) []byte {
	var out bytes.Buffer
	for i, name := range t.Columns {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quoted(Guarded(name)))
	}
	out.WriteString("\r\n")
	for _, row := range t.Rows {
		for i := range t.Columns {
			if i > 0 {
				out.WriteByte(',')
			}
			if i >= len(row) {
				continue
			}
			if row[i].Kind() == TextCell {
				out.WriteString(quoted(Guarded(row[i].String())))
			} else {
				out.WriteString(row[i].String())
			}
		}
		out.WriteString("\r\n")
	}
	return out.Bytes()
}

// quoted is a cell as it stands in a file.
func quoted(words string) string {
	if strings.ContainsAny(words, ",\"\r\n\t") || strings.TrimSpace(words) != words {
		return `"` + strings.ReplaceAll(words, `"`, `""`) + `"`
	}
	return words
}
