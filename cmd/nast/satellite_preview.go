package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) satellitePreviewCommand() *cobra.Command {
	return a.satelliteFlag(&cobra.Command{
		Use:   "preview [SATELLITE]",
		Short: "Show on one screen what a start would mean now",
		Long: `Shows, for the minutes before the start, who would play and in which order they would be seeded,
who is not here, who stands by, and whether there would be byes. It changes nothing.`,
		Example: `  nast satellite preview`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			entrants, err := client.Collect(service.Entrants(c.Context(), s.ID))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(entrants)
			}
			if hasStarted(entrants) {
				return a.showEntrants(s, entrants)
			}
			return a.showPreviewOfStart(s, entrants)
		},
	})
}

func (a *app) showPreviewOfStart(s *api.Satellite, entrants []api.Entrant) error {
	a.say("%s, %s, %s. If you start now:", display.Clean(s.Name), s.StartsOn, words(string(s.Status)))
	table := display.NewTable(">Seed", "Name", ">Rating", ">Paid", "Note")
	var absent, standbys []string
	for _, e := range entrants {
		switch {
		case !e.Present:
			absent = append(absent, display.Clean(fullName(e)))
		case !e.Standby:
			table.Row(strconv.Itoa(table.Len()+1), fullName(e), firstOf(number(e.Rating), "unrated"), amount(e.Paid), entrantNote(e))
		}
	}
	for _, e := range waiting(entrants) {
		standbys = append(standbys, display.Clean(fullName(e)))
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	a.print("")
	if len(absent) > 0 {
		a.print("Not here: %s", few(absent))
	}
	if len(standbys) > 0 {
		a.print("Standing by: %s", few(standbys))
	}
	a.print("%s", fieldSummary(entrants))
	a.print("%s", paidSummary(entrants))
	switch {
	case table.Len()%2 == 0 || len(standbys) == 0:
	case isFinal(s):
		a.say("The first standby plays, seeded after the final field.")
	default:
		a.say("The standby is seeded with the others, by rating, and the seeds below him move by one.")
	}
	a.say("Somebody came or did not: nast entrant checkin WHO, nast entrant withdraw WHO")
	a.say("Start with nast satellite start; as long as no result is in it can be taken back.")
	return nil
}
