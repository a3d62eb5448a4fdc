package main

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) resultImportCommand() *cobra.Command {
	var format, division, reason string
	var dryRun bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Take a satellite that was run with another program or on paper",
		Long: `Takes all rounds of a satellite from one file; "-" reads standard input. The formats are naspa, tsh
and csv (also as a spreadsheet), and for chess swisssys, trf and csv; without --format it follows
from the ending of the name (.t, .csv, .xlsx, .chart, .trf). Players are found by association
number, else by name, and entered if they are not there yet.

Pairs that are not those of the tour's rules are shown round by round and taken only with a
--reason. If anything is refused nothing is stored, and every place is shown with line and
column. The same file again changes nothing.

A csv file has the columns round, first and second (seeds or names), first_score, second_score (in
chess outcome: first, draw or second), and if need be table, kind and forfeits, in any order.`,
		Example: `  nast result import a.t --dry-run
  nast result import a.t --reason "paired on paper after the power cut"`,
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
			params := &api.ImportResultsParams{
				Format: api.ImportResultsParamsFormat(importFormat(format, args[0])), DryRun: changed(c, "dry-run", dryRun),
				Division: changed(c, "division", division), Reason: changed(c, "reason", reason),
			}
			result, err := client.OK(service.ImportResultsWithBodyWithResponse(c.Context(), s.ID, params, "application/octet-stream", bytes.NewReader(content)))
			if err != nil {
				return err
			}
			return a.showResultsImport(result, dryRun)
		},
	}
	flags := c.Flags()
	flags.StringVar(&format, "format", "", "format of the file: naspa, tsh, csv, swisssys or trf")
	flags.StringVar(&division, "division", "", "the division of the file, where it has several")
	flags.StringVar(&reason, "reason", "", "why pairs are taken that the rules do not make")
	flags.BoolVar(&dryRun, "dry-run", false, "only say what would happen")
	return c
}

// importFormat is the format that is named, else that of the name of the file.
func importFormat(format, file string) string {
	file = strings.ToLower(file)
	switch {
	case format != "":
		return strings.ToLower(format)
	case strings.HasSuffix(file, ".t"):
		return "tsh"
	case strings.HasSuffix(file, ".chart"):
		return "swisssys"
	case strings.HasSuffix(file, ".trf"), strings.HasSuffix(file, ".trfx"):
		return "trf"
	case strings.HasSuffix(file, ".csv"), strings.HasSuffix(file, ".xlsx"):
		return "csv"
	}
	return "naspa"
}

func (a *app) showResultsImport(r *api.ResultsImport, dryRun bool) error {
	if a.json {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else {
		for _, w := range r.Warnings {
			a.warn("note: %s", display.Clean(w.Detail))
		}
		for _, row := range r.Refused {
			a.warn("line %d, column %d: %s", row.Line, row.Column, display.Clean(row.Detail))
		}
		if r.Unranked != nil {
			a.warn("%s", display.Clean(*r.Unranked))
		}
		for _, d := range r.Differs {
			a.warn("round %d has %s; the rules make %s", d.Round, seedPairs(d.Now), seedPairs(d.Then))
		}
	}
	told := counted(r.Players, "player") + ", " + counted(r.Rounds, "round") + ", " + counted(r.Games, "game")
	switch {
	case len(r.Refused) > 0:
		a.say("Nothing would be stored: correct the file.")
		return errShown
	case r.Unchanged:
		a.say("The satellite is as the file tells it already; nothing was changed.")
	case dryRun && r.NeedsReason:
		a.say("%s would be taken, but only with --reason, because the file was not paired by the rules. Nothing was stored yet.", told)
	case dryRun:
		a.say("%s would be taken. Nothing was stored yet.", told)
	default:
		a.say("%s taken. The report: nast report show", told)
	}
	return nil
}

func seedPairs(pairs []api.SeedPair) string {
	if len(pairs) == 0 {
		return "no such pairs"
	}
	words := make([]string, len(pairs))
	for i, p := range pairs {
		words[i] = strconv.Itoa(p[0]) + "-" + strconv.Itoa(p[1])
		if p[1] == 0 {
			words[i] = "a bye of " + strconv.Itoa(p[0])
		}
	}
	return strings.Join(words, ", ")
}
