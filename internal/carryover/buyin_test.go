package carryover_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// bought is a buy-in at a price.
func (d *desk) bought(price money.Money) uuid.UUID {
	d.t.Helper()
	id := d.id()
	d.books.buyers[id] = "Rich, Bo"
	require.NoError(d.t, d.PostBuyIn(d.ctx, id, uuid.Nil, price, 14))
	return id
}

func (d *desk) paysFor(buyIn uuid.UUID, amount money.Money) carryover.Payment {
	d.t.Helper()
	p, err := d.Record(d.ctx, carryover.Told{
		Terms: carryover.Terms{BuyInID: buyIn, Method: carryover.Cash, Amount: amount}, ReceivedOn: d.today(),
	})
	require.NoError(d.t, err)
	return p
}

// accounts are the balances of a buy-in's two accounts and of what it is posted against, in cents.
func (d *desk) accounts(buyIn uuid.UUID) (owed, credit, income int64) {
	d.t.Helper()
	for _, t := range d.books.kept.transactions {
		for _, l := range t.Lines {
			switch l.Account {
			case journal.Receivable(buyIn):
				owed += l.Amount.Amount
			case journal.Credit(buyIn):
				credit -= l.Amount.Amount
			case journal.BuyIns:
				income -= l.Amount.Amount
			}
		}
	}
	return owed, credit, income
}

// A price of 250.00, of which 50.00 are waived and 220.00 come; then it is withdrawn (R5.7, R6.6).
func TestWhatABuyInOwesIsPostedAndTakenOff_R5_7(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	b := d.bought(usd(25000))
	figures := func(owed, credit, income int64) {
		t.Helper()
		o, c, i := d.accounts(b)
		require.Equal(t, []int64{owed, credit, income}, []int64{o, c, i})
	}
	figures(25000, 0, 25000)
	require.NoError(t, d.PostBuyIn(d.ctx, b, uuid.Nil, usd(30000), 14), "posted again")
	figures(25000, 0, 25000)
	_, err := d.Waive(d.ctx, b, 5000, "a sponsor")
	require.NoError(t, err)
	p := d.paysFor(b, usd(22000))
	figures(0, 2000, 25000)

	require.NoError(t, d.CancelBuyIn(d.ctx, b))
	figures(0, 22000, 0)
	require.NoError(t, d.CancelBuyIn(d.ctx, b))
	figures(0, 22000, 0)
	_, err = d.Refund(d.ctx, p.ID, carryover.Doing{}, 0, "R1")
	require.NoError(t, err)
	figures(0, 0, 0)

	sheet := d.sheet(d.today())
	require.Empty(t, sheet.Rows)
	require.Equal(t, "Rich, Bo", sheet.BuyIns[0].Director)
	differences, err := carryover.Audit(d.books.kept.dues, d.books.kept.steps, d.books.kept.transactions)
	require.NoError(t, err)
	require.Empty(t, differences)
}

func TestABuyInIsNoDirector_R5_7(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	satellite := d.reported(dana, "Duluth", usd(10000))
	b := d.bought(usd(25000))
	for name, terms := range map[string]carryover.Terms{
		"both at once":        {DirectorID: dana, BuyInID: b},
		"an unknown buy-in":   {BuyInID: d.id()},
		"a director's id":     {BuyInID: dana},
		"a buy-in's id":       {DirectorID: b},
		"to a satellite":      {BuyInID: b, Allocations: []carryover.Allocation{share(satellite, 100)}},
		"a director, to this": {DirectorID: dana, Allocations: []carryover.Allocation{share(b, 100)}},
	} {
		terms.Method, terms.Amount = carryover.Cheque, usd(100)
		_, err := d.Record(d.ctx, carryover.Told{Terms: terms})
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), name)
	}
	p := d.paysFor(b, usd(10000))
	_, err := d.Reallocate(d.ctx, p.ID, []carryover.Allocation{share(satellite, 100)}, "")
	require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), "what is for a buy-in stays in its account")
	_, err = d.Due(d.ctx, b)
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
	require.Error(t, d.PostBuyIn(d.ctx, d.id(), uuid.Nil, usd(-1), 14))
}
