package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) roundCodesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "codes [ROUND]",
		Short: "Show the codes with which players send their results",
		Long: `Shows a code for each player of a round. With it he sends the result of his game from his phone,
once; the opponent confirms it with the other code of the table, or contradicts it, and then the
director settles it. Without ROUND it is the first one with results missing. Codes that are
missing are made; those that were given out stay good while the pair stands.

Whoever reads a code can use it, so it is best given out on slips: nast print slips --codes.`,
		Example: `  nast round codes 1`,
		Args:    between(0, 1, "the number of a round"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			n, err := roundArgument(c.Context(), service, s.ID, args)
			if err != nil {
				return err
			}
			codes, err := client.Collect(service.Codes(c.Context(), s.ID, n))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(codes)
			}
			a.say("%s, round %d. Results are sent at %s\n", display.Clean(s.Name), n, resultPage(service.BaseURL()))
			table := display.NewTable(">Table", ">Seed", "Name", "Code")
			for _, code := range codes {
				table.Row(strconv.Itoa(code.Table), strconv.Itoa(code.Seed), code.Name, code.Code)
			}
			return table.Write(a.out)
		},
	}
}

// resultPage is where players send their results, below the address of the service.
func resultPage(service string) string { return service + "/r" }
