package interchange

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
)

// The columns of a roster. A name stands in family_name, given_name and suffix,
// or as a whole in name.
const (
	familyName    = "family_name"
	givenName     = "given_name"
	suffix        = "suffix"
	associationID = "association_id"
	rating        = "rating"
	standby       = "standby"
	fee           = "fee"
	paid          = "paid"
	email         = "email"
	team          = "team"
	grade         = "grade"
	wholeName     = "name"
)

var rosterColumns = []string{
	familyName, givenName, suffix, associationID, rating, standby, fee, paid, email, team, grade, wholeName,
}

// maxRosterRefusals bounds the list of refusals. A file with more wrong cells
// is no roster, and nobody would read the list.
const maxRosterRefusals = 1000

// ReadRoster reads a roster as CSV: UTF-8 with or without a byte-order mark;
// cells parted by comma, semicolon or tab; lines ended by CR, LF or CRLF; a
// header with the columns in any order, of which family_name or name is needed.
// Everybody is present; amounts are in the given currency. Rows without any
// value are passed over, and so are empty cells beyond the last column.
//
// A row is either in rows or has one refusal or more, one for each cell that is
// wrong. The error is fault.ImportRefused, with pointers /line/N/column/M, for
// a file that cannot be read at all: no text, no header, no or unknown or
// repeated columns, quotes that do not match, more than 100,000 lines or more
// than 1,000 wrong cells.
func ReadRoster(raw []byte, currency money.Currency) (rows []satellite.RosterRow, refusals []satellite.Refusal, err error) {
	t, err := readText(raw)
	if err != nil {
		return nil, nil, err
	}
	file := newCells(t, separatorOf(t))
	heading, err := file.next()
	if errors.Is(err, io.EOF) {
		return nil, nil, refused(place{1, 1}, "empty", "The file has separators only.")
	}
	if err != nil {
		return nil, nil, err
	}
	columns, err := rosterHeader(heading)
	if err != nil {
		return nil, nil, err
	}
	reader := rosterReader{columns: columns, currency: currency}
	for {
		row, err := file.next()
		if errors.Is(err, io.EOF) {
			return rows, refusals, nil
		}
		if err != nil {
			return nil, nil, err
		}
		entry, wrong := reader.read(row)
		if len(wrong) == 0 {
			rows = append(rows, entry)
			continue
		}
		refusals = append(refusals, wrong...)
		if len(refusals) > maxRosterRefusals {
			return nil, nil, tooManyRefusals(refusals)
		}
	}
}

func tooManyRefusals(refusals []satellite.Refusal) error {
	err := fault.New(fault.ImportRefused, "More than %d cells are wrong; is this a roster? The first are listed.", maxRosterRefusals)
	for _, r := range refusals[:maxFileFaults] {
		err.WithField(place{r.Line, r.Column}.pointer(), r.Code, "%s", r.Detail)
	}
	return err
}

// separatorOf finds what parts the cells: whatever makes the header name the
// most columns, the comma where nothing does.
func separatorOf(t text) rune {
	best, most := separators[0], 0
	for _, separator := range separators {
		row, err := newCells(t, separator).next()
		if err != nil {
			continue
		}
		known := 0
		for _, c := range row {
			if slices.Contains(rosterColumns, columnName(c.value)) {
				known++
			}
		}
		if known > most {
			best, most = separator, known
		}
	}
	return best
}

// columnName takes "Family Name" and "FAMILY-NAME" for family_name.
func columnName(heading string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(heading, func(r rune) bool {
		return r == ' ' || r == '_' || r == '-'
	}), "_"))
}

// rosterHeader reads the names of the columns. The error lists what is wrong
// with them.
func rosterHeader(heading []cell) ([]string, error) {
	for len(heading) > 1 && heading[len(heading)-1].value == "" {
		heading = heading[:len(heading)-1]
	}
	var columns []string
	known := 0
	var bad []fault.Field
	wrong := func(c cell, slug, detail string) {
		bad = append(bad, fault.Field{Pointer: c.pointer(), Code: slug, Detail: detail})
	}
	for _, c := range heading {
		if len(bad) == maxFileFaults {
			break
		}
		name := columnName(c.value)
		switch {
		case !slices.Contains(rosterColumns, name):
			wrong(c, "unknown_column", "There is no column "+quote(c.value)+"; the columns are "+strings.Join(rosterColumns, ", ")+".")
		case slices.Contains(columns, name):
			wrong(c, "duplicate_column", "The column "+name+" stands twice.")
			known++
		default:
			known++
		}
		columns = append(columns, name)
	}
	if known == 0 {
		return nil, refused(heading[0].place, "no_header",
			"The first line has to name the columns, as family_name,given_name,rating. The columns are %s.", strings.Join(rosterColumns, ", "))
	}
	if len(bad) < maxFileFaults {
		bad = append(bad, nameColumns(heading, columns)...)
	}
	if len(bad) == 0 {
		return columns, nil
	}
	err := fault.New(fault.ImportRefused, "%s", bad[0].Detail)
	err.Fields = bad
	return nil, err
}

// nameColumns checks that the header says once where the name is.
func nameColumns(heading []cell, columns []string) []fault.Field {
	whole, family := slices.Index(columns, wholeName), slices.Contains(columns, familyName)
	if whole < 0 && !family {
		return []fault.Field{{
			Pointer: heading[0].pointer(), Code: "missing_column",
			Detail: "The column family_name is needed (or name, as \"Family, Given\").",
		}}
	}
	if whole >= 0 && (family || slices.Contains(columns, givenName) || slices.Contains(columns, suffix)) {
		return []fault.Field{{
			Pointer: heading[whole].pointer(), Code: "duplicate_column",
			Detail: "The name stands twice: give name, or family_name with given_name and suffix.",
		}}
	}
	return nil
}

// quote shows what stands in a cell, cut where it is long.
func quote(value string) string {
	const most = 40
	if letters := []rune(value); len(letters) > most {
		value = string(letters[:most]) + "…"
	}
	return "\"" + value + "\""
}
