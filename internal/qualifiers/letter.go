package qualifiers

import (
	"fmt"
	"strings"
	"time"

	"github.com/nast-tour/nast/internal/mail"
)

// letter is what letters to a qualifier are written of. The link stays out of them until they are
// sent: whoever reads the outbox could answer with it.
type letter struct {
	Tour      string
	Name      string // "Family, Given"
	Seats     []Seat
	Link      Link
	To        Contact
	PublicURL string
	From      string
	Note      string
}

// invitation asks for his answer.
func (w letter) invitation() mail.Draft {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\nyou have qualified for the Final Event of %s:\n\n", greeted(w.Name), mail.OneLine(w.Tour))
	w.places(&b)
	fmt.Fprintf(&b, "\nWill you play? Please answer by %s on this page. You need no account:\n\n  %s\n\n", w.by(), w.page())
	b.WriteString("The link is yours alone and good for one answer: whoever has it can answer for you, so do not pass it on.\n\n")
	if w.Note != "" {
		b.WriteString(w.Note + "\n\n")
	}
	fmt.Fprintf(&b, "If something is wrong or you want to ask something, just answer this mail.\n\n%s\n", w.From)
	return w.draft("invitation", "Your seat in the final of "+mail.OneLine(w.Tour)+": please answer by "+w.day(), b.String())
}

// reminder reminds him once, with the same link.
func (w letter) reminder() mail.Draft {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\nwe have not heard yet whether you will play in the Final Event of %s:\n\n", greeted(w.Name), mail.OneLine(w.Tour))
	w.places(&b)
	fmt.Fprintf(&b, "\nPlease answer by %s, whichever way, on this page:\n\n  %s\n\n", w.by(), w.page())
	b.WriteString("It is the link of our invitation, good for one answer; please do not pass it on.\n\n")
	fmt.Fprintf(&b, "If this has crossed with your answer, or you want to ask something, just answer this mail.\n\n%s\n", w.From)
	return w.draft("answer-reminder", "Will you play in the final of "+mail.OneLine(w.Tour)+"? Please answer by "+w.day(), b.String())
}

func (w letter) draft(what, subject, body string) mail.Draft {
	return mail.Draft{
		Key: what + "/" + w.Link.ID().String(), To: w.To.Email, Subject: subject, Body: body,
		About: w.To.Record, Enclosed: w.Link.ID(),
	}
}

// page is the address of the page on which he answers, for the outbox.
func (w letter) page() string { return w.PublicURL + "/a/" + mail.Enclosure }

func (w letter) places(b *strings.Builder) {
	for _, s := range w.Seats {
		fmt.Fprintf(b, "  place %d of %d in %s, %s\n", s.Rank, s.Players, mail.OneLine(s.Satellite), s.EndsOn)
	}
}

func (w letter) by() string { return w.Link.Deadline.UTC().Format("2 January 2006, 15:04") + " UTC" }

func (w letter) day() string { return w.Link.Deadline.UTC().Format(time.DateOnly) }

// greeted is a name as one is called by it: "Lee, Ann" is Ann Lee.
func greeted(name string) string {
	family, given, two := strings.Cut(mail.OneLine(name), ", ")
	if !two {
		return family
	}
	return given + " " + family
}
