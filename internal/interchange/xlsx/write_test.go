package xlsx_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
	"github.com/nast-tour/nast/internal/money"
)

var standingsTable = interchange.Table{
	Name:    "Standings",
	Columns: []string{"name", "spread", "points", "due"},
	Rows: [][]interchange.Cell{
		{interchange.Text("=HYPERLINK(\"x\")"), interchange.Whole(-50), interchange.Points(7), interchange.Amount(money.Money{Amount: 264000, Currency: money.USD})},
		{interchange.Text("0042"), {}, interchange.Points(6)},
		{interchange.Text("1E5"), interchange.Whole(1), {}, {}, interchange.Text("beyond")},
	},
}

// opened reads what was written with the library itself.
func opened(t testing.TB, tables ...interchange.Table) *excelize.File {
	t.Helper()
	raw, err := xlsx.Write(tables...)
	require.NoError(t, err)
	require.True(t, xlsx.Is(raw))
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

func TestNumbersAreNumbersAndTextsAreTexts(t *testing.T) {
	t.Parallel()
	f := opened(t, standingsTable)
	for at, want := range map[string]struct {
		value string
		text  bool
	}{
		"A1": {"name", true}, "A2": {`'=HYPERLINK("x")`, true}, "B2": {"-50", false}, "C2": {"3.5", false}, "D2": {"2640", false},
		"A3": {"0042", true}, "C3": {"3", false}, "A4": {"1E5", true}, "B4": {"1", false},
	} {
		kind, err := f.GetCellType("Standings", at)
		require.NoError(t, err)
		require.Equal(t, want.text, kind == excelize.CellTypeSharedString || kind == excelize.CellTypeInlineString, at)
		value, err := f.GetCellValue("Standings", at, excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		require.Equal(t, want.value, strings.TrimSuffix(value, ".00"), at)
		formula, err := f.GetCellFormula("Standings", at)
		require.NoError(t, err)
		require.Empty(t, formula, at)
	}
	shown, err := f.GetCellValue("Standings", "D2")
	require.NoError(t, err)
	require.Equal(t, "2,640.00", shown)
	for _, at := range []string{"B3", "D4", "E4"} {
		value, err := f.GetCellValue("Standings", at)
		require.NoError(t, err)
		require.Empty(t, value, at)
	}
}

func TestHeaderIsBoldAndAlwaysInSight(t *testing.T) {
	t.Parallel()
	f := opened(t, standingsTable)
	panes, err := f.GetPanes("Standings")
	require.NoError(t, err)
	require.True(t, panes.Freeze)
	require.Equal(t, 1, panes.YSplit)
	for at, bold := range map[string]bool{"A1": true, "D1": true, "A2": false, "D2": false} {
		id, err := f.GetCellStyle("Standings", at)
		require.NoError(t, err)
		s, err := f.GetStyle(id)
		require.NoError(t, err)
		require.Equal(t, bold, s.Font != nil && s.Font.Bold, at)
	}
	width, err := f.GetColWidth("Standings", "A")
	require.NoError(t, err)
	require.InDelta(t, float64(len(`=HYPERLINK("x")`)+2), width, 0.01)
}

func TestEveryTableHasASheetOfItsOwn(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 40)
	table := func(name string) interchange.Table { return interchange.Table{Name: name, Columns: []string{"a"}} }
	f := opened(t, table("Round 1"), table("a/b [c]"), table(""), table("'ROUND 1'"), table(long), table(long), interchange.Table{Name: "No columns"}, table(strings.Repeat("𝄞", 20)))
	require.Equal(t, []string{
		"Round 1", "a b c", "Table 3", "ROUND 1 (4)", strings.Repeat("é", 31), strings.Repeat("é", 27) + " (6)", "No columns", strings.Repeat("𝄞", 15),
	}, f.GetSheetList())
	require.Equal(t, 1, opened(t).SheetCount, "a workbook has a sheet")
}

func TestSameTablesGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	other := standingsTable
	other.Name = "Other"
	first, err := xlsx.Write(standingsTable, other)
	require.NoError(t, err)
	for range 3 {
		again, err := xlsx.Write(standingsTable, other)
		require.NoError(t, err)
		require.True(t, bytes.Equal(first, again))
	}
}

// What is written here is read here as it was, the guard still on; the readers of tables take it
// off. The texts are all of one to three of the characters that mean something somewhere.
func TestWorkbookIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	const signs = "=+-@'\"&<> \t\n_x0é,𝄞"
	texts := []string{""}
	for length, from := 1, 0; length <= 3; length++ {
		until := len(texts)
		for _, text := range texts[from:until] {
			for _, sign := range signs {
				texts = append(texts, text+string(sign))
			}
		}
		from = until
	}
	table := interchange.Table{Name: "T", Columns: []string{"text", "number"}}
	want := interchange.Grid{{"text", "number"}}
	for i, text := range texts[1:] {
		table.Rows = append(table.Rows, []interchange.Cell{interchange.Text(text), interchange.Whole(i - 500)})
		want = append(want, []string{interchange.Guarded(text), interchange.Whole(i - 500).String()})
	}
	raw, err := xlsx.Write(table)
	require.NoError(t, err)
	grid, err := xlsx.Read(raw)
	require.NoError(t, err)
	require.Equal(t, want, grid)
}
