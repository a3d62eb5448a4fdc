package xlsx

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/nast-tour/nast/internal/interchange"
)

// Read reads the first sheet of a workbook. Texts are as they stand; numbers are plain,
// whatever their format shows: no exponent, no separators, no currency, no ".0"; of a
// formula it takes the value that was stored with it; what is true or false is TRUE or
// FALSE. A cell with a date is refused, for what looks like one is often something else
// that a spreadsheet has changed ("3-4").
//
// The error is fault.ImportRefused, with a pointer /line/ROW/column/COLUMN: what is not a
// workbook, has a password, is damaged, or is beyond the bounds.
//
// The reader is our own and small, because excelize unpacks the whole file and holds every
// style and every string before a bound can be put to it, and passes over damage: a few
// megabytes from a stranger then take gigabytes, and half a sheet is read as if it were one.
func Read(raw []byte) (interchange.Grid, error) {
	b, err := open(raw)
	if err != nil {
		return nil, err
	}
	grid, err := b.firstSheet()
	if err != nil {
		return nil, asRefusal(err)
	}
	return grid, nil
}

// book is a workbook that is being read.
type book struct {
	parts    map[string]*zip.File // by their lower-case paths
	elements int                  // of XML, so far
	strings  []string             // that cells share, by number
	dates    []bool               // whether a style shows a date, by its number
}

// errNotWorkbook is met where a zip lacks what a workbook has.
var errNotWorkbook = errors.New("not a workbook")

// open checks all that can be told before anything is unpacked.
func open(raw []byte) (*book, error) {
	switch {
	case len(raw) > MaxBytes:
		return nil, tooLarge(fmt.Sprintf("The file has more than %d bytes", MaxBytes))
	case bytes.HasPrefix(raw, oleBegins):
		return nil, refused(1, 1, "not_xlsx", "The workbook has a password, or is of an old kind (.xls); open it, save it as .xlsx without a password, and send it again.")
	case !Is(raw):
		return nil, asRefusal(errNotWorkbook)
	case bytes.Count(raw, []byte("PK\x01\x02")) > maxParts: // entries of its directory
		return nil, tooLarge(fmt.Sprintf("The workbook has more than %d parts", maxParts))
	}
	archive, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, asRefusal(err)
	}
	b := &book{parts: make(map[string]*zip.File, len(archive.File))}
	unpacked := uint64(0)
	for _, part := range archive.File {
		if part.UncompressedSize64 > MaxUnpackedBytes || unpacked+part.UncompressedSize64 > MaxUnpackedBytes {
			return nil, tooLarge(fmt.Sprintf("The workbook has more than %d bytes when it is unpacked", MaxUnpackedBytes))
		}
		unpacked += part.UncompressedSize64
		b.parts[partName(part.Name)] = part
	}
	return b, nil
}

// partName is by what a part is known: its path without a slash before it. Capitals make
// no difference, and some programs part it by backslashes.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/"))
}

// firstSheet finds the first sheet and reads it, after the strings and styles that its
// cells name.
func (b *book) firstSheet() (interchange.Grid, error) {
	links, err := b.links("")
	if err != nil {
		return nil, err
	}
	main, ok := links.ofKind("officeDocument")
	if !ok {
		return nil, errNotWorkbook
	}
	sheet, err := b.firstSheetID(main)
	if err != nil {
		return nil, err
	}
	links, err = b.links(main)
	if err != nil {
		return nil, err
	}
	if part, ok := links.ofKind("sharedStrings"); ok {
		if err := b.readStrings(part); err != nil {
			return nil, err
		}
	}
	if part, ok := links.ofKind("styles"); ok {
		if err := b.readStyles(part); err != nil {
			return nil, err
		}
	}
	for _, l := range links {
		if l.id == sheet && l.is("worksheet") {
			return b.readSheet(l.target)
		}
	}
	return nil, refused(1, 1, "no_sheet", "The first sheet of the workbook is no table; put the table first, save the workbook and send it again.")
}

func tooLarge(what string) error {
	return refused(1, 1, "too_large", what+"; copy the one table alone into a new workbook, or save it as CSV UTF-8, and send that.")
}

// asRefusal turns what went wrong into what to do. What is refused already stays.
func asRefusal(err error) error {
	var bound boundError
	switch {
	case errors.As(err, &bound):
		return tooLarge("The workbook has " + string(bound))
	case errors.Is(err, errNotWorkbook):
		return refused(1, 1, "not_xlsx", "The file is not a workbook of the kind .xlsx; save the table as .xlsx or as CSV UTF-8 and send it again.")
	case isDamage(err):
		return refused(1, 1, "damaged", "The workbook is damaged; open it, save it as .xlsx or as CSV UTF-8 and send it again.")
	}
	return err
}

// isDamage says whether a part could not be unpacked.
func isDamage(err error) bool {
	for _, damage := range []error{zip.ErrFormat, zip.ErrAlgorithm, zip.ErrChecksum, io.ErrUnexpectedEOF, errDamaged} {
		if errors.Is(err, damage) {
			return true
		}
	}
	return false
}
