package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) roundCommand() *cobra.Command {
	return a.satelliteFlag(group("round", "Rounds: pairings to hang up, and pairing the next one",
		`The first rounds are paired when the satellite starts, the later ones when all results that
they need are in.`,
		a.roundListCommand(), a.roundShowCommand(), a.roundOpenCommand(), a.roundPairCommand(),
		a.roundSwapCommand(), a.roundCodesCommand()))
}

func (a *app) roundListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the rounds that are paired",
		Long:    `Lists the rounds that are paired, with how many results are in.`,
		Example: `  nast round list`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			rounds, err := client.Collect(service.Rounds(c.Context(), s.ID))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(rounds)
			}
			table := display.NewTable(">Round", "Paired by", "State", "Results", "Missing tables")
			for _, r := range rounds {
				done := tally(&r)
				table.Row(strconv.Itoa(r.Round), words(string(r.Method)), string(r.State),
					fmt.Sprintf("%d of %d", done.in, done.tables), listed(done.missing))
			}
			return table.Write(a.out)
		},
	}
}

// currentRound is the first round that is not complete, or the last one paired.
func currentRound(ctx context.Context, service *client.Service, satellite uuid.UUID) (int, error) {
	last := 0
	for r, err := range service.Rounds(ctx, satellite) {
		if err != nil {
			return 0, err
		}
		if r.State != api.RoundStateComplete {
			return r.Round, nil
		}
		last = r.Round
	}
	if last == 0 {
		return 0, usage("no round is paired yet; start the satellite with: nast satellite start")
	}
	return last, nil
}

// roundArgument is the round named, or the current one.
func roundArgument(ctx context.Context, service *client.Service, satellite uuid.UUID, args []string) (int, error) {
	if len(args) > 0 {
		return parseRound(args[0])
	}
	return currentRound(ctx, service, satellite)
}

func (a *app) roundShowCommand() *cobra.Command {
	var byName, why bool
	c := &cobra.Command{
		Use:   "show [ROUND]",
		Short: "Show the pairings of a round",
		Long: `Shows who meets whom, by table or, for the sheet at the door, by name. Without ROUND it is the
first one with results missing. --why adds why each pair meets. Pairs that were changed by hand
are marked.`,
		Example: `  nast round show 1
  nast round show 5 --by-name
  nast round show 5 --why`,
		Args: between(0, 1, "the number of a round"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			n, err := roundArgument(c.Context(), service, s.ID, args)
			if err != nil {
				return err
			}
			round, err := client.OK(service.GetRoundWithResponse(c.Context(), s.ID, n))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(round)
			}
			a.say("%s", display.Clean(s.Name))
			if byName {
				return a.showRoundByName(s, round, why)
			}
			return a.showRound(s, round, why)
		},
	}
	c.Flags().BoolVar(&byName, "by-name", false, "by player, in the order of names")
	c.Flags().BoolVar(&why, "why", false, "say why each pair meets")
	return c
}

func (a *app) roundOpenCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "open ROUND",
		Short: "Give out the pairings of a round",
		Long: `Opens a planned round: from now on its pairs stand. Giving out its sheets or entering its first
result does so too.`,
		Example: `  nast round open 5`,
		Args:    exactly(1, "the number of the round"),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := parseRound(args[0])
			if err != nil {
				return err
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			round, err := client.OK(service.OpenRoundWithResponse(c.Context(), s.ID, n, nil, api.Act{Reason: optional(reason)}))
			if err != nil {
				return err
			}
			return a.showActedRound(s, round)
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}
