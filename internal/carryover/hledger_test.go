package carryover_test

import (
	"bytes"
	"encoding/csv"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// hledger finds the program, or skips the test.
func hledger(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("hledger")
	if os.Getenv("NAST_TEST_HLEDGER") != "" {
		require.NoError(t, err, "apt-get install hledger")
	}
	if err != nil {
		t.Skip("hledger is not installed: apt-get install hledger")
	}
	return program
}

// What the program hledger makes of the export of 10,000 random acts is what the journal says.
func TestHledgerGivesTheSameBalances(t *testing.T) {
	t.Parallel()
	program := hledger(t)
	random := rapid.Custom(func(r *rapid.T) []journal.Transaction {
		m := newMachine(r)
		acts := m.acts()
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(acts)), func(name string) bool {
			return name == "night" // makes the sheet of the day, which nobody looks at here
		})
		for i := range 500 {
			if i%50 == 0 {
				m.later(1)
			}
			_ = acts[rapid.SampledFrom(names).Draw(r, "act")]() // some are refused
		}
		return journal.Sorted(m.books.kept.transactions)
	})
	for seed := range 20 {
		transactions := random.Example(seed + 1)
		require.Greater(t, len(transactions), 50)
		transactions[0].Reason = "a; comment: (or) {none} | \"quoted\" = 5 USD @ \t2026-01-01\nassets:bank  1.00 USD"
		transactions[0].By.Name = "Ann, the:one; Lee"
		file := filepath.Join(t.TempDir(), "carryover.journal")
		require.NoError(t, os.WriteFile(file, journal.Hledger(transactions), 0o600))
		wanted, err := journal.Balances(transactions, civil.Date{})
		require.NoError(t, err)
		want := map[string]string{}
		for _, b := range wanted {
			want[string(b.Account)+" "+string(b.Amount.Currency)] = money.FormatAmount(b.Amount.Amount)
		}
		require.Equal(t, want, hledgerBalances(t, program, file))
	}
}

// hledgerBalances are the balances as the program gives them, by account and currency.
func hledgerBalances(t *testing.T, program, file string) map[string]string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, "-f", file, "balance", "--flat", "--no-total", "--layout=bare", "-O", "csv").CombinedOutput()
	require.NoError(t, err, "%s", out)
	rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"account", "commodity", "balance"}, rows[0])
	balances := map[string]string{}
	for _, row := range rows[1:] {
		balances[row[0]+" "+row[1]] = row[2]
	}
	return balances
}
