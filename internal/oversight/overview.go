package oversight

import (
	"cmp"
	"slices"
	"time"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Shown is how many of a list the overview names; its count says how many there are.
const Shown = 10

// Overview is a tour on one page.
type Overview struct {
	Tour     tour.Tour
	At       time.Time
	Statuses map[satellite.Status]int // all of them, also those of which there is none

	Coming     Events // the next first
	Running    Events
	Unreported Events // over and not reported, the oldest first
	Late       Events // of them, those whose report is late (R6.8), the latest first
	Silent     Events // past and without any result
	Reported   Events // the last first

	Entries int // of satellites that were not rejected or cancelled
	Players int // different persons among them (R5.8)

	Seats   Seats
	Answers Answers
	Final   Final
	Money   []Money // of the satellites, by currency; never added together (R6.1)

	Decisions []Matter // what waits for somebody, in the order of Kinds; nothing of which there is none
}

// Events are some satellites, and how many there are.
type Events struct {
	Count int
	First []Event // at most Shown
}

// Seats counts the seats of the reported satellites.
type Seats struct {
	Held    int // by somebody
	GivenUp int // declined
	Waiting int // for the organiser's ruling over somebody else
	Vacant  int // nobody has them
}

// Answers counts the persons of the national list by what they have answered. NotAsked and Overdue
// are contained in Open.
type Answers struct {
	Qualified int
	Accepted  int
	Declined  int
	NoAnswer  int // it was recorded that none has come
	Open      int // nothing is recorded
	NotAsked  int // nobody has given them a deadline
	Overdue   int // their deadline has passed
}

// Money is what has come of the dues of a tour in one currency, in cents. The first five are the
// totals of its reconciliation (carryover.Sheet); Overdue is contained in Outstanding.
type Money struct {
	Currency                                          money.Currency
	Due, Waived, Announced, Received, Outstanding     int64
	Overdue                                           int64
	Dues, OpenDues, OverdueDues, PartlyPaid, OverPaid int // how many
}

// place sorts satellites into the lists of the overview. They come in order of their first day.
func (o *Overview) place(events []Event) {
	o.Statuses = map[satellite.Status]int{}
	lists := map[Stage][]Event{}
	var late []Event
	for _, e := range events {
		o.Statuses[e.Status]++
		stage := e.Stage(o.At)
		lists[stage] = append(lists[stage], e)
		if stage != Off {
			o.Entries += e.Entrants
		}
		if e.DaysLate(o.At) > 0 {
			late = append(late, e)
		}
	}
	byLastDay := func(a, b Event) int { return a.EndsOn.Compare(b.EndsOn) }
	slices.SortStableFunc(late, func(a, b Event) int { return cmp.Compare(b.DaysLate(o.At), a.DaysLate(o.At)) })
	slices.SortStableFunc(lists[Unreported], byLastDay)
	slices.SortStableFunc(lists[Silent], byLastDay)
	slices.SortStableFunc(lists[Done], func(a, b Event) int { return b.ReportedAt.Compare(a.ReportedAt) })
	o.Coming, o.Running, o.Unreported = few(lists[Coming]), few(lists[Running]), few(lists[Unreported])
	o.Late, o.Silent, o.Reported = few(late), few(lists[Silent]), few(lists[Done])
}

func few(events []Event) Events {
	return Events{Count: len(events), First: events[:min(len(events), Shown)]}
}

// SumDues adds dues up by currency, as of a day.
func SumDues(dues []carryover.Due, today civil.Date) []Money {
	sums := map[money.Currency]*Money{}
	for _, d := range dues {
		c := d.Amount.Currency
		if sums[c] == nil {
			sums[c] = &Money{Currency: c}
		}
		sums[c].add(d, today)
	}
	var all []Money
	for _, m := range sums {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Money) int { return cmp.Compare(a.Currency, b.Currency) })
	return all
}

func (m *Money) add(d carryover.Due, today civil.Date) {
	m.Due += d.Amount.Amount
	m.Waived += d.Waived.Amount
	m.Announced += d.Announced.Amount
	m.Received += d.Received.Amount
	m.Outstanding += d.Outstanding().Amount
	m.Dues++
	switch d.Status() {
	case carryover.Open:
		m.OpenDues++
	case carryover.PartPaid:
		m.PartlyPaid++
	case carryover.OverPaid:
		m.OverPaid++
	}
	if d.DaysOverdue(today) > 0 {
		m.OverdueDues++
		m.Overdue += d.Outstanding().Amount
	}
}

// AnswerCount is how many persons of the list have one answer.
type AnswerCount struct {
	Answer   qualifiers.Answer
	Players  int
	NotAsked int // of them, have no deadline
	Past     int // of them, have one that has passed
}

// SumAnswers adds the answers of the list up.
func SumAnswers(counts []AnswerCount) (a Answers) {
	for _, c := range counts {
		a.Qualified += c.Players
		switch c.Answer {
		case qualifiers.Accepted:
			a.Accepted += c.Players
		case qualifiers.Declined:
			a.Declined += c.Players
		case qualifiers.NoAnswer:
			a.NoAnswer += c.Players
		default:
			a.Open += c.Players
			a.NotAsked += c.NotAsked
			a.Overdue += c.Past
		}
	}
	return a
}
