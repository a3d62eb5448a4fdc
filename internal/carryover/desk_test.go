package carryover_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

// desk is a treasurer's desk for a test: books in memory, a clock that is set, ids that count.
type desk struct {
	t tester
	*carryover.Treasury
	books *memory
	ctx   context.Context
	clock time.Time
	ids   atomic.Uint64
}

// tester is a test or a check of rapid.
type tester interface {
	require.TestingT
	Helper()
}

const springTour = "nast-2"

// newDesk opens books on 2 March 2026.
func newDesk(t tester) *desk {
	t.Helper()
	d := &desk{t: t, books: newMemory(), clock: time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)}
	d.ctx = auth.WithPrincipal(context.Background(), auth.Principal{ID: uuid.UUID{15: 99}, Name: "Theo Tell", Role: auth.Treasurer})
	d.Treasury = &carryover.Treasury{Books: d.books, Now: func() time.Time { return d.clock }, NewID: d.id}
	return d
}

// id counts, so that a later id is a greater one.
func (d *desk) id() uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[8:], d.ids.Add(1))
	id[0] = 1
	return id
}

// director makes a director.
func (d *desk) director(name string) uuid.UUID {
	id := d.id()
	d.books.directors[id] = name
	return id
}

// satellite makes a satellite of a director that owes nothing yet.
func (d *desk) satellite(director uuid.UUID, name string) uuid.UUID {
	id := d.id()
	d.books.satellites[id] = satelliteRow{name: name, tour: springTour, director: director}
	return id
}

// reported makes a satellite that has reported a due.
func (d *desk) reported(director uuid.UUID, name string, due money.Money) uuid.UUID {
	d.t.Helper()
	id := d.satellite(director, name)
	d.report(id, due)
	return id
}

// report reports a due of a satellite, payable within 14 days.
func (d *desk) report(satellite uuid.UUID, due money.Money) {
	d.t.Helper()
	require.NoError(d.t, d.PostReport(d.ctx, carryover.Reported{
		DirectorID: d.books.satellites[satellite].director, SatelliteID: satellite, TourID: uuid.UUID{15: 7},
		Statement: carryover.Statement{
			Base: money.Money{Amount: due.Amount * 5 / 2, Currency: due.Currency}, BaseKind: tour.EntryFees, Percent: 4000, Due: due,
			Formula: "40.00% of the entry fees = " + due.String(),
		},
		DueOn: d.today().AddDays(14),
	}))
}

func (d *desk) today() civil.Date { return civil.Of(d.clock) }

// later lets days pass.
func (d *desk) later(days int) { d.clock = d.clock.AddDate(0, 0, days) }

// cheque records a cheque that has come today.
func (d *desk) cheque(director uuid.UUID, amount money.Money, allocations ...carryover.Allocation) carryover.Payment {
	d.t.Helper()
	return d.came(carryover.Cheque, director, amount, allocations...)
}

func (d *desk) came(m carryover.Method, director uuid.UUID, amount money.Money, allocations ...carryover.Allocation) carryover.Payment {
	d.t.Helper()
	p, err := d.Record(d.ctx, carryover.Told{
		Terms:      carryover.Terms{DirectorID: director, Method: m, Reference: "1042", Amount: amount, Allocations: allocations},
		ReceivedOn: d.today(),
	})
	require.NoError(d.t, err)
	return p
}

func (d *desk) sheet(asOf civil.Date) carryover.Sheet {
	d.t.Helper()
	sheet, err := d.Reconcile(d.ctx, springTour, asOf)
	require.NoError(d.t, err)
	for _, tie := range sheet.Ties {
		require.True(d.t, tie.Holds(), "%s: sheet %s, journal %s", tie.What, tie.Sheet, tie.Journal)
	}
	return sheet
}

// row is a satellite on today's sheet.
func (d *desk) row(satellite uuid.UUID) carryover.SheetRow {
	d.t.Helper()
	for _, row := range d.sheet(d.today()).Rows {
		if row.SatelliteID == satellite {
			return row
		}
	}
	require.Fail(d.t, "the satellite is not on the sheet")
	return carryover.SheetRow{}
}

// owes checks what is outstanding of a satellite, and how its due stands.
func (d *desk) owes(satellite uuid.UUID, outstanding money.Money, status carryover.Status) {
	d.t.Helper()
	row := d.row(satellite)
	require.Equal(d.t, outstanding, row.Outstanding(), row.Satellite)
	require.Equal(d.t, status, row.Status(), row.Satellite)
}

// balance is what the journal says of accounts today, in cents of a currency, debits positive.
func (d *desk) balance(c money.Currency, accounts ...journal.Account) int64 {
	d.t.Helper()
	var total int64
	for _, t := range d.books.kept.transactions {
		for _, line := range t.Lines {
			for _, a := range accounts {
				if line.Account == a && line.Amount.Currency == c {
					total += line.Amount.Amount
				}
			}
		}
	}
	return total
}

// rowsKept counts everything in the books, for what must add nothing.
func (d *desk) rowsKept() string {
	k := d.books.kept
	return fmt.Sprint(len(k.dues), len(k.steps), len(k.transactions), len(k.lines), len(k.closings))
}

func (d *desk) refused(code fault.Code, err error) {
	d.t.Helper()
	require.Equal(d.t, code, fault.CodeOf(err), "%v", err)
}

func cad(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.CAD} }

func share(satellite uuid.UUID, cents int64) carryover.Allocation {
	return carryover.Allocation{SatelliteID: satellite, Asked: cents}
}
