package interchange

import (
	"cmp"
	"errors"
	"net/mail"
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
)

// maxEmail is the longest address that mail can be sent to (RFC 5321).
const maxEmail = 254

// rosterReader reads the rows of one roster.
type rosterReader struct {
	columns  []string
	currency money.Currency
}

// rosterRow is a row while it is read.
type rosterRow struct {
	satellite.RosterRow
	cells map[string]placedCell // by the field that stands in them
	wrong []satellite.Refusal
}

// read reads one row. Every wrong cell is refused, those that the satellite
// would refuse later included, so that a director learns all at once.
func (r rosterReader) read(cells []placedCell) (satellite.RosterRow, []satellite.Refusal) {
	row := rosterRow{
		RosterRow: satellite.RosterRow{Line: cells[0].line, Entry: satellite.EntrantInput{Present: true}},
		cells:     make(map[string]placedCell, len(r.columns)),
	}
	cells, at, unfit := fit(r.columns, cells)
	if unfit != "" {
		row.refuse(at, "", "wrong_cell_count", unfit)
		return row.RosterRow, row.wrong
	}
	for i, c := range cells {
		row.cells[r.columns[i]] = c
		row.take(r.columns[i], c, r.currency)
	}
	row.check(r.currency)
	row.Columns = make(map[string]int, len(row.cells))
	for field, c := range row.cells {
		row.Columns[field] = c.column
	}
	return row.RosterRow, row.wrong
}

func (r *rosterRow) refuse(c placedCell, field, code, detail string) {
	r.wrong = append(r.wrong, satellite.Refusal{Line: c.line, Column: c.column, Field: field, Code: code, Detail: detail})
}

// take reads one cell.
func (r *rosterRow) take(column string, c placedCell, currency money.Currency) {
	e := &r.Entry
	switch column {
	case familyName:
		e.FamilyName = c.value
	case givenName:
		e.GivenName = c.value
	case suffix:
		e.Suffix = c.value
	case wholeName:
		r.takeName(c)
	case associationID:
		e.AssociationID = c.value
	case rating:
		r.takeRating(c)
	case standby:
		r.takeStandby(c)
	case fee:
		e.Fee = r.amount(column, c, currency)
	case paid:
		e.Paid = r.amount(column, c, currency)
	case email:
		r.takeEmail(c)
	case team:
		e.Team = c.value
	case grade:
		e.Grade = c.value
	}
}

func (r *rosterRow) takeName(c placedCell) {
	for _, field := range []string{familyName, givenName, suffix} {
		r.cells[field] = c
	}
	parts, ok := nameParts(c.value)
	if !ok {
		r.refuse(c, wholeName, "invalid_format", notAName(c.value))
		return
	}
	r.Entry.FamilyName, r.Entry.GivenName, r.Entry.Suffix = parts[0], parts[1], parts[2]
}

// nameParts parts "Family, Given" or "Family, Given, Suffix". One word alone is
// a family name; of several words without a comma nobody can tell which is
// which.
func nameParts(value string) (parts [3]string, ok bool) {
	found := strings.Split(value, ",")
	if len(found) > len(parts) || len(found) == 1 && len(strings.Fields(value)) > 1 {
		return parts, false
	}
	for i, part := range found {
		parts[i] = strings.TrimSpace(part)
	}
	return parts, true
}

func notAName(value string) string {
	return quote(value) + " is not a name; write it as \"Family, Given\" or \"Family, Given, Suffix\"."
}

func (r *rosterRow) takeRating(c placedCell) {
	if c.value == "" {
		return // unrated
	}
	n, err := strconv.Atoi(c.value)
	switch {
	case errors.Is(err, strconv.ErrRange):
		r.refuse(c, rating, "out_of_range", quote(c.value)+" is out of the range of ratings.")
	case err != nil:
		r.refuse(c, rating, "invalid_format", quote(c.value)+" is not a rating; write a whole number, 0 or nothing for unrated.")
	default:
		r.Entry.Rating = n
	}
}

func (r *rosterRow) takeStandby(c placedCell) {
	switch strings.ToLower(c.value) {
	case "yes", "true", "1", "x":
		r.Entry.Standby = true
	case "no", "false", "0", "":
	default:
		r.refuse(c, standby, "invalid_format", quote(c.value)+" is neither yes nor no; write yes, true, 1 or x, or no, false, 0 or nothing.")
	}
}

// amount reads an amount of money; an empty cell says nothing.
func (r *rosterRow) amount(column string, c placedCell, currency money.Currency) *money.Money {
	if c.value == "" {
		return nil
	}
	cents, err := money.ParseAmount(c.value)
	if err != nil {
		r.refuse(c, column, "invalid_format", quote(c.value)+" is not an amount; write 30 or 30.00, without the currency.")
		return nil
	}
	return &money.Money{Amount: cents, Currency: currency}
}

func (r *rosterRow) takeEmail(c placedCell) {
	if c.value == "" {
		return
	}
	address, err := mail.ParseAddress(c.value)
	if err != nil || address.Address != c.value || len(c.value) > maxEmail {
		r.refuse(c, email, "invalid_format", quote(c.value)+" is not an e-mail address.")
		return
	}
	r.Email = c.value
}

// check asks what the satellite itself would refuse: names, numbers, ratings
// and amounts out of range. A cell that could not be read is not refused twice.
func (r *rosterRow) check(currency money.Currency) {
	books := satellite.Satellite{Registration: satellite.Registration{EntryFee: money.Zero(currency)}}
	_, err := books.ParseEntrant(r.Entry)
	var f *fault.Error
	if errors.As(err, &f) {
		unreadable := slices.Clone(r.wrong)
		for _, wrong := range f.Fields {
			field, _, _ := strings.Cut(strings.TrimPrefix(wrong.Pointer, "/"), "/")
			c := r.cells[field]
			if !slices.ContainsFunc(unreadable, func(u satellite.Refusal) bool { return u.Line == c.line && u.Column == c.column }) {
				r.refuse(c, field, wrong.Code, wrong.Detail)
			}
		}
	}
	slices.SortStableFunc(r.wrong, func(a, b satellite.Refusal) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
