package carryover

import (
	"cmp"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// Debtor is whose an account is: a director's, with the dues of his satellites; that of a buy-in
// (R5.7), with what it owes; or, with neither, that of unknown payers.
type Debtor struct {
	DirectorID uuid.UUID
	BuyInID    uuid.UUID
}

// ID is that of the director or the buy-in, zero of unknown payers. It names the account in the
// journal.
func (d Debtor) ID() uuid.UUID { return cmp.Or(d.DirectorID, d.BuyInID) }

// Unknown says whether nobody knows who it is.
func (d Debtor) Unknown() bool { return d == Debtor{} }

// check refuses two debtors in one.
func (d Debtor) check() error {
	if d.DirectorID != uuid.Nil && d.BuyInID != uuid.Nil {
		return fault.AtField("/buy_in_id", "not_both", "A payment is of a director or for a buy-in; name one of them.")
	}
	return nil
}

// Debtor is whose account the payment is in.
func (p Payment) Debtor() Debtor { return Debtor{p.DirectorID, p.BuyInID} }

// Debtor is who pays by the terms.
func (t Terms) Debtor() Debtor { return Debtor{t.DirectorID, t.BuyInID} }
