package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) tourCommand() *cobra.Command {
	return group("tour", "Tours, their settings and tables",
		`A tour is many satellites and one Final Event. Only the organiser makes and changes tours.`,
		a.tourListCommand(), a.tourShowCommand(), a.tourOverviewCommand(), a.tourCreateCommand(), a.tourEditCommand(),
		a.tourPrizesCommand(), a.tourTablesCommand())
}

var tourChoice = choice[api.Tour]{
	noun: "tour", lists: "nast tour list",
	id:    func(t api.Tour) string { return t.ID.String() },
	names: func(t api.Tour) []string { return []string{t.Slug, t.Name} },
}

// tour finds a tour by slug or name; without one, the only tour there is.
func (a *app) tour(ctx context.Context, service *client.Service, wanted string) (api.Tour, error) {
	if wanted != "" {
		return tourChoice.pick(service.Tours(ctx), wanted)
	}
	tours, err := client.Collect(service.Tours(ctx))
	switch {
	case err != nil:
		return api.Tour{}, err
	case len(tours) == 1:
		return tours[0], nil
	case len(tours) == 0:
		return api.Tour{}, usage("there is no tour yet; the organiser makes one with: nast tour create")
	}
	return api.Tour{}, usage("there is more than one tour; say which (nast tour list shows them)")
}

func (a *app) tourListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the tours",
		Long:    `Lists all tours, the latest first. The slug is the tour's name in commands and addresses.`,
		Example: `  nast tour list`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			tours, err := client.Collect(service.Tours(c.Context()))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(tours)
			}
			table := display.NewTable("Slug", "Name", "From", "To", ">Rounds", "Currency", ">Carryover")
			for _, t := range tours {
				table.Row(t.Slug, t.Name, t.StartsOn.String(), t.EndsOn.String(), number(&t.DefaultRounds),
					t.Currency, t.CarryoverPercent+"%")
			}
			return table.Write(a.out)
		},
	}
}

func (a *app) tourShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show [TOUR]",
		Short: "Show a tour with its settings",
		Long: `Shows a tour and the rules chosen for it. Without TOUR it is the only one there is. Once a
satellite has started, the rules stand until the end of the tour.`,
		Example: `  nast tour show nast-2`,
		Args:    between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			_ = service
			return a.showTour(&tour)
		},
	}
}

// serviceAndTour is the start of a command with an optional argument TOUR.
func (a *app) serviceAndTour(c *cobra.Command, args []string) (*client.Service, api.Tour, error) {
	service, err := a.service()
	if err != nil {
		return nil, api.Tour{}, err
	}
	wanted := ""
	if len(args) > 0 {
		wanted = args[0]
	}
	tour, err := a.tour(c.Context(), service, wanted)
	return service, tour, err
}

// tableName marks a prize table that is not the tour's own (R5.2), unless its name says so.
func tableName(name string, unofficial bool) string {
	if unofficial && !strings.Contains(strings.ToLower(name), "unofficial") {
		return name + " (unofficial)"
	}
	return name
}

// byesOf says how many half-point byes a player of chess may book, and up to when.
func byesOf(t *api.Tour) string {
	switch {
	case t.HalfPointByes == nil:
		return ""
	case value(t.HalfPointByesUntil) == 0:
		return number(t.HalfPointByes) + ", not in the last round"
	}
	return number(t.HalfPointByes) + ", up to round " + number(t.HalfPointByesUntil)
}

// tiebreaksOf are the tie-breaks of chess in the order in which they decide.
func tiebreaksOf(t *api.Tour) string {
	var names []string
	for _, one := range value(t.TiebreakOrder) {
		names = append(names, words(string(one)))
	}
	return strings.Join(names, ", ")
}

// shownOf says what the public sees of a tour.
func shownOf(t *api.Tour) string {
	shown := map[bool]string{true: "yes, at /t/" + t.Slug + ", ", false: "no; if so, "}[t.Public]
	return shown + map[bool]string{true: "with short names", false: "with full names"}[t.ShortNames]
}

func (a *app) showTour(t *api.Tour) error {
	if a.json {
		return a.printJSON(t)
	}
	prizes := tableName(t.PrizeTableName, t.PrizeTableUnofficial)
	rules := "can still be changed"
	if t.RulesFrozen {
		rules = "stand, a satellite has started"
	}
	buyIns, seeding := finalOf(t)
	fee := amount(api.Money{Amount: int64(t.LateReportFeeCents), Currency: t.Currency})
	a.fields(
		"slug", t.Slug, "name", t.Name, "format", string(t.Format),
		"from", t.StartsOn.String(), "to", t.EndsOn.String(), "currency", t.Currency,
		"rounds", number(&t.DefaultRounds)+" ("+number(&t.MinRounds)+" to "+number(&t.MaxRounds)+")",
		"carryover", t.CarryoverPercent+"% of "+words(string(t.CarryoverBase)),
		"payable within", counted(t.PayableWithinDays, "day"),
		"repeat qualifier", words(string(t.RepeatQualifier)),
		"declined seat", words(string(t.DeclinedSeat)),
		"fifth round of five", words(string(t.FifthRoundOfFive)),
		"who starts", map[bool]string{true: "settled by rule", false: "drawn by the players"}[t.StartsSettled],
		"public", shownOf(t),
		"late report", "after "+counted(t.LateReportDays, "day")+", "+fee+" a player",
		"half-point byes", byesOf(t), "tie-breaks", tiebreaksOf(t), "opposition cumulative", string(value(t.OppositionCumulative)),
		"buy-ins", buyIns, "seeding of the final", seeding, "prize table", prizes, "rules", rules,
		"reminders", map[bool]string{true: "of late reports, dues and answers by mail", false: "none"}[t.Reminders],
	)
	return nil
}
