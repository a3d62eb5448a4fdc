package carryover_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

func TestADueIsPostedWithItsReport_R6_4(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	d.owes(s, usd(26400), carryover.Open)
	require.EqualValues(t, 26400, d.balance(money.USD, journal.Receivable(s)))
	require.EqualValues(t, -26400, d.balance(money.USD, journal.FinalEvent))
	entry := d.books.kept.dues[0]
	require.Equal(t, carryover.FirstReport, entry.Kind)
	require.Equal(t, carryover.Rule, entry.Rule)
	require.Equal(t, "2026-03-16", entry.DueOn.String())
	require.Equal(t, "Theo Tell", entry.By.Name)

	before := d.rowsKept()
	d.report(s, usd(26400))
	require.Equal(t, before, d.rowsKept(), "a report of the same due adds nothing")

	d.report(s, usd(27600))
	d.owes(s, usd(27600), carryover.Open)
	require.Equal(t, usd(1200), d.books.kept.dues[1].Amount, "the difference is a new entry (R6.6)")
	require.Equal(t, usd(1200), d.row(s).Adjusted)

	nothing := d.reported(dana, "Boston", usd(0))
	d.owes(nothing, usd(0), carryover.Paid)
}

func TestNothingIsReceivedOnSomebodysWord_R6_5(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	p, err := d.Record(d.ctx, carryover.Told{Terms: carryover.Terms{
		DirectorID: dana, Method: carryover.Cheque, Reference: "1042", Amount: usd(26400), AnnouncedOn: civil.New(2026, 3, 1),
	}})
	require.NoError(t, err)
	require.Equal(t, []carryover.Allocation{share(s, 26400)}, p.Allocations, "what is said of no due is for the open one")
	d.owes(s, usd(26400), carryover.Open)
	require.Equal(t, usd(26400), d.row(s).Announced)
	require.Len(t, d.books.kept.transactions, 1, "an announcement is in no journal")

	second, err := d.Record(d.ctx, carryover.Told{Terms: carryover.Terms{DirectorID: dana, Method: carryover.Transfer, Amount: usd(100)}})
	require.NoError(t, err)
	require.Empty(t, second.Allocations, "nothing is announced twice for one due")
	_, err = d.Void(d.ctx, second.ID, "told twice")
	require.NoError(t, err)

	_, err = d.Receive(d.ctx, p.ID, carryover.Doing{On: civil.New(2026, 3, 1)}, 0)
	require.NoError(t, err, "it may have come before it was announced here")
	d.owes(s, usd(0), carryover.Paid)
	require.Equal(t, usd(0), d.row(s).Announced)
	require.Equal(t, usd(0), d.row(s).Cleared)
	require.EqualValues(t, 26400, d.balance(money.USD, journal.ChequesInHand))

	d.later(2)
	_, err = d.Deposit(d.ctx, p.ID, carryover.Doing{})
	require.NoError(t, err)
	require.EqualValues(t, 26400, d.balance(money.USD, journal.Deposited))
	d.later(3)
	_, err = d.Clear(d.ctx, p.ID, carryover.Doing{})
	require.NoError(t, err)
	require.EqualValues(t, 26400, d.balance(money.USD, journal.Bank))
	require.Zero(t, d.balance(money.USD, journal.ChequesInHand, journal.Deposited))
	require.Equal(t, usd(26400), d.row(s).Cleared)
}

// Every step in every state, by method: which state follows, or that it is refused. Doing again
// what was done adds nothing.
func TestStepsOfAPayment_R6_6(t *testing.T) {
	t.Parallel()
	const no = carryover.State("refused")
	type results [5]carryover.State // receive, deposit, clear, bounce, refund
	c, r, dep, b := carryover.Cleared, carryover.Received, carryover.Deposited, carryover.Bounced
	a, v, ref := carryover.Announced, carryover.Void, carryover.Refunded
	steps := map[carryover.Method]map[carryover.State]results{
		carryover.Cheque: {
			a: {r, dep, c, no, no}, r: {r, dep, c, b, no}, dep: {dep, dep, c, b, no}, c: {c, c, c, b, ref}, b: {no, no, no, b, no}, v: {no, no, no, no, no},
		},
		carryover.Transfer: {
			a: {r, no, c, no, no}, r: {r, no, c, b, no}, c: {c, no, c, b, ref}, b: {no, no, no, b, no}, v: {no, no, no, no, no},
		},
		carryover.Cash: {
			a: {r, dep, c, no, no}, r: {r, dep, c, no, ref}, dep: {dep, dep, c, no, ref}, c: {c, c, c, no, ref}, v: {no, no, no, no, no},
		},
		carryover.Card: {
			a: {r, no, c, no, no}, r: {r, no, c, no, no}, c: {c, no, c, no, ref}, v: {no, no, no, no, no},
		},
	}
	for method, states := range steps {
		for state, wanted := range states {
			for i, name := range []string{"receive", "deposit", "clear", "bounce", "refund"} {
				t.Run(string(method)+" "+string(state)+" "+name, func(t *testing.T) {
					t.Parallel()
					d := newDesk(t)
					p := d.inState(method, state)
					act := func() (carryover.Payment, error) {
						switch name {
						case "receive":
							return d.Receive(d.ctx, p.ID, carryover.Doing{}, 0)
						case "deposit":
							return d.Deposit(d.ctx, p.ID, carryover.Doing{})
						case "clear":
							return d.Clear(d.ctx, p.ID, carryover.Doing{})
						case "bounce":
							return d.Bounce(d.ctx, p.ID, carryover.Doing{})
						}
						return d.Refund(d.ctx, p.ID, carryover.Doing{}, 0, "")
					}
					got, err := act()
					if wanted[i] == no {
						d.refused(fault.PaymentWrongState, err)
						return
					}
					require.NoError(t, err)
					require.Equal(t, wanted[i], got.Status())
					before := d.rowsKept()
					_, err = act()
					require.NoError(t, err)
					require.Equal(t, before, d.rowsKept(), "done twice is done once")
					d.sheet(d.today())
				})
			}
		}
	}
}

// inState makes a payment of 100.00 USD for a due of as much.
func (d *desk) inState(m carryover.Method, s carryover.State) carryover.Payment {
	d.t.Helper()
	dana := d.director("Dana")
	d.reported(dana, "Albany", usd(10000))
	p, err := d.Record(d.ctx, carryover.Told{Terms: carryover.Terms{DirectorID: dana, Method: m, Amount: usd(10000)}})
	require.NoError(d.t, err)
	switch s {
	case carryover.Received, carryover.Bounced:
		p, err = d.Receive(d.ctx, p.ID, carryover.Doing{}, 0)
	case carryover.Deposited:
		p, err = d.Deposit(d.ctx, p.ID, carryover.Doing{})
	case carryover.Cleared:
		p, err = d.Clear(d.ctx, p.ID, carryover.Doing{})
	case carryover.Void:
		p, err = d.Void(d.ctx, p.ID, "typed twice")
	}
	require.NoError(d.t, err)
	if s == carryover.Bounced {
		p, err = d.Bounce(d.ctx, p.ID, carryover.Doing{})
		require.NoError(d.t, err)
	}
	require.Equal(d.t, s, p.Status())
	return p
}

func TestAChequeForThreeDuesBouncesAfterItWasCleared(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	one, two, three := d.reported(dana, "Albany", usd(26400)), d.reported(dana, "Boston", usd(12000)), d.reported(dana, "Cobleskill", usd(9600))
	p := d.cheque(dana, usd(48000), share(one, 26400), share(two, 12000), share(three, 9600))
	d.later(1)
	_, err := d.Clear(d.ctx, p.ID, carryover.Doing{})
	require.NoError(t, err)
	for _, s := range []uuid.UUID{one, two, three} {
		d.owes(s, usd(0), carryover.Paid)
	}
	cleared := d.sheet(d.today())
	d.later(5)

	var wait sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		wait.Go(func() { _, errs[i] = d.Bounce(d.ctx, p.ID, carryover.Doing{Reason: "no funds"}) })
	}
	wait.Wait()
	require.NoError(t, errors.Join(errs...))
	d.owes(one, usd(26400), carryover.Open)
	d.owes(two, usd(12000), carryover.Open)
	d.owes(three, usd(9600), carryover.Open)
	require.Equal(t, usd(12000), d.row(two).Bounced)
	require.Zero(t, d.balance(money.USD, journal.Bank))

	kinds := map[string]int{}
	for _, tr := range d.books.kept.transactions {
		kinds[tr.Kind]++
	}
	require.Equal(t, map[string]int{"report": 3, "receive": 1, "clear": 1, "bounce": 1}, kinds, "both entries stay, and 20 bounces are one")
	require.Equal(t, cleared, d.sheet(d.today().AddDays(-5)), "the sheet of the day on which it was cleared is as it was")
}

func TestTooMuchIsCreditThatIsAppliedLaterOrRefunded_R6_6(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	one := d.reported(dana, "Albany", usd(26400))
	p := d.cheque(dana, usd(30000), share(one, 30000))
	d.owes(one, usd(0), carryover.Paid)
	require.EqualValues(t, -3600, d.balance(money.USD, journal.Credit(dana)))

	d.later(10)
	two := d.reported(dana, "Boston", usd(3000))
	_, err := d.Reallocate(d.ctx, p.ID, []carryover.Allocation{share(one, 26400), share(two, 3000)}, "")
	require.NoError(t, err)
	d.owes(one, usd(0), carryover.Paid)
	d.owes(two, usd(0), carryover.Paid)
	credit := d.sheet(d.today()).Credit
	require.Len(t, credit, 1)
	require.Equal(t, usd(600), credit[0].Amount)
	require.Equal(t, "Dana", credit[0].Director)
	require.Equal(t, 10, credit[0].Days)

	_, err = d.Refund(d.ctx, p.ID, carryover.Doing{}, 600, "7")
	d.refused(fault.PaymentWrongState, err)
	_, err = d.Clear(d.ctx, p.ID, carryover.Doing{})
	require.NoError(t, err)
	for range 2 {
		_, err = d.Refund(d.ctx, p.ID, carryover.Doing{}, 600, "7")
		require.NoError(t, err)
	}
	require.Empty(t, d.sheet(d.today()).Credit)
	require.EqualValues(t, 29400, d.balance(money.USD, journal.Bank))

	_, err = d.Refund(d.ctx, p.ID, carryover.Doing{}, 29401, "8")
	d.refused(fault.PaymentWrongState, err)
	_, err = d.Refund(d.ctx, p.ID, carryover.Doing{}, 1000, "8")
	require.NoError(t, err)
	d.owes(two, usd(1000), carryover.PartPaid) // the last due that was paid
	d.owes(one, usd(0), carryover.Paid)

	_, err = d.Bounce(d.ctx, p.ID, carryover.Doing{})
	require.NoError(t, err)
	d.owes(one, usd(26400), carryover.Open)
	require.EqualValues(t, 1600, d.balance(money.USD, journal.Credit(dana)), "he was refunded what then did not come")
	require.EqualValues(t, -1600, d.balance(money.USD, journal.Bank))
}

func TestACorrectionLowersADueAfterPartPayment_R6_6(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	d.later(1)
	d.cheque(dana, usd(20000), share(s, 20000))
	d.later(1)
	old := d.today()
	before := d.sheet(old)
	require.Equal(t, usd(6400), before.Rows[0].Outstanding())

	d.later(3)
	d.report(s, usd(18000))
	d.owes(s, usd(0), carryover.Paid)
	require.EqualValues(t, -2000, d.balance(money.USD, journal.Credit(dana)))
	require.Equal(t, before, d.sheet(old), "the reconciliation of the old date")
	last := d.books.kept.dues[len(d.books.kept.dues)-1]
	require.Equal(t, carryover.Adjustment, last.Kind)
	require.Equal(t, usd(-8400), last.Amount)

	// What was waived is taken back before what was paid.
	two := d.reported(dana, "Boston", usd(10000))
	d.cheque(dana, usd(6000), share(two, 6000))
	_, err := d.Waive(d.ctx, two, 0, "hall burnt down")
	require.NoError(t, err)
	d.owes(two, usd(0), carryover.Waived)
	d.report(two, usd(8000))
	require.Equal(t, usd(2000), d.row(two).Waived)
	require.Equal(t, usd(6000), d.row(two).Received)
	d.report(two, usd(5000))
	require.Equal(t, usd(0), d.row(two).Waived)
	require.Equal(t, usd(5000), d.row(two).Received)
	d.owes(two, usd(0), carryover.Paid)
}

func TestADueIsWaivedWithAReason(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.reported(d.director("Dana"), "Albany", usd(10000))
	_, err := d.Waive(d.ctx, s, 0, "")
	d.refused(fault.ReasonRequired, err)
	_, err = d.Waive(d.ctx, s, 10001, "flood")
	d.refused(fault.InvalidRequest, err)
	_, err = d.Waive(d.ctx, s, -1, "flood")
	d.refused(fault.InvalidRequest, err)
	_, err = d.Waive(d.ctx, uuid.UUID{15: 200}, 0, "flood")
	d.refused(fault.ResourceNotFound, err)

	left, err := d.Waive(d.ctx, s, 4000, "flood")
	require.NoError(t, err)
	require.Equal(t, usd(6000), left)
	d.owes(s, usd(6000), carryover.PartPaid)
	for range 2 {
		_, err = d.Waive(d.ctx, s, 0, "flood")
		require.NoError(t, err)
	}
	d.owes(s, usd(0), carryover.Waived)
	require.EqualValues(t, 10000, d.balance(money.USD, journal.WriteOff))

	paid := d.reported(d.director("Paul"), "Boston", usd(100))
	d.cheque(d.books.satellites[paid].director, usd(100), share(paid, 100))
	_, err = d.Waive(d.ctx, paid, 0, "flood")
	d.refused(fault.DueSettled, err)
}
