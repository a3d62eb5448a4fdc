// Package carryover holds the money of the tour (section 6 of the rules): what a satellite owes to
// the Final Event out of its entry fees and what is left for prizes; what directors announce and
// pay, and which dues it settles; the double-entry journal of all of it, and the reconciliation.
//
// Its rules are pure and exact to the cent: Compute and PrizeFund for a report, Ledger for a due,
// Payment and its steps, Account for what they do to each other. Treasury carries acts out on the
// Books. Nothing in the books is ever changed: an act adds an entry of a due or a step of a
// payment, and the journal is what these mean (position.go), so that it can be made anew and
// compared (Audit). The package never looks at whether a player has paid at the door, never takes
// actual expenses off the carryover, never counts money as received on somebody's word (R6.5), and
// never adds two currencies together (R6.1).
package carryover

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/tour"
)

// Input is what the carryover of a satellite is computed from (R6.2).
type Input struct {
	Currency        money.Currency
	Fees            []money.Money // the fee of every entrant who is charged one
	PlannedExpenses money.Money
	Percent         money.Percent
	Base            tour.CarryoverBase
}

// Statement is the carryover of a satellite, with the formula that explains it.
type Statement struct {
	Base     money.Money        `json:"base"` // never negative
	BaseKind tour.CarryoverBase `json:"base_kind"`
	Percent  money.Percent      `json:"percent"`
	Due      money.Money        `json:"due"`
	Formula  string             `json:"formula"` // in words, with the figures
}

// Compute takes the percentage of the base: the fees charged or, where the tour says so, the fees
// less the planned expenses. A base below nothing counts as nothing, and the due is rounded once,
// on the total, to the nearest cent (R6.2). It fails with fault.CurrencyMismatch when a fee or the
// expenses are not in the satellite's currency, and with fault.InvalidRequest when a sum does not
// fit into 64 bits or the base is none of the tour's.
func Compute(in Input) (Statement, error) {
	base, err := money.Sum(in.Currency, in.Fees...)
	if err != nil {
		return Statement{}, err
	}
	steps := []string{feesInWords(in.Fees) + " = " + base.String()}
	switch in.Base {
	case tour.EntryFees:
	case tour.EntryFeesLessPlannedExpenses:
		expenses := orNothing(in.PlannedExpenses, in.Currency)
		if base, err = base.Sub(expenses); err != nil {
			return Statement{}, err
		}
		steps = append(steps, fmt.Sprintf("less planned expenses of %s = %s", expenses, base))
	default:
		return Statement{}, fault.AtField("/carryover_base", "unknown_value", "%q is no base of the carryover.", in.Base)
	}
	if base.IsNegative() {
		base = money.Zero(in.Currency)
		steps[len(steps)-1] += ", counted as " + base.String()
	}
	due := in.Percent.Of(base)
	steps = append(steps, fmt.Sprintf("%s%% of %s = %s", in.Percent, base, due))
	return Statement{
		Base: base, BaseKind: in.Base, Percent: in.Percent, Due: due,
		Formula: strings.Join(steps, "; "),
	}, nil
}

// Nothing is the statement of a Final Event, which carries nothing over: it is what the others carry
// over to (R1.1).
func Nothing(c money.Currency, base tour.CarryoverBase) Statement {
	return Statement{Base: money.Zero(c), BaseKind: base, Due: money.Zero(c), Formula: "a Final Event carries nothing over"}
}

// DueOn is the last day on which the carryover of a satellite reported on a day is paid in time
// (R6.4).
func DueOn(reported civil.Date, payableWithinDays int) civil.Date {
	return reported.AddDays(payableWithinDays)
}

// DaysOverdue is how many days the last day for paying is past, 0 on that day and before.
func DaysOverdue(dueOn, asOf civil.Date) int { return max(0, dueOn.DaysUntil(asOf)) }

// feesInWords groups equal fees, the highest first: "20 entry fees of 30.00 USD + 1 entry fee of
// 15.00 USD".
func feesInWords(fees []money.Money) string {
	if len(fees) == 0 {
		return "no entry fees"
	}
	sorted := slices.SortedFunc(slices.Values(fees), func(a, b money.Money) int { return cmp.Compare(b.Amount, a.Amount) })
	var groups []string
	for len(sorted) > 0 {
		fee, count := sorted[0], 1
		for count < len(sorted) && sorted[count] == fee {
			count++
		}
		noun := "entry fees"
		if count == 1 {
			noun = "entry fee"
		}
		groups = append(groups, fmt.Sprintf("%d %s of %s", count, noun, fee))
		sorted = sorted[count:]
	}
	return strings.Join(groups, " + ")
}

// orNothing gives an amount that was never set its currency, so that it can be put together with
// others; an amount that was set keeps its own.
func orNothing(m money.Money, c money.Currency) money.Money {
	if m == (money.Money{}) {
		return money.Zero(c)
	}
	return m
}
