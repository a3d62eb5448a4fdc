// Package journal is the double-entry journal of the carryover (R6.7): transactions that balance
// in every currency, are only ever added, and are reversed rather than edited. It knows accounts
// and amounts, not what a due or a payment is, and it never adds two currencies together (R6.1).
package journal

import (
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Actor is who did something.
type Actor struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
}

// Stamp is when something was done and by whom. The day is the one on which it counts, in the
// treasurer's own calendar; the instant is when it was recorded.
type Stamp struct {
	At     time.Time  `json:"at"`
	Day    civil.Date `json:"day"`
	By     Actor      `json:"by"`
	Reason string     `json:"reason,omitempty"`
}

// Line is one leg of a transaction: a debit where the amount is positive, a credit where it is
// negative.
type Line struct {
	Account Account     `json:"account"`
	Amount  money.Money `json:"amount"`
}

// Header is a transaction without its lines. The reference is unique in the journal and says
// what is posted, so that nothing is posted twice.
type Header struct {
	ID uuid.UUID `json:"id"`
	Stamp
	Kind      string    `json:"kind"` // of act: "report", "receive", "reversal"
	Reference string    `json:"reference"`
	Reverses  uuid.UUID `json:"reverses,omitzero"` // the transaction that this one undoes
}

// Transaction is an entry of the journal. New makes it and nothing changes it.
type Transaction struct {
	Header
	Lines []Line `json:"lines"`
}

// New makes a transaction. Lines of one account and currency become one, and those of nothing are
// left out. It fails with fault.InvalidRequest when an account is unknown, when no line is left or
// the lines do not balance in every currency, or when a sum does not fit into 64 bits; a header
// without id, day, kind or reference is refused in the same way.
func New(h Header, lines ...Line) (Transaction, error) {
	if h.ID == uuid.Nil || h.Day.IsZero() || h.Kind == "" || h.Reference == "" {
		return Transaction{}, fault.New(fault.InvalidRequest, "A transaction needs an id, a day, a kind and a reference.")
	}
	merged, err := Merge(lines)
	if err != nil {
		return Transaction{}, err
	}
	if len(merged) == 0 {
		return Transaction{}, fault.AtField("/lines", "required", "A transaction needs lines of more than nothing.")
	}
	sums := make(map[money.Currency]money.Money)
	for _, line := range merged {
		if !line.Account.known() {
			return Transaction{}, fault.AtField("/lines", "unknown_value", "%q is no account of the journal.", line.Account)
		}
		c := line.Amount.Currency
		if sums[c], err = orZero(sums[c], c).Add(line.Amount); err != nil {
			return Transaction{}, err
		}
	}
	for _, sum := range sums {
		if !sum.IsZero() {
			return Transaction{}, fault.AtField("/lines", "unbalanced", "Debits and credits differ by %s.", sum)
		}
	}
	return Transaction{Header: h, Lines: merged}, nil
}

// Reversal is the kind of a transaction that undoes another.
const Reversal = "reversal"

// Reverse undoes a transaction by its opposite. Its reference is made of the id of the one that
// is undone, so that a store keeps at most one reversal of each. A reversal has a reason, or the
// error is fault.ReasonRequired.
func Reverse(t Transaction, id uuid.UUID, s Stamp) (Transaction, error) {
	if s.Reason == "" {
		return Transaction{}, fault.New(fault.ReasonRequired, "Say why the transaction is reversed.")
	}
	return New(Header{
		ID: id, Stamp: s, Kind: Reversal, Reference: Reversal + "/" + t.ID.String(), Reverses: t.ID,
	}, Negated(t.Lines)...)
}

// Negated gives the same lines with debit and credit changed round.
func Negated(lines []Line) []Line {
	negated := make([]Line, len(lines))
	for i, line := range lines {
		line.Amount.Amount = -line.Amount.Amount
		negated[i] = line
	}
	return negated
}

// Merge makes lines of one account and currency one, in order of first appearance, and leaves out
// those of nothing. The error is that of money.Add.
func Merge(lines []Line) ([]Line, error) {
	type key struct {
		account  Account
		currency money.Currency
	}
	place := make(map[key]int)
	var merged []Line
	for _, line := range lines {
		k := key{line.Account, line.Amount.Currency}
		i, ok := place[k]
		if !ok {
			place[k] = len(merged)
			merged = append(merged, line)
			continue
		}
		sum, err := merged[i].Amount.Add(line.Amount)
		if err != nil {
			return nil, err
		}
		merged[i].Amount = sum
	}
	kept := merged[:0]
	for _, line := range merged {
		if !line.Amount.IsZero() {
			kept = append(kept, line)
		}
	}
	return kept, nil
}

// orZero gives an amount that was never set its currency.
func orZero(m money.Money, c money.Currency) money.Money {
	if m == (money.Money{}) {
		return money.Zero(c)
	}
	return m
}
