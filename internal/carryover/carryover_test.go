package carryover_test

import (
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func fees(count int, cents int64) []money.Money {
	return slices.Repeat([]money.Money{usd(cents)}, count)
}

func TestCarryoverOfTheEntryFees_R6_2(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fees      []money.Money
		planned   money.Money
		percent   money.Percent
		kind      tour.CarryoverBase
		base, due int64
		formula   string
	}{
		"22 at 30.00": {
			fees(22, 3000), usd(10000), 4000, tour.EntryFees, 66000, 26400,
			"22 entry fees of 30.00 USD = 660.00 USD; 40.00% of 660.00 USD = 264.00 USD",
		},
		"23 at 18.99, rounded once on the total": {
			fees(23, 1899),
			money.Money{},
			4000, tour.EntryFees, 43677, 17471,
			"23 entry fees of 18.99 USD = 436.77 USD; 40.00% of 436.77 USD = 174.71 USD",
		},
		"differing fees, grouped, the highest first": {
			append(fees(1, 1500), append(fees(20, 3000), usd(0))...),
			money.Money{},
			4000, tour.EntryFees, 61500, 24600,
			"20 entry fees of 30.00 USD + 1 entry fee of 15.00 USD + 1 entry fee of 0.00 USD = 615.00 USD; " +
				"40.00% of 615.00 USD = 246.00 USD",
		},
		"less planned expenses": {
			fees(22, 3000), usd(10000), 4000, tour.EntryFeesLessPlannedExpenses, 56000, 22400,
			"22 entry fees of 30.00 USD = 660.00 USD; less planned expenses of 100.00 USD = 560.00 USD; " +
				"40.00% of 560.00 USD = 224.00 USD",
		},
		"less expenses never planned": {
			fees(2, 3000),
			money.Money{},
			4000, tour.EntryFeesLessPlannedExpenses, 6000, 2400,
			"2 entry fees of 30.00 USD = 60.00 USD; less planned expenses of 0.00 USD = 60.00 USD; " +
				"40.00% of 60.00 USD = 24.00 USD",
		},
		"a negative base counts as nothing": {
			fees(2, 3000), usd(10000), 4000, tour.EntryFeesLessPlannedExpenses, 0, 0,
			"2 entry fees of 30.00 USD = 60.00 USD; less planned expenses of 100.00 USD = -40.00 USD, " +
				"counted as 0.00 USD; 40.00% of 0.00 USD = 0.00 USD",
		},
		"nobody was charged": {
			nil,
			money.Money{},
			4000, tour.EntryFees, 0, 0,
			"no entry fees = 0.00 USD; 40.00% of 0.00 USD = 0.00 USD",
		},
		"another percentage": {
			fees(3, 1001),
			money.Money{},
			3333, tour.EntryFees, 3003, 1001,
			"3 entry fees of 10.01 USD = 30.03 USD; 33.33% of 30.03 USD = 10.01 USD",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := carryover.Compute(carryover.Input{
				Currency: money.USD, Fees: c.fees, PlannedExpenses: c.planned, Percent: c.percent, Base: c.kind,
			})
			require.NoError(t, err)
			require.Equal(t, carryover.Statement{
				Base: usd(c.base), BaseKind: c.kind, Percent: c.percent, Due: usd(c.due), Formula: c.formula,
			}, got)
		})
	}
}

func TestCarryoverRefusesWhatItCannotCompute(t *testing.T) {
	t.Parallel()
	cad := money.Money{Amount: 3000, Currency: money.CAD}
	for name, c := range map[string]struct {
		in   carryover.Input
		code fault.Code
	}{
		"a fee in another currency": {
			carryover.Input{Currency: money.USD, Fees: []money.Money{usd(3000), cad}, Base: tour.EntryFees},
			fault.CurrencyMismatch,
		},
		"expenses in another currency": {
			carryover.Input{Currency: money.USD, PlannedExpenses: cad, Base: tour.EntryFeesLessPlannedExpenses},
			fault.CurrencyMismatch,
		},
		"more than fits": {
			carryover.Input{Currency: money.USD, Fees: fees(2, 1<<62), Base: tour.EntryFees},
			fault.InvalidRequest,
		},
		"no base": {carryover.Input{Currency: money.USD}, fault.InvalidRequest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := carryover.Compute(c.in)
			require.Equal(t, c.code, fault.CodeOf(err))
		})
	}
}

// The due is never more than half a cent from the exact share of the total, whatever the fees, and
// the order of the fees does not matter.
func TestCarryoverIsExactToTheCent_R6_2(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		charged := rapid.SliceOfN(rapid.Map(rapid.Int64Range(0, 100_00), usd), 0, 100).Draw(t, "fees")
		percent := money.Percent(rapid.IntRange(0, 10000).Draw(t, "percent"))
		in := carryover.Input{Currency: money.USD, Fees: charged, Percent: percent, Base: tour.EntryFees}
		got, err := carryover.Compute(in)
		require.NoError(t, err)

		exact := new(big.Rat)
		for _, fee := range charged {
			exact.Add(exact, new(big.Rat).Mul(big.NewRat(fee.Amount, 1), big.NewRat(int64(percent), 10000)))
		}
		off := new(big.Rat).Sub(big.NewRat(got.Due.Amount, 1), exact)
		require.LessOrEqual(t, off.Cmp(big.NewRat(1, 2)), 0)
		require.Positive(t, off.Cmp(big.NewRat(-1, 2)), "halves go up")

		in.Fees = rapid.Permutation(charged).Draw(t, "shuffled")
		again, err := carryover.Compute(in)
		require.NoError(t, err)
		require.Equal(t, got, again)
	})
}

func TestPrizeFund_R6_3(t *testing.T) {
	t.Parallel()
	actual := usd(12050)
	nothing := usd(0)
	for name, c := range map[string]struct {
		in   carryover.FundInput
		want carryover.Fund
	}{
		"fees less carryover": {
			carryover.FundInput{EntryFees: usd(66000), Carryover: usd(26400)},
			carryover.Fund{EntryFees: usd(66000), Sponsorship: usd(0), Expenses: usd(0), Carryover: usd(26400), Prizes: usd(39600), Planned: true},
		},
		"planned expenses and a sponsor": {
			carryover.FundInput{EntryFees: usd(66000), Sponsorship: usd(5000), PlannedExpenses: usd(10000), Carryover: usd(26400)},
			carryover.Fund{EntryFees: usd(66000), Sponsorship: usd(5000), Expenses: usd(10000), Carryover: usd(26400), Prizes: usd(34600), Planned: true},
		},
		"actual expenses take the place of the planned": {
			carryover.FundInput{EntryFees: usd(66000), PlannedExpenses: usd(10000), ActualExpenses: &actual, Carryover: usd(26400)},
			carryover.Fund{EntryFees: usd(66000), Sponsorship: usd(0), Expenses: usd(12050), Carryover: usd(26400), Prizes: usd(27550)},
		},
		"actual expenses of nothing are given": {
			carryover.FundInput{EntryFees: usd(66000), PlannedExpenses: usd(10000), ActualExpenses: &nothing, Carryover: usd(26400)},
			carryover.Fund{EntryFees: usd(66000), Sponsorship: usd(0), Expenses: usd(0), Carryover: usd(26400), Prizes: usd(39600)},
		},
		"exactly nothing left": {
			carryover.FundInput{EntryFees: usd(10000), PlannedExpenses: usd(6000), Carryover: usd(4000)},
			carryover.Fund{EntryFees: usd(10000), Sponsorship: usd(0), Expenses: usd(6000), Carryover: usd(4000), Prizes: usd(0), Planned: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := carryover.PrizeFund(c.in)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestNegativePrizeFundIsRefusedWithTheFigures_R6_3(t *testing.T) {
	t.Parallel()
	fund, err := carryover.PrizeFund(carryover.FundInput{
		EntryFees: usd(10000), Sponsorship: usd(500), PlannedExpenses: usd(7000), Carryover: usd(4000),
	})
	require.Equal(t, fault.FundNegative, fault.CodeOf(err))
	require.ErrorContains(t, err,
		"Entry fees 100.00 USD + sponsorship 5.00 USD - expenses 70.00 USD - carryover 40.00 USD = -5.00 USD")
	require.Equal(t, usd(-500), fund.Prizes, "the figures are there to be shown")

	_, err = carryover.PrizeFund(carryover.FundInput{
		EntryFees: usd(10000), Sponsorship: money.Money{Amount: 1, Currency: money.CAD}, Carryover: usd(4000),
	})
	require.Equal(t, fault.CurrencyMismatch, fault.CodeOf(err))
}

func TestTheCarryoverIsPayableWithinDaysOfTheReport_R6_4(t *testing.T) {
	t.Parallel()
	reported := civil.New(2026, time.February, 20)
	dueOn := carryover.DueOn(reported, 14)
	require.Equal(t, "2026-03-06", dueOn.String())
	require.Equal(t, reported, carryover.DueOn(reported, 0))

	require.Zero(t, carryover.DaysOverdue(dueOn, reported))
	require.Zero(t, carryover.DaysOverdue(dueOn, dueOn), "the last day is in time")
	require.Equal(t, 1, carryover.DaysOverdue(dueOn, dueOn.AddDays(1)))
	require.Equal(t, 31, carryover.DaysOverdue(dueOn, civil.New(2026, time.April, 6)))
}
