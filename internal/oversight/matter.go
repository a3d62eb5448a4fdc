package oversight

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Kind is a kind of thing that waits for somebody.
type Kind string

// The kinds.
const (
	ToSanction     Kind = "to_sanction"     // a satellite is proposed (R1.3)
	Ties           Kind = "ties"            // that stand in the way of a report: the director decides (R4.4)
	ToReportAgain  Kind = "to_report_again" // a report was reopened (R4.6)
	WithoutResults Kind = "without_results" // did it take place?
	SeatRulings    Kind = "seat_rulings"    // somebody has accepted a seat that is not his any more (R4.6)
	TiedSeats      Kind = "tied_seats"      // several are next in line for a seat (R4.4, R5.5)
	AnswersOverdue Kind = "answers_overdue" // no answer by the deadline (R5.5)
	SameOrNot      Kind = "same_or_not"     // two players may be one (R5.8)
	BankLines      Kind = "bank_lines"      // of statements, that nobody has confirmed (R6.5)
	Suspense       Kind = "suspense"        // payments of which nobody knows whose they are (R6.6)
	DeadMail       Kind = "dead_mail"       // letters that nobody tries to send any more
)

// Matter is what of one kind waits.
type Matter struct {
	Kind  Kind
	Count int
	First []Item // at most Shown
	Path  string // of the API: all of it
}

// Item is one thing that waits.
type Item struct {
	ID     uuid.UUID
	Name   string
	Detail string // what there is to know of it
	Path   string // of the API: where to look, or to act
}

// matter is one kind with all its items, or only the first few of a count.
func matter(k Kind, path string, count int, items []Item) Matter {
	return Matter{Kind: k, Count: count, First: items[:min(len(items), Shown)], Path: path}
}

// Kinds is the order of the decisions: play first, then seats, persons, money and mail.
func Kinds() []Kind {
	return []Kind{ToSanction, Ties, ToReportAgain, WithoutResults, SeatRulings, TiedSeats, AnswersOverdue, SameOrNot, BankLines, Suspense, DeadMail}
}

func satellitePath(id uuid.UUID, rest string) string { return "/v1/satellites/" + id.String() + rest }

func tourPath(t tour.Tour, rest string) string { return "/v1/tours/" + url.PathEscape(t.Slug) + rest }

// ofEvents are the matters that the satellites themselves show.
func ofEvents(t tour.Tour, events []Event, now time.Time) []Matter {
	var proposed, again, silent []Item
	for _, e := range events {
		stage := e.Stage(now)
		when := fmt.Sprintf("%s, %s", e.Director, e.StartsOn)
		switch {
		case e.Status == satellite.Proposed:
			proposed = append(proposed, Item{e.ID, e.Name, when, satellitePath(e.ID, "/sanction")})
		case stage == Reopened:
			again = append(again, Item{e.ID, e.Name, "reported first on " + civil.Of(e.ReportedAt.In(e.Zone)).String(), satellitePath(e.ID, "/report")})
		}
		if stage == Silent {
			silent = append(silent, Item{e.ID, e.Name, fmt.Sprintf("%s, %s, %s ago", e.Status, when, civil.Days(e.Past(now))), satellitePath(e.ID, "")})
		}
	}
	list := "/v1/satellites?tour=" + url.QueryEscape(t.Slug)
	return []Matter{
		matter(ToSanction, list+"&status=proposed", len(proposed), proposed),
		matter(ToReportAgain, list+"&status=finished", len(again), again),
		matter(WithoutResults, list, len(silent), silent),
	}
}

// tied are the satellites of which undecided ties keep a report back (R4.4).
func tied(t tour.Tour, over []*satellite.Satellite) Matter {
	var items []Item
	for _, s := range over {
		r, _ := s.LiveReport(t) // a fund below zero is another matter; the ties are there
		open := r.Undecided()
		if len(open) == 0 {
			continue
		}
		var what []string
		for _, tie := range open {
			what = append(what, fmt.Sprintf("%d tied for places %d to %d (%s)", len(tie.Entrants), tie.From, tie.To, tie.Stake))
		}
		items = append(items, Item{s.ID, s.Name, strings.Join(what, ", "), satellitePath(s.ID, "/report/decisions")})
	}
	return matter(Ties, "/v1/satellites?tour="+url.QueryEscape(t.Slug)+"&status=finished", len(items), items)
}

// PendingSeat is a seat that is kept for somebody until the organiser rules (R4.6).
type PendingSeat struct {
	SatelliteID, PlayerID uuid.UUID
	Satellite, Name       string
}

func rulings(t tour.Tour, pending []PendingSeat) Matter {
	var items []Item
	for _, p := range pending {
		items = append(items, Item{p.PlayerID, p.Name, "accepted a seat of " + p.Satellite + " that is not his any more", satellitePath(p.SatelliteID, "/seats/"+p.PlayerID.String()+"/ruling")})
	}
	return matter(SeatRulings, tourPath(t, "/qualifiers/differences"), len(items), items)
}

// TiedSeat is a satellite of which several are next in line for a seat.
type TiedSeat struct {
	SatelliteID         uuid.UUID
	Satellite, Director string
	Seats               int
}

func tiedSeats(t tour.Tour, tied []TiedSeat) Matter {
	var items []Item
	for _, s := range tied {
		items = append(items, Item{s.SatelliteID, s.Satellite, fmt.Sprintf("%s; seats: %d", s.Director, s.Seats), satellitePath(s.SatelliteID, "/seats")})
	}
	return matter(TiedSeats, tourPath(t, "/qualifiers/differences"), len(items), items)
}

// OverdueAnswer is somebody who has not answered by his deadline.
type OverdueAnswer struct {
	PlayerID uuid.UUID
	Name     string
	Deadline time.Time
}

func overdue(t tour.Tour, count int, first []OverdueAnswer) Matter {
	var items []Item
	for _, a := range first {
		items = append(items, Item{a.PlayerID, a.Name, "was to answer by " + instant(a.Deadline), tourPath(t, "/qualifiers/"+a.PlayerID.String()+"/answer")})
	}
	return matter(AnswersOverdue, tourPath(t, "/qualifiers?answer=invited"), count, items)
}

func doubtful(doubts []players.Doubt) Matter {
	var items []Item
	for _, d := range doubts {
		items = append(items, Item{d.A.ID, d.A.Name.String(), fmt.Sprintf("and %s (%s)", d.B.Name, d.B.ID), "/v1/players/" + d.A.ID.String() + "/merge"})
	}
	return matter(SameOrNot, "/v1/players/doubtful", len(items), items)
}

// BankLine is a line of a statement that nobody has confirmed.
type BankLine struct {
	ID, StatementID uuid.UUID
	Day             civil.Date
	Amount          money.Money
	Account         string // of ours, where it came in
}

// Who pays and what for is left out: a bank line names persons for good, and this page is read by
// more people than the statements are (R8.2).

func bankLines(count int, first []BankLine) Matter {
	var items []Item
	for _, l := range first {
		path := "/v1/carryover/statements/" + l.StatementID.String()
		items = append(items, Item{l.ID, l.Amount.String(), fmt.Sprintf("%s, %s", l.Day, l.Account), path + "/lines/" + l.ID.String() + "/match"})
	}
	return matter(BankLines, "/v1/carryover/statements", count, items)
}

func suspense(payments []carryover.Payment) Matter {
	var items []Item
	for _, p := range payments {
		if p.Unallocated() == 0 {
			continue
		}
		left := money.Money{Amount: p.Unallocated(), Currency: p.Currency()}
		items = append(items, Item{p.ID, cmp.Or(p.Reference, "without a reference"), fmt.Sprintf("%s, %s", left, p.Method), "/v1/carryover/payments/" + p.ID.String() + "/assign"})
	}
	return matter(Suspense, "/v1/carryover/payments?suspense=true", len(items), items)
}

// DeadLetter is a letter that nobody tries to send any more. To whom it is stands in the outbox, which
// is not for everybody who sees the overview (R8.1).
type DeadLetter struct {
	ID        uuid.UUID
	Subject   string
	WrittenAt time.Time
}

func deadMail(count int, first []DeadLetter) Matter {
	var items []Item
	for _, l := range first {
		items = append(items, Item{l.ID, l.Subject, "written " + instant(l.WrittenAt), "/v1/outbox?state=failed"})
	}
	return matter(DeadMail, "/v1/outbox?state=failed", count, items)
}

func instant(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }
