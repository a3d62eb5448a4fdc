package carryover

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Rule names the rule by which Compute computes, with its version; every due is posted with it.
const Rule = "R6.2/1"

// MaxAmount is the most that a due or a payment can be, in cents: a thousand million units. It
// catches a slip of the keyboard, and keeps every sum of an account within 64 bits.
const MaxAmount = 1_000_000_000_00

// EntryKind says why something is posted to a due.
type EntryKind string

// The kinds of entries.
const (
	FirstReport EntryKind = "report"     // the due as first reported (R6.4)
	Adjustment  EntryKind = "adjustment" // the difference that a later report makes (R6.6)
	Waiver      EntryKind = "waiver"     // what the organiser does without
	BuyIn       EntryKind = "buy_in"     // the price of a place in the final (R5.7)
	Withdrawal  EntryKind = "withdrawal" // what a buy-in does not owe any more
)

// DueEntry is one entry of a due. Entries are only ever added.
type DueEntry struct {
	SatelliteID uuid.UUID // or the buy-in, of the kinds that are of one
	TourID      uuid.UUID
	Number      int // 1, 2, 3 ... within the satellite or buy-in
	Kind        EntryKind
	Amount      money.Money // what it adds to what is owed; a waiver takes off
	journal.Stamp
	Statement Statement  // what was reported; nothing for a waiver
	Rule      string     // by which it was computed; nothing for a waiver
	DueOn     civil.Date // as reported; nothing for a waiver
}

// Ledger is everything that was posted to the due of one satellite, or of one buy-in, in order.
type Ledger struct {
	SatelliteID uuid.UUID // or the buy-in
	TourID      uuid.UUID
	DirectorID  uuid.UUID  // zero of a buy-in
	Entries     []DueEntry // never empty
}

// Currency is the currency of the due.
func (l Ledger) Currency() money.Currency { return l.Entries[0].Amount.Currency }

// DueOn is the last day for paying in time: that of the first report, whatever was adjusted later.
func (l Ledger) DueOn() civil.Date { return l.Entries[0].DueOn }

// Due is what is due with all adjustments, before anything is waived.
func (l Ledger) Due() money.Money { return l.sum(FirstReport, Adjustment, BuyIn, Withdrawal) }

// Adjusted is what was added later: by other reports, or a withdrawal; negative where they have
// lowered the due.
func (l Ledger) Adjusted() money.Money { return l.sum(Adjustment, Withdrawal) }

// Waived is what the organiser does without.
func (l Ledger) Waived() money.Money {
	w := l.sum(Waiver)
	w.Amount = -w.Amount
	return w
}

// Formula explains the due as it was reported last.
func (l Ledger) Formula() string {
	for _, e := range slices.Backward(l.Entries) {
		if e.Kind != Waiver {
			return e.Statement.Formula
		}
	}
	return ""
}

func (l Ledger) sum(kinds ...EntryKind) money.Money {
	total := money.Zero(l.Currency())
	for _, e := range l.Entries {
		if slices.Contains(kinds, e.Kind) {
			total.Amount += e.Amount.Amount
		}
	}
	return total
}

// add posts an entry and gives it back.
func (l *Ledger) add(e DueEntry) DueEntry {
	e.SatelliteID, e.TourID, e.Number = l.SatelliteID, l.TourID, len(l.Entries)+1
	l.Entries = append(slices.Clip(l.Entries), e)
	return e
}

// report posts what a report of the satellite comes to: the whole due at first, later the
// difference (R6.6). There is no entry where nothing differs.
func (l *Ledger) report(s journal.Stamp, st Statement, dueOn civil.Date) (e DueEntry, changed bool, err error) {
	if st.Due.IsNegative() || st.Due.Amount > MaxAmount {
		return DueEntry{}, false, fault.AtField("/carryover/due", "out_of_range", "A due is at most %s.", most(st.Due.Currency))
	}
	e = DueEntry{Kind: FirstReport, Amount: st.Due, Stamp: s, Statement: st, Rule: Rule, DueOn: dueOn}
	if len(l.Entries) == 0 {
		return l.add(e), true, nil
	}
	e.Kind = Adjustment
	if e.Amount, err = st.Due.Sub(l.Due()); err != nil || e.Amount.IsZero() {
		return DueEntry{}, false, err
	}
	return l.add(e), true, nil
}

// waive does without an amount of what is outstanding, or without all of it where the amount is
// 0. Waiving a due of which nothing is left to waive changes nothing.
func (l *Ledger) waive(s journal.Stamp, amount, outstanding int64) (e DueEntry, changed bool, err error) {
	switch {
	case s.Reason == "":
		return DueEntry{}, false, fault.New(fault.ReasonRequired, "Say why the due is waived.")
	case amount < 0:
		return DueEntry{}, false, fault.AtField("/amount", "out_of_range", "Waive more than nothing.")
	case outstanding <= 0 && !l.Waived().IsZero():
		return DueEntry{}, false, nil
	case outstanding <= 0:
		return DueEntry{}, false, fault.New(fault.DueSettled, "Nothing is outstanding, so nothing can be waived.")
	case amount > outstanding:
		return DueEntry{}, false, fault.AtField("/amount", "out_of_range", "Only %s is outstanding.",
			money.Money{Amount: outstanding, Currency: l.Currency()})
	case amount == 0:
		amount = outstanding
	}
	return l.takeOff(s, amount), true, nil
}

// takeOff posts a waiver, or takes one back where the amount is negative.
func (l *Ledger) takeOff(s journal.Stamp, amount int64) DueEntry {
	return l.add(DueEntry{Kind: Waiver, Amount: money.Money{Amount: -amount, Currency: l.Currency()}, Stamp: s})
}

// lines are the entry in the journal.
func (e DueEntry) lines() []journal.Line {
	against := journal.FinalEvent
	switch e.Kind {
	case Waiver:
		against = journal.WriteOff
	case BuyIn, Withdrawal:
		against = journal.BuyIns
	}
	return append([]journal.Line{{Account: journal.Receivable(e.SatelliteID), Amount: e.Amount}},
		journal.Negated([]journal.Line{{Account: against, Amount: e.Amount}})...)
}

// reference names the entry in the journal.
func (e DueEntry) reference() string { return fmt.Sprintf("due/%s/%d", e.SatelliteID, e.Number) }

func most(c money.Currency) money.Money { return money.Money{Amount: MaxAmount, Currency: c} }
