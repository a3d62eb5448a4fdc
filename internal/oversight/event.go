// Package oversight is what the organiser sees of a whole tour at once: how far its satellites are,
// what has come and what is missing, and what waits for a decision; and whom he has reminded of a
// report. It computes from what the other packages keep, keeps nothing itself but letters in the
// outbox, and never changes a satellite, a seat or the books.
package oversight

import (
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Event is a satellite with what the overview and reminders have to know of it.
type Event struct {
	ID             uuid.UUID
	Name           string
	City           string
	Tour           string // its name
	DirectorID     uuid.UUID
	Director       string // his name
	Email          string // his address; not for the overview
	Status         satellite.Status
	StartsOn       civil.Date
	EndsOn         civil.Date
	Zone           *time.Location // of the venue
	LateRule       tour.LateRule  // that holds for it (R6.8)
	Entrants       int            // entered
	Field          int            // of them in the field; nobody before the start
	Rounds         int
	CompleteRounds int
	HasResults     bool
	ReportedAt     time.Time // zero: never; a reopened satellite has been
	RemindedAt     time.Time // when the director was last written to of the report; zero: never
}

// Stage is how far a satellite is, by its status and the calendar of its venue. It has exactly one.
type Stage string

// The stages.
const (
	Coming     Stage = "coming"     // neither begun nor past
	Running    Stage = "running"    // being played
	Unreported Stage = "unreported" // over, with results, and not reported
	Silent     Stage = "silent"     // its last day is past, and no result has come
	Reopened   Stage = "reopened"   // to be reported again (R4.6)
	Done       Stage = "reported"
	Off        Stage = "off" // rejected or cancelled
)

// Today is the day at the venue.
func (e Event) Today(now time.Time) civil.Date { return civil.Of(now.In(e.Zone)) }

// Past is how many days ago the last day was; 0: it is not over.
func (e Event) Past(now time.Time) int { return max(0, e.EndsOn.DaysUntil(e.Today(now))) }

// Stage is how far it is.
func (e Event) Stage(now time.Time) Stage {
	past := e.Past(now) > 0
	switch {
	case e.Status == satellite.Rejected || e.Status == satellite.Cancelled:
		return Off
	case e.Status == satellite.Reported:
		return Done
	case !e.ReportedAt.IsZero():
		return Reopened
	case past && !e.HasResults:
		return Silent
	case e.Status == satellite.Finished || past:
		return Unreported
	case e.Status == satellite.InPlay:
		return Running
	}
	return Coming
}

// DaysLate is how many days late its report is by now (R6.8); 0 for what has been reported, is in
// time, or has no results of which there could be a report.
func (e Event) DaysLate(now time.Time) int {
	if e.Stage(now) != Unreported {
		return 0
	}
	return e.LateRule.DaysLate(e.EndsOn, e.Today(now))
}

// Fee is what a report of now would cost (R6.8): nothing of what is not late.
func (e Event) Fee(now time.Time) money.Money {
	if e.DaysLate(now) == 0 {
		return money.Zero(e.LateRule.PerPlayer.Currency)
	}
	return e.LateRule.Fee(e.EndsOn, e.Today(now), e.Field)
}

// playedOut says whether nothing but the report is missing.
func (e Event) playedOut() bool {
	return e.ReportedAt.IsZero() &&
		(e.Status == satellite.Finished || e.Status == satellite.InPlay && e.CompleteRounds >= e.Rounds)
}
