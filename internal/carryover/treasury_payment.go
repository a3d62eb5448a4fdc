package carryover

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// Told is a payment that somebody tells of. With a day of receipt it has come, otherwise it is
// only announced. Allocations that are nil go to what the account has open, the oldest due
// first; an empty list goes to none.
type Told struct {
	Terms
	ReceivedOn civil.Date
	Reason     string
}

// Record keeps a payment that is announced, or has come. The errors are those of Announce, and
// allocations to dues that the director does not have or in another currency are refused. A
// payment of no debtor is in suspense. A director tells of his own payments only, and not that
// they have come (fault.NotAllowed).
func (v *Treasury) Record(ctx context.Context, told Told) (Payment, error) {
	var p Payment
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		allowed, err := v.checkTeller(ctx, told)
		if err != nil {
			return err
		}
		p, err = v.record(ctx, allowed)
		return err
	})
	return p, err
}

func (v *Treasury) record(ctx context.Context, told Told) (Payment, error) {
	var p Payment
	err := v.onAccount(ctx, told.Debtor(), func(ctx context.Context, a *Account) (err error) {
		terms := told.Terms
		if terms.Allocations == nil {
			terms.Allocations = a.openDues(terms.Amount)
		}
		p, err = Announce(v.NewID(), terms, v.stamp(ctx, civil.Date{}, told.Reason))
		if err != nil {
			return err
		}
		if err := a.checkDues(terms.Allocations, terms.Amount.Currency); err != nil {
			return err
		}
		a.put(p)
		if told.ReceivedOn.IsZero() {
			return nil
		}
		p, err = p.receive(v.stamp(ctx, told.ReceivedOn, told.Reason), 0, a.roomFor(p))
		a.put(p)
		return err
	})
	return p, err
}

// Doing is when a step of a payment happened, and why where a reason is given. No day is today.
type Doing struct {
	On     civil.Date
	Reason string
}

// Receive says that a payment has come, with another amount than announced where it is not 0.
func (v *Treasury) Receive(ctx context.Context, id uuid.UUID, d Doing, amount int64) (Payment, error) {
	return v.onPayment(ctx, id, d, func(a *Account, p Payment, s journal.Stamp) (Payment, error) {
		return p.receive(s, amount, a.roomFor(p))
	})
}

// Deposit says that a cheque or cash was taken to the bank.
func (v *Treasury) Deposit(ctx context.Context, id uuid.UUID, d Doing) (Payment, error) {
	return v.onPayment(ctx, id, d, func(a *Account, p Payment, s journal.Stamp) (Payment, error) {
		return p.deposit(s, a.roomFor(p))
	})
}

// Clear says that the bank has a payment.
func (v *Treasury) Clear(ctx context.Context, id uuid.UUID, d Doing) (Payment, error) {
	return v.onPayment(ctx, id, d, func(a *Account, p Payment, s journal.Stamp) (Payment, error) {
		return p.clear(s, a.roomFor(p))
	})
}

// Bounce says that a cheque or transfer that had come is gone again; the dues it paid reopen.
func (v *Treasury) Bounce(ctx context.Context, id uuid.UUID, d Doing) (Payment, error) {
	return v.onPayment(ctx, id, d, func(_ *Account, p Payment, s journal.Stamp) (Payment, error) { return p.bounce(s) })
}

// Void takes back a payment that was recorded by mistake, with a reason, on today's day.
func (v *Treasury) Void(ctx context.Context, id uuid.UUID, reason string) (Payment, error) {
	return v.onPayment(ctx, id, Doing{Reason: reason}, func(_ *Account, p Payment, s journal.Stamp) (Payment, error) { return p.void(s) })
}

// Refund pays back an amount in cents, all that is kept where it is 0. Two refunds of a payment
// under one reference are one; without a reference each counts.
func (v *Treasury) Refund(ctx context.Context, id uuid.UUID, d Doing, amount int64, reference string) (Payment, error) {
	return v.onPayment(ctx, id, d, func(_ *Account, p Payment, s journal.Stamp) (Payment, error) {
		return p.refund(s, amount, reference)
	})
}

// Reallocate says anew for which dues a payment is, on today's day. No allocations leave all of it
// as credit.
func (v *Treasury) Reallocate(ctx context.Context, id uuid.UUID, wanted []Allocation, reason string) (Payment, error) {
	return v.onPayment(ctx, id, Doing{Reason: reason}, func(a *Account, p Payment, s journal.Stamp) (Payment, error) {
		if err := a.checkDues(wanted, p.Currency()); err != nil && !p.Debtor().Unknown() {
			return p, err
		}
		return p.reallocate(s, wanted, a.roomFor(p))
	})
}

// Annotate says who looks after a payment in suspense, and what he has found out.
func (v *Treasury) Annotate(ctx context.Context, id uuid.UUID, owner, note string) (Payment, error) {
	return v.onPayment(ctx, id, Doing{}, func(_ *Account, p Payment, s journal.Stamp) (Payment, error) {
		return p.annotate(s, owner, note), nil
	})
}

// Assign says whose a payment in suspense is. It is a director's credit then, until it is
// allocated; a buy-in has what it still owes at once.
func (v *Treasury) Assign(ctx context.Context, id uuid.UUID, to Debtor, reason string) (Payment, error) {
	if to.Unknown() {
		return Payment{}, fault.AtField("/director_id", "required", "Say whose payment it is.")
	}
	var p Payment
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		if err := v.checkDebtor(ctx, to); err != nil {
			return err
		}
		unknown, err := v.Books.LockAccount(ctx, Debtor{}) // the first of all
		if err != nil {
			return err
		}
		return v.onAccount(ctx, to, func(ctx context.Context, a *Account) error {
			if p, err = a.payment(id); err != nil {
				if p, err = unknown.payment(id); err != nil {
					return err
				}
				a.Payments = append(a.Payments, p)
			}
			p, err = a.assign(p, v.stamp(ctx, civil.Date{}, reason))
			return err
		})
	})
	return p, err
}

// ApplyCard makes the books agree with what Stripe says of a payment at this moment. It changes
// nothing where they do, or where nothing was paid yet; so it can be called as often as events
// come, in whatever order. A payment in another currency than the due goes to suspense.
func (v *Treasury) ApplyCard(ctx context.Context, c Charge) (Payment, error) {
	var p Payment
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		debtor, err := v.Books.DebtorOfPayment(ctx, c.PaymentID)
		switch {
		case fault.CodeOf(err) == fault.ResourceNotFound:
			debtor = c.Debtor
		case err != nil:
			return err
		}
		return v.onAccount(ctx, debtor, func(ctx context.Context, a *Account) (err error) {
			p, err = a.payment(c.PaymentID)
			if err != nil {
				p = c.payment()
				if c.Truth.Paid.IsZero() {
					return nil
				}
			}
			if err := a.agree(p, c.Truth, v.stamp(ctx, civil.Date{}, "")); err != nil {
				return err
			}
			p, err = a.payment(c.PaymentID)
			return err
		})
	})
	return p, err
}

// onPayment does a step of one payment.
func (v *Treasury) onPayment(ctx context.Context, id uuid.UUID, d Doing, do func(*Account, Payment, journal.Stamp) (Payment, error)) (Payment, error) {
	var p Payment
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		debtor, err := v.Books.DebtorOfPayment(ctx, id)
		if err != nil {
			return err
		}
		return v.onAccount(ctx, debtor, func(ctx context.Context, a *Account) error {
			if p, err = a.payment(id); err != nil {
				return err
			}
			p, err = do(a, p, v.stamp(ctx, d.On, d.Reason))
			a.put(p)
			return err
		})
	})
	return p, err
}
