package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Books are the books of internal/carryover. Their rows are only added; whoever acts on an account
// holds its lock until his transaction ends.
type Books struct{ *DB }

var _ carryover.Books = Books{}

// DebtorOfPayment says in whose account a payment is.
func (s Books) DebtorOfPayment(ctx context.Context, payment uuid.UUID) (carryover.Debtor, error) {
	row, err := s.q(ctx).DebtorOfPayment(ctx, payment)
	if err != nil {
		return carryover.Debtor{}, missing(err, "payment")
	}
	return carryover.Debtor{DirectorID: fromID(row.DirectorID), BuyInID: fromID(row.BuyInID)}, nil
}

// DebtorOfDue says in whose account the due of a satellite or buy-in is.
func (s Books) DebtorOfDue(ctx context.Context, due uuid.UUID) (carryover.Debtor, error) {
	row, err := s.q(ctx).DebtorOfDue(ctx, due)
	if err != nil {
		return carryover.Debtor{}, missing(err, "due")
	}
	return carryover.Debtor{DirectorID: row.DirectorID, BuyInID: row.BuyInID}, nil
}

// LockLines locks the lines of bank statements in order of id, and gives those that were confirmed.
func (s Books) LockLines(ctx context.Context, lines []uuid.UUID) ([]uuid.UUID, error) {
	inOrder := slices.Clone(lines)
	slices.SortFunc(inOrder, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	for _, line := range inOrder {
		if err := s.q(ctx).LockOfLine(ctx, line); err != nil {
			return nil, fmt.Errorf("lock a bank line: %w", err)
		}
	}
	confirmed, err := s.q(ctx).ConfirmedLines(ctx, inOrder)
	if err != nil {
		return nil, fmt.Errorf("read confirmed bank lines: %w", err)
	}
	return confirmed, nil
}

// Confirm keeps what a person has confirmed of lines.
func (s Books) Confirm(ctx context.Context, c carryover.Confirmation, by journal.Stamp) error {
	payments, err := json.Marshal(append([]uuid.UUID{}, c.Payments...))
	if err != nil {
		return fmt.Errorf("write the payments of a confirmation: %w", err)
	}
	for _, line := range c.Lines {
		err := s.q(ctx).InsertConfirmation(ctx, db.InsertConfirmationParams{
			LineID: line.ID, Purpose: string(c.Purpose), Payments: payments, Note: c.Note,
			ConfirmedAt: by.At, Day: toDate(by.Day), ByID: by.By.ID, ByName: by.By.Name,
		})
		if err != nil {
			return fmt.Errorf("keep a confirmation: %w", again(err))
		}
	}
	return nil
}

// LockAccount reads an account under its lock.
func (s Books) LockAccount(ctx context.Context, debtor carryover.Debtor) (*carryover.Account, error) {
	if err := s.q(ctx).LockOfAccount(ctx, debtor.ID()); err != nil {
		return nil, fmt.Errorf("lock an account: %w", err)
	}
	a := &carryover.Account{Debtor: debtor}
	ledgers, err := s.ledgersOf(ctx, debtor)
	if err != nil {
		return nil, err
	}
	for _, l := range ledgers {
		a.Ledgers = append(a.Ledgers, l.Ledger)
	}
	bodies, err := s.q(ctx).PaymentsOfAccount(ctx, db.PaymentsOfAccountParams{Director: toID(debtor.DirectorID), BuyIn: toID(debtor.BuyInID)})
	if err != nil {
		return nil, fmt.Errorf("read the payments of an account: %w", err)
	}
	a.Payments, err = parsePayments(bodies)
	return a, err
}

// ClosedThrough reads the last closed day and keeps it until the transaction ends.
func (s Books) ClosedThrough(ctx context.Context) (civil.Date, error) {
	if err := s.q(ctx).LockOfPeriodShared(ctx); err != nil {
		return civil.Date{}, fmt.Errorf("lock the period: %w", err)
	}
	return s.closedThrough(ctx)
}

func (s Books) closedThrough(ctx context.Context) (civil.Date, error) {
	day, err := s.q(ctx).ClosedThrough(ctx)
	if err != nil {
		return civil.Date{}, fmt.Errorf("read the closings: %w", err)
	}
	return fromDate(day), nil
}

// Close adds a closing, after those who are posting have ended.
func (s Books) Close(ctx context.Context, c carryover.Closing) error {
	if err := s.q(ctx).LockOfPeriod(ctx); err != nil {
		return fmt.Errorf("lock the period: %w", err)
	}
	closed, err := s.closedThrough(ctx)
	if err != nil || !c.Through.After(closed) {
		return err
	}
	err = s.q(ctx).InsertClosing(ctx, db.InsertClosingParams{
		Through: toDate(c.Through), ClosedAt: c.At, Day: toDate(c.Day), ByID: c.By.ID, ByName: c.By.Name, Reason: c.Reason,
	})
	if err != nil {
		return fmt.Errorf("close the books: %w", err)
	}
	return nil
}

// Transaction reads a transaction, and the id of the one that reverses it.
func (s Books) Transaction(ctx context.Context, id uuid.UUID) (journal.Transaction, uuid.UUID, error) {
	row, err := s.q(ctx).Transaction(ctx, id)
	if err != nil {
		return journal.Transaction{}, uuid.Nil, missing(err, "transaction")
	}
	all, err := s.withLines(ctx, []db.JournalTransaction{{
		TenantID: row.TenantID, ID: row.ID, RecordedAt: row.RecordedAt, Day: row.Day, Kind: row.Kind, Reference: row.Reference,
		Reverses: row.Reverses, ByID: row.ByID, ByName: row.ByName, Reason: row.Reason,
	}})
	if err != nil {
		return journal.Transaction{}, uuid.Nil, err
	}
	return all[0], row.ReversedBy, nil
}

// ledgersOf are the ledgers of an account; unknown payers owe nothing.
func (s Books) ledgersOf(ctx context.Context, debtor carryover.Debtor) ([]carryover.NamedLedger, error) {
	switch {
	case debtor.DirectorID != uuid.Nil:
		return s.ledgers(ctx, db.LedgerEntriesParams{Director: &debtor.DirectorID})
	case debtor.BuyInID != uuid.Nil:
		return s.buyInLedgers(ctx, db.BuyInEntriesParams{BuyIn: &debtor.BuyInID})
	}
	return nil, nil
}

// ledgers puts the entries of dues together, by satellite.
func (s Books) ledgers(ctx context.Context, p db.LedgerEntriesParams) ([]carryover.NamedLedger, error) {
	rows, err := s.q(ctx).LedgerEntries(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the entries of dues: %w", err)
	}
	var ledgers []carryover.NamedLedger
	for _, row := range rows {
		entry, err := parseEntry(row)
		if err != nil {
			return nil, err
		}
		if n := len(ledgers); n == 0 || ledgers[n-1].SatelliteID != row.SatelliteID {
			ledgers = append(ledgers, carryover.NamedLedger{
				Ledger:    carryover.Ledger{SatelliteID: row.SatelliteID, TourID: row.TourID, DirectorID: row.TenantID},
				Satellite: row.Satellite, Tour: row.Tour,
			})
		}
		last := &ledgers[len(ledgers)-1]
		last.Entries = append(last.Entries, entry)
	}
	return ledgers, nil
}

func parseEntry(row db.LedgerEntriesRow) (carryover.DueEntry, error) {
	currency := money.Currency(row.Currency)
	e := carryover.DueEntry{
		SatelliteID: row.SatelliteID, TourID: row.TourID, Number: row.Number, Kind: carryover.EntryKind(row.Kind),
		Amount: money.Money{Amount: row.Amount, Currency: currency}, Rule: row.Rule, DueOn: fromDate(row.DueOn),
		Stamp: journal.Stamp{
			At: row.PostedAt.UTC(), Day: fromDate(row.Day), By: journal.Actor{ID: row.ByID, Name: row.ByName}, Reason: row.Reason,
		},
	}
	if len(row.Statement) == 0 { // posted before statements were kept, or a waiver
		e.Statement.Formula = row.Formula
		return e, nil
	}
	if err := json.Unmarshal(row.Statement, &e.Statement); err != nil {
		return e, fmt.Errorf("read the statement of a due: %w", err)
	}
	return e, nil
}

func parsePayments(bodies []json.RawMessage) ([]carryover.Payment, error) {
	payments := make([]carryover.Payment, len(bodies))
	for i, body := range bodies {
		if err := json.Unmarshal(body, &payments[i]); err != nil {
			return nil, fmt.Errorf("read a payment: %w", err)
		}
	}
	return payments, nil
}

// withLines gives transactions their lines.
func (s Books) withLines(ctx context.Context, rows []db.JournalTransaction) ([]journal.Transaction, error) {
	ids := make([]uuid.UUID, len(rows))
	at := make(map[uuid.UUID]int, len(rows))
	all := make([]journal.Transaction, len(rows))
	for i, row := range rows {
		ids[i], at[row.ID] = row.ID, i
		all[i].Header = journal.Header{
			ID: row.ID, Kind: row.Kind, Reference: row.Reference, Reverses: fromID(row.Reverses),
			Stamp: journal.Stamp{
				At: row.RecordedAt.UTC(), Day: fromDate(row.Day), By: journal.Actor{ID: row.ByID, Name: row.ByName}, Reason: row.Reason,
			},
		}
	}
	lines, err := s.q(ctx).LinesOf(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the lines of the journal: %w", err)
	}
	for _, l := range lines {
		t := &all[at[l.TransactionID]]
		t.Lines = append(t.Lines, journal.Line{
			Account: journal.Account(l.Account), Amount: money.Money{Amount: l.Amount, Currency: money.Currency(l.Currency)},
		})
	}
	return all, nil
}

// again marks the breach of a unique key as one that goes away when the whole is tried again: what
// stands there now was read by nobody before.
func again(err error) error {
	if codeOf(err) == uniqueViolation {
		return &staleError{err}
	}
	return err
}

type staleError struct{ error }

func (e *staleError) Unwrap() error { return e.error }

var errNoTenant = fault.New(fault.InternalError, "there is no organiser")

// tenantOf is under whom rows of an account are kept: its director, or the organiser for buy-ins and
// unknown payers.
func (s Books) tenantOf(ctx context.Context, director uuid.UUID) (uuid.UUID, error) {
	if director != uuid.Nil {
		return director, nil
	}
	tenant, err := s.q(ctx).OrganisersTenant(ctx)
	if err == pgx.ErrNoRows {
		return uuid.Nil, errNoTenant
	}
	return tenant, err
}
