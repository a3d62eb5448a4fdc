package carryover

import (
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Purpose says what lines of a bank statement are.
type Purpose string

// The purposes.
const (
	Settles  Purpose = "settles"  // they are these payments
	Returned Purpose = "returned" // the bank has taken these payments back
	BankFee  Purpose = "fee"      // the bank's own charge, or its giving back
	Unknown  Purpose = "unknown"  // nobody knows who has paid: suspense
	Noted    Purpose = "noted"    // nothing is to be posted: a payout that Stripe has told of, an own transfer
)

// BankLine is a line of a bank statement; its id is the statement's.
type BankLine struct {
	ID     uuid.UUID
	Day    civil.Date
	Amount money.Money // negative: the bank has taken it
}

// Confirmation says what lines of bank statements are: several lines for one payment, one line
// for several payments, whosever they are.
type Confirmation struct {
	Lines    []BankLine
	Purpose  Purpose
	Payments []uuid.UUID // that the lines settle, or return
	Note     string
}

// sum adds up the lines.
func (c Confirmation) sum() (money.Money, error) {
	amounts := make([]money.Money, len(c.Lines))
	for i, line := range c.Lines {
		amounts[i] = line.Amount
	}
	return money.Sum(amounts[0].Currency, amounts...)
}

// check refuses what cannot be confirmed, whatever the books say.
func (c Confirmation) check() error {
	if len(c.Lines) == 0 {
		return fault.AtField("/lines", "required", "Name at least one line.")
	}
	sum, err := c.sum()
	if err != nil {
		return err
	}
	seen := make(map[uuid.UUID]bool)
	for _, id := range append(c.ids(), c.Payments...) {
		if seen[id] {
			return fault.AtField("/lines", "duplicate", "Name each line and each payment once.")
		}
		seen[id] = true
	}
	withPayments := c.Purpose == Settles || c.Purpose == Returned
	switch {
	case !slices.Contains([]Purpose{Settles, Returned, BankFee, Unknown, Noted}, c.Purpose):
		return fault.AtField("/purpose", "unknown_value", "A line settles payments, returns them, is a fee, is unknown or is noted.")
	case withPayments != (len(c.Payments) > 0):
		return fault.AtField("/payments", "required", "Name the payments that the lines settle or return, and for nothing else.")
	case c.Purpose == Returned && !sum.IsNegative():
		return fault.AtField("/purpose", "out_of_range", "A returned payment takes money off the bank account; the lines add up to %s.", sum)
	case (c.Purpose == Settles || c.Purpose == Unknown) && sum.Amount <= 0:
		return fault.AtField("/purpose", "out_of_range", "Money that came is more than nothing; the lines add up to %s.", sum)
	case c.Purpose == Noted && c.Note == "":
		return fault.New(fault.ReasonRequired, "Say what the line is.")
	}
	return nil
}

// lastDay is the day of the latest line.
func (c Confirmation) lastDay() civil.Date {
	return slices.MaxFunc(c.Lines, func(a, b BankLine) int { return a.Day.Compare(b.Day) }).Day
}

func (c Confirmation) ids() []uuid.UUID {
	ids := make([]uuid.UUID, len(c.Lines))
	for i, line := range c.Lines {
		ids[i] = line.ID
	}
	return ids
}

// shown is a payment that lines of a bank statement show: it is cleared, or has bounced, if it
// was not so yet.
func (p Payment) shown(s journal.Stamp, purpose Purpose, lines []uuid.UUID, r room) (Payment, error) {
	after, end := p, Cleared
	var err error
	if purpose == Returned {
		end = Bounced
		after, err = p.bounce(s)
	} else {
		after, err = p.clear(s, r)
	}
	switch {
	case err != nil:
		return p, err
	case p.State == end && len(p.BankLines) > 0:
		return p, fault.New(fault.BankLineConfirmed, "Another line of a statement was confirmed as this payment before.")
	case after.Number == p.Number:
		after = p.next(ActMatch, s)
	}
	after.BankLines = lines
	return after, nil
}

// onStatement is what a bank statement shows of the payment once it is cleared.
func (p Payment) onStatement() money.Money {
	if p.Settled != nil {
		return money.Money{Amount: p.Settled.PaidOut, Currency: p.Settled.Gross.Currency}
	}
	return p.Amount
}
