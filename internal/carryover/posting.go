package carryover

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nast-tour/nast/internal/carryover/journal"
)

// postingsOf are the transactions of entries and steps, without their ids. What moves nothing in
// the books has none.
func postingsOf(dues []DueEntry, steps []step) ([]journal.Transaction, error) {
	var all []journal.Transaction
	add := func(h journal.Header, lines []journal.Line) error {
		lines, err := journal.Merge(lines)
		if len(lines) > 0 {
			all = append(all, journal.Transaction{Header: h, Lines: lines})
		}
		return err
	}
	for _, e := range dues {
		if err := add(journal.Header{Stamp: e.Stamp, Kind: string(e.Kind), Reference: e.reference()}, e.lines()); err != nil {
			return nil, err
		}
	}
	for _, s := range steps {
		h := journal.Header{Stamp: s.after.Stamp, Kind: string(s.after.Act), Reference: s.after.reference()}
		if err := add(h, append(s.after.position(), journal.Negated(s.before.position())...)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Difference is a transaction that is not as the entries of dues and the steps of payments have
// it; no lines stand for no transaction.
type Difference struct {
	Reference      string
	Wanted, Posted []journal.Line
}

// Audit makes the journal anew from all entries and all steps, and gives what is different in the
// journal that was kept, in order of reference. What was entered by hand, fees of the bank and
// reversals come from nowhere else and are left alone. The error is that of money.Add.
func Audit(dues []DueEntry, steps []Payment, kept []journal.Transaction) ([]Difference, error) {
	wanted, err := postingsOf(dues, pairs(steps))
	if err != nil {
		return nil, err
	}
	differences := make(map[string]Difference)
	for _, t := range wanted {
		differences[t.Reference] = Difference{Reference: t.Reference, Wanted: t.Lines}
	}
	for _, t := range kept {
		if t.Kind == manual || t.Kind == string(BankFee) || t.Kind == journal.Reversal {
			continue
		}
		d := differences[t.Reference]
		d.Reference, d.Posted = t.Reference, append(d.Posted, t.Lines...)
		differences[t.Reference] = d
	}
	found := slices.DeleteFunc(slices.Collect(maps.Values(differences)), func(d Difference) bool {
		return slices.Equal(inOrder(d.Wanted), inOrder(d.Posted))
	})
	slices.SortFunc(found, func(a, b Difference) int { return cmp.Compare(a.Reference, b.Reference) })
	return found, nil
}

// inOrder puts lines in an order of their own, as a store may keep another.
func inOrder(lines []journal.Line) []journal.Line {
	return slices.SortedFunc(slices.Values(lines), func(a, b journal.Line) int {
		return cmp.Or(cmp.Compare(a.Account, b.Account), cmp.Compare(a.Amount.Currency, b.Amount.Currency))
	})
}

// pairs puts every step beside the one before it of the same payment.
func pairs(rows []Payment) []step {
	var steps []step
	for _, p := range bySteps(rows) {
		s := step{after: p}
		if n := len(steps); n > 0 && steps[n-1].after.ID == p.ID {
			s.before = steps[n-1].after
		}
		steps = append(steps, s)
	}
	return steps
}

// bySteps sorts the steps of payments, payment by payment.
func bySteps(rows []Payment) []Payment {
	return slices.SortedFunc(slices.Values(rows), func(a, b Payment) int {
		return cmp.Or(byID(a.ID, b.ID), cmp.Compare(a.Number, b.Number))
	})
}
