package carryover

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Confirm applies lines of bank statements as a person has confirmed them: payments are cleared
// or bounce, fees are posted, and money of unknown payers becomes payments in suspense, which are
// given back with those that changed. It counts on the day of the latest line or, where that is
// closed or earlier than the last step of a payment, on the first day that can be. Lines and
// payments have to add up to the same (fault.InvalidRequest). Confirming all of the lines again
// changes nothing; some of them again is fault.BankLineConfirmed.
func (v *Treasury) Confirm(ctx context.Context, c Confirmation) ([]Payment, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	var changed []Payment
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		changed = nil
		before, err := v.Books.LockLines(ctx, c.ids())
		switch {
		case err != nil || len(before) == len(c.Lines):
			return err
		case len(before) > 0:
			return fault.New(fault.BankLineConfirmed, "Some of the lines were confirmed before.")
		}
		switch c.Purpose {
		case Settles, Returned:
			changed, err = v.show(ctx, c)
		case Unknown:
			changed, err = v.suspend(ctx, c)
		case BankFee:
			err = v.postFees(ctx, c)
		}
		if err != nil {
			return err
		}
		return v.Books.Confirm(ctx, c, v.stamp(ctx, civil.Date{}, c.Note))
	})
	return changed, err
}

// show does to payments, whosever they are, what the lines show.
func (v *Treasury) show(ctx context.Context, c Confirmation) ([]Payment, error) {
	accounts, err := v.lockOwners(ctx, c.Payments)
	if err != nil {
		return nil, err
	}
	s, err := v.statementStamp(ctx, c)
	if err != nil {
		return nil, err
	}
	var changed []Payment
	var amounts []money.Money
	for _, id := range c.Payments {
		a, p, err := find(accounts, id)
		if err != nil {
			return nil, err
		}
		on := s
		if p.posted() {
			on.Day = later(s.Day, p.Day)
		}
		after, err := p.shown(on, c.Purpose, c.ids(), a.roomFor(p))
		if err != nil {
			return nil, err
		}
		a.put(after)
		changed = append(changed, after)
		amounts = append(amounts, after.onStatement())
	}
	if err := c.addsUp(amounts); err != nil {
		return nil, err
	}
	for _, a := range accounts {
		if err := v.keep(ctx, a); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

// statementStamp is when lines count: on the day of the latest, or on the first open day where
// that is closed. It locks the periods and so comes after the accounts.
func (v *Treasury) statementStamp(ctx context.Context, c Confirmation) (journal.Stamp, error) {
	closed, err := v.Books.ClosedThrough(ctx)
	if err != nil {
		return journal.Stamp{}, err
	}
	return v.stamp(ctx, later(c.lastDay(), firstOpen(closed)), c.Note), nil
}

// addsUp refuses payments that come to something else than the lines.
func (c Confirmation) addsUp(payments []money.Money) error {
	lines, err := c.sum()
	if err != nil {
		return err
	}
	total, err := money.Sum(lines.Currency, payments...)
	if err != nil {
		return err
	}
	if c.Purpose == Returned {
		total.Amount = -total.Amount
	}
	if total != lines {
		return fault.AtField("/payments", "unbalanced", "The lines add up to %s, the payments to %s.", lines, total)
	}
	return nil
}

// lockOwners locks the accounts that payments are in, in order of their ids.
func (v *Treasury) lockOwners(ctx context.Context, payments []uuid.UUID) ([]*Account, error) {
	owners := make(map[Debtor]bool)
	for _, id := range payments {
		debtor, err := v.Books.DebtorOfPayment(ctx, id)
		if err != nil {
			return nil, err
		}
		owners[debtor] = true
	}
	var accounts []*Account
	for _, debtor := range slices.SortedFunc(maps.Keys(owners), byDebtor) {
		a, err := v.Books.LockAccount(ctx, debtor)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, a)
	}
	return accounts, nil
}

// find gives a payment and the account that it is in.
func find(accounts []*Account, id uuid.UUID) (*Account, Payment, error) {
	for _, a := range accounts {
		if p, err := a.payment(id); err == nil {
			return a, p, nil
		}
	}
	return nil, Payment{}, fault.New(fault.ResourceNotFound, "There is no such payment.")
}

// suspend makes payments of unknown payers, one for each line, that the bank has already.
func (v *Treasury) suspend(ctx context.Context, c Confirmation) ([]Payment, error) {
	a, err := v.Books.LockAccount(ctx, Debtor{})
	if err != nil {
		return nil, err
	}
	s, err := v.statementStamp(ctx, c)
	if err != nil {
		return nil, err
	}
	var made []Payment
	for _, line := range c.Lines {
		p, err := Announce(v.NewID(), Terms{Method: Transfer, Reference: c.Note, Amount: line.Amount}, s)
		if err != nil {
			return nil, err
		}
		a.put(p)
		if p, err = p.shown(s, Settles, []uuid.UUID{line.ID}, nil); err != nil {
			return nil, err
		}
		a.put(p)
		made = append(made, p)
	}
	return made, v.keep(ctx, a)
}

// postFees posts what the bank has taken for itself, or given back of it.
func (v *Treasury) postFees(ctx context.Context, c Confirmation) error {
	s, err := v.statementStamp(ctx, c)
	if err != nil {
		return err
	}
	for _, line := range c.Lines {
		h := journal.Header{ID: v.NewID(), Stamp: s, Kind: string(BankFee), Reference: "bank/" + line.ID.String()}
		bank := []journal.Line{{Account: journal.Bank, Amount: line.Amount}}
		fees := journal.Negated([]journal.Line{{Account: journal.Fees, Amount: line.Amount}})
		if err := v.post(ctx, h, append(fees, bank...)); err != nil {
			return err
		}
	}
	return nil
}

func later(a, b civil.Date) civil.Date {
	if a.Before(b) {
		return b
	}
	return a
}

func byDebtor(a, b Debtor) int { return byID(a.ID(), b.ID()) }

func byID(a, b uuid.UUID) int { return cmp.Compare(a.String(), b.String()) }
