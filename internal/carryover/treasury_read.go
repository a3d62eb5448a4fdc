package carryover

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
)

// Reconcile makes the sheet of a tour, given by its slug, as of a day; no day is today.
func (v *Treasury) Reconcile(ctx context.Context, tour string, asOf civil.Date) (Sheet, error) {
	if asOf.IsZero() {
		asOf = v.today()
	}
	var sheet Sheet
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		e, err := v.Books.Evidence(ctx, tour, asOf)
		sheet = Reconcile(tour, asOf, e)
		return err
	})
	return sheet, err
}

// History is the statement of a director up to and including a day; no day is today.
func (v *Treasury) History(ctx context.Context, director uuid.UUID, asOf civil.Date) ([]HistoryLine, error) {
	if asOf.IsZero() {
		asOf = v.today()
	}
	var lines []HistoryLine
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		dues, steps, err := v.Books.History(ctx, Debtor{DirectorID: director})
		lines = History(dues, steps, asOf)
		return err
	})
	return lines, err
}

// Journal reads a page of the journal, in order.
func (v *Treasury) Journal(ctx context.Context, f JournalFilter) ([]journal.Transaction, error) {
	var page []journal.Transaction
	err := v.Books.InTx(ctx, func(ctx context.Context) (err error) {
		page, err = v.Books.Journal(ctx, f)
		return err
	})
	return page, err
}

// Payments reads a page of payments as they stand, the newest first.
func (v *Treasury) Payments(ctx context.Context, f PaymentFilter) ([]Payment, error) {
	var page []Payment
	err := v.Books.InTx(ctx, func(ctx context.Context) (err error) {
		page, err = v.Books.Payments(ctx, f)
		return err
	})
	return page, err
}

// Closings reads the months that are closed, the latest first.
func (v *Treasury) Closings(ctx context.Context) ([]Closing, error) {
	var all []Closing
	err := v.Books.InTx(ctx, func(ctx context.Context) (err error) {
		all, err = v.Books.Closings(ctx)
		return err
	})
	return all, err
}
