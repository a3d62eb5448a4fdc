package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/carryover/banking"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// counter is the treasurer at the statements of one account.
type counter struct {
	*banking.Service
	t    *testing.T
	h    *pgtest.House
	ctx  context.Context
	head string
}

// stripe is a payout service of the tests.
type stripe []banking.Payout

func (s stripe) Payouts(context.Context) ([]banking.Payout, error) { return s, nil }

func newCounter(t *testing.T, payouts ...banking.Payout) *counter {
	t.Helper()
	h := pgtest.NewHouse(t)
	c := &counter{t: t, h: h, head: "Date,Text,Cheque,Amount\n"}
	c.ctx = pgtest.As(auth.Principal{ID: pgtest.NewID(), TenantID: h.Organiser.TenantID, Name: "Tess", Role: auth.Treasurer})
	c.Service = &banking.Service{
		Store: postgres.Bank{DB: h.DB}, Treasury: h.Treasury, Dues: h.Dues, Payouts: stripe(payouts), Now: h.Clock.Now, NewID: pgtest.NewID,
	}
	require.NoError(t, c.Remember(c.ctx, "chequing", bank.Mapping{
		Encoding: bank.UTF8, Separator: ",", Header: true, DateLayout: "YYYY-MM-DD",
		Columns: bank.Columns{Date: "Date", Amount: "Amount", Text: []string{"Text"}, Cheque: "Cheque"},
		Number:  bank.Number{Decimal: "."}, Sign: bank.InPositive, Currency: money.USD,
	}))
	return c
}

// statement takes in rows of Saturday, written as "text,cheque,amount".
func (c *counter) statement(rows ...string) []banking.Row {
	c.t.Helper()
	file := c.head
	for _, row := range rows {
		file += pgtest.Saturday.String() + "," + row + "\n"
	}
	in, err := c.Import(c.ctx, banking.File{Account: "chequing", Raw: []byte(file)})
	require.NoError(c.t, err)
	require.Len(c.t, in.Rows, len(rows))
	return in.Rows
}

// proposal is the first proposal of a row, with what it is worth.
func (c *counter) proposal(row banking.Row, confidence bank.Confidence) banking.Proposal {
	c.t.Helper()
	require.Equal(c.t, banking.Proposed, row.State, row.Text)
	require.Equal(c.t, confidence, row.Proposals[0].Confidence, row.Proposals[0].Why)
	return row.Proposals[0]
}

func (c *counter) confirm(row banking.Row, m *banking.Match) {
	c.t.Helper()
	require.NotNil(c.t, m)
	done, err := c.Match(c.ctx, row.StatementID, *m)
	require.NoError(c.t, err, row.Text)
	require.Equal(c.t, banking.Matched, done.State)
	require.Equal(c.t, "Tess", done.Confirmed.By.Name)
}

func (c *counter) received(p auth.Principal, method carryover.Method, reference string, cents int64) carryover.Payment {
	c.t.Helper()
	paid, err := c.h.Treasury.Record(c.ctx, carryover.Told{
		Terms: carryover.Terms{
			DirectorID: p.TenantID, Method: method, Reference: reference, Amount: usd(cents),
		},
		ReceivedOn: pgtest.Saturday,
	})
	require.NoError(c.t, err)
	return paid
}

// inBank is how much the bank has, as the journal says.
func (c *counter) inBank() int64 {
	c.t.Helper()
	sheet, err := c.h.Treasury.Reconcile(c.ctx, c.h.Tour.Slug, civil.Date{})
	require.NoError(c.t, err)
	for _, tie := range sheet.Ties {
		require.True(c.t, tie.Holds(), "%s: %s, %s", tie.What, tie.Sheet, tie.Journal)
	}
	for _, b := range sheet.Balances {
		if b.Account == "assets:bank" {
			return b.Amount.Amount
		}
	}
	return 0
}

func TestLinesFindThePaymentsThatTheyAre(t *testing.T) {
	t.Parallel()
	c := newCounter(t)
	c.received(c.h.Dana, carryover.Cheque, "1042", 264_00)
	rows := c.statement("DEPOSIT,1042,264.00")
	c.confirm(rows[0], c.proposal(rows[0], bank.Certain).Match)
	require.EqualValues(t, 264_00, c.inBank())

	// Two cheques on one slip.
	for i, p := range []auth.Principal{c.h.Dana, c.h.Eve} {
		_, err := c.h.Treasury.Deposit(c.ctx, c.received(p, carryover.Cheque, fmt.Sprint(2000+i), 100_00+int64(i)).ID, carryover.Doing{On: pgtest.Saturday})
		require.NoError(t, err)
	}
	slip := c.statement("COUNTER DEPOSIT,,200.01")[0]
	p := c.proposal(slip, bank.Likely)
	require.Len(t, p.Candidates, 2, p.Why)
	c.confirm(slip, p.Match)
	require.EqualValues(t, 464_01, c.inBank())

	// One transfer in two lines, and its refund, which the books have already.
	transfer := c.received(c.h.Eve, carryover.Transfer, "carryover-77", 90_00)
	parts := c.statement("CARRYOVER-77 PART,,60.00", "CARRYOVER-77 REST,,30.00")
	both := c.proposal(parts[0], bank.Certain)
	require.Len(t, both.Lines, 2)
	c.confirm(parts[0], both.Match)
	_, err := c.h.Treasury.Refund(c.ctx, transfer.ID, carryover.Doing{}, 20_00, "R1")
	require.NoError(t, err)
	require.EqualValues(t, 534_01, c.inBank())
	back := c.statement("TO EVE R1,,-20.00")[0]
	m := back.Proposals[0].Match
	require.Equal(t, carryover.Noted, m.Purpose)
	c.confirm(back, m)
	require.EqualValues(t, 534_01, c.inBank(), "nothing is posted twice")
	require.Empty(t, c.statement("TO EVE R1 AGAIN,,-20.00")[0].Proposals, "a refund is seen once")
}

func TestAPayoutIsOneLine(t *testing.T) {
	t.Parallel()
	c := newCounter(t, banking.Payout{ID: "po_1234", Amount: usd(87_30), Day: pgtest.Saturday, HasLeft: true})
	rows := c.statement("STRIPE TRANSFER PO_1234,,87.30", "STRIPE TRANSFER,,87.30")
	p := c.proposal(rows[0], bank.Certain)
	require.Equal(t, bank.Payout, p.Candidates[0].Kind)
	var done sync.WaitGroup
	errs := make([]error, len(rows))
	for i, row := range rows {
		done.Go(func() {
			_, errs[i] = c.Match(c.ctx, row.StatementID, banking.Match{Lines: []uuid.UUID{row.ID}, Purpose: carryover.Noted, Seen: []string{"payout/po_1234"}})
		})
	}
	done.Wait()
	refused := 0
	for _, err := range errs {
		if err != nil {
			refused++
			require.Contains(t, []fault.Code{fault.BankLineConfirmed, fault.InvalidRequest}, fault.CodeOf(err), "%v", err)
		}
	}
	require.Equal(t, 1, refused, "one of the two lines")
	require.Zero(t, c.inBank(), "Stripe has told of it; nothing is posted for the line")
}

func TestDuesOfTwoDirectorsOnOneLine(t *testing.T) {
	t.Parallel()
	c := newCounter(t)
	danas := c.h.Play(t, c.h.Dana, "Albany", 1, 6, 1, 2, 3, 4, 5, 6)
	eves := c.h.Play(t, c.h.Eve, "Boston", 2, 6, 1, 2, 3, 4, 5, 6)
	c.h.Report(t, c.h.Dana, danas)
	c.h.Report(t, c.h.Eve, eves) // 72.00 each
	rows := c.statement("MEETING CASH,,144.00", "MEETING CASH,,144.01")
	both := banking.Match{Lines: []uuid.UUID{rows[1].ID}, Purpose: carryover.Settles, Dues: []uuid.UUID{eves, danas}}
	_, err := c.Match(c.ctx, rows[1].StatementID, both)
	require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), "%v", err)
	require.Zero(t, c.inBank(), "nothing of it is kept")
	both.Lines[0] = rows[0].ID
	c.confirm(rows[0], &both)
	require.EqualValues(t, 144_00, c.inBank())
	dues, err := c.h.Dues.List(c.ctx, carryover.Filter{Limit: 10})
	require.NoError(t, err)
	for _, d := range dues {
		require.Equal(t, carryover.Paid, d.Status(), d.Satellite)
	}
	_, err = c.Match(c.ctx, rows[1].StatementID, banking.Match{Lines: []uuid.UUID{rows[1].ID}, Purpose: carryover.Settles, Dues: []uuid.UUID{eves}})
	require.Equal(t, fault.DueSettled, fault.CodeOf(err))
}

func TestAWholeYearOfALargeAccount(t *testing.T) {
	t.Parallel()
	c := newCounter(t)
	var file strings.Builder
	file.WriteString(c.head)
	for i := range 3000 {
		fmt.Fprintf(&file, "%s,ROW %d,,%d.%02d\n", pgtest.Saturday.AddDays(-i/9), i, i+1, i%100)
	}
	for i, want := range []int{3000, 0} {
		in, err := c.Import(c.ctx, banking.File{Account: "chequing", Raw: []byte(file.String())})
		require.NoError(t, err)
		require.Equal(t, want, in.Added, "import %d", i+1)
	}
}

// The names of payers are the organiser's: a director's transaction meets nothing of the bank.
func TestNoDirectorMeetsTheBank(t *testing.T) {
	t.Parallel()
	c := newCounter(t, banking.Payout{ID: "po_1", Amount: usd(1_00), HasLeft: true})
	row := c.statement("STRIPE,,1.00")[0]
	c.confirm(row, &banking.Match{Lines: []uuid.UUID{row.ID}, Purpose: carryover.Noted, Seen: []string{"payout/po_1"}})
	viewer := pgtest.As(auth.Principal{ID: pgtest.NewID(), TenantID: c.h.Organiser.TenantID, Role: auth.Viewer})
	for _, table := range []string{"bank_accounts", "bank_mappings", "bank_statements", "bank_lines", "bank_seen"} {
		all := "SELECT count(*) FROM " + table
		for _, ctx := range []context.Context{c.ctx, viewer, pgtest.As(c.h.Organiser)} {
			require.Equal(t, 1, count(t, c.h.DB, ctx, all), table)
		}
		for _, ctx := range []context.Context{context.Background(), pgtest.As(c.h.Dana)} {
			require.Zero(t, count(t, c.h.DB, ctx, all), table)
		}
		for _, ctx := range []context.Context{context.Background(), pgtest.As(c.h.Dana), viewer} {
			err := rawly(t, c.h.DB, ctx, func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO "+table+" SELECT (jsonb_populate_record(NULL::"+table+", '{}')).*")
				return err
			})
			require.ErrorContains(t, err, "row-level security", table)
		}
	}
}
