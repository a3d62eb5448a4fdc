package carryover

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
)

// Books keep accounts and journal. Nothing in them is ever changed or deleted: every method that
// writes adds rows. What another tenant owns is not there for the caller (fault.ResourceNotFound).
// Every method but InTx joins the transaction of its context.
type Books interface {
	// InTx runs fn in one transaction under the caller's rights; fn may run again after a
	// serialisation failure.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// DebtorOfPayment and DebtorOfDue say in whose account a thing is, as it stands; a due is that
	// of a satellite or of a buy-in.
	DebtorOfPayment(ctx context.Context, payment uuid.UUID) (Debtor, error)
	DebtorOfDue(ctx context.Context, due uuid.UUID) (Debtor, error)

	// LockLines keeps others from confirming the lines of bank statements until the
	// transaction ends, and gives those that were confirmed before. It comes before
	// LockAccount.
	LockLines(ctx context.Context, lines []uuid.UUID) (confirmed []uuid.UUID, err error)

	// Confirm keeps what the lines are, as a person has confirmed it.
	Confirm(ctx context.Context, c Confirmation, s journal.Stamp) error

	// LockAccount reads the whole account of a debtor, the payments in order of id, and keeps
	// others from acting on it until the transaction ends, even while it is empty. Whoever locks
	// several locks them in order of id; that of unknown payers is the first.
	LockAccount(ctx context.Context, debtor Debtor) (*Account, error)

	// ClosedThrough reads the last day that is closed, no day where none is, and keeps it from
	// moving until the transaction ends. Close waits for those transactions, and adds a closing
	// unless its day is closed already.
	ClosedThrough(ctx context.Context) (civil.Date, error)
	Close(ctx context.Context, c Closing) error

	// Append keeps what an act has made. A reference that the journal has already, a number
	// that a due or a payment has already, and a bank line that was confirmed already are
	// refused, as a serialisation failure.
	Append(ctx context.Context, e Entries) error

	// Transaction reads one, and says by which it was reversed; by none is the zero id.
	Transaction(ctx context.Context, id uuid.UUID) (t journal.Transaction, reversedBy uuid.UUID, err error)

	Reader
}

// Reader reads the books without locking anything.
type Reader interface {
	// Journal gives transactions in the order of journal.Sorted.
	Journal(ctx context.Context, f JournalFilter) ([]journal.Transaction, error)

	// Payments gives payments as they stand, the newest first.
	Payments(ctx context.Context, f PaymentFilter) ([]Payment, error)

	// Closings gives the months that are closed, the latest first.
	Closings(ctx context.Context) ([]Closing, error)

	// Evidence gives what a reconciliation of a tour is made from, up to and including a day. Nothing
	// is posted from then on until the transaction ends.
	Evidence(ctx context.Context, tour string, asOf civil.Date) (Evidence, error)

	// Receivables gives what was posted to the receivables of a tour, up to and including a day: one
	// posting for each receivable, account against which it was posted, and currency.
	Receivables(ctx context.Context, tour string, asOf civil.Date) ([]Posting, error)

	// History gives all entries and all steps of an account.
	History(ctx context.Context, debtor Debtor) ([]NamedLedger, []Payment, error)

	// Steps gives all steps of a payment in order, none where there is no such payment.
	Steps(ctx context.Context, payment uuid.UUID) ([]Payment, error)

	// Names says what directors, satellites and buy-ins are called; an id may stand there twice. A
	// buy-in is called as its player.
	Names(ctx context.Context, directors, satellites, buyIns []uuid.UUID) (Names, error)
}

// Entries are what an act adds to the books, all in one account.
type Entries struct {
	Debtor
	Dues         []DueEntry
	Payments     []Payment // steps
	Transactions []journal.Transaction
}

// JournalFilter selects transactions; zero values select all.
type JournalFilter struct {
	From, To civil.Date      // days, both included
	Account  journal.Account // that has a line in it
	After    JournalPosition
	Limit    int // 0: all
}

// JournalPosition is a place in the journal.
type JournalPosition struct {
	Day civil.Date `json:"d"`
	At  int64      `json:"t"` // microseconds since 1970
	ID  uuid.UUID  `json:"i"`
}

// PaymentFilter selects payments; zero values select all.
type PaymentFilter struct {
	Director    uuid.UUID
	BuyIn       uuid.UUID
	SatelliteID uuid.UUID // that it was asked for
	Method      Method
	Status      State
	Suspense    *bool
	Before      uuid.UUID // the last id of the page before
	Limit       int
}

// Evidence is what the books say of a tour up to a day. The payments are those of all tours, as
// one can cover satellites of two, and credit belongs to none.
type Evidence struct {
	Dues      []NamedLedger // of the satellites of the tour
	BuyIns    []NamedLedger // of its final
	Payments  []Payment     // the steps of all payments
	Balances  []journal.Balance
	Directors map[uuid.UUID]string // their names
	Buyers    map[uuid.UUID]string // those of the players of all buy-ins, by buy-in
}

// NamedLedger is a ledger with the names of its satellite, or of the player of its buy-in, and tour.
type NamedLedger struct {
	Ledger
	Satellite string
	Tour      string // its slug
}
