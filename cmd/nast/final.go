package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) finalCommand() *cobra.Command {
	return group("final", "The Final Event of a tour: its field, and the event made from it",
		`The Final Event is played by the qualifiers who have accepted and by those who have bought in
(R5.7). Its money comes from the carryovers of the satellites and from the buy-ins.

It is made from the field and is an event like a satellite from then on: all commands for satellites
work on it. Only each of its rounds has a method of its own; it owes no carryover, gives no seats.`,
		a.finalFieldCommand(), a.finalMakeCommand(), a.finalShowCommand(), a.finalRefreshCommand())
}

func (a *app) finalFieldCommand() *cobra.Command {
	out := &tableOutput{app: a}
	c := &cobra.Command{
		Use:   "field [TOUR]",
		Short: "Show who plays in the final by seed, who waits, and the prize pool",
		Long: `Shows the final field as it stands, with what each seed comes from: the place by rating, the place
by best finish, and both mixed in tenths as the tour says; the least is first. Below it are who
waits for a place, who has not answered yet, and the prize pool, held against the journal.

A csv file has field, waiting and missing in one table; a spreadsheet has buy-ins and pool as well.`,
		Example: `  nast final field nast-2
  nast final field nast-2 -o field.xlsx`,
		Args: between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			if out.asked() {
				params := api.GetFinalFieldParams{Format: (*api.GetFinalFieldParamsFormat)(&out.format)}
				return out.write(client.File(service.GetFinalFieldWithResponse(c.Context(), tour.Slug, &params)))
			}
			field, err := client.OK(service.GetFinalFieldWithResponse(c.Context(), tour.Slug, nil))
			if err != nil {
				return err
			}
			return a.showFinal(tour, field)
		},
	}
	out.flags(c)
	return c
}

// showFinal shows the field. A pool that does not agree with the journal is an error.
func (a *app) showFinal(tour api.Tour, f *api.FinalField) error {
	if a.json {
		return a.printJSON(f)
	}
	n := f.Counts
	a.say("%s: final of %d, %d won and %d of %d bought in; %d waiting, %d without an answer", display.Clean(tour.Name), n.Players, n.Accepted,
		n.BuyIns, n.BuyInPlaces, n.Waiting, n.Missing)
	if err := a.finalists(f); err != nil {
		return err
	}
	if len(f.Waiting) > 0 {
		a.print("\nWaiting for a place")
		if err := a.buyInTable(f.Waiting); err != nil {
			return err
		}
	}
	if len(f.Missing) > 0 {
		a.print("\nInvited, without an answer")
		t := display.NewTable(">No.", "Name", "Number", ">Rating")
		for _, m := range f.Missing {
			t.Row(strconv.Itoa(m.Position), m.Name, text(m.AssociationID), number(m.Rating))
		}
		if err := t.Write(a.out); err != nil {
			return err
		}
	}
	return a.showPool(f.PrizePool)
}

func (a *app) finalists(f *api.FinalField) error {
	if len(f.Field) == 0 {
		a.say("Nobody is in it yet.")
		return nil
	}
	t := display.NewTable(">Seed", "Name", "Number", ">Rating", ">By rating", ">By finish", ">Tenths", "Comes by")
	for _, one := range f.Field {
		by := "buy-in, not paid"
		switch {
		case one.Best != nil:
			by = fmt.Sprintf("%d of %d, %s", one.Best.Rank, one.Best.Players, one.Best.Satellite)
		case one.Paid:
			by = "buy-in, paid"
		}
		t.Row(strconv.Itoa(one.Seed), one.Name, text(one.AssociationID), number(one.Rating), strconv.Itoa(one.ByRating),
			strconv.Itoa(one.ByPerformance), strconv.Itoa(one.SeedingTenths), by)
	}
	return t.Write(a.out)
}

func (a *app) showPool(pool api.PrizePool) error {
	if len(pool.Totals) > 0 {
		a.print("\nPrize pool")
		t := display.NewTable("From", ">Due", ">Waived", ">Received")
		for _, total := range pool.Totals {
			t.Row("carryovers", amount(total.Carryovers.Due), unlessZero(total.Carryovers.Waived), amount(total.Carryovers.Received))
			t.Row("buy-ins", amount(total.BuyIns.Due), unlessZero(total.BuyIns.Waived), amount(total.BuyIns.Received))
			t.Row("total", amount(total.Due), "", amount(total.Received))
			if apart := total.Apart; apart.Due.Amount != 0 || apart.Received.Amount != 0 {
				t.Row("apart, without a place", amount(apart.Due), unlessZero(apart.Waived), amount(apart.Received))
			}
		}
		if err := t.Write(a.out); err != nil {
			return err
		}
	}
	return a.showAgreement(pool.Ties, pool.Agrees)
}
