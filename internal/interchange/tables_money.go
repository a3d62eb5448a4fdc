package interchange

import (
	"strings"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// PaymentsTable has payments as they stand, a row for each.
func PaymentsTable(payments []carryover.Payment, names carryover.Names) Table {
	t := Table{Name: "Payments", Columns: []string{
		"payment_id", "director", "method", "reference", "state", "currency", "amount", "applied", "unallocated", "refunded",
		"announced_on", "received_on", "suspense", "owner", "note", "satellites", "buy_in",
	}}
	for _, p := range payments {
		var satellites []string
		for _, a := range p.Allocations {
			if p.Debtor().BuyInID != a.SatelliteID {
				satellites = append(satellites, names.Satellites[a.SatelliteID])
			}
		}
		t.Rows = append(t.Rows, []Cell{
			Text(p.ID.String()), Text(names.Directors[p.DirectorID]), Text(string(p.Method)), Text(p.Reference), Text(string(p.Status())),
			Text(string(p.Currency())), Amount(p.Amount), cents(p.Applied()), cents(p.Unallocated()), cents(p.Refunded()),
			day(p.AnnouncedOn), day(p.ReceivedOn), yes(p.Suspense), Text(p.Owner), Text(p.Note), Text(strings.Join(satellites, "; ")),
			Text(names.BuyIns[p.BuyInID]),
		})
	}
	return t
}

// StatementTable has a director's account, line by line, with the balance after each.
func StatementTable(lines []carryover.HistoryLine) Table {
	t := Table{Name: "Account", Columns: []string{"on", "what", "currency", "amount", "balance"}}
	for _, l := range lines {
		t.Rows = append(t.Rows, []Cell{day(l.Day), Text(l.What), Text(string(l.Amount.Currency)), Amount(l.Amount), Amount(l.Balance)})
	}
	return t
}

// sheetColumns are the amounts of a satellite on the reconciliation, in order.
var sheetColumns = []string{"currency", "due", "adjusted", "waived", "announced", "received", "cleared", "bounced", "outstanding"}

func sheetAmounts(t carryover.Total) []Cell {
	return []Cell{
		Text(string(t.Currency)), cents(t.Due), cents(t.Adjusted), cents(t.Waived), cents(t.Announced), cents(t.Received), cents(t.Cleared),
		cents(t.Bounced), cents(t.Outstanding),
	}
}

func rowAmounts(row carryover.SheetRow) []Cell {
	return sheetAmounts(carryover.Total{
		Currency: row.Amount.Currency, Due: row.Amount.Amount, Adjusted: row.Adjusted.Amount, Waived: row.Waived.Amount, Announced: row.Announced.Amount,
		Received: row.Received.Amount, Cleared: row.Cleared.Amount, Bounced: row.Bounced.Amount, Outstanding: row.Outstanding().Amount,
	})
}

// SheetTable has the whole reconciliation in one table, as CSV has room for one only: the column
// row says whether a row is a satellite, a total of one currency, a buy-in or their total, credit, or
// suspense. The director of a buy-in is its player.
func SheetTable(s carryover.Sheet) Table {
	t := Table{Name: "Reconciliation", Columns: append(append([]string{"row", "satellite", "director"}, sheetColumns...),
		"unallocated", "due_on", "days_overdue", "status", "reference", "received_on", "days", "owner", "note")}
	for _, row := range s.Rows {
		t.Rows = append(t.Rows, append(append([]Cell{Text("satellite"), Text(row.Satellite), Text(row.Director)}, rowAmounts(row)...),
			Cell{}, day(row.DueOn), Whole(row.DaysOverdue(s.AsOf)), Text(string(row.Status()))))
	}
	for _, total := range s.Totals {
		t.Rows = append(t.Rows, append([]Cell{Text("total"), {}, {}}, sheetAmounts(total)...))
	}
	for _, row := range s.BuyIns {
		t.Rows = append(t.Rows, append(append([]Cell{Text("buy_in"), {}, Text(row.Director)}, rowAmounts(row)...),
			Cell{}, day(row.DueOn), Whole(row.DaysOverdue(s.AsOf)), Text(string(row.Status()))))
	}
	for _, total := range s.Bought {
		t.Rows = append(t.Rows, append([]Cell{Text("buy_in_total"), {}, {}}, sheetAmounts(total)...))
	}
	add := func(kind string, list []carryover.Loose) {
		for _, l := range list {
			row := append([]Cell{Text(kind), {}, Text(l.Director), Text(string(l.Amount.Currency))}, make([]Cell, len(sheetColumns)-1)...)
			t.Rows = append(t.Rows, append(row, Amount(l.Amount), Cell{}, Cell{}, Cell{}, Text(l.Payment.Reference), day(l.Payment.ReceivedOn),
				Whole(l.Days), Text(l.Payment.Owner), Text(l.Payment.Note)))
		}
	}
	add("credit", s.Credit)
	add("suspense", s.Suspense)
	return t
}

// SheetTables has a sheet for each part of the reconciliation, for a spreadsheet.
func SheetTables(s carryover.Sheet) []Table {
	satellites := Table{Name: "Satellites", Columns: append(append([]string{"satellite", "director"}, sheetColumns...), "due_on", "days_overdue", "status")}
	for _, row := range s.Rows {
		satellites.Rows = append(satellites.Rows, append(append([]Cell{Text(row.Satellite), Text(row.Director)}, rowAmounts(row)...),
			day(row.DueOn), Whole(row.DaysOverdue(s.AsOf)), Text(string(row.Status()))))
	}
	totals := Table{Name: "Totals", Columns: append([]string{"of"}, sheetColumns...)}
	for _, total := range s.Totals {
		totals.Rows = append(totals.Rows, append([]Cell{Text("satellites")}, sheetAmounts(total)...))
	}
	buyIns := Table{Name: "Buy-ins", Columns: append(append([]string{"player"}, sheetColumns...), "due_on", "days_overdue", "status")}
	for _, row := range s.BuyIns {
		buyIns.Rows = append(buyIns.Rows, append(append([]Cell{Text(row.Director)}, rowAmounts(row)...),
			day(row.DueOn), Whole(row.DaysOverdue(s.AsOf)), Text(string(row.Status()))))
	}
	for _, total := range s.Bought {
		totals.Rows = append(totals.Rows, append([]Cell{Text("buy-ins")}, sheetAmounts(total)...))
	}
	balances := Table{Name: "Balances", Columns: []string{"account", "currency", "balance"}}
	for _, b := range s.Balances {
		balances.Rows = append(balances.Rows, []Cell{Text(string(b.Account)), Text(string(b.Amount.Currency)), Amount(b.Amount)})
	}
	return []Table{satellites, buyIns, totals, looseTable("Credit", s.Credit), looseTable("Suspense", s.Suspense), tiesTable(s.Ties), balances}
}

func tiesTable(ties []carryover.Tie) Table {
	t := Table{Name: "Against the journal", Columns: []string{"what", "currency", "sheet", "journal", "holds"}}
	for _, tie := range ties {
		holds := "NO"
		if tie.Holds() {
			holds = "yes"
		}
		t.Rows = append(t.Rows, []Cell{Text(tie.What), Text(string(tie.Sheet.Currency)), Amount(tie.Sheet), Amount(tie.Journal), Text(holds)})
	}
	return t
}

func looseTable(name string, list []carryover.Loose) Table {
	t := Table{Name: name, Columns: []string{"director", "method", "reference", "currency", "amount", "received_on", "days", "owner", "note", "payment_id"}}
	for _, l := range list {
		p := l.Payment
		t.Rows = append(t.Rows, []Cell{
			Text(l.Director), Text(string(p.Method)), Text(p.Reference), Text(string(l.Amount.Currency)), Amount(l.Amount), day(p.ReceivedOn),
			Whole(l.Days), Text(p.Owner), Text(p.Note), Text(p.ID.String()),
		})
	}
	return t
}

func cents(n int64) Cell { return Amount(money.Money{Amount: n}) }

// day is empty for no day.
func day(d civil.Date) Cell {
	if d.IsZero() {
		return Cell{}
	}
	return Text(d.String())
}

func yes(so bool) Cell {
	if so {
		return Text("yes")
	}
	return Cell{}
}
