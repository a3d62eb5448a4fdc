package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) buyInCommand() *cobra.Command {
	var tour string
	c := group("buyin", "Sell places in the Final Event",
		`A place in the final can be bought where the tour has places for that (R5.7): price, deadline,
places and a waiting list are settings of the tour (nast tour edit). What is owed for a place is
paid as dues are: by card (pay), or recorded by the treasurer (nast carryover record --buy-in).`,
		a.buyInListCommand(&tour), a.buyInShowCommand(&tour), a.buyInAddCommand(&tour), a.buyInWithdrawCommand(&tour),
		a.buyInWaiveCommand(&tour), a.buyInPayCommand(&tour))
	c.PersistentFlags().StringVar(&tour, "tour", "", "tour: slug or part of the name (default: the only one)")
	return c
}

// buyInChoice names buy-ins by id, by player, or by his number.
var buyInChoice = choice[api.BuyIn]{
	noun: "buy-in", lists: "nast buyin list",
	id:    func(b api.BuyIn) string { return b.ID.String() },
	names: func(b api.BuyIn) []string { return []string{b.Name, text(b.AssociationID)} },
}

// tourOf finds the tour of the flag --tour.
func (a *app) tourOf(c *cobra.Command, named string) (*client.Service, api.Tour, error) {
	if named == "" {
		return a.serviceAndTour(c, nil)
	}
	return a.serviceAndTour(c, []string{named})
}

// buyIn finds a buy-in of a tour.
func (a *app) buyIn(c *cobra.Command, tour, wanted string) (*client.Service, api.BuyIn, error) {
	service, t, err := a.tourOf(c, tour)
	if err != nil {
		return nil, api.BuyIn{}, err
	}
	b, err := buyInChoice.pick(service.BuyIns(c.Context(), t.Slug, nil), wanted)
	return service, b, err
}

// anyBuyIn finds a buy-in of whatever tour.
func (a *app) anyBuyIn(ctx context.Context, service *client.Service, wanted string) (api.BuyIn, error) {
	return buyInChoice.pick(service.AllBuyIns(ctx), wanted)
}

func (a *app) buyInListCommand(tour *string) *cobra.Command {
	var state string
	c := &cobra.Command{
		Use:   "list",
		Short: "List the buy-ins of a tour in order of time",
		Long: `Lists who has bought in, with what is owed and paid. The state is one of: placed, waiting,
won_seat (has accepted a seat since, and needs no place), bought_twice (was merged with somebody
who bought in before), withdrawn.`,
		Example: `  nast buyin list --tour nast-2
  nast buyin list --state waiting`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, t, err := a.tourOf(c, *tour)
			if err != nil {
				return err
			}
			buyIns, err := client.Collect(service.BuyIns(c.Context(), t.Slug, changed(c, "state", api.BuyInState(state))))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(buyIns)
			}
			return a.buyInTable(buyIns)
		},
	}
	c.Flags().StringVar(&state, "state", "", "only those in this state")
	return c
}

func (a *app) buyInTable(buyIns []api.BuyIn) error {
	if len(buyIns) == 0 {
		a.say("Nobody has bought in.")
		return nil
	}
	t := display.NewTable("Buy-in", "Name", "Number", ">Rating", "State", ">Price", ">Received", ">Outstanding", ">Credit", "Bought")
	for _, b := range buyIns {
		t.Row(display.ShortID(b.ID.String()), b.Name, text(b.AssociationID), number(b.Rating), words(string(b.State)), amount(b.Price),
			amount(b.Received), unlessZero(b.Outstanding), unlessZero(b.Credit), b.BoughtAt.UTC().Format("2006-01-02"))
	}
	return t.Write(a.out)
}

func (a *app) buyInShowCommand(tour *string) *cobra.Command {
	return &cobra.Command{
		Use:     "show BUYIN",
		Short:   "Show a buy-in with its account",
		Long:    `Shows a buy-in, all that was posted of it, and its payments. It is named by its player or its id.`,
		Example: `  nast buyin show "Rich, Bo"`,
		Args:    exactly(1, "a buy-in"),
		RunE: func(c *cobra.Command, args []string) error {
			service, b, err := a.buyIn(c, *tour, args[0])
			if err != nil {
				return err
			}
			return a.showBuyIn(client.OK(service.GetBuyInWithResponse(c.Context(), b.Tour, b.ID)))
		},
	}
}

// showBuyIn shows what a command on a buy-in has answered.
func (a *app) showBuyIn(b *api.BuyIn, err error) error {
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(b)
	}
	withdrawn := ""
	if b.WithdrawnAt != nil {
		withdrawn = fmt.Sprintf("%s by %s: %s", instant(b.WithdrawnAt), b.WithdrawnBy, b.Reason)
		if b.FeeKept {
			withdrawn += " (the fee is kept)"
		}
	}
	a.fields("Player", b.Name, "Number", text(b.AssociationID), "Rating", number(b.Rating), "State", words(string(b.State)),
		"Price", amount(b.Price), "Due", amount(b.Due), "Waived", unlessZero(b.Waived), "Announced", unlessZero(b.Announced),
		"Received", amount(b.Received), "Outstanding", unlessZero(b.Outstanding), "Credit", unlessZero(b.Credit),
		"Bought", instant(&b.BoughtAt)+" by "+b.BoughtBy, "Withdrawn", withdrawn, "E-mail", text(b.Email), "Note", b.Note, "Id", b.ID.String())
	return a.showPosted(value(b.Entries), value(b.Payments))
}
