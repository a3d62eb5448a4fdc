package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) qualifiersCommand() *cobra.Command {
	var answer, search, day string
	c := &cobra.Command{
		Use:   "qualifiers [TOUR]",
		Short: "Show the national qualifier list of a tour",
		Long: `Shows who has qualified for the Final Event, best first, over all satellites reported so far,
and when the list was last brought up to date; or the list as it stood at the end of a day (UTC).`,
		Example: `  nast qualifiers nast-2
  nast qualifiers nast-2 --answer accepted
  nast qualifiers nast-2 --as-of 2026-06-30`,
		Args: between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			where := api.ListQualifiersParams{Answer: (*api.Answer)(optional(answer)), Q: optional(search)}
			if where.AsOf, err = changedDate(c, "as-of", day); err != nil {
				return err
			}
			list, err := service.QualifiersWhere(c.Context(), tour.Slug, where)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(list)
			}
			a.say("%s: qualifiers, %s", display.Clean(tour.Name), asOf(list))
			if list.AsOf == nil {
				return nil
			}
			return a.showQualifiers(list.Items)
		},
	}
	c.Flags().StringVar(&answer, "answer", "", "only those with this answer: invited, accepted, declined or no_answer")
	c.Flags().StringVar(&search, "search", "", "only those with this in their name or number")
	c.Flags().StringVar(&day, "as-of", "", "the list as it stood at the end of this day")
	return c
}

func asOf(list *api.QualifierList) string {
	if list.AsOf != nil && list.Version == 0 {
		return "as they stood at " + list.AsOf.UTC().Format("2006-01-02 15:04:05") + " UTC"
	}
	if list.AsOf == nil {
		return "not listed yet; look again a few seconds after a report"
	}
	return fmt.Sprintf("as of %s UTC, version %d", list.AsOf.UTC().Format("2006-01-02 15:04:05"), list.Version)
}

func (a *app) showQualifiers(items []api.Qualifier) error {
	if len(items) == 0 {
		a.say("Nobody has qualified yet.")
		return nil
	}
	table := display.NewTable(">No.", "Name", "Number", ">Rating", ">Seats", "Best finish", ">Record", ">Spread", "Answer")
	for _, q := range items {
		best := q.Best
		table.Row(strconv.Itoa(q.Position), q.Name, text(q.AssociationID), number(q.Rating), strconv.Itoa(q.Seats),
			fmt.Sprintf("%d of %d, %s", best.Rank, best.Players, best.Satellite),
			fmt.Sprintf("%s of %d", points(best.Points), best.Rounds), fmt.Sprintf("%+d", best.Spread), words(string(q.Answer)))
	}
	return table.Write(a.out)
}
