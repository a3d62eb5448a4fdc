package main

import (
	"context"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) roundPairCommand() *cobra.Command {
	var again bool
	var reason string
	c := &cobra.Command{
		Use:   "pair ROUND",
		Short: "Pair a round by its rule",
		Long: `Pairs a round on the standings, once the results that it needs are in; otherwise the missing
tables are named. A round that is paired already is shown as it is.

With --again a round that nobody has played yet is paired anew, after a correction or to undo
changes by hand. The pairs that change are shown, and its sheets have to be given out anew. A
round with any result cannot be paired again.`,
		Example: `  nast round pair 5
  nast round pair 5 --again --reason "round 2, table 5 was corrected"`,
		Args: exactly(1, "the number of the round"),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := parseRound(args[0])
			if err != nil {
				return err
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			act := api.Act{Reason: optional(reason)}
			if again {
				return a.pairAgain(c.Context(), service, s, n, act)
			}
			round, err := client.OK(service.PairRoundWithResponse(c.Context(), s.ID, n, nil, act))
			if err != nil {
				return err
			}
			return a.showActedRound(s, round)
		},
	}
	c.Flags().BoolVar(&again, "again", false, "pair an unplayed round anew")
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

// showActedRound shows a round after something was done with it.
func (a *app) showActedRound(s *api.Satellite, round *api.Round) error {
	if a.json {
		return a.printJSON(round)
	}
	a.say("%s", display.Clean(s.Name))
	return a.showRound(s, round, false)
}

func (a *app) pairAgain(ctx context.Context, service *client.Service, s *api.Satellite, n int, act api.Act) error {
	before, err := client.OK(service.GetRoundWithResponse(ctx, s.ID, n))
	if err != nil {
		return err
	}
	again := true
	after, err := client.OK(service.PairRoundWithResponse(ctx, s.ID, n, &api.PairRoundParams{Repair: &again}, act))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(after)
	}
	changes := pairChanges([]api.Round{*before}, []api.Round{*after})
	if len(changes) == 0 {
		a.say("Round %d was paired again, and its pairs are the same as before.", n)
	} else {
		a.say("Round %d was paired again. Give its sheets out anew: nast round show %d", n, n)
	}
	a.sayChanges(changes)
	a.warnings(after.Warnings)
	return nil
}

func (a *app) roundSwapCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "swap ROUND A B",
		Short: "Let two players change places in a round",
		Long: `Lets two players change places in a round, as one act: A sits where B was to sit and the
other way round. Each is named by seed, name or id, or as "bye" for whoever has the bye. Both
tables are shown before and after. The sheet says that you changed them, and why. In chess each
takes the colour of the place he goes to; two who meet each other change colours.

It is refused where one of the tables has a result. To go back to the rule: nast round pair
ROUND --again.`,
		Example: `  nast round swap 5 lee kim --reason "sisters, met twice already"
  nast round swap 5 bye 7 --reason "has to catch a bus"`,
		Args: exactly(3, "the round and two players"),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := parseRound(args[0])
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
			return a.swapPlayers(c.Context(), service, s, n, args[1:], reason)
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log and the sheet")
	return c
}

func (a *app) swapPlayers(ctx context.Context, service *client.Service, s *api.Satellite, n int, names []string, reason string) error {
	before, err := client.OK(service.GetRoundWithResponse(ctx, s.ID, n))
	if err != nil {
		return err
	}
	var who [2]uuid.UUID
	for i, name := range names {
		if who[i], err = a.playerOf(ctx, service, s.ID, before, name); err != nil {
			return err
		}
	}
	after, err := client.OK(service.SwapPlayersWithResponse(ctx, s.ID, n, nil, api.Swap{A: who[0], B: who[1], Reason: reason}))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(after)
	}
	a.say("Changed:")
	a.sayChanges(pairChanges([]api.Round{*before}, []api.Round{*after}))
	a.warnings(after.Warnings)
	return nil
}

// playerOf finds a player of a round, by what names an entrant or as "bye".
func (a *app) playerOf(ctx context.Context, service *client.Service, satellite uuid.UUID, round *api.Round, name string) (uuid.UUID, error) {
	if folded(name) != "bye" {
		e, err := a.entrant(ctx, service, satellite, name)
		return e.ID, err
	}
	for _, g := range round.Games {
		if g.Kind == api.GameKindBye {
			return g.First.EntrantID, nil
		}
	}
	return uuid.Nil, usage("nobody has a bye in round %d", round.Round)
}
