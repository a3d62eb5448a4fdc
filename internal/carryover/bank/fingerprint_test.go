package bank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover/bank"
)

// csvOf writes rows of day, text, cents and the bank's own number, in their order.
func csvOf(rows []bankRow) string {
	var file strings.Builder
	file.WriteString("Date,Description,Amount,Id\n")
	for _, r := range rows {
		fmt.Fprintf(&file, "%s,%s,%d.%02d,%s\n", march(r.day), r.text, r.cents/100, r.cents%100, r.id)
	}
	return file.String()
}

type bankRow struct {
	day   int
	text  string
	cents int
	id    string
}

// ledger is what is kept of an account: each fingerprint once.
type ledger struct{ lines []bank.Line }

func (k *ledger) read(t require.TestingT, rows []bankRow, withIDs bool) bank.Merged {
	m := plain()
	if withIDs {
		m.Columns.BankID = "Id"
	}
	lines, err := bank.Read([]byte(csvOf(rows)), "chequing", m)
	require.NoError(t, err)
	merged := bank.Merge(k.lines, lines)
	k.lines = append(k.lines, merged.Fresh...)
	require.Equal(t, len(rows), merged.Known+len(merged.Fresh))
	return merged
}

// tally counts equal rows, without fingerprints.
func (k *ledger) tally() map[string]int {
	count := map[string]int{}
	for _, l := range k.lines {
		count[fmt.Sprint(l.Day, l.Text, l.Amount.Amount, l.BankID)]++
	}
	return count
}

func tallyOf(rows []bankRow, withIDs bool) map[string]int {
	count := map[string]int{}
	for _, r := range rows {
		if !withIDs {
			r.id = ""
		}
		count[fmt.Sprint(march(r.day), r.text, r.cents, r.id)]++
	}
	return count
}

func TestSameFileTwiceAddsNothing(t *testing.T) {
	t.Parallel()
	rows := []bankRow{{14, "LEE", 26400, ""}, {14, "LEE", 26400, ""}, {15, "FEE", 0, ""}}
	var kept ledger
	require.Len(t, kept.read(t, rows, false).Fresh, 3, "two equal rows of one day stay two")
	again := kept.read(t, rows, false)
	require.Empty(t, again.Fresh)
	require.Empty(t, again.Doubts)
	require.Equal(t, 3, again.Known)
}

func TestFingerprintIsOfWhatTheRowSaysAlone(t *testing.T) {
	t.Parallel()
	one := func(account, file string, m bank.Mapping) bank.Fingerprint {
		lines, err := bank.Read([]byte(file), account, m)
		require.NoError(t, err)
		return lines[0].Fingerprint
	}
	base := one("a", "Date,Description,Amount\n2026-03-14,Lévêque  PAUL,1000.00\n", plain())
	require.Len(t, base, 64)
	semicolons := with(func(m *bank.Mapping) {
		m.Separator, m.DateLayout, m.Number = ";", "DD.MM.YYYY", bank.Number{Decimal: ",", Thousands: "."}
	})
	require.Equal(t, base, one("a", "\nAmount;Date;Description\n1.000,00;14.03.2026;LEVEQUE Paul\n", semicolons))
	for what, file := range map[string]string{
		"day":    "Date,Description,Amount\n2026-03-15,Lévêque PAUL,1000.00\n",
		"amount": "Date,Description,Amount\n2026-03-14,Lévêque PAUL,-1000.00\n",
		"text":   "Date,Description,Amount\n2026-03-14,Lévêque PAULA,1000.00\n",
	} {
		require.NotEqual(t, base, one("a", file, plain()), what)
	}
	require.NotEqual(t, base, one("b", "Date,Description,Amount\n2026-03-14,Lévêque PAUL,1000.00\n", plain()))
	cad := with(func(m *bank.Mapping) { m.Currency = "CAD" })
	require.NotEqual(t, base, one("a", "Date,Description,Amount\n2026-03-14,Lévêque PAUL,1000.00\n", cad))
}

// statements draws a true statement with many equal rows, in order of its days.
func statements(t *rapid.T) []bankRow {
	rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) bankRow {
		return bankRow{
			day:   rapid.IntRange(1, 4).Draw(t, "day"),
			text:  rapid.SampledFrom([]string{"a", "b"}).Draw(t, "text"),
			cents: rapid.SampledFrom([]int{0, 100}).Draw(t, "cents"),
		}
	}), 0, 24).Draw(t, "rows")
	slices.SortStableFunc(rows, func(a, b bankRow) int { return a.day - b.day })
	for i := range rows {
		rows[i].id = fmt.Sprint(i)
	}
	return rows
}

// Files of whole days, and files made during their last day: whatever their order, how often, and
// however the bank orders the rows of a day, what is kept is exactly what they have between them.
func TestWindowsOfDaysGiveExactlyTheTrueRows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		truth := statements(t)
		var kept ledger
		covered := make([]bool, len(truth))
		for range rapid.IntRange(1, 4).Draw(t, "files") {
			first := rapid.IntRange(1, 4).Draw(t, "first day")
			from := slices.IndexFunc(truth, func(r bankRow) bool { return r.day >= first })
			if from < 0 {
				from = len(truth)
			}
			to := rapid.IntRange(from, len(truth)).Draw(t, "to")
			file := rapid.Permutation(slices.Clone(truth[from:to])).Draw(t, "file")
			merged := kept.read(t, file, false)
			for _, doubt := range merged.Doubts {
				require.Equal(t, "reworded", doubt.Code, "no day is cut on both sides")
			}
			for i := from; i < to; i++ {
				covered[i] = true
			}
		}
		var want []bankRow
		for i, r := range truth {
			if covered[i] {
				want = append(want, r)
			}
		}
		require.Equal(t, tallyOf(want, false), kept.tally())
	})
}

// Any two windows, cut in the middle of days: with the bank's own numbers exactly the true rows;
// without, never one too many, and of equal rows as many as the file with the most has.
func TestWindowsThatCutDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		truth := statements(t)
		var windows [2][]bankRow
		covered := make([]bool, len(truth))
		for w := range windows {
			from := rapid.IntRange(0, len(truth)).Draw(t, "from")
			to := rapid.IntRange(from, len(truth)).Draw(t, "to")
			windows[w] = truth[from:to]
			for i := from; i < to; i++ {
				covered[i] = true
			}
		}
		var union []bankRow
		for i, r := range truth {
			if covered[i] {
				union = append(union, r)
			}
		}
		var numbered, bare ledger
		for _, w := range []int{0, 1, 0} {
			numbered.read(t, windows[w], true)
			bare.read(t, windows[w], false)
		}
		require.Equal(t, tallyOf(union, true), numbered.tally())

		most := tallyOf(windows[0], false)
		for row, n := range tallyOf(windows[1], false) {
			most[row] = max(most[row], n)
		}
		require.Equal(t, most, bare.tally())
		for row, n := range bare.tally() {
			require.LessOrEqual(t, n, tallyOf(union, false)[row])
		}
	})
}

func TestCutDayWithEqualRowsIsSaid(t *testing.T) {
	t.Parallel()
	var kept ledger
	kept.read(t, []bankRow{{13, "x", 1, ""}, {14, "a", 100, ""}, {14, "LEE", 26400, ""}}, false)
	merged := kept.read(t, []bankRow{{14, "LEE", 26400, ""}, {14, "b", 200, ""}, {15, "c", 300, ""}}, false)
	require.Len(t, merged.Fresh, 2)
	require.Len(t, merged.Doubts, 1)
	require.Equal(t, "day_cut", merged.Doubts[0].Code)
	require.Equal(t, march(14), merged.Doubts[0].Day)
	require.Equal(t, 2, merged.Doubts[0].Line)

	// A file with the whole day settles it.
	merged = kept.read(t, []bankRow{{14, "a", 100, ""}, {14, "LEE", 26400, ""}, {14, "LEE", 26400, ""}, {14, "b", 200, ""}}, false)
	require.Len(t, merged.Fresh, 1)
	require.Empty(t, merged.Doubts)
}

func TestRewordedRowIsSaid(t *testing.T) {
	t.Parallel()
	var kept ledger
	kept.read(t, []bankRow{{13, "x", 1, ""}, {14, "PENDING DEPOSIT", 26400, ""}}, false)
	merged := kept.read(t, []bankRow{{13, "x", 1, ""}, {14, "DEPOSIT", 26400, ""}, {15, "c", 300, ""}}, false)
	require.Len(t, merged.Fresh, 2)
	require.Len(t, merged.Doubts, 1)
	require.Equal(t, "reworded", merged.Doubts[0].Code)
	require.Contains(t, merged.Doubts[0].Detail, "PENDING DEPOSIT")
}

func TestMergeOfNothing(t *testing.T) {
	t.Parallel()
	require.Empty(t, bank.Merge(nil, nil))
}
