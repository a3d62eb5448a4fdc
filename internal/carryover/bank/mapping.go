package bank

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Mapping says how the files of one account are to be read. It is made once, confirmed by a person,
// and kept with the account as JSON. A change of the columns of text changes the fingerprints of
// the rows (see Fingerprint): files read before and after would not know each other's rows.
type Mapping struct {
	Encoding   Encoding       `json:"encoding"`
	Separator  string         `json:"separator"`  // "," ";" or a tab
	SkipLines  int            `json:"skip_lines"` // above the header
	Header     bool           `json:"header"`     // whether there is one; columns then have its names, else numbers from 1
	Columns    Columns        `json:"columns"`
	DateLayout DateLayout     `json:"date_layout"`
	Number     Number         `json:"number"`
	Sign       Sign           `json:"sign"`
	Currency   money.Currency `json:"currency,omitempty"` // of rows whose currency column is missing or empty
}

// Columns names the columns that are read. Empty ones are not there. Date is needed, and either
// Amount or both Debit and Credit.
type Columns struct {
	Date      string   `json:"date"`
	Amount    string   `json:"amount,omitempty"`
	Debit     string   `json:"debit,omitempty"`  // what went out
	Credit    string   `json:"credit,omitempty"` // what came in
	Direction string   `json:"direction,omitempty"`
	Currency  string   `json:"currency,omitempty"`
	Text      []string `json:"text,omitempty"` // put together in this order
	Reference string   `json:"reference,omitempty"`
	Payer     string   `json:"payer,omitempty"`
	Cheque    string   `json:"cheque,omitempty"`
	BankID    string   `json:"bank_id,omitempty"` // the bank's own, unchanging number for the row
}

// Sign is what a minus means.
type Sign string

// The conventions.
const (
	// InPositive: what came in is positive, what went out negative, in the amount column or in
	// those of debit and credit.
	InPositive Sign = "in_positive"
	// InNegative: the other way round, in an amount column, as the statements of cards have it.
	InNegative Sign = "in_negative"
	// Unsigned: sizes without a sign. The columns of debit and credit, or a direction column with
	// words as DR and CR, say which way the money went.
	Unsigned Sign = "unsigned"
)

const (
	maxSkip    = 100
	maxColumns = 200
)

// Validate says whether files can be read with the mapping. The error is fault.InvalidRequest with
// every fault by its JSON pointer into the mapping.
func (m Mapping) Validate() error {
	c := check{}
	c.that(m.Encoding == UTF8 || charmaps[m.Encoding] != nil, "/encoding", "The encoding is utf-8, windows-1252 or iso-8859-1.")
	c.that(slices.Contains(separators, m.Separator), "/separator", "The separator is a comma, a semicolon or a tab.")
	c.that(0 <= m.SkipLines && m.SkipLines <= maxSkip, "/skip_lines", "From 0 to %d lines can be passed over.", maxSkip)
	// Above a header, whose names are checked, no row can be passed over unseen.
	c.that(m.Header || m.SkipLines == 0, "/skip_lines", "Lines are passed over only above a header.")
	c.that(m.DateLayout.form() != "", "/date_layout", "The date layout is not known; DD/MM/YYYY would be one.")
	c.that(m.Number.Decimal == "." || m.Number.Decimal == ",", "/number/decimal", "The decimal sign is a point or a comma.")
	c.that(slices.Contains([]string{"", ",", ".", "'", " "}, m.Number.Thousands) && m.Number.Thousands != m.Number.Decimal,
		"/number/thousands", "The thousands sign is a comma, a point, an apostrophe, a blank or nothing, and not the decimal sign.")
	_, err := money.ParseCurrency(string(m.Currency))
	c.that(err == nil || m.Currency == "", "/currency", "The currency is an ISO 4217 code in capital letters.")
	c.that(m.Currency != "" || m.Columns.Currency != "", "/currency", "A currency or a column of currencies is needed.")
	m.checkColumns(&c)
	return c.err()
}

func (m Mapping) checkColumns(c *check) {
	at := m.Columns
	c.that(at.Date != "", "/columns/date", "The column of days is needed.")
	two := at.Debit != "" && at.Credit != ""
	c.that(two != (at.Amount != "") && two == (at.Debit+at.Credit != ""), "/columns/amount",
		"Either an amount column or a debit and a credit column is needed, and not both.")
	switch {
	case two:
		c.that(m.Sign == Unsigned || m.Sign == InPositive, "/sign", "Of debit and credit columns the sign is unsigned or in_positive.")
		c.that(at.Direction == "", "/columns/direction", "Debit and credit columns need no direction column.")
	case at.Direction != "":
		c.that(m.Sign == Unsigned, "/sign", "With a direction column the sign is unsigned.")
	default:
		c.that(m.Sign == InPositive || m.Sign == InNegative, "/sign", "Of an amount column the sign is in_positive or in_negative.")
	}
	seen := map[string]bool{}
	for _, column := range at.all() {
		pointer := "/columns/" + column.role
		name := fold(column.name)
		c.that(name != "", pointer, "The name of the column is empty.")
		c.that(!seen[name], pointer, "The column %s is named twice.", quote(column.name))
		seen[name] = true
		n, err := strconv.Atoi(column.name)
		c.that(m.Header || err == nil && 1 <= n && n <= maxColumns, pointer,
			"Without a header columns have numbers from 1 to %d; %s is none.", maxColumns, quote(column.name))
	}
}

// column is a column that is read, by the name of its JSON field.
type column struct{ role, name string }

// all lists the columns that are there.
func (c Columns) all() []column {
	list := []column{
		{"date", c.Date},
		{"amount", c.Amount},
		{"debit", c.Debit},
		{"credit", c.Credit},
		{"direction", c.Direction},
		{"currency", c.Currency},
		{"reference", c.Reference},
		{"payer", c.Payer},
		{"cheque", c.Cheque},
		{"bank_id", c.BankID},
	}
	for i, name := range c.Text {
		list = append(list, column{"text/" + strconv.Itoa(i), name})
	}
	return slices.DeleteFunc(list, func(c column) bool { return c.name == "" && !strings.HasPrefix(c.role, "text/") })
}

// check gathers what is wrong with a mapping.
type check struct{ fields []fault.Field }

func (c *check) that(ok bool, pointer, format string, args ...any) {
	if !ok {
		c.fields = append(c.fields, fault.Field{Pointer: pointer, Code: "invalid_value", Detail: fmt.Sprintf(format, args...)})
	}
}

func (c *check) err() error {
	if len(c.fields) == 0 {
		return nil
	}
	err := fault.New(fault.InvalidRequest, "%s", c.fields[0].Detail)
	err.Fields = c.fields
	return err
}
