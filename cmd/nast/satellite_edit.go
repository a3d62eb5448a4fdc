package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// satelliteFlags are the particulars of a satellite as flags.
type satelliteFlags struct {
	name, venue, address, city, region, country string
	date, endDate, zone                         string
	rounds                                      int
	fee, planned, expenses, sponsorship         string
}

func (f *satelliteFlags) add(c *cobra.Command) {
	f.addEvent(c)
	flags := c.Flags()
	flags.IntVar(&f.rounds, "rounds", 0, "rounds (default the tour's)")
	flags.StringVar(&f.fee, "fee", "", "entry fee, as 30.00 (in the tour's currency) or \"30.00 CAD\"")
	flags.StringVar(&f.expenses, "expenses", "", "what hall and material did cost")
}

// addEvent adds those that a Final Event has too.
func (f *satelliteFlags) addEvent(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.name, "name", "", "name of the event")
	flags.StringVar(&f.venue, "venue", "", "the hall")
	flags.StringVar(&f.address, "address", "", "its street address")
	flags.StringVar(&f.city, "city", "", "city")
	flags.StringVar(&f.region, "region", "", "state or province")
	flags.StringVar(&f.country, "country", "", "country")
	flags.StringVar(&f.date, "date", "", "the day, as 2026-03-14")
	flags.StringVar(&f.endDate, "end-date", "", "last day, where it is another one")
	flags.StringVar(&f.zone, "time-zone", "", "time zone of the venue, as America/Chicago")
	flags.StringVar(&f.planned, "planned-expenses", "", "what hall and material will cost")
	flags.StringVar(&f.sponsorship, "sponsorship", "", "money given by sponsors")
}

// patch is what the given flags change, but for the venue.
func (f *satelliteFlags) patch(c *cobra.Command, currency func() (string, error)) (api.SatellitePatch, error) {
	patch := api.SatellitePatch{Name: changed(c, "name", f.name), Rounds: changed(c, "rounds", f.rounds)}
	if c.Flags().Changed("time-zone") {
		if _, err := time.LoadLocation(f.zone); err != nil {
			return patch, usage("%q is not a time zone; write it as America/Chicago or America/Toronto", f.zone)
		}
		patch.TimeZone = &f.zone
	}
	var err error
	if patch.StartsOn, err = changedDate(c, "date", f.date); err != nil {
		return patch, err
	}
	if patch.EndsOn, err = changedDate(c, "end-date", f.endDate); err != nil {
		return patch, err
	}
	for _, money := range []struct {
		to          **api.Fee
		flag, value string
	}{
		{&patch.EntryFee, "fee", f.fee},
		{&patch.PlannedExpenses, "planned-expenses", f.planned},
		{&patch.Expenses, "expenses", f.expenses},
		{&patch.Sponsorship, "sponsorship", f.sponsorship},
	} {
		if *money.to, err = changedMoney(c, money.flag, money.value, currency); err != nil {
			return patch, err
		}
	}
	return patch, nil
}

// changeVenue writes the given flags over a venue and says whether there were any.
func (f *satelliteFlags) changeVenue(c *cobra.Command, v *api.Venue) bool {
	for _, part := range []struct {
		flag, value string
		to          *string
	}{
		{"venue", f.venue, &v.Name},
		{"city", f.city, &v.City},
		{"region", f.region, &v.Region},
		{"country", f.country, &v.Country},
	} {
		if c.Flags().Changed(part.flag) {
			*part.to = part.value
		}
	}
	if c.Flags().Changed("address") {
		v.Address = optional(f.address)
	}
	return anyChanged(c, "venue", "address", "city", "region", "country")
}

func (a *app) satelliteRegisterCommand() *cobra.Command {
	var f satelliteFlags
	var tourName, director string
	c := &cobra.Command{
		Use:   "register",
		Short: "Register a satellite",
		Long: `Registers a satellite; it is proposed until the organiser sanctions it. From then on it is the
one that the other commands work on. The organiser says with --director whose it is.`,
		Example: `  nast satellite register --tour nast-2 --name "Boise Spring" --venue "Grace Church Hall" \
    --city Boise --region ID --country US --date 2026-03-14 --time-zone America/Boise --fee 30.00`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := required(c, "name", "venue", "city", "country", "date", "time-zone", "fee"); err != nil {
				return err
			}
			service, err := a.service()
			if err != nil {
				return err
			}
			tour, err := a.tour(c.Context(), service, tourName)
			if err != nil {
				return err
			}
			p, err := f.patch(c, func() (string, error) { return tour.Currency, nil })
			if err != nil {
				return err
			}
			body := api.SatelliteCreate{
				Tour: tour.Slug, Name: f.name, StartsOn: *p.StartsOn, EndsOn: p.EndsOn, TimeZone: f.zone, Rounds: p.Rounds,
				EntryFee: *p.EntryFee, PlannedExpenses: p.PlannedExpenses, Expenses: p.Expenses, Sponsorship: p.Sponsorship,
			}
			f.changeVenue(c, &body.Venue)
			if director != "" {
				d, err := a.director(c.Context(), service, director)
				if err != nil {
					return err
				}
				body.DirectorID = &d.ID
			}
			made, err := client.Created(service.CreateSatelliteWithResponse(c.Context(), nil, body))
			if err != nil {
				return err
			}
			return a.registered(made)
		},
	}
	f.add(c)
	c.Flags().StringVar(&tourName, "tour", "", "slug of the tour (default: the only one)")
	c.Flags().StringVar(&director, "director", "", "whose satellite it is (organiser)")
	return c
}

// registered remembers and shows a new satellite.
func (a *app) registered(s *api.Satellite) error {
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
	if err := a.showSatellite(s); err != nil {
		return err
	}
	a.say("\n%s waits for the organiser's sanction. Entrants can be taken already: nast entrant add", display.Clean(s.Name))
	return nil
}

func (a *app) satelliteEditCommand() *cobra.Command {
	var f satelliteFlags
	var methods, reason string
	c := &cobra.Command{
		Use:   "edit [SATELLITE]",
		Short: "Change a satellite",
		Long: `Changes what the flags name and nothing else. What cannot be changed any more, because
players have paid or play has begun, the service refuses with the reason. The methods are those of
the rounds of a Final Event (nast final make).`,
		Example: `  nast satellite edit boise --fee 35.00 --expenses 80.00`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			patch, err := f.patch(c, func() (string, error) { return s.EntryFee.Currency, nil })
			if err != nil {
				return err
			}
			if c.Flags().Changed("methods") {
				parsed, err := parseMethods(methods)
				if err != nil {
					return err
				}
				patch.Methods = &parsed
			}
			// A venue is sent whole, so the parts not named come from the version just read.
			params := &api.UpdateSatelliteParams{}
			if anyChanged(c, "venue", "address", "city", "region", "country") {
				read, err := service.GetSatelliteWithResponse(c.Context(), s.ID)
				if s, err = client.OK(read, err); err != nil {
					return err
				}
				params.IfMatch = optional(read.HTTPResponse.Header.Get("ETag"))
				f.changeVenue(c, &s.Venue)
				patch.Venue = &s.Venue
			}
			if patch == (api.SatellitePatch{}) {
				return usage("nothing to change was named; see: %s --help", c.CommandPath())
			}
			patch.Reason = optional(reason)
			now, err := client.OK(service.UpdateSatelliteWithResponse(c.Context(), s.ID, params, patch))
			if err != nil {
				return err
			}
			return a.showSatellite(now)
		},
	}
	f.add(c)
	c.Flags().StringVar(&methods, "methods", "", "of a Final Event, how its rounds are paired, as preset*4,swiss")
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return a.satelliteFlag(c)
}
