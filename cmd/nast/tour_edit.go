package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/money"
)

// tourFlags are the settings of a tour as flags.
type tourFlags struct {
	name, from, to, currency, format       string
	percent, base, repeat, declined, fifth string
	rounds, minRounds, maxRounds           int
	payable, lateDays                      int
	startsSettled, reminders               bool
	public, shortNames                     bool
	lateFee                                string
	byes, byesUntil                        int
	tiebreaks                              []string
	opposition                             string
	final                                  finalFlags
}

func (f *tourFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.name, "name", "", "name of the tour")
	flags.StringVar(&f.from, "from", "", "first day, as 2026-01-01")
	flags.StringVar(&f.to, "to", "", "last day, as 2027-06-30")
	flags.IntVar(&f.rounds, "rounds", 0, "rounds of a satellite unless it says otherwise")
	flags.IntVar(&f.minRounds, "min-rounds", 0, "fewest rounds that a satellite may have")
	flags.IntVar(&f.maxRounds, "max-rounds", 0, "most rounds that a satellite may have")
	flags.StringVar(&f.percent, "carryover-percent", "", "share that goes to the Final Event, as 40.00")
	flags.StringVar(&f.base, "carryover-base", "", "share of what: entry_fees or entry_fees_less_planned_expenses")
	flags.IntVar(&f.payable, "payable-within-days", 0, "days from the report to the due date of the carryover")
	flags.StringVar(&f.repeat, "repeat-qualifier", "", "seat of who has qualified already: keeps_one_seat or passes_down")
	flags.StringVar(&f.declined, "declined-seat", "", "seat that is declined: lapses or passes_down")
	flags.StringVar(&f.fifth, "fifth-round-of-five", "", "last round of five: king_of_the_hill or swiss")
	flags.BoolVar(&f.startsSettled, "starts-settled", true, "settle by rule who plays first (=false: players draw)")
	flags.BoolVar(&f.public, "public", false, "show list, satellites and results to anybody (=false: to nobody)")
	flags.BoolVar(&f.shortNames, "short-names", false, "show names there as \"Ann L.\"; chess does at first")
	flags.IntVar(&f.lateDays, "late-report-days", 0, "days after which a report is late")
	flags.StringVar(&f.lateFee, "late-report-fee", "", "fee of a late report for each player, as 0.25")
	flags.BoolVar(&f.reminders, "reminders", true, "remind people by mail of reports, dues, answers (=false: never)")
	flags.IntVar(&f.byes, "half-point-byes", 0, "in chess, half-point byes that a player may book in a satellite")
	flags.IntVar(&f.byesUntil, "half-point-byes-until", 0, "in chess, the last round for them; 0: the one before the last")
	flags.StringSliceVar(&f.tiebreaks, "tiebreak-order", nil, "in chess, as modified_median,solkoff,cumulative,cumulative_of_opposition")
	f.final.add(c)
	flags.StringVar(&f.opposition, "opposition-cumulative", "", "in chess, cumulative of opposition as nscf or uschess")
}

// patch is what the given flags change.
func (f *tourFlags) patch(c *cobra.Command) (api.TourPatch, error) {
	patch := api.TourPatch{
		Name:              changed(c, "name", f.name),
		DefaultRounds:     changed(c, "rounds", f.rounds),
		MinRounds:         changed(c, "min-rounds", f.minRounds),
		MaxRounds:         changed(c, "max-rounds", f.maxRounds),
		CarryoverPercent:  changed(c, "carryover-percent", f.percent),
		CarryoverBase:     changed(c, "carryover-base", api.CarryoverBase(f.base)),
		PayableWithinDays: changed(c, "payable-within-days", f.payable),
		RepeatQualifier:   changed(c, "repeat-qualifier", api.RepeatQualifier(f.repeat)),
		DeclinedSeat:      changed(c, "declined-seat", api.DeclinedSeat(f.declined)),
		FifthRoundOfFive:  changed(c, "fifth-round-of-five", api.FifthRoundOfFive(f.fifth)),
		StartsSettled:     changed(c, "starts-settled", f.startsSettled),
		Public:            changed(c, "public", f.public),
		ShortNames:        changed(c, "short-names", f.shortNames),
		LateReportDays:    changed(c, "late-report-days", f.lateDays),
		Reminders:         changed(c, "reminders", f.reminders),

		HalfPointByes:        changed(c, "half-point-byes", f.byes),
		HalfPointByesUntil:   changed(c, "half-point-byes-until", f.byesUntil),
		OppositionCumulative: changed(c, "opposition-cumulative", api.OppositionCumulative(f.opposition)),
	}
	if c.Flags().Changed("tiebreak-order") {
		order := make([]api.Tiebreak, len(f.tiebreaks))
		for i, name := range f.tiebreaks {
			order[i] = api.Tiebreak(name)
		}
		patch.TiebreakOrder = &order
	}
	var err error
	if patch.StartsOn, err = changedDate(c, "from", f.from); err != nil {
		return patch, err
	}
	if patch.EndsOn, err = changedDate(c, "to", f.to); err != nil {
		return patch, err
	}
	if c.Flags().Changed("late-report-fee") {
		cents, err := money.ParseAmount(f.lateFee)
		if err != nil {
			return patch, err
		}
		n := int(cents)
		patch.LateReportFeeCents = &n
	}
	return patch, nil
}

func (a *app) tourCreateCommand() *cobra.Command {
	var f tourFlags
	c := &cobra.Command{
		Use:   "create SLUG",
		Short: "Make a tour (organiser)",
		Long: `Makes a tour. SLUG is its short name for commands and addresses: small letters, digits and
hyphens. What is not said is as in the published rules: 6 rounds, 40% carryover of the entry
fees. The rules can be changed until the first satellite has started.

A tour of chess (--format nscf) has 4 rounds, no carryover and trophies for prizes, one half-point
bye for a player, and the tie-breaks of the National Scholastic Chess Foundation.`,
		Example: `  nast tour create nast-2 --name "Second NAST" --from 2026-01-01 --to 2027-06-30 --currency USD
  nast tour create kids --format nscf --name Kids --from 2026-01-01 --to 2026-12-31 --currency USD`,
		Args: exactly(1, "the slug of the new tour, such as nast-2"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "name", "from", "to", "currency"); err != nil {
				return err
			}
			settings, err := f.patch(c)
			if err != nil {
				return err
			}
			if settings.Final, err = f.final.patch(c, f.currency); err != nil {
				return err
			}
			service, err := a.service()
			if err != nil {
				return err
			}
			tour, err := client.Created(service.CreateTourWithResponse(c.Context(), nil, newTour(args[0], &f, c, settings)))
			if err != nil {
				return err
			}
			if a.json || !a.quiet {
				return a.showTour(tour)
			}
			a.print("%s", tour.Slug)
			return nil
		},
	}
	f.add(c)
	c.Flags().StringVar(&f.currency, "currency", "", "currency of the tour, as USD or CAD")
	c.Flags().StringVar(&f.format, "format", "nast", "nast, or nscf for scholastic chess")
	return c
}

func newTour(slug string, f *tourFlags, c *cobra.Command, s api.TourPatch) api.TourCreate {
	return api.TourCreate{
		Slug: slug, Name: f.name, StartsOn: *s.StartsOn, EndsOn: *s.EndsOn, Currency: f.currency,
		Format:        changed(c, "format", api.TourFormat(f.format)),
		DefaultRounds: s.DefaultRounds, MinRounds: s.MinRounds, MaxRounds: s.MaxRounds,
		CarryoverPercent: s.CarryoverPercent, CarryoverBase: s.CarryoverBase, PayableWithinDays: s.PayableWithinDays,
		RepeatQualifier: s.RepeatQualifier, Final: s.Final, DeclinedSeat: s.DeclinedSeat, FifthRoundOfFive: s.FifthRoundOfFive,
		Reminders: s.Reminders, StartsSettled: s.StartsSettled, Public: s.Public, ShortNames: s.ShortNames,
		LateReportDays: s.LateReportDays, LateReportFeeCents: s.LateReportFeeCents,
		HalfPointByes: s.HalfPointByes, HalfPointByesUntil: s.HalfPointByesUntil, TiebreakOrder: s.TiebreakOrder, OppositionCumulative: s.OppositionCumulative,
	}
}

func (a *app) tourEditCommand() *cobra.Command {
	var f tourFlags
	c := &cobra.Command{
		Use:   "edit TOUR",
		Short: "Change a tour (organiser)",
		Long: `Changes what the flags name and nothing else. The rules of a tour can be changed only until
its first satellite has started; its name and dates, those of the final, whether people are reminded
and what is shown of it, later too. Who has bought in keeps the price at which he did.

Of a public tour (--public) anybody can read the list of qualifiers, the satellites and their
results, at /t/TOUR in a browser.`,
		Example: `  nast tour edit nast-2 --rounds 7 --max-rounds 8
  nast tour edit nast-2 --buy-in-price 250.00 --buy-in-places 3 --waiting-list
  nast tour edit nast-2 --public --short-names`,
		Args: exactly(1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			patch, err := f.patch(c)
			if err != nil {
				return err
			}
			if patch == (api.TourPatch{}) && !f.final.any(c) {
				return usage("nothing to change was named; see: %s --help", c.CommandPath())
			}
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			if patch.Final, err = f.final.patch(c, tour.Currency); err != nil {
				return err
			}
			now, err := client.OK(service.UpdateTourWithResponse(c.Context(), tour.Slug, nil, patch))
			if err != nil {
				return err
			}
			return a.showTour(now)
		},
	}
	f.add(c)
	return c
}
