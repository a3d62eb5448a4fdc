package oversight

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/satellite"
)

// Chasing is when directors are reminded of a report that has not come, in days.
type Chasing struct {
	First  int // after the last day of the event; 0: never
	Before int // before the last day on which a report is in time, and once more on that day
	Every  int // after that day, again and again; 0: not
	Weeks  int // the longest for which it is done again and again, in times of Every
}

// DefaultChasing is on day 3, 10 and 14 (the last day in time where the tour says nothing else, R6.8),
// then weekly for eight weeks. After that a person has to see to it; the overview goes on showing it.
func DefaultChasing() Chasing { return Chasing{First: 3, Before: 4, Every: 7, Weeks: 8} }

// days are the days after the last day of the event on which a letter is due, where reports are in
// time for inTime days. Of two on one day there is one; none is sooner than the first.
func (c Chasing) days(inTime int) []int {
	if c.First <= 0 {
		return nil
	}
	days := []int{c.First}
	for _, day := range []int{inTime - c.Before, inTime} {
		if day > c.First {
			days = append(days, day)
		}
	}
	for n := 1; c.Every > 0 && n <= c.Weeks; n++ {
		if day := inTime + n*c.Every; day > c.First {
			days = append(days, day)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// fresh is for how many days a step that was missed is still taken: a worker that stood still, or is
// new, does not ask for what is long past.
const fresh = 7

// Chase decides whether a director is to be reminded of a report today, and writes the letter. Only
// the latest step that has come is written of; the key names satellite, last day and step, so that it
// is sent once whenever and however often it is asked for. There is none where a report has come,
// before the satellite was sanctioned, where it was rejected or cancelled, and without an address.
// publicURL is where the service is reached, empty if that is not known.
func Chase(e Event, now time.Time, c Chasing, publicURL, from string) (mail.Draft, bool) {
	stage := e.Stage(now)
	if e.Email == "" || e.Status == satellite.Proposed || stage != Unreported && stage != Silent {
		return mail.Draft{}, false
	}
	past, step := e.Past(now), 0
	for _, day := range c.days(e.LateRule.Days) {
		if day <= past {
			step = day
		}
	}
	if step == 0 || past-step >= fresh {
		return mail.Draft{}, false
	}
	w := reminder{e, now, publicURL, from}
	return mail.Draft{
		Key: fmt.Sprintf("report-reminder/%s/%s/%d", e.ID, e.EndsOn, step), To: e.Email, About: e.ID,
		Subject: w.subject(stage), Body: w.body(stage),
	}, true
}

// reminder is a letter about a report that has not come.
type reminder struct {
	Event
	now             time.Time
	publicURL, from string
}

func (w reminder) subject(stage Stage) string {
	name := mail.OneLine(w.Name)
	if stage == Silent {
		return fmt.Sprintf("Did %s take place on %s?", name, w.EndsOn)
	}
	return fmt.Sprintf("The report of %s, %s", name, w.EndsOn)
}

func (w reminder) body(stage Stage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\n", mail.OneLine(w.Director))
	if stage == Silent {
		w.ask(&b)
	} else {
		w.remind(&b)
	}
	w.deadline(&b)
	if w.publicURL != "" {
		fmt.Fprintf(&b, "The service is at %s; what else it takes is described at %s/docs.\n\n", w.publicURL, w.publicURL)
	}
	fmt.Fprintf(&b, "If this has crossed with your report, or something keeps you from making it, just answer this mail; we help gladly.\n\n%s\n", w.from)
	return b.String()
}

// ask is for satellites of which no result has come.
func (w reminder) ask(b *strings.Builder) {
	fmt.Fprintf(b, "%s of %s was to be played on %s, %s ago. No result has come to us yet. Did it take place?\n\n",
		mail.OneLine(w.Name), mail.OneLine(w.Tour), w.EndsOn, civil.Days(w.Past(w.now)))
	fmt.Fprintf(b, "If it did, send the results, from a file of another program or typed from the slips, and then report it:\n\n"+
		"  nast result import FILE -s %[1]s\n  nast report make -s %[1]s\n\n", w.ID)
	b.WriteString("If it did not, or will on another day, just answer this mail: then we cancel it or change its date, and you will not be asked again.\n\n")
}

// remind is for satellites that were played.
func (w reminder) remind(b *strings.Builder) {
	fmt.Fprintf(b, "thank you for running %s of %s on %s. Its report has not come yet; only with it the results count.\n\n",
		mail.OneLine(w.Name), mail.OneLine(w.Tour), w.EndsOn)
	fmt.Fprintf(b, "See what it will say, and make it:\n\n  nast report show -s %[1]s\n  nast report make -s %[1]s\n\n", w.ID)
}

// deadline says by when the report is in time, and what it costs after that (R6.8).
func (w reminder) deadline(b *strings.Builder) {
	until, late := w.LateRule.InTimeThrough(w.EndsOn), w.LateRule.DaysLate(w.EndsOn, w.Today(w.now))
	each := w.LateRule.PerPlayer
	switch {
	case each.IsZero() && late == 0:
		fmt.Fprintf(b, "A report is in time until %s.\n\n", until)
	case each.IsZero():
		fmt.Fprintf(b, "It was in time until %s, %s ago.\n\n", until, civil.Days(late))
	case late == 0:
		fmt.Fprintf(b, "Until %s it is in time; after that it costs %s a player.\n\n", until, each)
	case w.Field == 0:
		fmt.Fprintf(b, "It was in time until %s, %s ago; now it costs %s a player.\n\n", until, civil.Days(late), each)
	default:
		fmt.Fprintf(b, "It was in time until %s, %s ago; now it costs %s a player, that is %s for %d players.\n\n",
			until, civil.Days(late), each, w.LateRule.Fee(w.EndsOn, w.Today(w.now), w.Field), w.Field)
	}
}
