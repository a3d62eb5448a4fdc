package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) buyInAddCommand(tour *string) *cobra.Command {
	var player, number, email, note string
	var rating int
	c := &cobra.Command{
		Use:   "add [NAME]",
		Short: "Sell a place to somebody (organiser)",
		Long: `Sells a place in the final, or one in the waiting list where the places are taken. Write the name
as "Family, Given": it is matched with the players known, by the number first, and a name that fits
several makes a new player (nast player doubtful). With --player it is a known one. The rating is
the last known unless one is given. The price is owed from now on.`,
		Example: `  nast buyin add "Rich, Bo" --id AA001234 --rating 1650
  nast buyin add --player "Lee, Ann" --tour nast-2`,
		Args: between(0, 1, "the name, as \"Family, Given\", in quotes"),
		RunE: func(c *cobra.Command, args []string) error {
			if (len(args) == 1) == (player != "") {
				return usage("name who buys in: as \"Family, Given\", or a known player with --player")
			}
			service, t, err := a.tourOf(c, *tour)
			if err != nil {
				return err
			}
			body := api.BuyInCreate{AssociationID: optional(number), Rating: changed(c, "rating", rating), Email: optional(email), Note: optional(note)}
			if player != "" {
				id, err := a.person(c, service, player)
				if err != nil {
					return err
				}
				body.PlayerID = &id
			} else {
				family, given := splitName(args[0])
				body.FamilyName, body.GivenName = &family, optional(given)
			}
			b, err := client.Created(service.CreateBuyInWithResponse(c.Context(), t.Slug, nil, body))
			if err := a.showBuyIn(b, err); err != nil {
				return err
			}
			if b.State == api.BuyInStateWaiting {
				a.say("All places are taken: %s waits for one.", display.Clean(b.Name))
			}
			return nil
		},
	}
	flags := c.Flags()
	flags.StringVar(&player, "player", "", "a known player: id, number or name")
	flags.StringVar(&number, "id", "", "number of the players' association")
	flags.IntVar(&rating, "rating", 0, "by which he is seeded, 0 for unrated (default: the last known)")
	flags.StringVar(&email, "email", "", "address, for the organiser only")
	flags.StringVar(&note, "note", "", "what there is to remember of it")
	return c
}

func (a *app) buyInWithdrawCommand(tour *string) *cobra.Command {
	var reason string
	var keepFee bool
	c := &cobra.Command{
		Use:   "withdraw BUYIN",
		Short: "Give up a buy-in (organiser)",
		Long: `Takes a buy-in out of the final, with a reason; the next in the waiting list has the place. Nothing
of it is owed any more, and what was paid is credit that can be refunded (nast carryover refund).
With --keep-fee the price stays owed or paid.`,
		Example: `  nast buyin withdraw "Rich, Bo" --reason "is ill"
  nast buyin withdraw "Rich, Bo" --reason "two days before the final" --keep-fee`,
		Args: exactly(1, "a buy-in"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "reason"); err != nil {
				return err
			}
			service, b, err := a.buyIn(c, *tour, args[0])
			if err != nil {
				return err
			}
			body := api.BuyInWithdrawal{Reason: &reason, KeepFee: changed(c, "keep-fee", keepFee)}
			now, err := client.OK(service.WithdrawBuyInWithResponse(c.Context(), b.Tour, b.ID, nil, body))
			if err := a.showBuyIn(now, err); err != nil {
				return err
			}
			if now.Credit.Amount > 0 {
				a.say("%s is to be paid back; the payments are listed by: nast buyin show %s", amount(now.Credit), display.ShortID(b.ID.String()))
			}
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why")
	c.Flags().BoolVar(&keepFee, "keep-fee", false, "the price stays owed or paid")
	return c
}

func (a *app) buyInWaiveCommand(tour *string) *cobra.Command {
	var sum, reason string
	c := &cobra.Command{
		Use:   "waive BUYIN",
		Short: "Do without what a buy-in owes, or a part of it (organiser)",
		Long: `Does without an amount of what a buy-in owes, or without all that is outstanding. The reason stays
in the books for good, where no name can be erased: write none.`,
		Example: `  nast buyin waive "Rich, Bo" --amount 50.00 --reason "a sponsor"`,
		Args:    exactly(1, "a buy-in"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "reason"); err != nil {
				return err
			}
			service, b, err := a.buyIn(c, *tour, args[0])
			if err != nil {
				return err
			}
			body := api.DueWaiver{Reason: &reason}
			if body.Amount, err = namedAmount(c, "amount", sum, b.Price.Currency); err != nil {
				return err
			}
			return a.showBuyIn(client.OK(service.WaiveBuyInWithResponse(c.Context(), b.Tour, b.ID, nil, body)))
		},
	}
	c.Flags().StringVar(&sum, "amount", "", "how much (default: all that is outstanding)")
	c.Flags().StringVar(&reason, "reason", "", "why")
	return c
}

func (a *app) buyInPayCommand(tour *string) *cobra.Command {
	return &cobra.Command{
		Use:   "pay BUYIN",
		Short: "Get a page on which a buy-in can be paid by card (treasurer)",
		Long: `Prints the address of a page of Stripe on which what a buy-in still owes can be paid by card, by
whoever has the address: send it to the player. Asked again while the page is open, it is the same.`,
		Example: `  nast buyin pay "Rich, Bo"`,
		Args:    exactly(1, "a buy-in"),
		RunE: func(c *cobra.Command, args []string) error {
			service, b, err := a.buyIn(c, *tour, args[0])
			if err != nil {
				return err
			}
			link, err := client.OK(service.CreateBuyInCheckoutWithResponse(c.Context(), b.Tour, b.ID))
			return a.showCheckout(link, err, "nast buyin show "+display.ShortID(b.ID.String()))
		},
	}
}

// showCheckout shows where something can be paid by card, and by which command one sees what is left.
func (a *app) showCheckout(link *api.CheckoutLink, err error, then string) error {
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(link)
	}
	a.print("%s", link.URL)
	a.say("Open until %s UTC. See what is left with: %s", link.ExpiresAt.UTC().Format("2006-01-02 15:04"), then)
	return nil
}
