package carryover_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

func TestADirectorsStatementHasEverythingInOrderWithItsBalance(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	d.later(1)
	p := d.cheque(dana, usd(30000), share(s, 26400))
	d.later(1)
	_, err := d.Clear(d.ctx, p.ID, carryover.Doing{})
	require.NoError(t, err)
	_, err = d.Annotate(d.ctx, p.ID, "Olive", "thanked her")
	require.NoError(t, err)
	d.later(1)
	_, err = d.Refund(d.ctx, p.ID, carryover.Doing{}, 3000, "")
	require.NoError(t, err)
	d.later(1)
	d.report(s, usd(25000))
	d.later(1)
	_, err = d.Bounce(d.ctx, p.ID, carryover.Doing{})
	require.NoError(t, err)
	_, err = d.Waive(d.ctx, s, 1000, "flood")
	require.NoError(t, err)
	d.reported(dana, "Toronto", cad(500))

	type told struct {
		day, what       string
		amount, balance money.Money
	}
	var got []told
	lines, err := d.History(d.ctx, dana, civil.Date{})
	require.NoError(t, err)
	for _, l := range lines {
		got = append(got, told{l.Day.String(), l.What, l.Amount, l.Balance})
	}
	require.Equal(t, []told{
		{"2026-03-02", "Albany: 40.00% of the entry fees = 264.00 USD", usd(26400), usd(26400)},
		{"2026-03-03", "cheque 1042 of 300.00 USD: announced", usd(0), usd(26400)},
		{"2026-03-03", "cheque 1042 of 300.00 USD: received", usd(-30000), usd(-3600)},
		{"2026-03-04", "cheque 1042 of 300.00 USD: cleared", usd(0), usd(-3600)},
		{"2026-03-05", "cheque 1042: 30.00 USD refunded", usd(3000), usd(-600)},
		{"2026-03-06", "Albany: reported anew (40.00% of the entry fees = 250.00 USD)", usd(-1400), usd(-2000)},
		{"2026-03-07", "Toronto: 40.00% of the entry fees = 5.00 CAD", cad(500), cad(500)},
		{"2026-03-07", "Albany: waived, flood", usd(-1000), usd(-3000)},
		{"2026-03-07", "cheque 1042 of 300.00 USD: bounced", usd(30000), usd(27000)},
	}, got)
	early, err := d.History(d.ctx, dana, civil.New(2026, 3, 3))
	require.NoError(t, err)
	require.Equal(t, lines[:3], early)

	// 240.00 are outstanding, and 30.00 that were refunded never came.
	d.owes(s, usd(24000), carryover.PartPaid)
	require.Equal(t, usd(-3000), d.sheet(d.today()).Credit[0].Amount)
}

func TestTheSheetKeepsCurrenciesApart_R6_1(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	d.reported(dana, "Albany", usd(26400))
	d.reported(dana, "Boston", usd(10000))
	toronto := d.reported(dana, "Toronto", cad(500))
	d.came(carryover.Cash, dana, cad(200))
	d.later(20)
	sheet := d.sheet(d.today())
	require.Equal(t, []carryover.Total{
		{Currency: money.CAD, Due: 500, Received: 200, Outstanding: 300},
		{Currency: money.USD, Due: 36400, Outstanding: 36400},
	}, sheet.Totals)
	require.Equal(t, 6, d.row(toronto).DaysOverdue(d.today()))
	require.Empty(t, d.sheet(d.today().AddDays(-21)).Rows, "nothing was due by then")

	// A tie that does not hold is seen.
	evidence, err := d.books.Evidence(d.ctx, springTour, d.today())
	require.NoError(t, err)
	for i := range evidence.Balances {
		evidence.Balances[i].Amount.Amount++
	}
	for _, tie := range carryover.Reconcile(springTour, d.today(), evidence).Ties {
		require.False(t, tie.Holds(), tie.What)
	}
}

func TestTheJournalIsMadeAnewAndCompared(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.inState(carryover.Cheque, carryover.Bounced)
	_, err := d.Confirm(d.ctx, carryover.Confirmation{Lines: lines(d.line(usd(-5))), Purpose: carryover.BankFee})
	require.NoError(t, err)
	k := d.books.kept
	kinds := func(kept []journal.Transaction) (found []string) {
		t.Helper()
		differences, err := carryover.Audit(k.dues, k.steps, kept)
		require.NoError(t, err)
		for _, one := range differences {
			found = append(found, strings.Split(one.Reference, "/")[0])
		}
		return found
	}
	require.Empty(t, kinds(k.transactions))
	require.Equal(t, []string{"due"}, kinds(k.transactions[1:]), "one is missing")
	require.Equal(t, []string{"due"}, kinds(append(k.transactions, k.transactions[0])), "one is there twice")
	spoilt := slices.Clone(k.transactions)
	spoilt[1].Lines = journal.Negated(spoilt[1].Lines)
	require.Equal(t, []string{"payment"}, kinds(spoilt), "one is changed")
	k.dues = nil
	require.Equal(t, []string{"due"}, kinds(k.transactions), "one comes from nowhere")
}

func TestWhatIsOutstandingIsThePriceOfACheckout(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dana := d.director("Dana")
	s := d.reported(dana, "Albany", usd(26400))
	d.cheque(dana, usd(6400))
	left, err := d.Outstanding(d.ctx, s)
	require.NoError(t, err)
	require.Equal(t, usd(20000), left)
	_, err = d.Outstanding(d.ctx, d.id())
	d.refused(fault.ResourceNotFound, err)
	_, err = d.Outstanding(d.ctx, d.satellite(dana, "Boston"))
	d.refused(fault.ResourceNotFound, err)

	page, err := d.Journal(d.ctx, carryover.JournalFilter{From: d.today(), To: d.today()})
	require.NoError(t, err)
	require.Len(t, page, 2)
	payments, err := d.Payments(d.ctx, carryover.PaymentFilter{Director: dana})
	require.NoError(t, err)
	require.Len(t, payments, 1)
}
