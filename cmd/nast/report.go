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

func (a *app) reportCommand() *cobra.Command {
	return a.satelliteFlag(group("report", "The report: prizes, qualifiers, carryover",
		`The report says who has qualified, what each place is paid and how much is due to the Final
Event. Look at it with show, settle what needs a decision with decide, then make it.`,
		a.reportShowCommand(), a.reportMakeCommand(), a.reportDecideCommand()))
}

func (a *app) reportShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show",
		Short: "Show the report as it stands",
		Long: `Shows the report: live until it is made, frozen afterwards. Nothing is sent by looking. It is
the page to read aloud at the prize giving.`,
		Example: `  nast report show`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			report, err := client.OK(service.GetReportWithResponse(c.Context(), s.ID))
			if err != nil {
				return err
			}
			return a.showReport(s, report)
		},
	}
}

func (a *app) reportMakeCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "make",
		Short: "Report the satellite",
		Long: `Makes the report: qualifiers and carryover are frozen, the qualifiers go on the national list
within seconds, and the carryover is due. Ties that decide about a seat or a prize must have
been decided before (nast report decide).

After a reopening the report also says what no longer follows from the one before: seats gained
and lost, and the difference of the amount due.`,
		Example: `  nast report make`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			report, err := client.OK(service.MakeReportWithResponse(c.Context(), s.ID, nil, api.Act{Reason: optional(reason)}))
			if err != nil {
				return err
			}
			if err := a.showReport(s, report); err != nil {
				return err
			}
			if isFinal(s) {
				a.say("\nReported.")
				return nil
			}
			a.say("\nReported. The national list: nast qualifiers %s", s.Tour)
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

func (a *app) showReport(s *api.Satellite, r *api.Report) error {
	if a.json {
		return a.printJSON(r)
	}
	state := "not made yet"
	if r.Frozen {
		state = "made"
		if r.ReportedAt != nil {
			state += " on " + r.ReportedAt.Format("2006-01-02 15:04") + " UTC"
		}
	}
	if value(r.Late) {
		state += ", late"
	}
	a.print("%s: report, %s", display.Clean(s.Name), state)
	seats := ", " + counted(r.Seats, "seat")
	if isFinal(s) {
		seats = ""
	}
	a.print("%s%s by the prize table: %s", counted(r.Players, "player"), seats, display.Clean(tableName(r.PrizeTableName, r.PrizeTableUnofficial)))
	if r.Places != nil {
		if err := a.showPlaces(*r.Places); err != nil {
			return err
		}
	}
	if r.Places == nil && !isFinal(s) || r.Seats > 0 {
		if err := a.showReportQualifiers(r); err != nil {
			return err
		}
	}
	if r.Places == nil || len(r.Prizes) > 0 {
		if err := a.showReportPrizes(r); err != nil {
			return err
		}
	}
	if err := a.showReportMoney(s, r); err != nil {
		return err
	}
	if !isFinal(s) {
		a.showSince(r)
	}
	a.showTies(r.UnresolvedTies)
	return nil
}

// isFinal says whether it is the Final Event of its tour, which has neither seats nor carryover.
func isFinal(s *api.Satellite) bool { return s.Methods != nil }

// showSince says what no longer follows from the report before, after a correction (R4.6).
func (a *app) showSince(r *api.Report) {
	if r.Since == nil {
		return
	}
	a.print("\nSince the report before")
	for _, q := range r.Since.Gained {
		a.print("  a seat more:  %s", display.Clean(q.Name))
	}
	for _, q := range r.Since.Lost {
		a.print("  a seat less:  %s", display.Clean(q.Name))
	}
	if len(r.Since.Gained)+len(r.Since.Lost) == 0 {
		a.print("  the seats are the same")
	}
	was, now := r.Since.DueWas, r.Since.DueNow
	switch {
	case was == now:
		a.print("  the amount due is the same, %s", amount(now))
	case was.Currency == now.Currency:
		a.print("  due %s, was %s: a difference of %s", amount(now), amount(was), signedAmount(now.Amount-was.Amount, now.Currency))
	default:
		a.print("  due %s, was %s", amount(now), amount(was))
	}
}

// showPlaces writes the final standing of chess, by which the trophies are given.
func (a *app) showPlaces(places []api.ChessPlace) error {
	a.print("\nPlaces")
	table := display.NewTable(">Place", "Name", ">Rating", ">Points", ">Median", ">Solkoff", ">Cumul", ">Oppon", "Note")
	for _, p := range places {
		t := p.Tiebreaks
		table.Row(strconv.Itoa(p.Rank), p.Name, number(p.Rating), points(p.Points), points(t.ModifiedMedian), points(t.Solkoff),
			points(t.Cumulative), points(t.CumulativeOfOpposition), mark(!p.Eligible, "takes no prize"))
	}
	return table.Write(a.out)
}

func (a *app) showReportQualifiers(r *api.Report) error {
	a.print("\nQualifiers")
	if len(r.Qualifiers) == 0 {
		a.print("nobody yet")
		return nil
	}
	table := display.NewTable(">Rank", "Name", ">Rating", ">Points", ">Spread")
	for _, q := range r.Qualifiers {
		table.Row(strconv.Itoa(q.Rank), q.Name, number(q.Rating), points(q.Points), fmt.Sprintf("%+d", q.Spread))
	}
	return table.Write(a.out)
}

func (a *app) showReportPrizes(r *api.Report) error {
	a.print("\nPrizes")
	table := display.NewTable(">Place", ">Amount", "Name")
	for _, p := range r.Prizes {
		table.Row(strconv.Itoa(p.Place), amount(p.Amount), strings.Join(p.Names, " and "))
	}
	return table.Write(a.out)
}

func (a *app) showReportMoney(s *api.Satellite, r *api.Report) error {
	expenses := "expenses"
	if r.Fund.ExpensesPlanned {
		expenses = "expenses (planned)"
	}
	a.print("")
	table := display.NewTable("Money", ">")
	table.Row("entry fees", amount(r.Fund.EntryFees))
	if r.Fund.PrizePool != nil {
		table.Row("prize pool of the tour", amount(*r.Fund.PrizePool))
		table.Row("  of it still to come", optionalAmount(r.Fund.PrizePoolOutstanding))
	}
	table.Row("sponsorship", amount(r.Fund.Sponsorship))
	table.Row("less "+expenses, amount(r.Fund.Expenses))
	if !isFinal(s) {
		table.Row("less carryover", amount(r.Fund.Carryover))
	}
	table.Row("prize fund", amount(r.Fund.Prizes))
	if err := table.Write(a.out); err != nil {
		return err
	}
	if isFinal(s) {
		return nil
	}
	a.print("\nDue to the Final Event: %s", amount(r.Carryover.Due))
	if r.Carryover.DueOn != nil {
		a.print("Payable by %s", r.Carryover.DueOn)
	}
	a.print("  %s", display.Clean(r.Carryover.Formula))
	if r.PaidAtDoor != nil {
		a.print("Paid at the door: %s (the due does not depend on it)", amount(*r.PaidAtDoor))
	}
	return nil
}

// showTies tells what waits for the director's decision, and how to give it.
func (a *app) showTies(ties []api.Tie) {
	for _, tie := range ties {
		var names []string
		for _, e := range tie.Entrants {
			names = append(names, display.Clean(e.Name))
		}
		state := "to be decided"
		if tie.Decided {
			state = "decided"
		}
		a.print("\nTied for a %s, places %d to %d (%s): %s",
			tie.Stake, tie.FromPlace, tie.ToPlace, state, strings.Join(names, "; "))
		switch {
		case tie.Decided:
		case tie.Stake == api.StakeSeat:
			a.say("  Decide it with: nast report decide --order BEST,NEXT,... --reason \"...\"")
		default:
			a.say("  Decide it with: nast report decide --prize-ties pooled --reason \"...\", or --order ... --prize-ties by-order")
		}
	}
}
