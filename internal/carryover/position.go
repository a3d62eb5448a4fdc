package carryover

import (
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/money"
)

// position is what a payment as it stands means in the books: where the money is, and whose. It
// always balances. The transaction of a step is the position after it less the one before, so
// that steps which change nothing post nothing, and the journal can be made anew from the steps.
func (p Payment) position() []journal.Line {
	if !p.posted() {
		return nil
	}
	lines := p.whereItIs()
	for _, a := range p.Allocations {
		lines = append(lines, p.line(journal.Receivable(a.SatelliteID), -a.Applied))
	}
	rest := journal.Credit(p.Debtor().ID())
	if p.Suspense {
		rest = journal.Suspense
	}
	return append(lines, p.line(rest, -p.Unallocated()))
}

// posted says whether the payment is in the books: not while it is only announced, and not where
// it does not count.
func (p Payment) posted() bool { return p.Number > 0 && p.State != Announced && p.State != Void }

func (p Payment) whereItIs() []journal.Line {
	if p.Settled == nil {
		return []journal.Line{p.line(p.place(), p.Kept())}
	}
	s := *p.Settled
	booked := func(a journal.Account, cents int64) journal.Line {
		return journal.Line{Account: a, Amount: money.Money{Amount: cents, Currency: s.Gross.Currency}}
	}
	return []journal.Line{
		booked(journal.Stripe, s.Gross.Amount-s.Fees-s.PaidOut),
		booked(journal.Bank, s.PaidOut),
		booked(journal.Fees, s.Fees),
		// Nothing is left of these two where Stripe's balance is in the currency of the payment.
		booked(journal.ExchangeDifference, -s.Gross.Amount),
		p.line(journal.ExchangeDifference, p.Kept()),
	}
}

// place is where the money of a payment lies. What is refunded or bounces after it was cleared
// goes from the bank.
func (p Payment) place() journal.Account {
	switch {
	case p.State == Deposited:
		return journal.Deposited
	case p.State == Cleared, p.State == Bounced:
		return journal.Bank
	case p.Method == Cheque:
		return journal.ChequesInHand
	case p.Method == Cash:
		return journal.CashInHand
	case p.Method == Card:
		return journal.Stripe
	}
	return journal.TransfersUnderWay
}

func (p Payment) line(a journal.Account, cents int64) journal.Line {
	return journal.Line{Account: a, Amount: money.Money{Amount: cents, Currency: p.Amount.Currency}}
}
