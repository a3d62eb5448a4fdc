package interchange_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/money"
)

// sheet has a satellite of each of two currencies, 10.00 of credit, and 5.00 of nobody known.
func sheet() carryover.Sheet {
	due := func(name string, c money.Currency, due, received int64) carryover.SheetRow {
		in := func(cents int64) money.Money { return money.Money{Amount: cents, Currency: c} }
		return carryover.SheetRow{
			Due: carryover.Due{
				Satellite: name, Director: "Dan", Amount: in(due), Announced: in(0), Received: in(received), Waived: in(0), DueOn: civil.New(2026, 3, 28),
			},
			Adjusted: in(0), Cleared: in(0), Bounced: in(0),
		}
	}
	loose := func(cents int64, p carryover.Payment) carryover.Loose {
		p.ReceivedOn, p.Amount = civil.New(2026, 3, 20), *usd(cents)
		return carryover.Loose{Payment: p, Amount: *usd(cents), Days: 11}
	}
	return carryover.Sheet{
		Tour: "nast-2", AsOf: civil.New(2026, 3, 31),
		Rows: []carryover.SheetRow{due("Boise", money.USD, 264_00, 64_00), due("Sarnia", money.CAD, 100_00, 100_00)},
		Totals: []carryover.Total{
			{Currency: money.CAD, Due: 100_00, Received: 100_00}, {Currency: money.USD, Due: 264_00, Received: 64_00, Outstanding: 200_00},
		},
		Credit:   []carryover.Loose{loose(10_00, carryover.Payment{DirectorID: uuid.New(), Reference: "1042"})},
		Suspense: []carryover.Loose{loose(5_00, carryover.Payment{Suspense: true, Owner: "Tess", Note: "asked the bank"})},
		Ties:     []carryover.Tie{{What: "suspense", Sheet: *usd(-5_00), Journal: *usd(-5_00)}, {What: "deposited", Sheet: *usd(1), Journal: *usd(2)}},
	}
}

// column finds the cells of a column, "" where a row is shorter.
func column(t *testing.T, table interchange.Table, name string) []string {
	t.Helper()
	at := slices.Index(table.Columns, name)
	require.GreaterOrEqual(t, at, 0, name)
	var cells []string
	for _, row := range table.Rows {
		require.LessOrEqual(t, len(row), len(table.Columns), "a row is longer than its heads")
		cell := ""
		if at < len(row) {
			cell = row[at].String()
		}
		cells = append(cells, cell)
	}
	return cells
}

func TestASheetInOneTableSaysWhatEachRowIs(t *testing.T) {
	t.Parallel()
	table := interchange.SheetTable(sheet())
	require.Equal(t, []string{"satellite", "satellite", "total", "total", "credit", "suspense"}, column(t, table, "row"))
	require.Equal(t, []string{"USD", "CAD", "CAD", "USD", "USD", "USD"}, column(t, table, "currency"))
	require.Equal(t, []string{"264.00", "100.00", "100.00", "264.00", "", ""}, column(t, table, "due"))
	require.Equal(t, []string{"200.00", "0.00", "0.00", "200.00", "", ""}, column(t, table, "outstanding"))
	require.Equal(t, []string{"", "", "", "", "10.00", "5.00"}, column(t, table, "unallocated"))
	require.Equal(t, []string{"3", "0", "", "", "", ""}, column(t, table, "days_overdue"))
	require.Equal(t, []string{"part_paid", "paid", "", "", "", ""}, column(t, table, "status"))
	require.Equal(t, []string{"", "", "", "", "2026-03-20", "2026-03-20"}, column(t, table, "received_on"))
	require.Equal(t, []string{"", "", "", "", "", "asked the bank"}, column(t, table, "note"))
}

func TestASheetInAWorkbookHasAPageForEachPart(t *testing.T) {
	t.Parallel()
	tables := interchange.SheetTables(sheet())
	byName := map[string]interchange.Table{}
	for _, table := range tables {
		byName[table.Name] = table
		require.LessOrEqual(t, len(table.Name), 31, "a spreadsheet takes no longer names")
	}
	require.Equal(t, []string{"200.00", "0.00"}, column(t, byName["Satellites"], "outstanding"))
	require.Equal(t, []string{"100.00", "264.00"}, column(t, byName["Totals"], "due"))
	require.Equal(t, []string{"1042"}, column(t, byName["Credit"], "reference"))
	require.Equal(t, []string{"Tess"}, column(t, byName["Suspense"], "owner"))
	require.Equal(t, []string{"yes", "NO"}, column(t, byName["Against the journal"], "holds"))
}
