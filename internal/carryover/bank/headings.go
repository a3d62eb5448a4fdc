package bank

import "slices"

// headings are names that banks give their columns, folded, by role: English, French, German,
// Spanish. Of several that a header has, the first in the list is taken.
var headings = []struct {
	role  string
	names []string
}{
	{"date", []string{
		"date", "posting date", "posted date", "date posted", "booking date", "transaction date", "buchungstag", "buchungsdatum",
		"date de transaction", "date d'operation", "date operation", "fecha", "value date", "valuta", "wertstellung",
	}},
	{"amount", []string{"amount", "transaction amount", "montant", "betrag", "umsatz", "importe", "net amount", "cad$", "usd$"}},
	{"debit", []string{
		"debit", "debit amount", "withdrawal", "withdrawals", "withdrawal amount", "money out", "paid out", "retrait", "soll", "cargo",
	}},
	{"credit", []string{
		"credit", "credit amount", "deposit", "deposits", "deposit amount", "money in", "paid in", "depot", "haben", "abono",
	}},
	{"direction", []string{"dr/cr", "cr/dr", "debit/credit", "credit/debit", "credit debit indicator", "soll/haben", "d/c", "s/h"}},
	{"currency", []string{"currency", "currency code", "devise", "waehrung", "wahrung", "moneda"}},
	{"text", []string{
		"description", "transaction description", "details", "narrative", "particulars", "description 1", "memo", "libelle",
		"verwendungszweck", "buchungstext", "concepto", "descripcion",
	}},
	{"reference", []string{"reference", "reference number", "ref", "ref.", "customer reference", "referenz", "referencia"}},
	{"payer", []string{"payer", "payee", "name", "counterparty", "counterparty name", "beguenstigter/zahlungspflichtiger", "tireur"}},
	{"cheque", []string{
		"cheque", "check", "cheque number", "check number", "cheque no", "check no", "cheque no.", "check no.", "cheque #", "check #",
		"check or slip #", "numero de cheque", "no de cheque",
	}},
	{"bank_id", []string{"transaction id", "id", "fitid", "transaction number", "unique id"}},
}

// columnsOf finds the columns that a header names, and how many they are.
func columnsOf(header []string) (Columns, int) {
	folded := make([]string, len(header))
	for i, name := range header {
		folded[i] = fold(name)
	}
	var found Columns
	known := 0
	for _, h := range headings {
		for _, name := range h.names {
			if at := slices.Index(folded, name); at >= 0 {
				found.set(h.role, header[at])
				known++
				break
			}
		}
	}
	switch {
	case found.Amount != "": // beside an amount, they are totals or the kind of a row
		found.Debit, found.Credit = "", ""
	case found.Debit != "" && found.Credit != "":
		found.Direction = ""
	}
	return found, known
}

// set names the column of a role.
func (c *Columns) set(role, name string) {
	switch role {
	case "date":
		c.Date = name
	case "amount":
		c.Amount = name
	case "debit":
		c.Debit = name
	case "credit":
		c.Credit = name
	case "direction":
		c.Direction = name
	case "currency":
		c.Currency = name
	case "text":
		c.Text = []string{name}
	case "reference":
		c.Reference = name
	case "payer":
		c.Payer = name
	case "cheque":
		c.Cheque = name
	case "bank_id":
		c.BankID = name
	}
}
