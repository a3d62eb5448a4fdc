package carryover_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// paidByCard is a session that was paid in full.
func paidByCard(amount money.Money) carryover.CardTruth { return carryover.CardTruth{Paid: amount} }

// settled is a truth that Stripe has booked in the currency of the payment.
func settled(truth carryover.CardTruth, fees, paidOut int64) carryover.CardTruth {
	gross := truth.Paid
	gross.Amount -= truth.Refunded + truth.Disputed
	truth.Settled = &carryover.Settlement{Gross: gross, Fees: fees, PaidOut: paidOut}
	return truth
}

func (d *desk) hears(c carryover.Charge) carryover.Payment {
	d.t.Helper()
	p, err := d.ApplyCard(d.ctx, c)
	require.NoError(d.t, err)
	return p
}

// charge is a session for the due of a satellite.
func (d *desk) charge(satellite uuid.UUID) carryover.Charge {
	return carryover.Charge{PaymentID: d.id(), Debtor: carryover.Debtor{DirectorID: d.books.satellites[satellite].director}, SatelliteID: satellite}
}

// permutations gives every order of 0 .. n-1.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, shorter := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(shorter), at, n-1))
		}
	}
	return all
}

// An event only says that something has happened; what is applied is the truth when it is heard.
// So three events are three looks at a truth that grows, in whatever order they come.
func TestEveryOrderOfEventsPaysOnce(t *testing.T) {
	t.Parallel()
	truths := []carryover.CardTruth{{Paid: usd(0)}, paidByCard(usd(10000)), settled(paidByCard(usd(10000)), 320, 0)}
	for _, heard := range [][]int{{0, 1, 2}, {0, 0, 2}, {0, 2, 2}, {2, 2, 2}, {1, 1, 2}, {1, 2, 2}} {
		t.Run(fmt.Sprint(heard), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			s := d.reported(d.director("Dana"), "Albany", usd(10000))
			c := d.charge(s)
			for _, at := range heard {
				c.Truth = truths[at]
				d.hears(c)
			}
			before := d.rowsKept()
			var wait sync.WaitGroup
			for range 50 {
				wait.Go(func() { _, _ = d.ApplyCard(d.ctx, c) })
			}
			wait.Wait()
			require.Equal(t, before, d.rowsKept(), "50 more deliveries add nothing")
			d.owes(s, usd(0), carryover.Paid)
			require.EqualValues(t, 9680, d.balance(money.USD, journal.Stripe))
			require.EqualValues(t, 320, d.balance(money.USD, journal.Fees))
		})
	}
}

func TestRefundsOfACardAreATotal(t *testing.T) {
	t.Parallel()
	// 10.00 and 5.00 were refunded at Stripe; each event is heard when one or both were.
	for _, totals := range [][]int64{{1000, 1500}, {500, 1500}, {1500, 1500}, {1000, 1000, 1500, 1500}, {1500}} {
		t.Run(fmt.Sprint(totals), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			s := d.reported(d.director("Dana"), "Albany", usd(10000))
			c := d.charge(s)
			c.Truth = paidByCard(usd(10000))
			d.hears(c)
			for _, total := range totals {
				c.Truth.Refunded = total
				d.hears(c)
			}
			require.EqualValues(t, 1500, d.hears(c).Refunded())
			d.owes(s, usd(1500), carryover.PartPaid)
			require.EqualValues(t, 8500, d.balance(money.USD, journal.Stripe))
		})
	}
}

func TestRefundsByHandInAnyOrderAndDoubled(t *testing.T) {
	t.Parallel()
	refunds := []carryover.Refund{{Reference: "a", Amount: 1000}, {Reference: "b", Amount: 500}, {Reference: "a", Amount: 1000}, {Reference: "b", Amount: 500}}
	for _, order := range permutations(len(refunds)) {
		d := newDesk(t)
		p := d.inState(carryover.Cheque, carryover.Cleared)
		for _, i := range order {
			var err error
			p, err = d.Refund(d.ctx, p.ID, carryover.Doing{}, refunds[i].Amount, refunds[i].Reference)
			require.NoError(t, err)
		}
		require.EqualValues(t, 1500, p.Refunded())
		require.EqualValues(t, 8500, d.balance(money.USD, journal.Bank))
	}
}

func TestAPaymentInAnotherCurrencyIsSuspense(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Toronto", cad(10000))
	c := d.charge(s)
	c.Truth = paidByCard(usd(10000))
	p := d.hears(c)
	d.owes(s, cad(10000), carryover.Open)
	require.EqualValues(t, -10000, d.balance(money.USD, journal.Suspense))
	require.Zero(t, d.balance(money.USD, journal.Credit(dana)))
	suspense := d.sheet(d.today()).Suspense
	require.Len(t, suspense, 1)
	require.Equal(t, "paid in USD for a due in CAD", suspense[0].Payment.Note)

	_, err := d.Reallocate(d.ctx, p.ID, []carryover.Allocation{share(s, 10000)}, "")
	d.refused(fault.CurrencyMismatch, err)

	american := d.reported(dana, "Albany", usd(4000))
	_, err = d.Reallocate(d.ctx, p.ID, []carryover.Allocation{share(american, 4000)}, "he says so")
	require.NoError(t, err)
	d.owes(american, usd(0), carryover.Paid)
	require.Zero(t, d.balance(money.USD, journal.Suspense))
	require.EqualValues(t, -6000, d.balance(money.USD, journal.Credit(dana)))
}

func TestAChequeThenTheCardPayTheDueOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	c := d.charge(s)
	d.cheque(dana, usd(26400), share(s, 26400))
	c.Truth = paidByCard(usd(26400))
	d.hears(c)
	d.owes(s, usd(0), carryover.Paid)
	require.Equal(t, usd(26400), d.row(s).Received)
	require.EqualValues(t, -26400, d.balance(money.USD, journal.Credit(dana)))
}

func TestADisputeTakesTheMoneyAndGivesItBackWhereItIsWon(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.reported(d.director("Dana"), "Albany", usd(10000))
	c := d.charge(s)
	c.Truth = settled(paidByCard(usd(10000)), 320, 9680)
	require.Equal(t, carryover.Cleared, d.hears(c).Status())
	require.EqualValues(t, 9680, d.balance(money.USD, journal.Bank))
	require.Equal(t, usd(10000), d.row(s).Cleared)

	won := c.Truth
	c.Truth.Disputed = 10000
	c.Truth = settled(c.Truth, 320+1500, 9680)
	require.Equal(t, carryover.Disputed, d.hears(c).Status())
	d.owes(s, usd(10000), carryover.Open)
	require.Equal(t, usd(10000), d.row(s).Bounced)
	require.EqualValues(t, -11500, d.balance(money.USD, journal.Stripe))

	won.Settled = &carryover.Settlement{Gross: usd(10000), Fees: 1820, PaidOut: 9680}
	c.Truth = won
	d.hears(c)
	d.owes(s, usd(0), carryover.Paid)
	require.EqualValues(t, 1820, d.balance(money.USD, journal.Fees))
	require.EqualValues(t, -1500, d.balance(money.USD, journal.Stripe))
}

func TestStripeMayBookInAnotherCurrency(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.reported(d.director("Dana"), "Toronto", cad(10000))
	c := d.charge(s)
	c.Truth = paidByCard(cad(10000))
	d.hears(c)
	require.EqualValues(t, 10000, d.balance(money.CAD, journal.Stripe))
	c.Truth.Settled = &carryover.Settlement{Gross: usd(7300), Fees: 250, PaidOut: 7050}
	d.hears(c)
	d.owes(s, cad(0), carryover.Paid)
	require.Zero(t, d.balance(money.CAD, journal.Stripe))
	require.EqualValues(t, 10000, d.balance(money.CAD, journal.ExchangeDifference))
	require.EqualValues(t, -7300, d.balance(money.USD, journal.ExchangeDifference))
	require.EqualValues(t, 7050, d.balance(money.USD, journal.Bank))
}

func TestWhatStripeKeepsIsNotChangedByHand(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.reported(d.director("Dana"), "Albany", usd(10000))
	c := d.charge(s)
	c.Truth = paidByCard(usd(10000))
	p := d.hears(c)
	_, err := d.Refund(d.ctx, p.ID, carryover.Doing{}, 100, "")
	d.refused(fault.PaymentWrongState, err)
	_, err = d.Void(d.ctx, p.ID, "no")
	d.refused(fault.PaymentWrongState, err)
	_, err = d.Clear(d.ctx, p.ID, carryover.Doing{})
	d.refused(fault.PaymentWrongState, err)
	_, err = d.Bounce(d.ctx, p.ID, carryover.Doing{})
	d.refused(fault.PaymentWrongState, err)

	c.Truth = carryover.CardTruth{Paid: cad(10000)}
	_, err = d.ApplyCard(d.ctx, c)
	d.refused(fault.CurrencyMismatch, err)
	c.Truth = carryover.CardTruth{Paid: usd(10000), Refunded: -1}
	_, err = d.ApplyCard(d.ctx, c)
	d.refused(fault.InvalidRequest, err)
}

// A charge that names nobody waits in suspense; what is heard of it after it was assigned still
// finds it.
func TestAChargeOfAnUnknownPayerIsAssigned(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	c := carryover.Charge{PaymentID: d.id(), Truth: paidByCard(usd(5000))}
	p := d.hears(c)
	require.True(t, p.Suspense)
	for range 2 {
		_, err := d.Assign(d.ctx, p.ID, carryover.Debtor{DirectorID: dana}, "his mail")
		require.NoError(t, err)
	}
	require.EqualValues(t, -5000, d.balance(money.USD, journal.Credit(dana)))
	c.Truth.Refunded = 1000
	d.hears(c)
	require.EqualValues(t, -4000, d.balance(money.USD, journal.Credit(dana)))
	require.Zero(t, d.balance(money.USD, journal.Suspense))
}
