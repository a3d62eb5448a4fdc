package postgres_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

// owing is a house in which Dana has reported a satellite of six at 30.00, and so
// owes 72.00, with a treasurer.
func owing(t *testing.T) (h *pgtest.House, satellite uuid.UUID, treasurer context.Context) {
	t.Helper()
	h = pgtest.NewHouse(t)
	satellite = h.Play(t, h.Dana, "Dana's", 1, 6, 1, 2, 3, 4, 5, 6)
	h.Report(t, h.Dana, satellite)
	return h, satellite, pgtest.As(auth.Principal{ID: pgtest.NewID(), TenantID: h.Organiser.TenantID, Name: "Tess", Role: auth.Treasurer})
}

func (o owed) due() carryover.Due {
	o.t.Helper()
	dues, err := o.h.Dues.List(pgtest.As(o.h.Organiser), carryover.Filter{Limit: 10})
	require.NoError(o.t, err)
	require.Len(o.t, dues, 1)
	return dues[0]
}

type owed struct {
	t *testing.T
	h *pgtest.House
}

// The report posts its due in its own transaction, a payment settles it step by
// step, and the list, the journal and the reconciliation say the same (R6.4-R6.7).
func TestADueIsPostedPaidAndReconciled(t *testing.T) {
	t.Parallel()
	h, satellite, treasurer := owing(t)
	o := owed{t, h}
	require.Equal(t, usd(72_00), o.due().Amount)
	posted, err := h.Treasury.Journal(treasurer, carryover.JournalFilter{})
	require.NoError(t, err)
	require.Len(t, posted, 1)
	require.Equal(t, "due/"+satellite.String()+"/1", posted[0].Reference)
	require.Equal(t, []journal.Line{
		{Account: journal.Receivable(satellite), Amount: usd(72_00)}, {Account: journal.FinalEvent, Amount: usd(-72_00)},
	}, posted[0].Lines)

	cheque, err := h.Treasury.Record(pgtest.As(h.Dana), carryover.Told{Terms: carryover.Terms{
		DirectorID: h.Dana.TenantID, Method: carryover.Cheque, Reference: "1042", Amount: usd(100_00),
	}})
	require.NoError(t, err)
	require.Equal(t, []money.Money{usd(72_00), usd(0)}, []money.Money{o.due().Announced, o.due().Received}, "nothing counts on somebody's word (R6.5)")
	for _, step := range []func(context.Context, uuid.UUID, carryover.Doing) (carryover.Payment, error){
		func(ctx context.Context, id uuid.UUID, d carryover.Doing) (carryover.Payment, error) {
			return h.Treasury.Receive(ctx, id, d, 0)
		},
		h.Treasury.Deposit, h.Treasury.Clear,
	} {
		done, err := step(treasurer, cheque.ID, carryover.Doing{})
		require.NoError(t, err)
		again, err := step(treasurer, cheque.ID, carryover.Doing{})
		require.NoError(t, err)
		require.Equal(t, done, again, "a step that was done changes nothing")
	}
	require.Equal(t, []money.Money{usd(0), usd(72_00), usd(0)}, []money.Money{o.due().Announced, o.due().Received, o.due().Outstanding()})
	require.Equal(t, carryover.Paid, o.due().Status())
	sheet, err := h.Treasury.Reconcile(treasurer, "first", civil.Date{})
	require.NoError(t, err)
	require.Len(t, sheet.Rows, 1)
	for _, tie := range sheet.Ties {
		require.Equal(t, tie.Journal, tie.Sheet, "%v", tie)
	}
	steps := read[string](t, admin(t, h.Database), "SELECT act FROM carryover_payments ORDER BY number")
	require.Equal(t, []string{"announce", "receive", "deposit", "clear"}, steps)
	require.Equal(t, []string{"28.00"}, read[string](t, admin(t, h.Database),
		"SELECT round(-sum(amount) / 100.0, 2)::text FROM journal_lines WHERE account = $1", string(journal.Credit(h.Dana.TenantID))), "too much is credit")
}

// Twenty people bounce one cheque at once: one effect, and the due is open again.
func TestABounceCountsOnceHoweverManySayIt(t *testing.T) {
	t.Parallel()
	h, _, treasurer := owing(t)
	cheque, err := h.Treasury.Record(treasurer, carryover.Told{ReceivedOn: pgtest.Saturday, Terms: carryover.Terms{
		DirectorID: h.Dana.TenantID, Method: carryover.Cheque, Reference: "1042", Amount: usd(72_00),
	}})
	require.NoError(t, err)
	_, err = h.Treasury.Clear(treasurer, cheque.ID, carryover.Doing{})
	require.NoError(t, err)
	var all sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		all.Go(func() { _, errs[i] = h.Treasury.Bounce(treasurer, cheque.ID, carryover.Doing{Reason: "no funds"}) })
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.Equal(t, []int{1}, read[int](t, admin(t, h.Database), "SELECT count(*)::int FROM carryover_payments WHERE act = 'bounce'"))
	require.Equal(t, usd(72_00), owed{t, h}.due().Outstanding())
}

// Whatever a program does, Postgres commits no transaction that does not balance,
// nor one without lines, and nothing posted is changed (R6.7).
func TestTheDatabaseItselfKeepsTheJournal(t *testing.T) {
	t.Parallel()
	h, _, treasurer := owing(t)
	insert := func(lines string) error {
		return rawly(t, h.DB, treasurer, func(ctx context.Context, tx pgx.Tx) error {
			id := pgtest.NewID()
			_, err := tx.Exec(ctx, `INSERT INTO journal_transactions (tenant_id, id, recorded_at, day, kind, reference, by_id, by_name)
				VALUES ($1, $2, now(), '2026-03-14', 'entry', $3, $2, 'x')`, h.Dana.TenantID, id, id.String())
			if err == nil && lines != "" {
				_, err = tx.Exec(ctx, "INSERT INTO journal_lines (tenant_id, transaction_id, place, account, amount, currency) SELECT $1, $2, * FROM (VALUES "+lines+") AS l", h.Dana.TenantID, id)
			}
			return err
		})
	}
	require.NoError(t, insert("(0, 'assets:bank', 5, 'USD'), (1, 'expenses:fees', -5, 'USD')"))
	require.ErrorContains(t, insert("(0, 'assets:bank', 5, 'USD'), (1, 'expenses:fees', -4, 'USD')"), "does not balance in USD")
	require.ErrorContains(t, insert("(0, 'assets:bank', 5, 'USD'), (1, 'expenses:fees', -5, 'CAD')"), "does not balance in CAD, USD")
	require.ErrorContains(t, insert(""), "has no lines")
	for _, table := range []string{"carryover_dues", "carryover_payments", "carryover_allocations", "journal_transactions", "journal_lines", "carryover_closings"} {
		for _, sql := range []string{"DELETE FROM " + table, "UPDATE " + table + " SET by_name = 'x'"} {
			err := rawly(t, h.DB, pgtest.As(h.Organiser), func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, sql)
				return err
			})
			require.Error(t, err, sql)
		}
	}
}

// A treasurer reads everything and writes the books alone.
func TestATreasurerWritesTheBooksAlone(t *testing.T) {
	t.Parallel()
	h, satellite, treasurer := owing(t)
	_, err := h.Satellites.Reopen(treasurer, satellite, "by the wrong hand")
	require.Error(t, err, "the permission is elsewhere; the database refuses as well")
	s, err := h.Satellites.Get(treasurer, satellite)
	require.NoError(t, err)
	require.Equal(t, "Dana's", s.Name)
	_, err = h.Treasury.Waive(treasurer, satellite, 10_00, "agreed")
	require.NoError(t, err)
	require.Equal(t, usd(62_00), owed{t, h}.due().Outstanding())
	// Nothing of it is Eve's to see.
	dues, err := h.Dues.List(pgtest.As(h.Eve), carryover.Filter{Limit: 10})
	require.NoError(t, err)
	require.Empty(t, dues)
	_, err = h.Treasury.Outstanding(pgtest.As(h.Eve), satellite)
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
}

// Unknown payers' money is in suspense until somebody knows whose it is.
func TestAnUnknownPaymentIsAssigned(t *testing.T) {
	t.Parallel()
	h, satellite, treasurer := owing(t)
	unknown, err := h.Treasury.Record(treasurer, carryover.Told{ReceivedOn: pgtest.Saturday, Terms: carryover.Terms{
		Method: carryover.Transfer, Reference: "from my aunt", Amount: usd(72_00),
	}})
	require.NoError(t, err)
	require.True(t, unknown.Suspense)
	page, err := h.Treasury.Payments(pgtest.As(h.Dana), carryover.PaymentFilter{Limit: 10})
	require.NoError(t, err)
	require.Empty(t, page, "a director does not see it")
	_, err = h.Treasury.Assign(treasurer, unknown.ID, carryover.Debtor{DirectorID: h.Dana.TenantID}, "she says so")
	require.NoError(t, err)
	_, err = h.Treasury.Reallocate(treasurer, unknown.ID, []carryover.Allocation{{SatelliteID: satellite, Asked: 72_00}}, "for her satellite")
	require.NoError(t, err)
	page, err = h.Treasury.Payments(pgtest.As(h.Dana), carryover.PaymentFilter{Limit: 10})
	require.NoError(t, err)
	require.Len(t, page, 1)
	require.Zero(t, owed{t, h}.due().Outstanding().Amount)
	var e carryover.Evidence
	require.NoError(t, h.DB.InTx(treasurer, func(ctx context.Context) (err error) {
		e, err = postgres.Books{DB: h.DB}.Evidence(ctx, "first", civil.Date{})
		return err
	}))
	require.Len(t, e.Payments, 4, "every step")
}

// Nothing is posted into a closed month.
func TestAClosedMonthTakesNothing(t *testing.T) {
	t.Parallel()
	h, _, treasurer := owing(t)
	h.Clock.Advance(31 * 24 * 60 * 60 * 1e9)
	require.NoError(t, h.Treasury.Close(treasurer, civil.New(2026, 3, 31), "reconciled"))
	require.NoError(t, h.Treasury.Close(treasurer, civil.New(2026, 3, 31), "reconciled"), "closed already")
	_, err := h.Treasury.Record(treasurer, carryover.Told{ReceivedOn: pgtest.Saturday, Terms: carryover.Terms{
		DirectorID: h.Dana.TenantID, Method: carryover.Cash, Amount: usd(1_00),
	}})
	require.Equal(t, fault.PeriodClosed, fault.CodeOf(err))
}
