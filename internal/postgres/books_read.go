package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Journal reads a page of the journal, in order.
func (s Books) Journal(ctx context.Context, f carryover.JournalFilter) ([]journal.Transaction, error) {
	p := db.TransactionsParams{
		FromDay: toDate(f.From), ToDay: toDate(f.To), Account: string(f.Account),
		AfterID: toID(f.After.ID), AfterDay: toDate(f.After.Day), Count: toCount(f.Limit),
	}
	if f.After.ID != uuid.Nil {
		at := time.UnixMicro(f.After.At).UTC()
		p.AfterAt = &at
	}
	rows, err := s.q(ctx).Transactions(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	return s.withLines(ctx, rows)
}

func toCount(limit int) *int32 {
	if limit == 0 {
		return nil
	}
	count := int32(limit)
	return &count
}

// Payments reads payments as they stand, the newest first.
func (s Books) Payments(ctx context.Context, f carryover.PaymentFilter) ([]carryover.Payment, error) {
	bodies, err := s.q(ctx).Payments(ctx, db.PaymentsParams{
		Own: s.own(ctx), Director: toID(f.Director), BuyIn: toID(f.BuyIn), Satellite: toID(f.SatelliteID), Method: string(f.Method),
		Status: string(f.Status), Suspense: f.Suspense, Before: toID(f.Before), Count: int32(f.Limit),
	})
	if err != nil {
		return nil, fmt.Errorf("list payments: %w", err)
	}
	return parsePayments(bodies)
}

// Steps reads all steps of a payment, the first one first.
func (s Books) Steps(ctx context.Context, payment uuid.UUID) ([]carryover.Payment, error) {
	bodies, err := s.q(ctx).PaymentSteps(ctx, db.PaymentStepsParams{Payment: &payment})
	if err != nil {
		return nil, fmt.Errorf("read a payment: %w", err)
	}
	return parsePayments(bodies)
}

// Evidence reads what a reconciliation of a tour is made from. Nobody posts from then on until the
// transaction ends, so that its parts, and what else is read of the books, agree.
func (s Books) Evidence(ctx context.Context, tour string, asOf civil.Date) (carryover.Evidence, error) {
	if err := s.q(ctx).LockOfPeriod(ctx); err != nil {
		return carryover.Evidence{}, fmt.Errorf("lock the period: %w", err)
	}
	ledgers, err := s.ledgers(ctx, db.LedgerEntriesParams{Tour: tour, Through: toDate(asOf)})
	if err != nil {
		return carryover.Evidence{}, err
	}
	bodies, err := s.q(ctx).PaymentSteps(ctx, db.PaymentStepsParams{Through: toDate(asOf)})
	if err != nil {
		return carryover.Evidence{}, fmt.Errorf("read the steps of payments: %w", err)
	}
	e := carryover.Evidence{Dues: ledgers, Directors: map[uuid.UUID]string{}}
	if e.BuyIns, err = s.buyInLedgers(ctx, db.BuyInEntriesParams{Tour: tour, Through: toDate(asOf)}); err != nil {
		return e, err
	}
	if e.Buyers, err = s.buyers(ctx); err != nil {
		return e, err
	}
	if e.Payments, err = parsePayments(bodies); err != nil {
		return e, err
	}
	balances, err := s.q(ctx).Balances(ctx, toDate(asOf))
	if err != nil {
		return e, fmt.Errorf("sum the journal: %w", err)
	}
	for _, b := range balances {
		e.Balances = append(e.Balances, journal.Balance{
			Account: journal.Account(b.Account), Amount: money.Money{Amount: b.Amount, Currency: money.Currency(b.Currency)},
		})
	}
	names, err := s.q(ctx).DirectorNames(ctx)
	if err != nil {
		return e, fmt.Errorf("read the names of directors: %w", err)
	}
	for _, n := range names {
		e.Directors[n.TenantID] = n.Name
	}
	return e, nil
}

// History reads all entries and steps of an account.
func (s Books) History(ctx context.Context, debtor carryover.Debtor) ([]carryover.NamedLedger, []carryover.Payment, error) {
	ledgers, err := s.ledgersOf(ctx, debtor)
	if err != nil {
		return nil, nil, err
	}
	bodies, err := s.q(ctx).PaymentSteps(ctx, db.PaymentStepsParams{Director: toID(debtor.DirectorID), BuyIn: toID(debtor.BuyInID)})
	if err != nil {
		return nil, nil, fmt.Errorf("read the steps of payments: %w", err)
	}
	steps, err := parsePayments(bodies)
	return ledgers, steps, err
}

// Closings reads the months that are closed, the latest first.
func (s Books) Closings(ctx context.Context) ([]carryover.Closing, error) {
	rows, err := s.q(ctx).Closings(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the closings: %w", err)
	}
	all := make([]carryover.Closing, len(rows))
	for i, row := range rows {
		all[i] = carryover.Closing{Through: fromDate(row.Through), Stamp: journal.Stamp{
			At: row.ClosedAt.UTC(), Day: fromDate(row.Day), By: journal.Actor{ID: row.ByID, Name: row.ByName}, Reason: row.Reason,
		}}
	}
	return all, nil
}
