package main

import (
	"context"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/cmd/nast/internal/profile"
)

func (a *app) satelliteCommand() *cobra.Command {
	return group("satellite", "Satellites: register, sanction, start, finish",
		`A satellite is a one-day tournament of a tour. It is proposed by its director, sanctioned by
the organiser, then in play, finished and reported.

A satellite is named by its id, the end of the id as the lists show it, or a part of its name
that fits no other. The one used last is remembered, so it can be left out the next time.`,
		a.satelliteListCommand(), a.satelliteShowCommand(), a.satelliteUseCommand(),
		a.satelliteRegisterCommand(), a.satelliteEditCommand(),
		a.satelliteSanctionCommand(), a.satelliteRejectCommand(), a.satelliteCancelCommand(),
		a.satellitePreviewCommand(), a.satelliteStartCommand(), a.satelliteUnstartCommand(),
		a.satelliteFinishCommand(), a.satelliteReopenCommand(), a.satelliteUndoCommand(),
		a.satelliteLogCommand(), a.satelliteVerifyCommand())
}

var satelliteChoice = choice[api.Satellite]{
	noun: "satellite", lists: "nast satellite list",
	id:    func(s api.Satellite) string { return s.ID.String() },
	names: func(s api.Satellite) []string { return []string{s.Name} },
}

// satelliteFlag adds -s to a command that works on one satellite.
func (a *app) satelliteFlag(c *cobra.Command) *cobra.Command {
	c.PersistentFlags().StringVarP(&a.satelliteArg, "satellite", "s", "",
		"satellite: id or part of the name (default: the one used last)")
	return c
}

// serviceAndSatellite is the start of a command that works on one satellite: the one named by
// the argument or -s, else the one used last. It is remembered for the next command.
func (a *app) serviceAndSatellite(c *cobra.Command, args []string) (*client.Service, *api.Satellite, error) {
	wanted := a.satelliteArg
	if len(args) > 0 {
		wanted = args[0]
	}
	service, err := a.service()
	if err != nil {
		return nil, nil, err
	}
	if a.day != nil {
		s, err := a.satelliteOfDay(c, service, wanted)
		return service, s, err
	}
	to, err := a.access()
	if err != nil {
		return nil, nil, err
	}
	if wanted == "" && to.profile != nil {
		wanted = to.profile.Satellite
	}
	if wanted == "" {
		return nil, nil, usage("which satellite? Name it with -s, or once for all with: nast satellite use NAME\n" +
			"They are listed by: nast satellite list")
	}
	satellite, err := a.satellite(c.Context(), service, wanted)
	if err != nil {
		return nil, nil, err
	}
	_, err = a.remember(to, satellite.ID)
	return service, satellite, err
}

// satellite finds a satellite by id, a part of it, or a part of the name.
func (a *app) satellite(ctx context.Context, service *client.Service, wanted string) (*api.Satellite, error) {
	if id, err := uuid.Parse(wanted); err == nil {
		return client.OK(service.GetSatelliteWithResponse(ctx, id))
	}
	found, err := satelliteChoice.pick(service.Satellites(ctx, api.ListSatellitesParams{}), wanted)
	return &found, err
}

// remember keeps the satellite used last in the profile and says whether it could. Where the key
// came from elsewhere and there is no profile at all, one without a key is made.
func (a *app) remember(to *access, id uuid.UUID) (bool, error) {
	p := to.profile
	if p == nil && len(to.file.Profiles) == 0 {
		p = &profile.Profile{URL: to.url}
		to.file.Profiles[to.file.Resolve(a.profileName)] = p
	}
	if p == nil {
		return false, nil
	}
	if p.Satellite == id.String() {
		return true, nil
	}
	p.Satellite = id.String()
	return true, to.file.Save()
}

func (a *app) satelliteListCommand() *cobra.Command {
	var tour, status, director, from, to, part string
	c := &cobra.Command{
		Use:   "list",
		Short: "List satellites",
		Long: `Lists the satellites that you may see, by first day. The status is one of: proposed,
sanctioned, in_play, finished, reported, rejected, cancelled.`,
		Example: `  nast satellite list
  nast satellite list --tour nast-2 --status proposed`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			filter := api.ListSatellitesParams{
				Tour: optional(tour), Q: optional(part), Status: changed(c, "status", api.SatelliteStatus(status)),
			}
			var err error
			if filter.From, err = changedDate(c, "from", from); err != nil {
				return err
			}
			if filter.To, err = changedDate(c, "to", to); err != nil {
				return err
			}
			service, err := a.service()
			if err != nil {
				return err
			}
			if director != "" {
				d, err := a.director(c.Context(), service, director)
				if err != nil {
					return err
				}
				filter.DirectorID = &d.ID
			}
			satellites, err := client.Collect(service.Satellites(c.Context(), filter))
			if err != nil {
				return err
			}
			return a.showSatellites(satellites)
		},
	}
	flags := c.Flags()
	flags.StringVar(&tour, "tour", "", "only this tour")
	flags.StringVar(&status, "status", "", "only this status")
	flags.StringVar(&director, "director", "", "only this director's (organiser)")
	flags.StringVar(&from, "from", "", "only from this day on, as 2026-03-14")
	flags.StringVar(&to, "to", "", "only up to this day")
	flags.StringVar(&part, "match", "", "only those with this in name or city")
	return c
}

func (a *app) showSatellites(satellites []api.Satellite) error {
	if a.json {
		return a.listJSON(satellites)
	}
	if len(satellites) == 0 {
		a.say("There are none.")
		return nil
	}
	table := display.NewTable("Id", "Date", "Name", "City", "Region", "Tour", "Status", ">Rounds", ">Entry fee")
	for _, s := range satellites {
		table.Row(display.ShortID(s.ID.String()), s.StartsOn.String(), s.Name, s.Venue.City, s.Venue.Region, s.Tour,
			words(string(s.Status)), number(&s.Rounds), amount(s.EntryFee))
	}
	return table.Write(a.out)
}

func (a *app) satelliteShowCommand() *cobra.Command {
	return a.satelliteFlag(&cobra.Command{
		Use:     "show [SATELLITE]",
		Short:   "Show a satellite",
		Long:    `Shows a satellite: where, when, its status and its money.`,
		Example: `  nast satellite show boise`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			_, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			return a.showSatellite(s)
		},
	})
}

func (a *app) showSatellite(s *api.Satellite) error {
	if a.json {
		return a.printJSON(s)
	}
	place := s.Venue.City
	for _, more := range []string{s.Venue.Region, s.Venue.Country} {
		if more != "" {
			place += ", " + more
		}
	}
	days := s.StartsOn.String()
	if s.EndsOn != s.StartsOn {
		days += " to " + s.EndsOn.String()
	}
	early := ""
	if s.FinishedAfterRound != nil {
		early = "after round " + number(s.FinishedAfterRound)
	}
	methods := ""
	if s.Methods != nil {
		methods = methodsInWords(*s.Methods)
	}
	a.fields(
		"id", s.ID.String(), "name", s.Name, "tour", s.Tour, "status", words(string(s.Status)), "ended early", early,
		"date", days, "time zone", s.TimeZone, "venue", s.Venue.Name, "address", text(s.Venue.Address), "place", place,
		"rounds", number(&s.Rounds), "methods", methods, "entry fee", amount(s.EntryFee), "planned expenses", optionalAmount(s.PlannedExpenses),
		"expenses", optionalAmount(s.Expenses), "sponsorship", optionalAmount(s.Sponsorship),
		"director", s.DirectorID.String(),
	)
	a.warnings(s.Warnings)
	return nil
}

func (a *app) satelliteUseCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "use SATELLITE",
		Short:   "Work on this satellite from now on",
		Long:    `Remembers a satellite, so that the other commands need not be told which one.`,
		Example: `  nast satellite use boise`,
		Args:    exactly(1, "a satellite; nast satellite list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			_, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			to, err := a.access()
			if err != nil {
				return err
			}
			kept, err := a.remember(to, s.ID)
			if err != nil {
				return err
			}
			if !kept {
				return usage("it cannot be remembered, because this address is not the one of your profile\n"+
					"Log in here first: nast login --url %s --profile NAME", to.url)
			}
			if a.json {
				return a.printJSON(s)
			}
			a.say("From now on: %s, %s, %s.", display.Clean(s.Name), s.StartsOn, words(string(s.Status)))
			return nil
		},
	}
}
