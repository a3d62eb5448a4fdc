package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/sheet"
)

func (p *printer) pairingsCommand() *cobra.Command {
	var o sheet.PairingsOptions
	var f codesFlags
	c := &cobra.Command{
		Use:   "pairings [ROUND]",
		Short: "Print the pairings of a round",
		Long: `Prints who meets whom, by table or, with --by-name, a line for each player. Byes and forfeits
stand in it. Without ROUND it is the first one with results missing. --why adds why each pair
meets, for the player who asks. --codes adds each player's code to send his result with, on a page
also to be scanned; whoever reads the sheet can use them.`,
		Example: `  nast print pairings 5 --html -o round5.html
  nast print pairings 5 --by-name --html -o names5.html
  nast print pairings --why`,
		Args: between(0, 1, "the number of a round"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.round(c, args, f, func(e *sheet.Event, r *api.Round, codes *sheet.Codes) *sheet.Sheet {
				o.Codes = codes
				return e.Pairings(*r, o)
			})
		},
	}
	f.add(c, "beside each name the player's code to send his result with")
	c.Flags().BoolVar(&o.ByName, "by-name", false, "a line for each player, in the order of names")
	c.Flags().BoolVar(&o.Why, "why", false, "say why each pair meets")
	return c
}

func (p *printer) slipsCommand() *cobra.Command {
	var f codesFlags
	c := &cobra.Command{
		Use:   "slips [ROUND]",
		Short: "Print the result slips of a round",
		Long: `Prints a slip for each table, several on a page to be cut apart: both names, who plays first,
boxes for the scores, lines to sign. Byes and forfeits need none and are listed at the end.
Without ROUND it is the first one with results missing. --codes adds each player's code to send the
result with from a phone, on a page also to be scanned.`,
		Example: `  nast print slips 1 --html -o slips1.html
  nast print slips 1 --codes --html -o slips1.html`,
		Args: between(0, 1, "the number of a round"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.round(c, args, f, func(e *sheet.Event, r *api.Round, codes *sheet.Codes) *sheet.Sheet { return e.Slips(*r, codes) })
		},
	}
	f.add(c, "on each slip the players' codes to send the result with")
	return c
}

// round prints what is of one round: the one named, or the current one.
func (p *printer) round(c *cobra.Command, args []string, f codesFlags, lay func(*sheet.Event, *api.Round, *sheet.Codes) *sheet.Sheet) error {
	if err := f.check(); err != nil {
		return err
	}
	if len(args) > 0 {
		if _, err := parseRound(args[0]); err != nil {
			return err
		}
	}
	service, e, err := p.event(c)
	if err != nil {
		return err
	}
	n, err := roundArgument(c.Context(), service, e.Satellite.ID, args)
	if err != nil {
		return err
	}
	r, err := client.OK(service.GetRoundWithResponse(c.Context(), e.Satellite.ID, n))
	if err != nil {
		return err
	}
	codes, err := p.codes(c, service, e, n, f)
	if err != nil {
		return err
	}
	if err := p.print(lay(e, r, codes)); err != nil {
		return err
	}
	if r.State == api.RoundStatePlanned && !p.app.quiet {
		p.app.warn("Round %d is planned; once its sheets are out, open it, and its pairs stand: nast round open %d", n, n)
	}
	return nil
}

func (p *printer) standingsCommand() *cobra.Command {
	var after int
	c := &cobra.Command{
		Use:   "standings",
		Short: "Print the standings",
		Long: `Prints the standings after the results so far, or after a round. Where results are missing
the sheet says which.`,
		Example: `  nast print standings --html -o standings.html
  nast print standings --after 4`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, e, err := p.event(c)
			if err != nil {
				return err
			}
			if e.Rounds, err = client.Collect(service.Rounds(c.Context(), e.Satellite.ID)); err != nil {
				return err
			}
			if len(e.Rounds) == 0 {
				return errNothingPaired()
			}
			params := &api.GetStandingsParams{AfterRound: changed(c, "after", after)}
			st, err := client.OK(service.GetStandingsWithResponse(c.Context(), e.Satellite.ID, params))
			if err != nil {
				return err
			}
			return p.print(e.Standings(*st))
		},
	}
	c.Flags().IntVar(&after, "after", 0, "after this round")
	return c
}

func (p *printer) scorecardsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "scorecards",
		Short: "Print a scorecard for each player",
		Long: `Prints a card for each player, in the order of names: his rounds with table, who plays first
and opponent as far as they are known, boxes for the scores, and wins and spread so far. What
was played is filled in.`,
		Example: `  nast print scorecards --html -o cards.html`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.all(c, sheet.Event.Scorecards)
		},
	}
}

func (p *printer) wallchartCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "wallchart",
		Short: "Print the wall chart",
		Long: `Prints the whole field by seed, a cell for each round: the result, the opponent's seed, the
scores, and wins and spread so far. It is made for paper lying across; as text it is wide.`,
		Example: `  nast print wallchart --html -o chart.html`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.all(c, sheet.Event.WallChart)
		},
	}
}

// all prints what is of the whole field and all rounds.
func (p *printer) all(c *cobra.Command, lay func(sheet.Event) *sheet.Sheet) error {
	service, e, err := p.event(c)
	if err != nil {
		return err
	}
	if err := p.whole(c.Context(), service, e); err != nil {
		return err
	}
	return p.print(lay(*e))
}
