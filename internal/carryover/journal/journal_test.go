package journal_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

var (
	albany = uuid.MustParse("01990000-0000-7000-8000-000000000001")
	dana   = uuid.MustParse("01990000-0000-7000-8000-00000000000d")
)

func line(a journal.Account, cents int64, c money.Currency) journal.Line {
	return journal.Line{Account: a, Amount: money.Money{Amount: cents, Currency: c}}
}

// header is that of the n-th transaction, on a day of March 2026.
func header(n byte, day int, kind, reason string) journal.Header {
	return journal.Header{
		ID: uuid.UUID{15: n}, Kind: kind, Reference: fmt.Sprintf("%s/%d", kind, n),
		Stamp: journal.Stamp{
			At: time.Date(2026, time.March, day, 18, 30, int(n), 0, time.UTC), Day: civil.New(2026, time.March, day),
			By: journal.Actor{ID: uuid.UUID{15: 99}, Name: "Tell, Theo"}, Reason: reason,
		},
	}
}

func made(t require.TestingT, h journal.Header, lines ...journal.Line) journal.Transaction {
	made, err := journal.New(h, lines...)
	require.NoError(t, err)
	return made
}

func TestTransactionsBalanceInEveryCurrency_R6_7(t *testing.T) {
	t.Parallel()
	h := header(1, 2, "entry", "")
	bank, fees := journal.Bank, journal.Fees
	for name, lines := range map[string][]journal.Line{
		"no lines":                nil,
		"lines of nothing":        {line(bank, 0, money.USD)},
		"lines that come to that": {line(bank, 5, money.USD), line(bank, -5, money.USD)},
		"one line":                {line(bank, 5, money.USD)},
		"a cent is missing":       {line(bank, 500, money.USD), line(fees, -499, money.USD)},
		"two currencies":          {line(bank, 500, money.USD), line(fees, -500, money.CAD)},
		"one of two balances":     {line(bank, 5, money.USD), line(fees, -5, money.USD), line(bank, 5, money.CAD)},
		"an unknown account":      {line("assets:pocket", 5, money.USD), line(fees, -5, money.USD)},
		"a satellite in capitals": {line("assets:receivable:0199000A-0000-7000-8000-000000000001", 5, money.USD), line(fees, -5, money.USD)},
		"more than fits":          {line(bank, math.MaxInt64, money.USD), line(bank, 1, money.USD), line(fees, math.MinInt64, money.USD)},
	} {
		_, err := journal.New(h, lines...)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), name)
	}
	for name, spoilt := range map[string]func(*journal.Header){
		"id":        func(h *journal.Header) { h.ID = uuid.Nil },
		"day":       func(h *journal.Header) { h.Day = civil.Date{} },
		"kind":      func(h *journal.Header) { h.Kind = "" },
		"reference": func(h *journal.Header) { h.Reference = "" },
	} {
		bad := h
		spoilt(&bad)
		_, err := journal.New(bad, line(bank, 5, money.USD), line(fees, -5, money.USD))
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), name)
	}
	got := made(t, h, line(bank, 5, money.USD), line(fees, -7, money.USD), line(bank, 2, money.USD), line(bank, 0, money.CAD))
	require.Equal(t, []journal.Line{line(bank, 7, money.USD), line(fees, -7, money.USD)}, got.Lines)
}

func TestAReversalUndoesATransactionOnce_R6_7(t *testing.T) {
	t.Parallel()
	posted := made(t, header(1, 2, "entry", "fee"), line(journal.Fees, 5, money.USD), line(journal.Bank, -5, money.USD))
	s := header(2, 3, "", "a mistake").Stamp
	reversal, err := journal.Reverse(posted, uuid.UUID{15: 2}, s)
	require.NoError(t, err)
	require.Equal(t, posted.ID, reversal.Reverses)
	require.Equal(t, "reversal/"+posted.ID.String(), reversal.Reference)
	left, err := journal.Balances([]journal.Transaction{posted, reversal}, civil.Date{})
	require.NoError(t, err)
	require.Empty(t, left)
	before, err := journal.Balances([]journal.Transaction{posted, reversal}, posted.Day)
	require.NoError(t, err)
	require.Equal(t, []journal.Balance{line(journal.Bank, -5, money.USD), line(journal.Fees, 5, money.USD)}, before)

	s.Reason = ""
	_, err = journal.Reverse(posted, uuid.UUID{15: 3}, s)
	require.Equal(t, fault.ReasonRequired, fault.CodeOf(err))
}

func TestAccountsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, a := range []journal.Account{journal.Bank, journal.Suspense, journal.Receivable(albany), journal.Credit(dana)} {
		read, err := journal.ParseAccount(string(a))
		require.NoError(t, err)
		require.Equal(t, a, read)
		require.Regexp(t, `^[a-z]+(:[a-z0-9-]+)+$`, a, "hledger takes it as it is")
	}
	for _, name := range []string{"", "assets", "assets:Bank", "assets:receivable:", "assets:receivable:x", "liabilities:credit:" + albany.URN()} {
		_, err := journal.ParseAccount(name)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), name)
	}
	satellite, ok := journal.Receivable(albany).Satellite()
	require.True(t, ok)
	require.Equal(t, albany, satellite)
	_, ok = journal.Bank.Director()
	require.False(t, ok)
}

// golden is a due, a cheque for it with a little too much, and a fee with a reason that is meant
// to break out of its line.
func golden(t *testing.T) []journal.Transaction {
	t.Helper()
	fee := made(t, header(3, 4, "entry", "=fee; of\n    assets:bank  1000.00 USD | \"Stripe\""),
		line(journal.Fees, 320, money.CAD), line(journal.Stripe, -320, money.CAD))
	reversal, err := journal.Reverse(fee, uuid.UUID{15: 4}, header(4, 5, "", "twice").Stamp)
	require.NoError(t, err)
	return []journal.Transaction{
		made(t, header(1, 2, "report", ""), line(journal.Receivable(albany), 26400, money.USD), line(journal.FinalEvent, -26400, money.USD)),
		made(t, header(2, 3, "receive", ""), line(journal.ChequesInHand, 123400000, money.USD),
			line(journal.Receivable(albany), -26400, money.USD), line(journal.Credit(dana), -123373600, money.USD)),
		fee, reversal,
	}
}

func TestHledgerExport(t *testing.T) {
	t.Parallel()
	require.Equal(t, `; The journal of the carryover. A debit is positive, a credit negative.
decimal-mark .
commodity 1000.00 CAD
commodity 1000.00 USD

2026-03-02 * (report/1) report
    ; id:00000000-0000-0000-0000-000000000001, at:2026-03-02T18:30:01Z, by:Tell Theo
    assets:receivable:01990000-0000-7000-8000-000000000001   264.00 USD
    income:final-event                                      -264.00 USD

2026-03-03 * (receive/2) receive
    ; id:00000000-0000-0000-0000-000000000002, at:2026-03-03T18:30:02Z, by:Tell Theo
    assets:cheques-in-hand                                    1234000.00 USD
    assets:receivable:01990000-0000-7000-8000-000000000001       -264.00 USD
    liabilities:credit:01990000-0000-7000-8000-00000000000d  -1233736.00 USD

2026-03-04 * (entry/3) entry: =fee of assets:bank 1000.00 USD "Stripe"
    ; id:00000000-0000-0000-0000-000000000003, at:2026-03-04T18:30:03Z, by:Tell Theo
    expenses:fees   3.20 CAD
    assets:stripe  -3.20 CAD

2026-03-05 * (reversal/00000000-0000-0000-0000-000000000003) reversal: twice
    ; id:00000000-0000-0000-0000-000000000004, at:2026-03-05T18:30:04Z, by:Tell Theo
    ; reverses:00000000-0000-0000-0000-000000000003
    expenses:fees  -3.20 CAD
    assets:stripe   3.20 CAD
`, string(journal.Hledger(golden(t))))
}

func TestCSVExport(t *testing.T) {
	t.Parallel()
	rows, err := csv.NewReader(bytes.NewReader(journal.CSV(golden(t)))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2+3+2+2)
	require.Equal(t, []string{
		"2026-03-02", "00000000-0000-0000-0000-000000000001", "report", "report/1", "assets:receivable:01990000-0000-7000-8000-000000000001",
		"264.00", "", "USD", "2026-03-02T18:30:01Z", "Tell, Theo", "", "",
	}, rows[1])
	require.Equal(t, []string{"", "264.00"}, rows[2][5:7], "a credit has a column of its own, without a sign")
	require.Equal(t, "'=fee; of\n    assets:bank  1000.00 USD | \"Stripe\"", rows[6][10], "a formula is guarded")
	require.Equal(t, "00000000-0000-0000-0000-000000000003", rows[8][11])
}

// Debian's hledger reads the export and comes to the same balances.
func TestHledgerComesToTheSameBalances(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("hledger")
	if err != nil {
		t.Skip("hledger is not installed: apt-get install hledger")
	}
	transactions := append(golden(t), random(t)...)
	path := filepath.Join(t.TempDir(), "carryover.journal")
	require.NoError(t, os.WriteFile(path, journal.Hledger(transactions), 0o600))
	want, err := journal.Balances(transactions, civil.Date{})
	require.NoError(t, err)
	var got []journal.Balance
	for _, c := range []money.Currency{money.CAD, money.USD} {
		cmd := exec.CommandContext(t.Context(), program, "-f", path, "balance", "--flat", "--no-total", "-O", "csv", "cur:"+string(c))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
		require.NoError(t, err)
		for _, row := range rows[1:] {
			account, err := journal.ParseAccount(row[0])
			require.NoError(t, err)
			amount, ok := bytes.CutSuffix([]byte(row[1]), []byte(" "+c))
			require.True(t, ok, row[1])
			cents, err := money.ParseAmount(string(amount))
			require.NoError(t, err)
			got = append(got, line(account, cents, c))
		}
	}
	require.ElementsMatch(t, want, got)
}

// random makes transactions over all accounts and two currencies.
func random(t *testing.T) []journal.Transaction {
	t.Helper()
	accounts := []journal.Account{
		journal.ChequesInHand, journal.CashInHand, journal.TransfersUnderWay, journal.Deposited, journal.Bank, journal.Stripe, journal.Suspense,
		journal.FinalEvent, journal.Fees, journal.WriteOff, journal.ExchangeDifference, journal.Receivable(albany), journal.Credit(dana),
	}
	return rapid.Custom(func(r *rapid.T) []journal.Transaction {
		var all []journal.Transaction
		for n := range 200 {
			from := rapid.IntRange(0, len(accounts)-1).Draw(r, "from")
			to := rapid.IntRange(1, len(accounts)-1).Draw(r, "to")
			cents := rapid.Int64Range(1, 1e12).Draw(r, "cents")
			c := rapid.SampledFrom([]money.Currency{money.USD, money.CAD}).Draw(r, "currency")
			h := header(byte(n), 1+n%28, "entry", rapid.String().Draw(r, "reason"))
			h.ID = uuid.UUID{14: byte(n / 250), 15: byte(n%250) + 1}
			all = append(all, made(r, h, line(accounts[from], cents, c), line(accounts[(from+to)%len(accounts)], -cents, c)))
		}
		return journal.Sorted(all)
	}).Example(1)
}

// Whatever people write as a reason or call themselves, the export has the lines that it has
// without.
func TestNoTextBreaksOutOfItsLine(t *testing.T) {
	t.Parallel()
	lines := []journal.Line{line(journal.Bank, 5, money.USD), line(journal.Fees, -5, money.USD)}
	plain := bytes.Count(journal.Hledger([]journal.Transaction{made(t, header(1, 2, "entry", ""), lines...)}), []byte("\n"))
	rapid.Check(t, func(t *rapid.T) {
		h := header(1, 2, "entry", rapid.String().Draw(t, "reason"))
		h.By.Name = rapid.String().Draw(t, "name")
		h.Reference = "x" + rapid.String().Draw(t, "reference")
		out := journal.Hledger([]journal.Transaction{made(t, h, lines...)})
		require.Equal(t, plain, bytes.Count(out, []byte("\n")))
		require.Equal(t, 2, bytes.Count(out, []byte(";"))) // the head and the tags
		require.NotContains(t, string(out), "\r")
	})
}

func FuzzParseAccount(f *testing.F) {
	for _, name := range []string{"assets:bank", string(journal.Receivable(albany)), "liabilities:credit:x", "assets:receivable:{" + albany.String() + "}", ""} {
		f.Add(name)
	}
	safe := regexp.MustCompile(`^[a-z]+(:[a-z0-9-]+)+$`)
	f.Fuzz(func(t *testing.T, name string) {
		a, err := journal.ParseAccount(name)
		if err != nil {
			require.Equal(t, fault.InvalidRequest, fault.CodeOf(err))
			return
		}
		require.Equal(t, name, string(a))
		require.Regexp(t, safe, name)
	})
}
