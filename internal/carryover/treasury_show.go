package carryover

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// Names are what directors, satellites and buy-ins are called, the last as their players. Those that
// the caller may not see are not in it.
type Names struct {
	Directors  map[uuid.UUID]string
	Satellites map[uuid.UUID]string
	BuyIns     map[uuid.UUID]string
}

// PaymentFile is a payment with everything that happened to it.
type PaymentFile struct {
	Payment
	Steps []Payment // in order
	Names Names
}

// DueFile is a due with everything that was posted to it, and the payments that are or were meant
// for it, as they stand, in order of age.
type DueFile struct {
	Due
	Entries  []DueEntry
	Payments []Payment
	Names    Names
}

// Payment reads a payment with its steps. The error is fault.ResourceNotFound where the caller
// sees none of that id.
func (v *Treasury) Payment(ctx context.Context, id uuid.UUID) (PaymentFile, error) {
	var f PaymentFile
	err := v.Books.InTx(ctx, func(ctx context.Context) (err error) {
		if f.Steps, err = v.Books.Steps(ctx, id); err != nil {
			return err
		}
		if len(f.Steps) == 0 {
			return fault.New(fault.ResourceNotFound, "There is no such payment.")
		}
		f.Payment = f.Steps[len(f.Steps)-1]
		f.Names, err = v.namesOf(ctx, f.Steps)
		return err
	})
	return f, err
}

// Due reads the due of a satellite with its entries and payments (R6.2, R6.6). The error is
// fault.ResourceNotFound where the caller sees none.
func (v *Treasury) Due(ctx context.Context, satellite uuid.UUID) (DueFile, error) {
	var f DueFile
	err := v.Books.InTx(ctx, func(ctx context.Context) error {
		debtor, err := v.Books.DebtorOfDue(ctx, satellite)
		if err != nil {
			return err
		}
		if debtor.BuyInID != uuid.Nil {
			return noDue()
		}
		dues, steps, err := v.Books.History(ctx, debtor)
		if err != nil {
			return err
		}
		f, err = fileOf(satellite, dues, AsOf(steps, v.today()), v.today())
		if err != nil {
			return err
		}
		f.Names, err = v.namesOf(ctx, f.Payments, debtor)
		f.Director = f.Names.Directors[debtor.DirectorID]
		return err
	})
	return f, err
}

// fileOf finds a due among those of its director.
func fileOf(satellite uuid.UUID, dues []NamedLedger, payments []Payment, today civil.Date) (DueFile, error) {
	for _, l := range dues {
		if l.SatelliteID != satellite {
			continue
		}
		row, _ := newRow(l, payments, today)
		f := DueFile{Due: row.Due, Entries: l.Entries}
		for _, p := range payments {
			if p.askedFor(satellite) != 0 {
				f.Payments = append(f.Payments, p)
			}
		}
		return f, nil
	}
	return DueFile{}, noDue()
}

func noDue() error { return fault.New(fault.ResourceNotFound, "There is no due of that satellite.") }

// PaymentPage reads a page of payments as they stand, the newest first, with the names in it.
func (v *Treasury) PaymentPage(ctx context.Context, f PaymentFilter) ([]Payment, Names, error) {
	var page []Payment
	var names Names
	err := v.Books.InTx(ctx, func(ctx context.Context) (err error) {
		if page, err = v.Books.Payments(ctx, f); err != nil {
			return err
		}
		names, err = v.namesOf(ctx, page)
		return err
	})
	return page, names, err
}

// namesOf are the names in payments, and of more debtors.
func (v *Treasury) namesOf(ctx context.Context, payments []Payment, debtors ...Debtor) (Names, error) {
	var directors, satellites, buyIns []uuid.UUID
	for _, p := range payments {
		debtors = append(debtors, p.Debtor())
		for _, a := range p.Allocations {
			if p.BuyInID == uuid.Nil {
				satellites = append(satellites, a.SatelliteID)
			}
		}
	}
	for _, d := range debtors {
		switch {
		case d.DirectorID != uuid.Nil:
			directors = append(directors, d.DirectorID)
		case d.BuyInID != uuid.Nil:
			buyIns = append(buyIns, d.BuyInID)
		}
	}
	return v.Books.Names(ctx, directors, satellites, buyIns)
}

// Today is the day on the treasurer's calendar.
func (v *Treasury) Today() civil.Date { return v.today() }
