// Package banking takes the statements of the bank into the house and lets people say what their
// lines are. It keeps each line once, however often and in however many files it comes; it shows
// beside every open line what it may be; and when a person confirms one, it does to the books what
// that means (carryover.Treasury). It never takes a proposal for a confirmation (R6.5), never
// changes a line, and reads no file by a mapping that nobody has confirmed.
//
// internal/carryover/bank reads and proposes, without a store; internal/carryover holds the books.
package banking

import (
	"context"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Account is the organiser's name for an account of the bank, as ParseAccount reads it.
type Account string

// maxName bounds the name of an account, in characters.
const maxName = 40

// ParseAccount reads the name of an account; small and capital letters are the same. The error is an
// invalid request about the whole value (pointer "").
func ParseAccount(text string) (Account, error) {
	name := strings.ToLower(strings.TrimSpace(text))
	unfit := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' }
	if name == "" || len(name) > maxName || strings.ContainsFunc(name, unfit) {
		return "", fault.AtField("", "wrong_format",
			"An account has a short name of letters, digits and hyphens, as chequing-usd; %d characters at most.", maxName)
	}
	return Account(name), nil
}

// Statement is a file of the bank that added lines.
type Statement struct {
	ID         uuid.UUID
	Account    Account
	From, To   civil.Date // the first and the last day of its rows
	Rows       int        // of the file
	Added      int        // those that were not there before: its lines
	Open       int        // lines of more or less than nothing that nobody has confirmed yet
	ImportedAt time.Time
	By         journal.Actor
}

// Line is a line of a statement as it is kept. The statement is the one that brought it first.
type Line struct {
	ID          uuid.UUID // zero while it is not kept
	StatementID uuid.UUID
	Account     Account
	bank.Line
	Confirmed *Confirmed // nil while nobody has said what it is
}

// open says whether there is something left to say about the line.
func (l Line) open() bool { return l.Confirmed == nil && l.Direction() != bank.Nothing }

// Confirmed is what a person has said that a line is.
type Confirmed struct {
	Purpose  carryover.Purpose
	Payments []uuid.UUID
	Seen     []string // payouts and refunds
	Note     string
	At       time.Time
	By       journal.Actor
}

// Payout is money that Stripe says it has sent to the bank. The journal has it already, from what
// Stripe tells of its payments, so that confirming its line posts nothing.
type Payout struct {
	ID     string // Stripe's own
	Amount money.Money
	Day    civil.Date // on which it should be there

	HasLeft bool // Stripe; false before, and after it has come back
}

// Payouts tells of the payouts that may come to the bank.
type Payouts interface {
	Payouts(ctx context.Context) ([]Payout, error)
}

// Store keeps accounts, statements and lines, for the organiser. Lines are only ever added. Every
// method but InTx joins the transaction of its context.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Mapping reads how files of an account are read; fault.ResourceNotFound where nobody has
	// confirmed that yet. Remember keeps it beside those of before.
	Mapping(ctx context.Context, account Account) (bank.Mapping, error)
	Remember(ctx context.Context, account Account, m bank.Mapping, at time.Time, by journal.Actor) error

	// LockAccount lets one act on an account run at a time.
	LockAccount(ctx context.Context, account Account) error

	// Add keeps a statement with its lines. A fingerprint that the account has already is refused.
	Add(ctx context.Context, s Statement, lines []Line) error

	// Statements gives them newest first, of one account where it is given. Statement reads one.
	Statements(ctx context.Context, account Account, before uuid.UUID, limit int) ([]Statement, error)
	Statement(ctx context.Context, id uuid.UUID) (Statement, error)

	// LinesOfStatement gives its lines in their order, LinesOfDays those of an account by day, Lines
	// those of some ids, and OpenLines all that are open, of all accounts.
	LinesOfStatement(ctx context.Context, statement uuid.UUID) ([]Line, error)
	LinesOfDays(ctx context.Context, account Account, from, to civil.Date) ([]Line, error)
	Lines(ctx context.Context, ids []uuid.UUID) ([]Line, error)
	OpenLines(ctx context.Context) ([]Line, error)

	// See keeps that a line shows payouts and refunds. One that another line shows already is
	// fault.BankLineConfirmed. Seen gives all of them.
	See(ctx context.Context, line uuid.UUID, things []string) error
	Seen(ctx context.Context) ([]string, error)

	// Directors gives the names of all directors.
	Directors(ctx context.Context) (map[uuid.UUID]string, error)
}

// Service takes statements in and confirms their lines. Who may call what is decided before
// (internal/auth).
type Service struct {
	Store    Store
	Treasury *carryover.Treasury
	Dues     *carryover.Service
	Payouts  Payouts // nil: without Stripe there are none
	Now      func() time.Time
	NewID    func() uuid.UUID
}

// Mapping reads how the files of an account are read.
func (v *Service) Mapping(ctx context.Context, account Account) (m bank.Mapping, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		m, err = v.Store.Mapping(ctx, account)
		return err
	})
	return m, err
}

// Remember keeps how the files of an account are read, as a person has confirmed it. Lines that are
// there stay as they are; where the columns of text change, a file with days that are there already
// brings their rows again, and the import says so (bank.Doubt, "reworded").
func (v *Service) Remember(ctx context.Context, account Account, m bank.Mapping) error {
	if err := m.Validate(); err != nil {
		return err
	}
	return v.Store.InTx(ctx, func(ctx context.Context) error {
		if err := v.Store.LockAccount(ctx, account); err != nil {
			return err
		}
		before, err := v.Store.Mapping(ctx, account)
		switch {
		case err == nil && reflect.DeepEqual(before, m):
			return nil
		case err != nil && fault.CodeOf(err) != fault.ResourceNotFound:
			return err
		}
		return v.Store.Remember(ctx, account, m, v.Now().UTC(), actor(ctx))
	})
}

// Statements reads a page of statements, newest first, of one account where it is given.
func (v *Service) Statements(ctx context.Context, account Account, before uuid.UUID, limit int) (page []Statement, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		page, err = v.Store.Statements(ctx, account, before, limit)
		return err
	})
	return page, err
}

// Statement reads a statement and its lines, with what each may be.
func (v *Service) Statement(ctx context.Context, id uuid.UUID) (s Statement, rows []Row, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		if s, err = v.Store.Statement(ctx, id); err != nil {
			return err
		}
		lines, err := v.Store.LinesOfStatement(ctx, id)
		if err != nil {
			return err
		}
		rows, err = v.rows(ctx, lines)
		return err
	})
	return s, rows, err
}

func actor(ctx context.Context) journal.Actor {
	p := auth.From(ctx)
	return journal.Actor{ID: p.ID, Name: p.Name}
}
