package tour

import (
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
)

// LateRule is when the report of a satellite is late and what that costs (R6.8). Days are those of
// the calendar of the venue.
type LateRule struct {
	Days      int         // after the last day of the event that are still in time
	PerPlayer money.Money // for each player in the field
}

// LateReports is the rule for satellites that take their money in a currency.
func (r Rules) LateReports(c money.Currency) LateRule {
	return LateRule{Days: r.LateReportDays, PerPlayer: money.Money{Amount: r.LateReportFeeCents, Currency: c}}
}

// InTimeThrough is the last day on which a report is in time.
func (r LateRule) InTimeThrough(lastDay civil.Date) civil.Date { return lastDay.AddDays(r.Days) }

// DaysLate is how many days after that a report of a day is; 0: it is in time.
func (r LateRule) DaysLate(lastDay, day civil.Date) int {
	return max(0, r.InTimeThrough(lastDay).DaysUntil(day))
}

// Fee is what a report of a day costs: nothing if it is in time, whatever its lateness if not.
func (r LateRule) Fee(lastDay, day civil.Date, players int) money.Money {
	if r.DaysLate(lastDay, day) == 0 {
		return money.Zero(r.PerPlayer.Currency)
	}
	return money.Money{Amount: r.PerPlayer.Amount * int64(players), Currency: r.PerPlayer.Currency}
}
