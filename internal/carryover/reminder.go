package carryover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/mail"
)

// Reminding is when and how directors are reminded of a due that is not settled.
type Reminding struct {
	Days     []int  // after the last day for paying in time; negative: before it
	HowToPay string // a sentence or two: to whom a cheque is made out, where it is sent
	From     string // who signs
}

// DefaultReminding reminds three days before a due, and 1, 7 and 21 days after it.
func DefaultReminding() Reminding {
	return Reminding{Days: []int{-3, 1, 7, 21}, From: "The organisers of the tour"}
}

// Reminder decides whether a due is to be reminded of today, and writes the mail to the director.
// Only the latest stage that has come is written of, so that a worker that stood still does not
// send three at once; its key names due and stage, so that it is sent once whenever and however
// often it is asked for. There is none where nothing is outstanding, before the first stage,
// without an address, in a quiet tour, and, before the due day, where enough was announced.
func Reminder(d Due, to string, today civil.Date, r Reminding) (m mail.Draft, due bool) {
	if d.Outstanding().Amount <= 0 || to == "" || d.Quiet {
		return mail.Draft{}, false
	}
	days := d.DueOn.DaysUntil(today)
	stage, reached := 0, false
	for _, day := range slices.Sorted(slices.Values(r.Days)) {
		if day <= days {
			stage, reached = day, true
		}
	}
	early := days <= 0
	if !reached || early && d.Announced.Amount >= d.Outstanding().Amount {
		return mail.Draft{}, false
	}
	return mail.Draft{
		To: to, About: d.SatelliteID, Subject: subject(d, early), Body: body(d, days, r),
		Key: fmt.Sprintf("carryover-reminder/%s/%d", d.SatelliteID, stage),
	}, true
}

func subject(d Due, early bool) string {
	what := "Carryover of " + mail.OneLine(d.Satellite)
	if early {
		return fmt.Sprintf("%s: %s due on %s", what, d.Outstanding(), d.DueOn)
	}
	return fmt.Sprintf("%s: %s was due on %s", what, d.Outstanding(), d.DueOn)
}

// body says what is owed and why, what has come, and what to do.
func body(d Due, days int, r Reminding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\nthank you for running %s. ", d.Director, d.Satellite)
	if days <= 0 {
		fmt.Fprintf(&b, "Its carryover to the Final Event is due on %s.\n\n", d.DueOn)
	} else {
		fmt.Fprintf(&b, "Its carryover to the Final Event was due on %s, %s ago, and we have not received all of it.\n\n", d.DueOn, civil.Days(days))
	}
	fmt.Fprintf(&b, "  Carryover    %s\n", d.Amount)
	if !d.Waived.IsZero() {
		fmt.Fprintf(&b, "  Waived       %s\n", d.Waived)
	}
	fmt.Fprintf(&b, "  Received     %s\n  Outstanding  %s\n\n(%s)\n\n", d.Received, d.Outstanding(), d.Formula)
	if d.Announced.Amount > 0 {
		fmt.Fprintf(&b, "You have told us that %s is on its way. It is not here yet; if you sent it some time ago, "+
			"please ask your bank or the post what became of it.\n\n", d.Announced)
	}
	if d.Announced.Amount < d.Outstanding().Amount {
		b.WriteString("Please send a cheque or a transfer, or pay by card on the page of the satellite. ")
		if r.HowToPay != "" {
			b.WriteString(r.HowToPay + " ")
		}
		b.WriteString("Then tell us on the same page, so that we look out for it.\n\n")
	}
	fmt.Fprintf(&b, "If this has crossed with your payment, or you cannot pay now, just answer this mail.\n\n%s\n", r.From)
	return b.String()
}
