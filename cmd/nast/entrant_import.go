package main

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) entrantImportCommand() *cobra.Command {
	var dryRun, partial bool
	var format, division string
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Enter a roster from a file",
		Long: `Enters the players of a file; "-" reads standard input. It is a CSV file or a spreadsheet, or the
result file of another program (--format tsh or naspa), of which only the players are taken.

The first line of a CSV file names the columns, in any order: family_name, given_name, suffix,
association_id, rating, standby, fee, paid, email, team, grade. Only family_name must be there, or
name for "Family, Given" in one column.

If a row is refused nothing is entered, unless --partial says to enter the good ones. Each
refused row is shown with line, column and reason, and the exit code is then 1.`,
		Example: `  nast entrant import roster.csv --dry-run
  nast entrant import roster.csv`,
		Args: exactly(1, "the file"),
		RunE: func(c *cobra.Command, args []string) error {
			content, err := a.readFile(args[0])
			if err != nil {
				return err
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			params := &api.ImportEntrantsParams{
				DryRun: changed(c, "dry-run", dryRun), Partial: changed(c, "partial", partial), Division: changed(c, "division", division),
				Format: (*api.ImportEntrantsParamsFormat)(changed(c, "format", format)),
			}
			body := bytes.NewReader(content)
			result, err := client.OK(service.ImportEntrantsWithBodyWithResponse(c.Context(), s.ID, params, "application/octet-stream", body))
			if err != nil {
				return err
			}
			return a.showImport(result, dryRun)
		},
	}
	c.Flags().StringVar(&format, "format", "csv", "format of the file: csv (also a spreadsheet), tsh or naspa")
	c.Flags().StringVar(&division, "division", "", "the division of a result file, where it has several")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "only say what would happen")
	c.Flags().BoolVar(&partial, "partial", false, "enter the good rows even if others are refused")
	return c
}

func (a *app) showImport(r *api.ImportResult, dryRun bool) error {
	if a.json {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else {
		for _, row := range r.Accepted {
			if row.Warnings == nil {
				continue
			}
			for _, w := range *row.Warnings {
				a.warn("line %d, %s: note: %s", row.Line, display.Clean(row.Name), display.Clean(w.Detail))
			}
		}
		for _, row := range r.Refused {
			a.warn("line %d, column %d: %s", row.Line, row.Column, display.Clean(row.Detail))
		}
	}
	fresh, known := 0, ""
	for _, row := range r.Accepted {
		if !alreadyEntered(row) {
			fresh++
		}
	}
	if again := len(r.Accepted) - fresh; again > 0 {
		known = fmt.Sprintf(", %d entered already", again)
	}
	switch {
	case dryRun:
		a.say("%s would be entered%s, %d refused. Nothing was entered yet.", counted(fresh, "player"), known, len(r.Refused))
	case r.Stored:
		a.say("%s entered%s, %d refused.", counted(fresh, "player"), known, len(r.Refused))
	default:
		a.say("Nothing was entered: %s refused. Correct the file, or enter the good rows with --partial.",
			counted(len(r.Refused), "row"))
	}
	if len(r.Refused) > 0 {
		return errShown
	}
	return nil
}

// alreadyEntered says whether a row told the service nothing new.
func alreadyEntered(row api.AcceptedRow) bool {
	return row.Warnings != nil && slices.ContainsFunc(*row.Warnings, func(w api.Warning) bool { return w.Code == "already_entered" })
}
