package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/slip"
)

func (a *app) resultCommand() *cobra.Command {
	return a.satelliteFlag(group("result", "Enter the results of games",
		`Results are entered by table, as they stand on the slips.`,
		a.resultEnterCommand(), a.resultPreviewCommand(), a.resultClearCommand(), a.resultImportCommand()))
}

// resultFlags are a single result, and how to enter.
type resultFlags struct {
	round, table, firstPenalty, secondPenalty int
	score, forfeit, reason                    string
	overwrite, batch                          bool
}

func (a *app) resultEnterCommand() *cobra.Command {
	var f resultFlags
	c := &cobra.Command{
		Use:   "enter [ROUND]",
		Short: "Enter results, one by flags or many by typing",
		Long: `Without --table, asks for results until an empty line. Each line is the table, the first
player's score and the second's; the first player is the one who plays first on the sheet:

` + slip.Usage + `

Names and result are shown back, with a note where something looks odd; a note never stops
you. Where a table has another result already you are asked, and if a second person enters
at the same time you are told the result that is there. Without ROUND it is the first round
with results missing.

After a correction, pairs of later rounds stay as they are; those that would be others now are
named. nast result preview shows all of the effect before anything is changed.

If standard input is a file or a pipe, its lines are read in the same way, nothing is asked,
and refused lines are told with their numbers; the exit code is then 1. With --batch all
lines are read first and sent together, all or none.`,
		Example: `  nast result enter
  nast result enter 2 --table 5 --score 412-388
  nast result enter 2 --table 3 --score 1/2
  nast result enter 2 --table 7 --forfeit second --reason "left ill"
  nast result enter 2 --batch < round2.txt`,
		Args: between(0, 1, "the number of the round"),
		RunE: func(c *cobra.Command, args []string) error {
			line, single, err := f.line(c)
			if err != nil {
				return err
			}
			s, err := a.scorer(c, &f, args)
			if err != nil {
				return err
			}
			switch {
			case single:
				return s.single(c.Context(), line)
			case f.batch:
				return s.batch(c.Context())
			case a.terminal(a.in):
				return s.interactive(c.Context())
			}
			return s.plain(c.Context())
		},
	}
	flags := c.Flags()
	flags.IntVar(&f.round, "round", 0, "the round, as the argument ROUND")
	flags.IntVar(&f.table, "table", 0, "enter one result, at this table")
	flags.StringVar(&f.score, "score", "", "both scores, the first player's first: 412-388; in chess 1-0, 0-1, 1/2 or =")
	flags.StringVar(&f.forfeit, "forfeit", "", "who forfeits: first, second or both")
	flags.IntVar(&f.firstPenalty, "penalty-first", 0, "points off the first player's spread")
	flags.IntVar(&f.secondPenalty, "penalty-second", 0, "points off the second player's spread")
	flags.StringVar(&f.reason, "reason", "", "why, for the log")
	flags.BoolVar(&f.overwrite, "overwrite", false, "replace results that are there already")
	flags.BoolVar(&f.batch, "batch", false, "read all lines, then send them together, all or none")
	return c
}

// line is the single result of the flags, and whether there is one.
func (f *resultFlags) line(c *cobra.Command) (slip.Line, bool, error) {
	if !anyChanged(c, "table", "score", "forfeit", "penalty-first", "penalty-second") {
		return slip.Line{}, false, nil
	}
	line := slip.Line{Table: f.table, Result: api.Result{
		FirstPenalty: changed(c, "penalty-first", f.firstPenalty), SecondPenalty: changed(c, "penalty-second", f.secondPenalty),
	}}
	switch {
	case f.table < 1:
		return line, true, usage("--table says at which table")
	case f.batch:
		return line, true, usage("--batch reads lines; it does not go with --table")
	case (f.score == "") == (f.forfeit == ""):
		return line, true, usage("either --score 412-388 or --forfeit first|second|both is needed")
	case f.forfeit != "":
		side := api.ForfeitSide(f.forfeit)
		if !side.Valid() {
			return line, true, usage("%q cannot forfeit; it is first, second or both", f.forfeit)
		}
		line.Result.Forfeit = &side
		return line, true, nil
	}
	if outcome, ok := slip.ParseOutcome(f.score); ok {
		line.Result.Outcome = &outcome
		return line, true, nil
	}
	first, second, err := slip.ParseScore(f.score)
	if err != nil {
		return line, true, usage("%v", err)
	}
	line.Result.FirstScore, line.Result.SecondScore = &first, &second
	return line, true, nil
}

// scorer begins the entry of results for the round that is named, or the current one.
func (a *app) scorer(c *cobra.Command, f *resultFlags, args []string) (*scorer, error) {
	service, satellite, err := a.serviceAndSatellite(c, nil)
	if err != nil {
		return nil, err
	}
	n := f.round
	if n == 0 || len(args) > 0 {
		if n, err = roundArgument(c.Context(), service, satellite.ID, args); err != nil {
			return nil, err
		}
	}
	s := &scorer{app: a, service: service, satellite: satellite, overwrite: f.overwrite, reason: optional(f.reason)}
	s.round, err = client.OK(service.GetRoundWithResponse(c.Context(), satellite.ID, n))
	return s, err
}

func (a *app) resultClearCommand() *cobra.Command {
	var f resultFlags
	c := &cobra.Command{
		Use:     "clear ROUND TABLE",
		Short:   "Clear the result of a table",
		Long:    `Takes a result out again, as if it had not been entered. The log keeps it.`,
		Example: `  nast result clear 2 5`,
		Args:    exactly(2, "the round and the table"),
		RunE: func(c *cobra.Command, args []string) error {
			table, err := parseTable(args[1])
			if err != nil {
				return err
			}
			s, err := a.scorer(c, &f, args[:1])
			if err != nil {
				return err
			}
			game, err := s.game(table)
			if err != nil {
				return usage("%v", err)
			}
			now, err := s.clear(c.Context(), game)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(now)
			}
			a.say("Table %d has no result any more.", table)
			return nil
		},
	}
	return c
}
