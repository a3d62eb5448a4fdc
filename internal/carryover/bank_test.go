package carryover_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// line is a line of a bank statement of today.
func (d *desk) line(amount money.Money) carryover.BankLine {
	return carryover.BankLine{ID: d.id(), Day: d.today(), Amount: amount}
}

func lines(l ...carryover.BankLine) []carryover.BankLine { return l }

func TestOneBankLineForTheChequesOfTwoDirectors(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana, paul := d.director("Dana"), d.director("Paul")
	one, two := d.reported(dana, "Albany", usd(26400)), d.reported(paul, "Boston", usd(12000))
	a, b := d.cheque(dana, usd(26400)), d.cheque(paul, usd(12000))
	d.later(2)
	slip := d.line(usd(38400))
	c := carryover.Confirmation{Lines: lines(slip), Purpose: carryover.Settles, Payments: []uuid.UUID{b.ID, a.ID}}

	wrong := c
	wrong.Lines = lines(d.line(usd(38399)))
	_, err := d.Confirm(d.ctx, wrong)
	d.refused(fault.InvalidRequest, err)
	require.ErrorContains(t, err, "The lines add up to 383.99 USD, the payments to 384.00 USD.")
	require.Equal(t, usd(0), d.row(one).Cleared, "nothing of it is kept")

	changed, err := d.Confirm(d.ctx, c)
	require.NoError(t, err)
	require.Len(t, changed, 2)
	require.EqualValues(t, 38400, d.balance(money.USD, journal.Bank))
	require.Equal(t, usd(26400), d.row(one).Cleared)
	require.Equal(t, usd(12000), d.row(two).Cleared)

	before := d.rowsKept()
	_, err = d.Confirm(d.ctx, c)
	require.NoError(t, err)
	require.Equal(t, before, d.rowsKept(), "confirmed twice is confirmed once")
	c.Lines = append(c.Lines, d.line(usd(1)))
	_, err = d.Confirm(d.ctx, c)
	d.refused(fault.BankLineConfirmed, err)
	_, err = d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(26400))), Purpose: carryover.Settles, Payments: []uuid.UUID{a.ID}})
	d.refused(fault.BankLineConfirmed, err)

	back, err := d.Confirm(d.ctx, carryover.Confirmation{
		Lines: lines(d.line(usd(-12000))), Purpose: carryover.Returned, Payments: []uuid.UUID{b.ID}, Note: "no funds",
	})
	require.NoError(t, err)
	require.Equal(t, carryover.Bounced, back[0].Status())
	d.owes(two, usd(12000), carryover.Open)
	require.Equal(t, []journal.Balance{
		{Account: journal.Bank, Amount: usd(26400)}, {Account: journal.FinalEvent, Amount: usd(-38400)},
	}, d.sheet(d.today()).Balances, "what the bank has, to the cent")
}

func TestTwoBankLinesForOnePaymentAndOneClearedByHand(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	d.reported(dana, "Albany", usd(26400))
	p, err := d.Record(d.ctx, carryover.Told{Terms: carryover.Terms{DirectorID: dana, Method: carryover.Transfer, Amount: usd(26400)}})
	require.NoError(t, err)
	_, err = d.Confirm(d.ctx, carryover.Confirmation{
		Lines: lines(d.line(usd(20000)), d.line(usd(6400))), Purpose: carryover.Settles, Payments: []uuid.UUID{p.ID},
	})
	require.NoError(t, err, "a bank line makes money received (R6.5)")
	require.EqualValues(t, 26400, d.balance(money.USD, journal.Bank))

	cash := d.came(carryover.Cash, dana, usd(500))
	_, err = d.Clear(d.ctx, cash.ID, carryover.Doing{})
	require.NoError(t, err)
	shown, err := d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(500))), Purpose: carryover.Settles, Payments: []uuid.UUID{cash.ID}})
	require.NoError(t, err)
	require.Equal(t, carryover.ActMatch, shown[0].Act)
	require.EqualValues(t, 26900, d.balance(money.USD, journal.Bank), "the line of what was cleared by hand posts nothing")
}

func TestAnUnknownPayerIsInSuspenseUntilHeIsFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	made, err := d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(26400))), Purpose: carryover.Unknown, Note: "SCRABBLE CLUB 12"})
	require.NoError(t, err)
	id := made[0].ID
	d.owes(s, usd(26400), carryover.Open)
	for range 2 {
		_, err = d.Annotate(d.ctx, id, "Olive", "asked the bank")
		require.NoError(t, err)
	}
	d.later(9)
	suspense := d.sheet(d.today()).Suspense
	require.Len(t, suspense, 1)
	require.Equal(t, 9, suspense[0].Days)
	require.Equal(t, "Olive", suspense[0].Payment.Owner)
	require.Equal(t, "asked the bank", suspense[0].Payment.Note)

	_, err = d.Reallocate(d.ctx, id, nil, "")
	d.refused(fault.PaymentWrongState, err)
	_, err = d.Assign(d.ctx, id, carryover.Debtor{}, "")
	d.refused(fault.InvalidRequest, err)
	_, err = d.Assign(d.ctx, id, carryover.Debtor{DirectorID: dana}, "her club")
	require.NoError(t, err)
	_, err = d.Assign(d.ctx, id, carryover.Debtor{DirectorID: d.director("Paul")}, "or his")
	d.refused(fault.ResourceNotFound, err)
	_, err = d.Reallocate(d.ctx, id, []carryover.Allocation{share(s, 26400)}, "")
	require.NoError(t, err)
	d.owes(s, usd(0), carryover.Paid)
	require.Empty(t, d.sheet(d.today()).Suspense)
}

func TestFeesAndNotesOfTheBank(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(-1500))), Purpose: carryover.BankFee})
	require.NoError(t, err)
	require.EqualValues(t, 1500, d.balance(money.USD, journal.Fees))
	require.EqualValues(t, -1500, d.balance(money.USD, journal.Bank))
	_, err = d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(0))), Purpose: carryover.Noted, Note: "statement closed"})
	require.NoError(t, err)

	payment := []uuid.UUID{{15: 3}}
	for name, c := range map[string]carryover.Confirmation{
		"no line":           {Purpose: carryover.Noted, Note: "x"},
		"no purpose":        {Lines: lines(d.line(usd(1)))},
		"nothing to settle": {Lines: lines(d.line(usd(1))), Purpose: carryover.Settles},
		"a negative line":   {Lines: lines(d.line(usd(-1))), Purpose: carryover.Settles, Payments: payment},
		"a positive return": {Lines: lines(d.line(usd(1))), Purpose: carryover.Returned, Payments: payment},
		"nothing unknown":   {Lines: lines(d.line(usd(0))), Purpose: carryover.Unknown},
		"one payment twice": {Lines: lines(d.line(usd(1))), Purpose: carryover.Settles, Payments: append(payment, payment...)},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := d.Confirm(d.ctx, c)
			d.refused(fault.InvalidRequest, err)
		})
	}
	_, err = d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(0))), Purpose: carryover.Noted})
	d.refused(fault.ReasonRequired, err)
	_, err = d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(1)), d.line(cad(1))), Purpose: carryover.Unknown})
	d.refused(fault.CurrencyMismatch, err)
	_, err = d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(1))), Purpose: carryover.Settles, Payments: payment})
	d.refused(fault.ResourceNotFound, err)
}

func TestNothingIsPostedIntoAClosedMonth(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	cheque := d.cheque(dana, usd(20000))
	d.clock = d.clock.AddDate(0, 1, 0) // 2 April
	march := civil.New(2026, 3, 31)
	before := d.sheet(march)
	d.refused(fault.InvalidRequest, d.Close(d.ctx, civil.New(2026, 3, 30), ""))
	d.refused(fault.InvalidRequest, d.Close(d.ctx, civil.New(2026, 4, 30), ""))
	d.refused(fault.InvalidRequest, d.Close(d.ctx, civil.Date{}, ""))
	require.NoError(t, d.Close(d.ctx, march, ""))
	require.NoError(t, d.Close(d.ctx, march, ""))
	require.NoError(t, d.Close(d.ctx, civil.New(2026, 2, 28), ""), "closed already with March")
	require.Len(t, d.books.kept.closings, 1)

	_, err := d.Clear(d.ctx, cheque.ID, carryover.Doing{On: march})
	d.refused(fault.PeriodClosed, err)
	require.ErrorContains(t, err, "the first open day is 2026-04-01")
	_, err = d.Clear(d.ctx, cheque.ID, carryover.Doing{On: d.today().AddDays(1)})
	d.refused(fault.InvalidRequest, err)
	_, err = d.Record(d.ctx, carryover.Told{
		Terms: carryover.Terms{DirectorID: dana, Method: carryover.Cash, Amount: usd(100)}, ReceivedOn: march,
	})
	d.refused(fault.PeriodClosed, err)

	// What the bank tells late of March counts on the first open day.
	shown, err := d.Confirm(d.ctx, carryover.Confirmation{
		Lines: lines(carryover.BankLine{ID: d.id(), Day: march, Amount: usd(20000)}), Purpose: carryover.Settles, Payments: []uuid.UUID{cheque.ID},
	})
	require.NoError(t, err)
	require.Equal(t, "2026-04-01", shown[0].Day.String())
	_, err = d.Bounce(d.ctx, cheque.ID, carryover.Doing{On: civil.New(2026, 3, 15)})
	d.refused(fault.PeriodClosed, err)
	d.report(s, usd(10000))
	require.Equal(t, before, d.sheet(march), "corrections are posted on the day they are made")
	d.owes(s, usd(0), carryover.Paid)
}

func TestStepsOfAPaymentAreInOrderOfTheirDays(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.inState(carryover.Cheque, carryover.Received)
	d.later(5)
	_, err := d.Deposit(d.ctx, p.ID, carryover.Doing{On: d.today().AddDays(-6)})
	d.refused(fault.InvalidRequest, err)
	require.ErrorContains(t, err, "The last step of the payment was on 2026-03-02")
	_, err = d.Deposit(d.ctx, p.ID, carryover.Doing{On: d.today().AddDays(-5)})
	require.NoError(t, err)
}

func TestEntriesByHandAreReversed_R6_7(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	fee := []journal.Line{{Account: journal.Fees, Amount: usd(200)}, {Account: journal.Stripe, Amount: usd(-200)}}
	_, err := d.Enter(d.ctx, fee, carryover.Doing{})
	d.refused(fault.ReasonRequired, err)
	_, err = d.Enter(d.ctx, fee[:1], carryover.Doing{Reason: "monthly fee"})
	d.refused(fault.InvalidRequest, err)
	_, err = d.Enter(d.ctx, []journal.Line{{Account: journal.Suspense, Amount: usd(1)}, fee[1]}, carryover.Doing{Reason: "x"})
	d.refused(fault.InvalidRequest, err)
	entered, err := d.Enter(d.ctx, fee, carryover.Doing{Reason: "monthly fee"})
	require.NoError(t, err)

	_, err = d.Reverse(d.ctx, entered.ID, "")
	d.refused(fault.ReasonRequired, err)
	first, err := d.Reverse(d.ctx, entered.ID, "twice")
	require.NoError(t, err)
	again, err := d.Reverse(d.ctx, entered.ID, "twice")
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Equal(t, entered.ID, first.Reverses)
	require.Zero(t, d.balance(money.USD, journal.Fees))
	require.Len(t, d.books.kept.transactions, 2)

	d.inState(carryover.Cheque, carryover.Received)
	_, err = d.Reverse(d.ctx, d.books.kept.transactions[2].ID, "wrong")
	d.refused(fault.NotReversible, err)
	_, err = d.Reverse(d.ctx, uuid.UUID{15: 250}, "wrong")
	d.refused(fault.ResourceNotFound, err)
}

func TestBadPaymentsAreRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana, paul := d.director("Dana"), d.director("Paul")
	s := d.reported(dana, "Albany", usd(26400))
	his := d.reported(paul, "Boston", usd(26400))
	for name, c := range map[string]struct {
		method      carryover.Method
		amount      money.Money
		allocations []carryover.Allocation
		code        fault.Code
	}{
		"nothing":                  {carryover.Cheque, usd(0), nil, fault.InvalidRequest},
		"less than nothing":        {carryover.Cheque, usd(-1), nil, fault.InvalidRequest},
		"too much":                 {carryover.Cheque, usd(carryover.MaxAmount + 1), nil, fault.InvalidRequest},
		"no currency":              {carryover.Cheque, money.Money{Amount: 1}, nil, fault.InvalidRequest},
		"no method":                {"", usd(1), nil, fault.InvalidRequest},
		"another currency":         {carryover.Cheque, cad(100), []carryover.Allocation{share(s, 100)}, fault.CurrencyMismatch},
		"another director's due":   {carryover.Cheque, usd(100), []carryover.Allocation{share(his, 100)}, fault.InvalidRequest},
		"an unknown due":           {carryover.Cheque, usd(100), []carryover.Allocation{share(uuid.UUID{15: 1}, 100)}, fault.InvalidRequest},
		"allocated above it":       {carryover.Cheque, usd(100), []carryover.Allocation{share(s, 101)}, fault.InvalidRequest},
		"allocated nothing":        {carryover.Cheque, usd(100), []carryover.Allocation{share(s, 0)}, fault.InvalidRequest},
		"allocated less than that": {carryover.Cheque, usd(100), []carryover.Allocation{share(s, -5)}, fault.InvalidRequest},
		"one due twice":            {carryover.Cheque, usd(100), []carryover.Allocation{share(s, 50), share(s, 50)}, fault.InvalidRequest},
	} {
		t.Run(name, func(t *testing.T) {
			before := d.rowsKept()
			_, err := d.Record(d.ctx, carryover.Told{Terms: carryover.Terms{
				DirectorID: dana, Method: c.method, Amount: c.amount, Allocations: c.allocations,
			}})
			d.refused(c.code, err)
			require.Equal(t, before, d.rowsKept())
		})
	}
	p := d.cheque(dana, usd(100))
	_, err := d.Receive(d.ctx, p.ID, carryover.Doing{}, 99)
	d.refused(fault.PaymentWrongState, err)
	_, err = d.Reallocate(d.ctx, p.ID, []carryover.Allocation{share(s, 101)}, "")
	d.refused(fault.InvalidRequest, err)
	_, err = d.Void(d.ctx, p.ID, "")
	d.refused(fault.ReasonRequired, err)
	_, err = d.Receive(d.ctx, uuid.UUID{15: 9}, carryover.Doing{}, 0)
	d.refused(fault.ResourceNotFound, err)

	less, err := d.Record(d.ctx, carryover.Told{Terms: carryover.Terms{DirectorID: dana, Method: carryover.Cheque, Amount: usd(26300)}})
	require.NoError(t, err)
	_, err = d.Receive(d.ctx, less.ID, carryover.Doing{}, 26000)
	require.NoError(t, err, "it may come as another amount than was announced")
	d.owes(s, usd(300), carryover.PartPaid)
}
