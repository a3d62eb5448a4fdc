package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/carryover/banking"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Bank is the store of internal/carryover/banking. What it keeps is the organiser's.
type Bank struct{ *DB }

var _ banking.Store = Bank{}

// Mapping reads how files of an account are read.
func (s Bank) Mapping(ctx context.Context, account banking.Account) (bank.Mapping, error) {
	var m bank.Mapping
	raw, err := s.q(ctx).BankMapping(ctx, string(account))
	if err != nil {
		return m, missing(err, "account of the bank, or nobody has confirmed how its files are read")
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, fmt.Errorf("read the mapping of a bank account: %w", err)
	}
	return m, nil
}

// Remember keeps how files of an account are read.
func (s Bank) Remember(ctx context.Context, account banking.Account, m bank.Mapping, at time.Time, by journal.Actor) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write a mapping: %w", err)
	}
	if err := s.q(ctx).InsertBankAccount(ctx, string(account)); err != nil {
		return fmt.Errorf("keep a bank account: %w", err)
	}
	err = s.q(ctx).InsertBankMapping(ctx, db.InsertBankMappingParams{Account: string(account), Mapping: raw, ConfirmedAt: at, ByID: by.ID, ByName: by.Name})
	if err != nil {
		return fmt.Errorf("keep a mapping: %w", err)
	}
	return nil
}

// LockAccount lets one import of an account run at a time.
func (s Bank) LockAccount(ctx context.Context, account banking.Account) error {
	if err := s.q(ctx).LockOfBankAccount(ctx, string(account)); err != nil {
		return fmt.Errorf("lock a bank account: %w", err)
	}
	return nil
}

// Add keeps a statement with its lines.
func (s Bank) Add(ctx context.Context, st banking.Statement, lines []banking.Line) error {
	err := s.q(ctx).InsertBankStatement(ctx, db.InsertBankStatementParams{
		ID: st.ID, Account: string(st.Account), FirstDay: toDate(st.From), LastDay: toDate(st.To), RowCount: st.Rows, Added: st.Added,
		ImportedAt: st.ImportedAt, ByID: st.By.ID, ByName: st.By.Name,
	})
	if err != nil {
		return fmt.Errorf("keep a statement: %w", err)
	}
	rows := make([]db.InsertBankLineParams, len(lines))
	for i, l := range lines {
		rows[i] = db.InsertBankLineParams{
			ID: l.ID, StatementID: l.StatementID, Number: l.Number, Account: string(l.Account), Day: toDate(l.Day), Amount: l.Amount.Amount,
			Currency: string(l.Amount.Currency), Words: l.Text, Reference: l.Reference, Payer: l.Payer, Cheque: l.Cheque, BankID: l.BankID,
			Fingerprint: string(l.Fingerprint),
		}
	}
	if err := batch(len(rows), func() batchResults { return s.q(ctx).InsertBankLine(ctx, rows) }); err != nil {
		return fmt.Errorf("keep the lines of a statement: %w", err)
	}
	return nil
}

// Statements reads a page of statements, the newest first.
func (s Bank) Statements(ctx context.Context, account banking.Account, before uuid.UUID, limit int) ([]banking.Statement, error) {
	return s.statements(ctx, db.BankStatementsParams{Account: string(account), Before: toID(before), Count: int32(limit)})
}

// Statement reads one.
func (s Bank) Statement(ctx context.Context, id uuid.UUID) (banking.Statement, error) {
	found, err := s.statements(ctx, db.BankStatementsParams{ID: &id, Count: 1})
	switch {
	case err != nil:
		return banking.Statement{}, err
	case len(found) == 0:
		return banking.Statement{}, fault.New(fault.ResourceNotFound, "There is no such statement.")
	}
	return found[0], nil
}

func (s Bank) statements(ctx context.Context, p db.BankStatementsParams) ([]banking.Statement, error) {
	rows, err := s.q(ctx).BankStatements(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read statements: %w", err)
	}
	found := make([]banking.Statement, len(rows))
	for i, row := range rows {
		st := row.BankStatement
		found[i] = banking.Statement{
			ID: st.ID, Account: banking.Account(st.Account), From: fromDate(st.FirstDay), To: fromDate(st.LastDay), Rows: st.RowCount, Added: st.Added,
			Open: row.Open, ImportedAt: st.ImportedAt.UTC(), By: journal.Actor{ID: st.ByID, Name: st.ByName},
		}
	}
	return found, nil
}

// LinesOfStatement reads the lines of a statement, in their order.
func (s Bank) LinesOfStatement(ctx context.Context, statement uuid.UUID) ([]banking.Line, error) {
	return s.lines(ctx, db.BankLinesOfParams{Statement: &statement})
}

// LinesOfDays reads the lines of an account by day, both included.
func (s Bank) LinesOfDays(ctx context.Context, account banking.Account, from, to civil.Date) ([]banking.Line, error) {
	return s.lines(ctx, db.BankLinesOfParams{Account: string(account), FromDay: toDate(from), ToDay: toDate(to)})
}

// Lines reads those of some ids, in the order of the ids; what there is not is left out.
func (s Bank) Lines(ctx context.Context, ids []uuid.UUID) ([]banking.Line, error) {
	found, err := s.lines(ctx, db.BankLinesOfParams{Ids: ids})
	if err != nil {
		return nil, err
	}
	by := map[uuid.UUID]banking.Line{}
	for _, l := range found {
		by[l.ID] = l
	}
	var lines []banking.Line
	for _, id := range ids {
		if l, there := by[id]; there {
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// OpenLines reads all lines that are open, of all accounts.
func (s Bank) OpenLines(ctx context.Context) ([]banking.Line, error) {
	return s.lines(ctx, db.BankLinesOfParams{OnlyOpen: true})
}

func (s Bank) lines(ctx context.Context, p db.BankLinesOfParams) ([]banking.Line, error) {
	rows, err := s.q(ctx).BankLinesOf(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read bank lines: %w", err)
	}
	lines := make([]banking.Line, len(rows))
	for i, row := range rows {
		l := row.BankLine
		lines[i] = banking.Line{ID: l.ID, StatementID: l.StatementID, Account: banking.Account(l.Account), Line: bank.Line{
			Number: l.Number, Day: fromDate(l.Day), Amount: money.Money{Amount: l.Amount, Currency: money.Currency(l.Currency)},
			Text: l.Words, Reference: l.Reference, Payer: l.Payer, Cheque: l.Cheque, BankID: l.BankID,
			Fingerprint: bank.Fingerprint(l.Fingerprint),
		}}
		if lines[i].Confirmed, err = toConfirmed(row); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// toConfirmed is what was said of a line, nil for nothing.
func toConfirmed(row db.BankLinesOfRow) (*banking.Confirmed, error) {
	if row.Purpose == nil {
		return nil, nil
	}
	c := &banking.Confirmed{
		Purpose: carryover.Purpose(*row.Purpose), Seen: row.Seen, Note: fromText(row.Note), At: row.ConfirmedAt.UTC(),
		By: journal.Actor{ID: fromID(row.ByID), Name: fromText(row.ByName)},
	}
	if err := json.Unmarshal(row.Payments, &c.Payments); err != nil {
		return nil, fmt.Errorf("read the payments of a bank line: %w", err)
	}
	return c, nil
}

// See keeps that a line shows payouts and refunds.
func (s Bank) See(ctx context.Context, line uuid.UUID, things []string) error {
	for _, thing := range things {
		switch err := s.q(ctx).InsertBankSeen(ctx, db.InsertBankSeenParams{Thing: thing, LineID: line}); {
		case broke(err, bankSeenOnce):
			return fault.New(fault.BankLineConfirmed, "Another line of a statement was confirmed as %s before.", thing)
		case err != nil:
			return fmt.Errorf("keep what a bank line shows: %w", err)
		}
	}
	return nil
}

// Seen reads all payouts and refunds that lines show.
func (s Bank) Seen(ctx context.Context) ([]string, error) {
	things, err := s.q(ctx).BankSeen(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what bank lines show: %w", err)
	}
	return things, nil
}

// Directors reads the names of all directors.
func (s Bank) Directors(ctx context.Context) (map[uuid.UUID]string, error) {
	rows, err := s.q(ctx).DirectorNames(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the names of directors: %w", err)
	}
	names := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		names[row.TenantID] = row.Name
	}
	return names, nil
}

// Payouts tells what Stripe has sent to the bank.
type Payouts struct{ *DB }

var _ banking.Payouts = Payouts{}

// Payouts reads all payouts.
func (s Payouts) Payouts(ctx context.Context) ([]banking.Payout, error) {
	rows, err := s.q(ctx).BankPayouts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the payouts: %w", err)
	}
	payouts := make([]banking.Payout, len(rows))
	for i, row := range rows {
		payouts[i] = banking.Payout{
			ID: row.ID, Amount: money.Money{Amount: row.Amount, Currency: money.Currency(row.Currency)}, Day: fromDate(row.ArrivesOn),
			HasLeft: row.HasLeft,
		}
	}
	return payouts, nil
}
