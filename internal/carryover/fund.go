package carryover

import (
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// FundInput is what the prize fund of a satellite is computed from (R6.3). Sponsorship and
// expenses that were never set are nothing.
type FundInput struct {
	EntryFees       money.Money  // charged, in full
	PrizePool       *money.Money // of a Final Event: what the tour gives to it (R5.7)
	Sponsorship     money.Money
	PlannedExpenses money.Money
	ActualExpenses  *money.Money // nil until they are given
	Carryover       money.Money
}

// Fund is the prize fund of a satellite with its figures.
type Fund struct {
	EntryFees   money.Money  `json:"entry_fees"`
	PrizePool   *money.Money `json:"prize_pool,omitempty"`
	Sponsorship money.Money  `json:"sponsorship"`
	Expenses    money.Money  `json:"expenses"`
	Carryover   money.Money  `json:"carryover"`
	Prizes      money.Money  `json:"prizes"`
	Planned     bool         `json:"planned"` // the expenses are the planned ones
}

// PrizeFund is entry fees + sponsorship - expenses - carryover, the expenses being the planned
// ones until the actual ones are given (R6.3); a Final Event has the prize pool besides (R5.7). A
// negative fund is given back with its figures beside the error fault.FundNegative, so that a live
// report can show it. The other errors are those of money.Add, and then there is no fund.
func PrizeFund(in FundInput) (Fund, error) {
	c := in.EntryFees.Currency
	fund := Fund{
		EntryFees:   in.EntryFees,
		PrizePool:   in.PrizePool,
		Sponsorship: orNothing(in.Sponsorship, c),
		Expenses:    orNothing(in.PlannedExpenses, c),
		Carryover:   in.Carryover,
		Planned:     in.ActualExpenses == nil,
	}
	if in.ActualExpenses != nil {
		fund.Expenses = orNothing(*in.ActualExpenses, c)
	}
	income, err := fund.EntryFees.Add(fund.Sponsorship)
	if err != nil {
		return Fund{}, err
	}
	if fund.PrizePool != nil {
		if income, err = income.Add(*fund.PrizePool); err != nil {
			return Fund{}, err
		}
	}
	afterExpenses, err := income.Sub(fund.Expenses)
	if err != nil {
		return Fund{}, err
	}
	if fund.Prizes, err = afterExpenses.Sub(fund.Carryover); err != nil {
		return Fund{}, err
	}
	if fund.Prizes.IsNegative() {
		return fund, fault.New(fault.FundNegative,
			"Entry fees %s%s + sponsorship %s - expenses %s - carryover %s = %s; the prize fund cannot be negative.",
			fund.EntryFees, poolInWords(fund.PrizePool), fund.Sponsorship, fund.Expenses, fund.Carryover, fund.Prizes)
	}
	return fund, nil
}

func poolInWords(pool *money.Money) string {
	if pool == nil {
		return ""
	}
	return " + prize pool " + pool.String()
}
