package carryover

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// BuyInRule names the rule by which a buy-in owes its price, with its version.
const BuyInRule = "R5.7/1"

// PostBuyIn posts what a buy-in owes, payable within a number of days from today. It joins the
// transaction that makes the buy-in.
func (v *Treasury) PostBuyIn(ctx context.Context, buyIn, tour uuid.UUID, price money.Money, payableWithinDays int) error {
	return v.onAccount(ctx, Debtor{BuyInID: buyIn}, func(ctx context.Context, a *Account) error {
		return a.buyIn(tour, price, DueOn(v.today(), payableWithinDays), v.stamp(ctx, civil.Date{}, ""))
	})
}

// CancelBuyIn takes off all that a buy-in owes; what it had been paid is credit then, to be refunded.
// It joins the transaction that withdraws the buy-in, which keeps why: words about a person stay out
// of the books, as nothing can be erased there (R8.2). Doing it again changes nothing.
func (v *Treasury) CancelBuyIn(ctx context.Context, buyIn uuid.UUID) error {
	return v.onAccount(ctx, Debtor{BuyInID: buyIn}, func(ctx context.Context, a *Account) error {
		return a.cancelBuyIn(v.stamp(ctx, civil.Date{}, "the buy-in was withdrawn"))
	})
}

// BuyInAccount is all that was posted and paid for a buy-in, the payments as they stand and in order
// of age.
type BuyInAccount struct {
	Entries  []DueEntry
	Payments []Payment
	Names    Names
}

// BuyIn reads the account of a buy-in; there is nothing in it where the caller sees none.
func (v *Treasury) BuyIn(ctx context.Context, id uuid.UUID) (a BuyInAccount, err error) {
	debtor := Debtor{BuyInID: id}
	err = v.Books.InTx(ctx, func(ctx context.Context) error {
		ledgers, steps, err := v.Books.History(ctx, debtor)
		if err != nil {
			return err
		}
		a = BuyInAccount{Payments: AsOf(steps, v.today())}
		for _, l := range ledgers {
			a.Entries = append(a.Entries, l.Entries...)
		}
		a.Names, err = v.namesOf(ctx, a.Payments, debtor)
		return err
	})
	return a, err
}

// buyIn posts the price of a buy-in to its account, once.
func (a *Account) buyIn(tour uuid.UUID, price money.Money, dueOn civil.Date, s journal.Stamp) error {
	switch {
	case len(a.Ledgers) > 0:
		return nil
	case price.IsNegative() || price.Amount > MaxAmount:
		return fault.AtField("/price", "out_of_range", "A price is not negative and at most %s.", most(price.Currency))
	}
	l := Ledger{SatelliteID: a.BuyInID, TourID: tour}
	a.dues = append(a.dues, l.add(DueEntry{
		Kind: BuyIn, Amount: price, Stamp: s, Statement: Statement{Due: price, Formula: "buy-in to the Final Event, " + price.String()},
		Rule: BuyInRule, DueOn: dueOn,
	}))
	a.Ledgers = append(a.Ledgers, l)
	return nil
}

func (a *Account) cancelBuyIn(s journal.Stamp) error {
	l, err := a.ledger(a.BuyInID)
	if err != nil {
		return err
	}
	due := l.Due()
	if due.IsZero() {
		return nil
	}
	due.Amount = -due.Amount
	a.dues = append(a.dues, l.add(DueEntry{
		Kind: Withdrawal, Amount: due, Stamp: s, Statement: Statement{Due: money.Zero(due.Currency), Formula: "withdrawn, nothing is owed"}, Rule: BuyInRule,
	}))
	a.giveBack(a.BuyInID, s)
	return nil
}

// assign says that a payment is of this account. What it is for is left to be said, but for a buy-in,
// which owes one thing.
func (a *Account) assign(p Payment, s journal.Stamp) (Payment, error) {
	after, err := p.assign(s, a.Debtor)
	if err != nil {
		return p, err
	}
	a.put(after)
	if a.BuyInID == uuid.Nil || after.Number == p.Number {
		return after, nil
	}
	if open := a.openDues(after.cents(after.Unallocated())); len(open) > 0 {
		if after, err = after.reallocate(s, open, a.roomFor(after)); err != nil {
			return p, err
		}
		a.put(after)
	}
	return after, nil
}
