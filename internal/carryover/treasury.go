package carryover

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Treasury carries out the acts of people, of banks and of Stripe on the books. Every act loads
// the account of the director under a lock, lets the rules decide, and keeps what is new with its
// journal transactions, in one transaction of the database. An act that was done already changes
// nothing. The caller's principal is in the context; who may call what is decided before
// (internal/auth).
type Treasury struct {
	Books Books
	Now   func() time.Time
	NewID func() uuid.UUID
	Zone  *time.Location // of the treasurer's calendar; nil is UTC

	// Changed is told of every act on an account, in its transaction; it may be nil.
	Changed func(ctx context.Context, debtor Debtor) error

	// Apart tells which buy-ins of a tour have no place in its final; nil: all have one.
	Apart func(ctx context.Context, tour uuid.UUID) ([]uuid.UUID, error)

	Herald Herald // nil: nobody outside is told
}

// Herald tells programs outside of what an act has added to an account, in its transaction.
type Herald interface {
	Booked(ctx context.Context, debtor Debtor, dues []DueEntry, steps []Step) error
}

// Step is a payment before and after one of its steps; before the first it is the zero payment.
type Step struct{ Before, After Payment }

// Reported is what a report tells the treasury.
type Reported struct {
	DirectorID  uuid.UUID
	SatelliteID uuid.UUID
	TourID      uuid.UUID
	Statement   Statement // of the whole due, not of a difference
	DueOn       civil.Date
}

// PostReport posts the due of a report, or the difference to what was posted before. It joins the
// report's own transaction (R6.4) and is posted on today's day.
func (v *Treasury) PostReport(ctx context.Context, r Reported) error {
	return v.onAccount(ctx, Debtor{DirectorID: r.DirectorID}, func(ctx context.Context, a *Account) error {
		return a.Report(r.SatelliteID, r.TourID, r.Statement, r.DueOn, v.stamp(ctx, civil.Date{}, ""))
	})
}

// Waive does without an amount of what a satellite or buy-in owes, in cents, or without all that is
// outstanding where the amount is 0. It needs a reason, and gives what is outstanding after it.
func (v *Treasury) Waive(ctx context.Context, satellite uuid.UUID, amount int64, reason string) (money.Money, error) {
	var left money.Money
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		debtor, err := v.Books.DebtorOfDue(ctx, satellite)
		if err != nil {
			return err
		}
		return v.onAccount(ctx, debtor, func(ctx context.Context, a *Account) error {
			if err := a.Waive(satellite, amount, v.stamp(ctx, civil.Date{}, reason)); err != nil {
				return err
			}
			left, err = a.Outstanding(satellite)
			return err
		})
	})
	return left, err
}

// Outstanding is what is still to come for a satellite or buy-in now, as for the price of a checkout.
func (v *Treasury) Outstanding(ctx context.Context, satellite uuid.UUID) (money.Money, error) {
	var left money.Money
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		debtor, err := v.Books.DebtorOfDue(ctx, satellite)
		if err != nil {
			return err
		}
		a, err := v.Books.LockAccount(ctx, debtor)
		if err != nil {
			return err
		}
		left, err = a.Outstanding(satellite)
		return err
	})
	return left, err
}

// Close closes the books through the last day of a month that is over (fault.InvalidRequest for
// another day).
func (v *Treasury) Close(ctx context.Context, through civil.Date, reason string) error {
	c, err := newClosing(through, v.stamp(ctx, civil.Date{}, reason))
	if err != nil {
		return err
	}
	return v.Books.InTx(ctx, func(ctx context.Context) error { return v.Books.Close(ctx, c) })
}

// onAccount lets an act change an account, and keeps what is new.
func (v *Treasury) onAccount(ctx context.Context, debtor Debtor, act func(ctx context.Context, a *Account) error) error {
	return v.Books.InTx(ctx, func(ctx context.Context) error {
		a, err := v.Books.LockAccount(ctx, debtor)
		if err != nil {
			return err
		}
		if err := act(ctx, a); err != nil {
			return err
		}
		return v.keep(ctx, a)
	})
}

// keep checks the days of what an account has collected, and keeps it with its transactions.
func (v *Treasury) keep(ctx context.Context, a *Account) error {
	if len(a.dues)+len(a.steps) == 0 {
		return nil
	}
	closed, err := v.Books.ClosedThrough(ctx)
	if err != nil {
		return err
	}
	if err := a.checkDays(v.today(), closed); err != nil {
		return err
	}
	transactions, err := a.transactions(v.NewID)
	if err != nil {
		return err
	}
	e := Entries{Debtor: a.Debtor, Dues: a.dues, Transactions: transactions}
	for _, step := range a.steps {
		e.Payments = append(e.Payments, step.after)
	}
	if err := v.Books.Append(ctx, e); err != nil {
		return err
	}
	if err := v.tell(ctx, a); err != nil || v.Changed == nil {
		return err
	}
	return v.Changed(ctx, a.Debtor)
}

func (v *Treasury) tell(ctx context.Context, a *Account) error {
	if v.Herald == nil {
		return nil
	}
	var steps []Step
	for _, s := range a.steps {
		steps = append(steps, Step{s.before, s.after})
	}
	return v.Herald.Booked(ctx, a.Debtor, a.dues, steps)
}

// checkDays refuses days that are closed or to come, and a step that would be earlier than the
// one before, so that the payment as of a day is what the journal says on that day. What was only
// announced is in no journal and may be received on an earlier day than it was announced on.
func (a *Account) checkDays(today, closed civil.Date) error {
	for _, entry := range a.dues {
		if err := checkDay(entry.Day, today, closed); err != nil {
			return err
		}
	}
	for _, step := range a.steps {
		if err := checkDay(step.after.Day, today, closed); err != nil {
			return err
		}
		if step.before.posted() && step.after.Day.Before(step.before.Day) {
			return fault.AtField("/on", "out_of_range", "The last step of the payment was on %s; this one cannot be earlier.", step.before.Day)
		}
	}
	return nil
}

// transactions are what the account has collected, in the journal.
func (a *Account) transactions(newID func() uuid.UUID) ([]journal.Transaction, error) {
	postings, err := postingsOf(a.dues, a.steps)
	if err != nil {
		return nil, err
	}
	transactions := make([]journal.Transaction, len(postings))
	for i, p := range postings {
		p.ID = newID()
		if transactions[i], err = journal.New(p.Header, p.Lines...); err != nil {
			return nil, err
		}
	}
	return transactions, nil
}

// stamp says who acts now, and on which day it counts: today where none is given.
func (v *Treasury) stamp(ctx context.Context, on civil.Date, reason string) journal.Stamp {
	p := auth.From(ctx)
	if on.IsZero() {
		on = v.today()
	}
	return journal.Stamp{At: v.Now().UTC(), Day: on, By: journal.Actor{ID: p.ID, Name: p.Name}, Reason: reason}
}

func (v *Treasury) today() civil.Date {
	zone := v.Zone
	if zone == nil {
		zone = time.UTC
	}
	return civil.Of(v.Now().In(zone))
}
