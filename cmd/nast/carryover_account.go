package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) carryoverAccountCommand() *cobra.Command {
	var asOf string
	out := &tableOutput{app: a}
	c := &cobra.Command{
		Use:   "account [DIRECTOR]",
		Short: "Show a director's account: everything posted, with the balance",
		Long: `Shows what was posted to a director's account, in order, with what he owes after each line; a
negative balance is credit. Without a director it is one's own.`,
		Example: `  nast carryover account
  nast carryover account lopez --as-of 2026-03-31 -o lopez.csv`,
		Args: between(0, 1, "a director"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			var params api.GetStatementParams
			if params.AsOf, err = changedDate(c, "as-of", asOf); err != nil {
				return err
			}
			if len(args) > 0 {
				d, err := a.director(c.Context(), service, args[0])
				if err != nil {
					return err
				}
				params.DirectorID = &d.ID
			}
			if out.asked() {
				params.Format = (*api.GetStatementParamsFormat)(&out.format)
				return out.write(client.File(service.GetStatementWithResponse(c.Context(), &params)))
			}
			statement, err := client.OK(service.GetStatementWithResponse(c.Context(), &params))
			if err != nil {
				return err
			}
			return a.showAccount(statement)
		},
	}
	c.Flags().StringVar(&asOf, "as-of", "", "the day, as 2026-03-14 (default: today)")
	out.flags(c)
	return c
}

func (a *app) showAccount(s *api.AccountStatement) error {
	if a.json {
		return a.printJSON(s)
	}
	a.print("%s as of %s", display.Clean(s.Director.Name), s.AsOf)
	if len(s.Lines) == 0 {
		a.say("Nothing was posted.")
		return nil
	}
	t := display.NewTable("On", "What", ">Amount", ">Balance")
	for _, l := range s.Lines {
		t.Row(l.On.String(), l.What, amount(l.Amount), amount(l.Balance))
	}
	return t.Write(a.out)
}
