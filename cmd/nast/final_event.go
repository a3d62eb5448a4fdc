package main

import (
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) finalMakeCommand() *cobra.Command {
	var f satelliteFlags
	var methods, reason string
	c := &cobra.Command{
		Use:   "make [TOUR]",
		Short: "Make the Final Event from the final field (organiser)",
		Long: `Makes the Final Event and enters everybody of the field, in the order of its seeds; who waits for a
place is an alternate. It becomes the event that the other commands work on.

The methods are those of the rounds, the first first: preset, round_robin, swiss, swiss_no_repeats,
king_of_the_hill; preset*4 is four rounds. Preset rounds come first, as many as the tables have.

As long as somebody invited has not answered it takes a reason to go on.`,
		Example: `  nast final make nast-2 --name "NAST 2 Final" --venue "Grand Hotel" --city Chicago --region IL \
    --country US --date 2027-06-26 --time-zone America/Chicago \
    --methods preset*4,round_robin*5,swiss_no_repeats*2,king_of_the_hill`,
		Args: between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required(c, "name", "venue", "city", "country", "date", "time-zone", "methods"); err != nil {
				return err
			}
			body, err := finalBody(c, &f, methods)
			if err != nil {
				return err
			}
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			p, err := f.patch(c, func() (string, error) { return tour.Currency, nil })
			if err != nil {
				return err
			}
			body.StartsOn, body.EndsOn, body.PlannedExpenses, body.Sponsorship = *p.StartsOn, p.EndsOn, p.PlannedExpenses, p.Sponsorship
			body.Reason = optional(reason)
			made, err := client.Created(service.CreateFinalWithResponse(c.Context(), tour.Slug, nil, body))
			if err != nil {
				return err
			}
			return a.finalMade(made)
		},
	}
	f.addEvent(c)
	c.Flags().StringVar(&methods, "methods", "", "how the rounds are paired, as preset*4,swiss,king_of_the_hill")
	c.Flags().StringVar(&reason, "reason", "", "why not all answers are waited for, for the log")
	return c
}

// finalBody is what the flags say of a Final Event, but for dates and money.
func finalBody(c *cobra.Command, f *satelliteFlags, methods string) (api.FinalCreate, error) {
	body := api.FinalCreate{Name: f.name, TimeZone: f.zone}
	f.changeVenue(c, &body.Venue)
	var err error
	body.Methods, err = parseMethods(methods)
	return body, err
}

// finalMade remembers and shows a new Final Event.
func (a *app) finalMade(s *api.Satellite) error {
	to, err := a.access()
	if err != nil {
		return err
	}
	if _, err := a.remember(to, s.ID); err != nil {
		return err
	}
	if a.quiet && !a.json {
		a.print("%s", s.ID)
		return nil
	}
	open := s.Warnings
	if !a.json {
		s.Warnings = nil
	}
	if err := a.showSatellite(s); err != nil {
		return err
	}
	if open != nil {
		a.openPlaces(s.Tour, *open)
	}
	a.say("\n%s is made and can start; who is in it: nast entrant list", display.Clean(s.Name))
	return nil
}

func (a *app) finalShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show [TOUR]",
		Short: "Show the Final Event of a tour, and where it is not as its field",
		Long: `Shows the Final Event, and who of the final field as it stands now is not in it, or is in it and no
longer in the field.`,
		Example: `  nast final show nast-2`,
		Args:    between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			event, err := client.OK(service.GetFinalWithResponse(c.Context(), tour.Slug))
			if err != nil {
				return err
			}
			return a.showFinalEvent(event)
		},
	}
}

func (a *app) finalRefreshCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "refresh [TOUR]",
		Short: "Bring a Final Event that has not started in line with its field (organiser)",
		Long: `Enters who is new in the final field, takes out who has left it, and seeds everybody as the field
does. Whom you have entered yourself stays.`,
		Example: `  nast final refresh nast-2 --reason "two have declined"`,
		Args:    between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			event, err := client.OK(service.RefreshFinalWithResponse(c.Context(), tour.Slug, nil, api.Act{Reason: optional(reason)}))
			if err != nil {
				return err
			}
			return a.showFinalEvent(event)
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

func (a *app) showFinalEvent(event *api.FinalEvent) error {
	if a.json {
		return a.printJSON(event)
	}
	if err := a.showSatellite(&event.Satellite); err != nil {
		return err
	}
	a.openPlaces(event.Satellite.Tour, event.Open)
	if len(event.Differs) == 0 {
		return nil
	}
	a.print("\nNot as the final field")
	table := display.NewTable("Name", "What")
	for _, d := range event.Differs {
		table.Row(d.Name, differsInWords[d.Change])
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	if event.Satellite.Status == api.Sanctioned {
		a.say("\nAs long as it has not started: nast final refresh %s", event.Satellite.Tour)
	}
	return nil
}

// openPlaces says in short of how many places something is open; the field names them.
func (a *app) openPlaces(tour string, open []api.Warning) {
	if a.json || len(open) == 0 {
		return
	}
	unpaid := 0
	for _, w := range open {
		if w.Code == "buy_in_unpaid" {
			unpaid++
		}
	}
	if invited := len(open) - unpaid; invited > 0 {
		a.warn("  note: %s invited and without an answer", counted(invited, "player"))
	}
	if unpaid > 0 {
		a.warn("  note: %s not paid yet; the places are kept all the same", counted(unpaid, "buy-in"))
	}
	a.say("  Who they are: nast final field %s", tour)
}

var differsInWords = map[api.FinalDiffersChange]string{
	api.NotEntered: "in the field, not entered",
	api.NotInField: "entered from the field, no longer in it",
	api.NowPlays:   "has a place in the field, entered as an alternate",
	api.NowWaits:   "waits for a place, entered as a player",
	api.OtherSeed:  "has another seed in the field",
}
