package carryover

import (
	"time"

	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
)

// Closing says that the books are closed through a day, which is the last of its month: nothing is
// posted on that day or an earlier one any more.
type Closing struct {
	Through civil.Date
	journal.Stamp
}

// newClosing refuses a day that is not the last of a month, or that is not over yet.
func newClosing(through civil.Date, s journal.Stamp) (Closing, error) {
	if !lastOfMonth(through) {
		return Closing{}, fault.AtField("/through", "out_of_range", "Books are closed through the last day of a month; %s is none.", through)
	}
	if !through.Before(s.Day) {
		return Closing{}, fault.AtField("/through", "out_of_range", "%s is not over yet.", through)
	}
	return Closing{Through: through, Stamp: s}, nil
}

// lastOfMonth says whether the next day is the first of a month.
func lastOfMonth(d civil.Date) bool {
	return !d.IsZero() && d.AddDays(1).In(time.UTC).Day() == 1
}

// firstOpen is the first day on which something can be posted.
func firstOpen(closed civil.Date) civil.Date {
	if closed.IsZero() {
		return closed
	}
	return closed.AddDays(1)
}

// checkDay refuses a day that is closed or has not come.
func checkDay(day, today, closed civil.Date) error {
	if day.After(today) {
		return fault.AtField("/on", "out_of_range", "%s has not come yet; today is %s.", day, today)
	}
	if day.Before(firstOpen(closed)) {
		return fault.New(fault.PeriodClosed, "The books are closed through %s; the first open day is %s.", closed, firstOpen(closed))
	}
	return nil
}
