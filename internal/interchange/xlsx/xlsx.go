// Package xlsx reads and writes workbooks: the tables of internal/interchange as
// sheets, and the first sheet of a file as a grid for its readers. It knows nothing of
// rosters and results, evaluates no formula and follows no link. Files come from
// strangers: they are held to bounds before anything is unpacked, unpacked in memory
// alone, and never more than the bounds allow.
package xlsx

import (
	"bytes"

	"github.com/nast-tour/nast/internal/interchange"
)

// The bounds of a workbook that is read. Rows and columns are bounded as in CSV.
const (
	// MaxBytes bounds the file. The service takes no longer body either.
	MaxBytes = interchange.MaxResultBytes

	// MaxUnpackedBytes bounds all of its parts together, unpacked.
	MaxUnpackedBytes = 64 << 20

	maxParts    = 1_000
	maxElements = 1_000_000 // of XML, over all parts that are read
	maxStrings  = 200_000   // that cells share
	maxCells    = 500_000   // the empty ones left of a filled one included
)

// MediaType is how a workbook is named in HTTP.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

var (
	zipBegins = []byte("PK\x03\x04")
	oleBegins = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") // workbooks with a password, and of old programs
)

// Is says by its first bytes whether a file has to be read as a workbook: it is a zip.
// Nothing else that is read here begins like one.
func Is(raw []byte) bool { return bytes.HasPrefix(raw, zipBegins) }

// refused is the error of a workbook that is not read: fault.ImportRefused, at a row and
// a column of the sheet.
func refused(row, column int, code, detail string) error {
	return interchange.Findings{{Line: row, Column: column, Code: code, Detail: detail, Severity: interchange.Wrong}}.Err()
}
