package carryover

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Account is all that a director owes and has paid: the dues of his satellites, and his payments
// as they stand. What is decided about one due or payment depends on the others, so they are
// loaded, locked and kept together. A buy-in has an account of its own with one due; that of nobody
// has the payments of unknown payers. Its acts collect what is new, for Books to keep.
type Account struct {
	Debtor
	Ledgers  []Ledger
	Payments []Payment // the last step of each

	dues  []DueEntry
	steps []step
}

// step is a payment before and after an act; before is the zero Payment for a new one.
type step struct{ before, after Payment }

// Outstanding is what is still to come for a satellite: due + adjustments - waived - applied
// (R6.6). It is negative only where a waiver or a payment is about to be given back.
func (a *Account) Outstanding(satellite uuid.UUID) (money.Money, error) {
	l, err := a.ledger(satellite)
	if err != nil {
		return money.Money{}, err
	}
	return a.outstanding(*l), nil
}

func (a *Account) outstanding(l Ledger) money.Money {
	m := l.Due()
	m.Amount -= l.Waived().Amount
	for _, p := range a.Payments {
		m.Amount -= p.AppliedTo(l.SatelliteID)
	}
	return m
}

func (a *Account) ledger(satellite uuid.UUID) (*Ledger, error) {
	if l := a.find(satellite); l != nil {
		return l, nil
	}
	return nil, noDue()
}

// find gives nil where nothing was posted for the satellite.
func (a *Account) find(satellite uuid.UUID) *Ledger {
	i := slices.IndexFunc(a.Ledgers, func(l Ledger) bool { return l.SatelliteID == satellite })
	if i < 0 {
		return nil
	}
	return &a.Ledgers[i]
}

// payment finds a payment of the account as it stands.
func (a *Account) payment(id uuid.UUID) (Payment, error) {
	for _, p := range a.Payments {
		if p.ID == id {
			return p, nil
		}
	}
	return Payment{}, fault.New(fault.ResourceNotFound, "There is no such payment.")
}

// roomFor is what every due needs without the payment.
func (a *Account) roomFor(p Payment) room {
	r := make(room)
	for _, l := range a.Ledgers {
		need := a.outstanding(l)
		need.Amount += p.AppliedTo(l.SatelliteID)
		r[l.SatelliteID] = need
	}
	return r
}

// put keeps the next step of a payment; a step that changed nothing is none.
func (a *Account) put(after Payment) {
	i := slices.IndexFunc(a.Payments, func(p Payment) bool { return p.ID == after.ID })
	var before Payment
	switch {
	case i < 0:
		a.Payments = append(a.Payments, after)
	case a.Payments[i].Number == after.Number:
		return
	default:
		before, a.Payments[i] = a.Payments[i], after
	}
	a.steps = append(a.steps, step{before, after})
}

// checkDues refuses allocations to satellites that have no due here, or one in another currency.
func (a *Account) checkDues(allocations []Allocation, c money.Currency) error {
	for i, wanted := range allocations {
		l := a.find(wanted.SatelliteID)
		if l == nil {
			return fault.AtField(fmt.Sprintf("/allocations/%d/satellite_id", i), "unknown", "There is no due of that satellite in this account.")
		}
		if l.Currency() != c {
			return fault.New(fault.CurrencyMismatch, "The due is in %s and the payment in %s; they are never put together.", l.Currency(), c)
		}
	}
	return nil
}

// openDues allocates an amount to what is open, the oldest due first, and nothing twice that
// another payment has announced.
func (a *Account) openDues(amount money.Money) []Allocation {
	ledgers := slices.SortedFunc(slices.Values(a.Ledgers), func(x, y Ledger) int {
		return cmp.Or(x.DueOn().Compare(y.DueOn()), cmp.Compare(x.SatelliteID.String(), y.SatelliteID.String()))
	})
	var allocations []Allocation
	left := amount.Amount
	for _, l := range ledgers {
		need := a.outstanding(l)
		if need.Currency != amount.Currency {
			continue
		}
		for _, p := range a.Payments {
			need.Amount -= p.announcedFor(l.SatelliteID)
		}
		if share := min(need.Amount, left); share > 0 {
			allocations = append(allocations, Allocation{SatelliteID: l.SatelliteID, Asked: share})
			left -= share
		}
	}
	return allocations
}

// Report posts what a report of a satellite comes to (R6.4). Where a later report lowers a due
// below what was waived and has come, less is waived, and what has still come too much becomes
// credit of the payments, the latest first (R6.6).
func (a *Account) Report(satellite, tour uuid.UUID, st Statement, dueOn civil.Date, s journal.Stamp) error {
	l := a.find(satellite)
	if l == nil {
		l = &Ledger{SatelliteID: satellite, TourID: tour, DirectorID: a.DirectorID}
	}
	entry, changed, err := l.report(s, st, dueOn)
	if err != nil || !changed {
		return err
	}
	a.dues = append(a.dues, entry)
	if len(l.Entries) == 1 {
		a.Ledgers = append(a.Ledgers, *l)
	}
	a.giveBack(satellite, s)
	return nil
}

// Waive does without an amount of a due, or without all that is outstanding where it is 0.
func (a *Account) Waive(satellite uuid.UUID, amount int64, s journal.Stamp) error {
	l, err := a.ledger(satellite)
	if err != nil {
		return err
	}
	entry, changed, err := l.waive(s, amount, a.outstanding(*l).Amount)
	if changed {
		a.dues = append(a.dues, entry)
	}
	return err
}

// giveBack gives back what a due has too much.
func (a *Account) giveBack(satellite uuid.UUID, s journal.Stamp) {
	s.Reason = "the due was lowered"
	l := a.find(satellite)
	over := func() int64 { return -a.outstanding(*l).Amount }
	if back := min(over(), l.Waived().Amount); back > 0 {
		a.dues = append(a.dues, l.takeOff(s, -back))
	}
	for _, p := range slices.Backward(slices.Clone(a.Payments)) {
		if back := min(over(), p.AppliedTo(satellite)); back > 0 {
			a.put(p.release(s, satellite, back))
		}
	}
}

// agree makes a payment by card what Stripe says it is. One that is in another currency than the
// due it was meant for goes to suspense.
func (a *Account) agree(p Payment, truth CardTruth, s journal.Stamp) error {
	r := a.roomFor(p)
	for _, wanted := range p.Allocations {
		need, known := r[wanted.SatelliteID]
		if p.Number == 0 && known && need.Currency != truth.Paid.Currency {
			p.Suspense = true
			p.Note = fmt.Sprintf("paid in %s for a due in %s", truth.Paid.Currency, need.Currency)
		}
	}
	after, err := p.agree(s, truth, r)
	if err != nil {
		return err
	}
	a.put(after)
	return nil
}
