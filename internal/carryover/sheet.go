package carryover

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// Sheet is the reconciliation of a tour as of a day: what each satellite and each buy-in owes, what
// has come and what is missing, what nobody's due has, and the proof that all of it is what the
// journal says.
// It is made only of rows that are dated on or before its day, so that what is done on a later day
// does not change it.
type Sheet struct {
	Tour     string
	AsOf     civil.Date
	Rows     []SheetRow // of satellites, by day for paying, then satellite
	Totals   []Total    // of them by currency; never added together (R6.1)
	BuyIns   []SheetRow // by day for paying, then player
	Bought   []Total    // the totals of buy-ins
	Credit   []Loose
	Suspense []Loose
	Ties     []Tie
	Balances []journal.Balance // of the accounts that there is one of, to hold against the bank and Stripe
}

// SheetRow is one satellite, or one buy-in. Adjusted is contained in what is due; cleared, in received.
type SheetRow struct {
	Due
	Adjusted money.Money
	Cleared  money.Money
	Bounced  money.Money // asked for this due by payments that bounced or that are disputed
}

// Total adds up the rows in one currency, in cents.
type Total struct {
	Currency                                                                  money.Currency
	Due, Adjusted, Waived, Announced, Received, Cleared, Bounced, Outstanding int64
}

// Loose is money that no due has: of a director or a buy-in, or of nobody known.
type Loose struct {
	Payment  Payment
	Director string      // or the player of the buy-in
	Amount   money.Money // negative: he was refunded what then did not come
	Days     int         // since it was received
}

// Tie compares what the sheet and its payments come to with what the journal says.
type Tie struct {
	What    string
	Sheet   money.Money
	Journal money.Money
}

// Holds says whether both are the same.
func (t Tie) Holds() bool { return t.Sheet == t.Journal }

// Reconcile makes the sheet of a tour from what the books say. Dues and payments are bounded
// (MaxAmount), and so are their sums.
func Reconcile(tour string, asOf civil.Date, e Evidence) Sheet {
	payments := AsOf(e.Payments, asOf)
	sheet := Sheet{Tour: tour, AsOf: asOf}
	for _, l := range e.Dues {
		if row, exists := newRow(l, payments, asOf); exists {
			row.Director = e.Directors[l.DirectorID]
			sheet.Rows = append(sheet.Rows, row)
		}
	}
	for _, l := range e.BuyIns {
		if row, exists := newRow(l, payments, asOf); exists {
			row.SatelliteID, row.BuyInID, row.Director = uuid.Nil, l.SatelliteID, e.Buyers[l.SatelliteID]
			sheet.BuyIns = append(sheet.BuyIns, row)
		}
	}
	for _, rows := range [][]SheetRow{sheet.Rows, sheet.BuyIns} {
		slices.SortFunc(rows, func(a, b SheetRow) int {
			return cmp.Or(a.DueOn.Compare(b.DueOn), cmp.Compare(a.Satellite, b.Satellite), byID(a.SatelliteID, b.SatelliteID),
				cmp.Compare(a.Director, b.Director), byID(a.BuyInID, b.BuyInID))
		})
	}
	for _, p := range payments {
		if p.Unallocated() == 0 {
			continue
		}
		loose := Loose{
			Payment: p, Director: cmp.Or(e.Directors[p.DirectorID], e.Buyers[p.BuyInID]), Amount: p.cents(p.Unallocated()), Days: max(0, p.ReceivedOn.DaysUntil(asOf)),
		}
		if p.Suspense {
			sheet.Suspense = append(sheet.Suspense, loose)
		} else {
			sheet.Credit = append(sheet.Credit, loose)
		}
	}
	sheet.Totals, sheet.Bought = totalsOf(sheet.Rows), totalsOf(sheet.BuyIns)
	sheet.tie(payments, e.Balances)
	sheet.Balances = slices.DeleteFunc(slices.Clone(e.Balances), func(b journal.Balance) bool {
		_, isReceivable := b.Account.Satellite()
		_, isCredit := b.Account.Director()
		return isReceivable || isCredit
	})
	return sheet
}

// newRow is a satellite as of a day; exists says whether there was anything of it by then.
func newRow(l NamedLedger, payments []Payment, asOf civil.Date) (row SheetRow, exists bool) {
	c, dueOn := l.Currency(), l.DueOn()
	l.Entries = slices.DeleteFunc(slices.Clone(l.Entries), func(e DueEntry) bool { return e.Day.After(asOf) })
	row = SheetRow{Due: Due{
		SatelliteID: l.SatelliteID, Satellite: l.Satellite, Tour: l.Tour, DirectorID: l.DirectorID, DueOn: dueOn, Formula: l.Formula(),
		Amount: money.Zero(c), Announced: money.Zero(c), Received: money.Zero(c), Waived: money.Zero(c),
	}, Adjusted: money.Zero(c), Cleared: money.Zero(c), Bounced: money.Zero(c)}
	if exists = len(l.Entries) > 0; exists {
		row.Amount, row.Adjusted, row.Waived = l.Due(), l.Adjusted(), l.Waived()
	}
	for _, p := range payments {
		if p.Currency() != c {
			continue
		}
		row.Announced.Amount += p.announcedFor(l.SatelliteID)
		applied := p.AppliedTo(l.SatelliteID)
		row.Received.Amount += applied
		if p.State == Cleared {
			row.Cleared.Amount += applied
		}
		if p.Status() == Bounced || p.Status() == Disputed {
			row.Bounced.Amount += p.askedFor(l.SatelliteID) - applied
		}
		exists = exists || applied != 0
	}
	return row, exists
}

// totalsOf adds up rows by currency.
func totalsOf(rows []SheetRow) []Total {
	totals := make(map[money.Currency]*Total)
	for _, row := range rows {
		t := totals[row.Amount.Currency]
		if t == nil {
			t = &Total{Currency: row.Amount.Currency}
			totals[t.Currency] = t
		}
		t.Due += row.Amount.Amount
		t.Adjusted += row.Adjusted.Amount
		t.Waived += row.Waived.Amount
		t.Announced += row.Announced.Amount
		t.Received += row.Received.Amount
		t.Cleared += row.Cleared.Amount
		t.Bounced += row.Bounced.Amount
		t.Outstanding += row.Outstanding().Amount
	}
	var sums []Total
	for _, t := range totals {
		sums = append(sums, *t)
	}
	slices.SortFunc(sums, func(a, b Total) int { return cmp.Compare(a.Currency, b.Currency) })
	return sums
}

// owing are the satellites and buy-ins of the rows.
func (s *Sheet) owing() map[uuid.UUID]bool {
	ids := make(map[uuid.UUID]bool)
	for _, row := range slices.Concat(s.Rows, s.BuyIns) {
		ids[cmp.Or(row.SatelliteID, row.BuyInID)] = true
	}
	return ids
}
