package bank

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Read reads a bank's file as the mapping says and gives its rows in their order, with their
// fingerprints; account is the organiser's name for the account, which is part of them. A file is
// taken whole or not at all: the error is fault.ImportRefused with the first faults by line and
// column, or fault.InvalidRequest for the mapping or a missing account.
func Read(raw []byte, account string, m Mapping) ([]Line, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(account) == "" {
		return nil, fault.AtField("/account", "required", "The account is needed; lines of two accounts are never the same.")
	}
	text, err := decode(raw, m.Encoding)
	if err != nil {
		return nil, err
	}
	r := reader{mapping: m, table: newTable(strings.Split(text, "\n"), m.SkipLines, m.Separator)}
	lines, err := r.read()
	if err != nil {
		return nil, err
	}
	mark(account, lines)
	return lines, nil
}

// reader turns the rows of a table into lines.
type reader struct {
	mapping Mapping
	table   *table
	at      indexes
	width   int // cells of the header, or of the first row
	faults  faults
}

func (r *reader) read() ([]Line, error) {
	first, err := r.table.next()
	if errors.Is(err, io.EOF) {
		return nil, refused(place{1, 1}, "empty", "The file has no rows.")
	}
	if err != nil {
		return nil, err
	}
	r.width = len(first.cells)
	r.at = r.mapping.locate(first, r.table, &r.faults)
	if err := r.faults.err(); err != nil {
		return nil, err
	}
	lines := []Line{}
	next := first
	if r.mapping.Header {
		next, err = r.table.next()
	}
	for ; err == nil; next, err = r.table.next() {
		if r.fits(next) {
			lines = append(lines, r.line(next))
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	return lines, r.faults.err()
}

// wrong notes a fault of a cell.
func (r *reader) wrong(in row, role, slug, format string, args ...any) {
	r.faults.add(r.table.character(in.at[r.at[role]]), slug, format, args...)
}

// fits says whether the cells of a row stand under their columns. A separator too many (in a text
// without quotes) would push every later cell under another column, and a quote that is closed
// lines later would swallow the rows between.
func (r *reader) fits(in row) bool {
	for i, cell := range in.cells {
		if i >= r.width && cell != "" {
			r.faults.add(r.table.character(in.at[i]), "too_many_cells",
				"The row has more cells than the %d columns; is there a separator in a text without quotes?", r.width)
			return false
		}
	}
	for _, column := range r.mapping.Columns.all() {
		if i := r.at[column.role]; i >= len(in.cells) {
			r.faults.add(r.table.character(in.at[0]), "too_few_cells",
				"The row has %d cells; column %d, %s, is missing.", len(in.cells), i+1, quote(column.name))
			return false
		}
	}
	for number := in.line + 1; number <= in.last && number <= len(r.table.lines); number++ {
		cells := strings.Split(r.table.lines[number-1], r.mapping.Separator)
		if at := r.at["date"]; at < len(cells) {
			if _, isDay := r.mapping.DateLayout.parse(strings.Trim(cells[at], `" `)); isDay {
				r.faults.add(place{number, 1}, "bad_quotes", "This row lies within the quotes of the row of line %d; a quote is missing there.", in.line)
				return false
			}
		}
	}
	return true
}

// cell is the cell of a column, "" for one that is not mapped.
func (r *reader) cell(in row, role string) string {
	if i, mapped := r.at[role]; mapped {
		return in.cells[i]
	}
	return ""
}

// line reads one row, noting what is wrong with it.
func (r *reader) line(in row) Line {
	l := Line{Number: in.line}
	var ok bool
	if l.Day, ok = r.mapping.DateLayout.parse(r.cell(in, "date")); !ok {
		r.wrong(in, "date", "not_a_date", "%s is not a day written as %s.", quote(r.cell(in, "date")), r.mapping.DateLayout)
	}
	l.Amount = r.amount(in, r.currency(in))
	l.Reference, l.Payer = r.text(in, "reference"), r.text(in, "payer")
	l.Cheque, l.BankID = r.text(in, "cheque"), r.text(in, "bank_id")
	var parts []string
	for i := range r.mapping.Columns.Text {
		if part := r.text(in, fmt.Sprintf("text/%d", i)); part != "" {
			parts = append(parts, part)
		}
	}
	l.Text = strings.Join(parts, " ")
	return l
}

// text is a cell on one line, without what cannot be seen.
func (r *reader) text(in row, role string) string {
	text := strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && !unicode.IsSpace(c) {
			return -1
		}
		return c
	}, r.cell(in, role))), " ")
	if len(text) > maxText && len([]rune(text)) > maxText {
		r.wrong(in, role, "too_long", "The cell has more than %d characters.", maxText)
	}
	return text
}

// currency is that of the row, or else of the account.
func (r *reader) currency(in row) money.Currency {
	code := strings.ToUpper(r.cell(in, "currency"))
	if code == "" && r.mapping.Currency != "" {
		return r.mapping.Currency
	}
	currency, err := money.ParseCurrency(code)
	if err != nil {
		r.wrong(in, "currency", "not_a_currency", "%s is not a currency; USD would be one.", quote(code))
	}
	return currency
}

// amount is what the row brought in, negative for what went out.
func (r *reader) amount(in row, currency money.Currency) money.Money {
	m := money.Zero(currency)
	if r.mapping.Columns.Debit != "" {
		m.Amount = r.debitOrCredit(in, currency)
		return m
	}
	m.Amount = r.figure(in, "amount", currency)
	if r.mapping.Columns.Direction != "" && r.outgoing(in) || r.mapping.Sign == InNegative {
		m.Amount = -m.Amount
	}
	return m
}

// figure reads the amount of a column, noting what is wrong with it.
func (r *reader) figure(in row, role string, currency money.Currency) int64 {
	text := r.cell(in, role)
	cents, err := r.mapping.Number.Parse(text, currency)
	switch {
	case err != nil:
		r.wrong(in, role, "not_an_amount", "%s.", err)
	case r.mapping.Sign == Unsigned && cents < 0:
		r.wrong(in, role, "wrong_sign", "%s has a sign, and the mapping says that amounts have none.", quote(text))
	case r.mapping.Sign == InNegative && worded(text, currency):
		r.wrong(in, role, "wrong_sign", "%s says its direction in words; with CR and DR the sign is in_positive.", quote(text))
	}
	return cents
}

// debitOrCredit reads the one of the two columns that has an amount. Both may be there if one is
// nothing, as 0.00.
func (r *reader) debitOrCredit(in row, currency money.Currency) int64 {
	var debit, credit int64
	if r.cell(in, "debit") != "" {
		debit = r.figure(in, "debit", currency)
	}
	if r.cell(in, "credit") != "" {
		credit = r.figure(in, "credit", currency)
	}
	if r.mapping.Sign == Unsigned {
		debit = -debit
	}
	switch {
	case r.cell(in, "debit")+r.cell(in, "credit") == "":
		r.wrong(in, "debit", "no_amount", "There is neither a debit nor a credit.")
	case debit != 0 && credit != 0:
		r.wrong(in, "credit", "two_amounts", "There are a debit and a credit in one row.")
	case r.mapping.Sign == InPositive && debit > 0:
		r.wrong(in, "debit", "wrong_sign", "A debit without a minus; the mapping says that debits have one.")
	case r.mapping.Sign == InPositive && credit < 0:
		r.wrong(in, "credit", "wrong_sign", "A credit with a minus; the mapping says that credits have none.")
	}
	return debit + credit
}

// Words of direction columns: English, French, German.
var (
	outWords = []string{"d", "dr", "debit", "out", "withdrawal", "s", "soll", "-"}
	inWords  = []string{"c", "cr", "credit", "in", "deposit", "h", "haben", "+"}
)

// outgoing reads the direction column.
func (r *reader) outgoing(in row) bool {
	word := fold(r.cell(in, "direction"))
	out := slices.Contains(outWords, word)
	if !out && !slices.Contains(inWords, word) {
		r.wrong(in, "direction", "not_a_direction", "%s is no direction; DR and CR would be, or debit and credit.", quote(word))
	}
	return out
}
