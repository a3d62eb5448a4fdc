package main

import (
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

func (a *app) reportDecideCommand() *cobra.Command {
	var order, payouts []string
	var reason, prizeTies string
	c := &cobra.Command{
		Use:   "decide",
		Short: "Decide a tie, or change payouts",
		Long: `Records the director's decision, with the reason.

--order names the tied players, best first: parts of their names, their seeds or ids, with
commas between them. Where a name itself has a comma, give --order once for each player.
--prize-ties says how prizes of tied places are paid: pooled and shared, or by the order.
--payout says what a place is paid; give it once for each place that changes.`,
		Example: `  nast report decide --order lee,kim --reason "Play-off game, Lee won 401-380"
  nast report decide --order "Lee, Ann" --order "Kim, Bo" --reason "Drawn by lot"
  nast report decide --prize-ties pooled --reason "Tied players share"
  nast report decide --payout 1=120.00 --reason "Sponsor gave more"`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if !anyChanged(c, "order", "payout", "prize-ties") {
				return usage("what is decided? Give --order, --prize-ties or --payout; see: %s --help", c.CommandPath())
			}
			ties, err := parsePrizeTies(prizeTies)
			if err != nil {
				return err
			}
			if reason == "" {
				return usage("a reason is needed: --reason \"...\"")
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			body := api.Decisions{Reason: reason, PrizeTies: ties}
			if body.Payouts, err = parsePayouts(payouts, s.EntryFee.Currency); err != nil {
				return err
			}
			if len(order) > 0 {
				entrants, err := client.Collect(service.Entrants(c.Context(), s.ID))
				if err != nil {
					return err
				}
				if body.SeatOrder, err = parseOrder(order, entrants); err != nil {
					return err
				}
			}
			report, err := client.OK(service.PutDecisionsWithResponse(c.Context(), s.ID, body))
			if err != nil {
				return err
			}
			return a.showReport(s, report)
		},
	}
	c.Flags().StringArrayVar(&order, "order", nil, "the tied players, best first")
	c.Flags().StringVar(&prizeTies, "prize-ties", "", "prizes of tied places: pooled or by-order")
	c.Flags().StringArrayVar(&payouts, "payout", nil, "PLACE=AMOUNT, as 1=100.00")
	c.Flags().StringVar(&reason, "reason", "", "why")
	return c
}

// parseOrder finds the entrants named. A single flag holds several of them, with commas.
func parseOrder(flags []string, entrants []api.Entrant) (*[]uuid.UUID, error) {
	if len(flags) == 1 {
		flags = strings.Split(flags[0], ",")
	}
	ids := []uuid.UUID{}
	for _, name := range flags {
		e, err := entrantChoice.pick(slice(entrants), name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return &ids, nil
}

// parsePrizeTies reads how the prizes of tied places are paid; nil where nothing was said.
func parsePrizeTies(flag string) (*api.PrizeTies, error) {
	if flag == "" {
		return nil, nil
	}
	ties := api.PrizeTies(strings.ReplaceAll(flag, "-", "_"))
	if !ties.Valid() {
		return nil, usage("%q is no way to pay tied places; it is pooled or by-order", flag)
	}
	return &ties, nil
}

// parsePayouts reads "1=100.00".
func parsePayouts(flags []string, currency string) (*[]api.Payout, error) {
	if len(flags) == 0 {
		return nil, nil
	}
	payouts := []api.Payout{}
	for _, flag := range flags {
		place, amount, ok := strings.Cut(flag, "=")
		n, err := strconv.Atoi(strings.TrimSpace(place))
		if !ok || err != nil || n < 1 {
			return nil, usage("%q is not a payout; write it as 1=100.00", flag)
		}
		fee, err := parseMoney(amount, currency)
		if err != nil {
			return nil, err
		}
		payouts = append(payouts, api.Payout{Place: n, Amount: fee})
	}
	return &payouts, nil
}
