package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) tourOverviewCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "overview [TOUR]",
		Short: "Show a tour on one page: what needs a decision, what is late, what has come (organiser)",
		Long: `Shows what waits for a decision, with the command for it; how far the satellites are, which are over
and not reported, late or silent, and when their directors were last reminded; how many seats are
given and answered; and what has come of the dues. Of each list it shows the first ten.

Days are those of the calendar of the venue. Players who may be one person, lines of the bank,
payments from nobody known and mail that was given up are those of all tours.`,
		Example: `  nast tour overview nast-2`,
		Args:    between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			o, err := client.OK(service.GetOverviewWithResponse(c.Context(), tour.Slug))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(o)
			}
			return a.showOverview(o)
		},
	}
}

func (a *app) showOverview(o *api.Overview) error {
	a.print("%s as of %s", display.Clean(o.Name), instant(&o.AsOf))
	if !o.Reminders {
		a.print("Nobody is reminded by mail in this tour.")
	}
	a.showMatters(o.NeedsDecision)
	a.print("")
	a.fields(
		"Satellites", statusesOf(o.Satellites),
		"Players", fmt.Sprintf("%d in %s", o.Players, entriesOf(o.Entries)),
		"Seats", seatsOf(o.Seats),
		"Answers", answersOf(o.Answers),
		"Final", finalInShort(o.Final),
	)
	for _, p := range o.Final.Pool {
		a.print("Prize pool  %s, received %s", amount(p.Due), amount(p.Received))
	}
	for _, m := range o.Money {
		a.print("%s", moneyOf(m))
	}
	for _, part := range []struct {
		title string
		list  api.OverseenList
	}{
		{"Running", o.Running},
		{"Late reports", o.Late},
		{"Over and not reported", o.Unreported},
		{"Past, without any result", o.Silent},
		{"Coming", o.Coming},
		{"Reported last", o.Reported},
	} {
		if err := a.showOverseen(part.title, part.list); err != nil {
			return err
		}
	}
	return nil
}

// matterText is what of one kind waits, and the command for it.
type matterText struct{ one, many, command string }

var matterTexts = map[api.MatterKind]matterText{
	"to_sanction":     {"satellite is to be sanctioned", "satellites are to be sanctioned", "nast satellite sanction NAME"},
	"ties":            {"report waits for a tie to be decided", "reports wait for ties to be decided", "nast report show -s NAME"},
	"to_report_again": {"report was reopened", "reports were reopened", "nast report make -s NAME"},
	"without_results": {"satellite is past and has no result", "satellites are past and have no result", "nast satellite cancel NAME, or edit its date"},
	"seat_rulings":    {"accepted seat is in question", "accepted seats are in question", "nast seat rule PLAYER VERDICT -s NAME"},
	"tied_seats":      {"satellite has a seat for which several are next", "satellites have seats for which several are next", "nast seat show NAME"},
	"answers_overdue": {"answer is overdue", "answers are overdue", "nast answer set PLAYER ANSWER"},
	"same_or_not":     {"pair of players may be one", "pairs of players may be one", "nast player doubtful"},
	"bank_lines":      {"line of the bank is open", "lines of the bank are open", "nast carryover statement lines"},
	"suspense":        {"payment is from nobody known", "payments are from nobody known", "nast carryover payments --suspense"},
	"dead_mail":       {"letter was given up", "letters were given up", "nast outbox --state failed"},
}

func (a *app) showMatters(matters []api.Matter) {
	if len(matters) == 0 {
		a.print("\nNothing needs a decision.")
		return
	}
	a.print("\nTo be decided")
	for _, m := range matters {
		text := matterTexts[m.Kind]
		what := text.many
		if m.Count == 1 {
			what = text.one
		}
		a.print("  %d %s: %s", m.Count, what, text.command)
		for _, item := range m.Items {
			a.print("      %s (%s)", display.Clean(item.Name), display.Clean(item.Detail))
		}
		if more := m.Count - len(m.Items); more > 0 {
			a.print("      and %d more", more)
		}
	}
}

func statusesOf(s api.OverviewStatuses) string {
	return partsOf(s.Proposed, "proposed", s.Sanctioned, "sanctioned", s.InPlay, "in play", s.Finished, "finished",
		s.Reported, "reported", s.Rejected, "rejected", s.Cancelled, "cancelled")
}

// partsOf writes counts with their names, those of nothing left out.
func partsOf(countsAndNames ...any) string {
	var parts []string
	for i := 0; i < len(countsAndNames); i += 2 {
		if n := countsAndNames[i].(int); n != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, countsAndNames[i+1]))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// seatsOf writes where the seats are; those that were given up are with somebody else by now, or
// vacant.
func seatsOf(s api.OverviewSeats) string {
	text := partsOf(s.Held, "held", s.Waiting, "waiting", s.Vacant, "vacant")
	if s.GivenUp > 0 {
		text += fmt.Sprintf(" (%d given up)", s.GivenUp)
	}
	return text
}

func entriesOf(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return strconv.Itoa(n) + " entries"
}

func answersOf(a api.OverviewAnswers) string {
	if a.Qualified == 0 {
		return "nobody has qualified yet"
	}
	text := partsOf(a.Accepted, "accepted", a.Declined, "declined", a.NoAnswer, "no answer", a.Open, "open")
	if a.NotAsked+a.Overdue > 0 {
		text += " (" + partsOf(a.NotAsked, "not asked", a.Overdue, "overdue") + ")"
	}
	return fmt.Sprintf("%d qualified: %s", a.Qualified, text)
}

func finalInShort(f api.OverviewFinal) string {
	text := fmt.Sprintf("field of %d: %s", f.Players, partsOf(f.Accepted, "accepted", f.BuyIns, "bought in"))
	if f.Players == 0 {
		text = "nobody is in it yet"
	}
	if f.Waiting+f.Unpaid > 0 {
		text += " (" + partsOf(f.Unpaid, "not paid", f.Waiting, "waiting for a place") + ")"
	}
	if f.Event != nil {
		text += fmt.Sprintf("; %s on %s is %s", display.Clean(f.Event.Name), f.Event.StartsOn, words(string(f.Event.Status)))
	}
	return text
}

func moneyOf(m api.OverviewMoney) string {
	text := fmt.Sprintf("Money       due %s, received %s, outstanding %s", amount(m.Due), amount(m.Received), amount(m.Outstanding))
	for _, part := range []struct {
		name string
		of   api.Money
	}{{"announced", m.Announced}, {"waived", m.Waived}} {
		if part.of.Amount != 0 {
			text += ", " + part.name + " " + amount(part.of)
		}
	}
	if m.OverdueDues > 0 {
		text += fmt.Sprintf(", overdue %s of %s", amount(m.Overdue), counted(m.OverdueDues, "due"))
	}
	return text
}

func (a *app) showOverseen(title string, list api.OverseenList) error {
	if list.Count == 0 {
		return nil
	}
	a.print("\n%s: %d", title, list.Count)
	t := display.NewTable("Satellite", "Director", "Date", "Status", ">Entrants", ">Days ago", ">Days late", ">Fee so far", "Last reminded")
	for _, s := range list.Items {
		reminded := ""
		if s.RemindedAt != nil {
			reminded = s.RemindedAt.UTC().Format("2006-01-02")
		}
		t.Row(s.Name, s.Director.Name, s.StartsOn.String(), words(string(s.Status)), strconv.Itoa(s.Entrants),
			mark(s.DaysPast > 0, strconv.Itoa(s.DaysPast)), mark(s.DaysLate > 0, strconv.Itoa(s.DaysLate)),
			mark(s.LateFee.Amount > 0, amount(s.LateFee)), reminded)
	}
	if err := t.Write(a.out); err != nil {
		return err
	}
	if more := list.Count - len(list.Items); more > 0 {
		a.print("and %d more", more)
	}
	return nil
}
