package interchange

import (
	"iter"
	"slices"

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
// value are passed over, and so are empty cells beyond the last column. The
// guard of a cell that a spreadsheet would take for a formula is taken off.
//
// A row is either in rows or has one refusal or more, one for each cell that is
// wrong. The error is fault.ImportRefused, with pointers /line/N/column/M, for
// a file that cannot be read at all: no text, no header, no or unknown or
// repeated columns, quotes that do not match, more than MaxResultBytes,
// MaxTableRows or MaxTableColumns, or more than 1,000 wrong cells.
func ReadRoster(raw []byte, currency money.Currency) (rows []satellite.RosterRow, refusals []satellite.Refusal, err error) {
	var f found
	return readRoster(delimitedRows(raw, rosterColumns, &f), currency, &f)
}

// ReadRosterGrid reads a roster from a sheet, by the rules of ReadRoster.
func ReadRosterGrid(g Grid, currency money.Currency) (rows []satellite.RosterRow, refusals []satellite.Refusal, err error) {
	var f found
	return readRoster(g.rows(), currency, &f)
}

func readRoster(table iter.Seq[[]placedCell], currency money.Currency, f *found) (rows []satellite.RosterRow, refusals []satellite.Refusal, err error) {
	header := heading{rosterColumns, "family_name,given_name,rating", checkNameColumns}
	for columns, row := range header.below(table, f) {
		entry, wrong := rosterReader{columns, currency}.read(row)
		if len(wrong) == 0 {
			rows = append(rows, entry)
			continue
		}
		refusals = append(refusals, wrong...)
		if len(refusals) > maxRosterRefusals {
			return nil, nil, tooManyRefusals(refusals)
		}
	}
	if err := f.sorted().Err(); err != nil {
		return nil, nil, err
	}
	return rows, refusals, nil
}

func tooManyRefusals(refusals []satellite.Refusal) error {
	err := fault.New(fault.ImportRefused, "More than %d cells are wrong; is this a roster? The first are listed.", maxRosterRefusals)
	for _, r := range refusals[:maxFileFaults] {
		err.WithField(place{r.Line, r.Column}.pointer(), r.Code, "%s", r.Detail)
	}
	return err
}

// checkNameColumns notes where the header does not say once where the name is.
func checkNameColumns(columns []string, row []placedCell, f *found) {
	whole, family := slices.Index(columns, wholeName), slices.Contains(columns, familyName)
	if whole < 0 && !family {
		f.wrong(row[0].place, "missing_column", "The column family_name is needed (or name, as \"Family, Given\").")
	}
	if whole >= 0 && (family || slices.Contains(columns, givenName) || slices.Contains(columns, suffix)) {
		f.wrong(row[whole].place, "duplicate_column", "The name stands twice: give name, or family_name with given_name and suffix.")
	}
}
