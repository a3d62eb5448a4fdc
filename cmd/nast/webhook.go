package main

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) webhookCommand() *cobra.Command {
	return group("webhook", "Events that are sent to other programs",
		`The service tells other programs what happens: it posts events, signed, to addresses (endpoints).
A director's endpoint gets the events of his own satellites and money, the organiser's those of
everybody and of the tour. Which there are, and what a receiver can rely on, is in docs/events.md.

Endpoints are named by their address, a part of it, their description or their id.`,
		a.webhookAddCommand(), a.webhookListCommand(), a.webhookShowCommand(), a.webhookEditCommand(), a.webhookRemoveCommand(),
		a.webhookRotateCommand(), a.webhookTestCommand(), a.webhookDeliveriesCommand(), a.webhookResendCommand(), a.webhookVerifyCommand())
}

var endpointChoice = choice[api.Endpoint]{
	noun: "endpoint", lists: "nast webhook list",
	id:    func(e api.Endpoint) string { return e.ID.String() },
	names: func(e api.Endpoint) []string { return []string{e.URL, e.Description} },
}

// endpoint finds the endpoint that a text means.
func (a *app) endpoint(ctx context.Context, text string) (*client.Service, api.Endpoint, error) {
	service, err := a.service()
	if err != nil {
		return nil, api.Endpoint{}, err
	}
	e, err := endpointChoice.pick(service.Endpoints(ctx), text)
	return service, e, err
}

const anEndpoint = "an endpoint; nast webhook list shows them"

func (a *app) webhookAddCommand() *cobra.Command {
	var description string
	var types []string
	c := &cobra.Command{
		Use:   "add URL",
		Short: "Have events sent to an address",
		Long: `Has events sent to an address from now on. The secret with which they are signed is shown only
this once; with --quiet only the secret is printed.`,
		Example: `  nast webhook add https://results.example.org/nast --type "result.*" --type satellite.reported`,
		Args:    exactly(1, "the address"),
		RunE: func(c *cobra.Command, args []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			made, err := client.Created(service.CreateEndpointWithResponse(c.Context(), nil, api.EndpointCreate{
				URL: args[0], Description: changed(c, "description", description), Types: changed(c, "type", types),
			}))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(made)
			}
			a.say("Events go to %s from now on. The secret, shown only this once:", display.Clean(made.URL))
			a.print("%s", made.Secret)
			a.say("Next: nast webhook test %s", display.ShortID(made.ID.String()))
			return nil
		},
	}
	c.Flags().StringVar(&description, "description", "", "what the receiver is")
	c.Flags().StringArrayVar(&types, "type", nil, `an event, or a family as "round.*"; can be given again (default: all)`)
	return c
}

func (a *app) webhookListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List endpoints, and how they do",
		Long:    `Lists endpoints, the newest first: your own, for the organiser those of everybody.`,
		Example: `  nast webhook list`,
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, err := a.service()
			if err != nil {
				return err
			}
			all, err := client.Collect(service.Endpoints(c.Context()))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(all)
			}
			if len(all) == 0 {
				a.say("No endpoints. Make one with: nast webhook add URL")
				return nil
			}
			t := display.NewTable("Id", "Address", "Description", "Events", "State", ">Waiting", ">Dead")
			for _, e := range all {
				t.Row(display.ShortID(e.ID.String()), e.URL, e.Description, eventsOf(e), stateOf(e), strconv.Itoa(e.Health.Waiting), strconv.Itoa(e.Health.Dead))
			}
			return t.Write(a.out)
		},
	}
}

func eventsOf(e api.Endpoint) string {
	if len(e.Types) == 0 {
		return "all"
	}
	return strings.Join(e.Types, " ")
}

// stateOf says in a word how an endpoint does.
func stateOf(e api.Endpoint) string {
	switch {
	case e.Paused:
		return "paused"
	case e.Health.FailingSince != nil:
		return "failing"
	case e.Health.DeliveredAt != nil:
		return "healthy"
	}
	return "new"
}

func (a *app) webhookShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show ENDPOINT",
		Short:   "Show an endpoint, and how it does",
		Long:    `Shows an endpoint with its last failure and since when it has been failing.`,
		Example: `  nast webhook show results.example.org`,
		Args:    exactly(1, anEndpoint),
		RunE: func(c *cobra.Command, args []string) error {
			_, e, err := a.endpoint(c.Context(), args[0])
			if err != nil {
				return err
			}
			return a.showEndpoint(e)
		},
	}
}

func (a *app) showEndpoint(e api.Endpoint) error {
	if a.json {
		return a.printJSON(e)
	}
	a.fields("Endpoint", e.ID.String(), "Address", e.URL, "Description", e.Description, "Events", eventsOf(e), "Of everybody", mark(e.Everybody, "yes"),
		"State", stateOf(e), "Last delivery", minute(e.Health.DeliveredAt), "Failing since", minute(e.Health.FailingSince),
		"Last failure", strings.TrimSpace(minute(e.Health.FailedAt)+" "+e.Health.Failure),
		"Waiting", strconv.Itoa(e.Health.Waiting), "Dead", strconv.Itoa(e.Health.Dead))
	if e.Health.Dead > 0 {
		a.say("\nWhat was given up is sent again with: nast webhook resend %s", display.ShortID(e.ID.String()))
	}
	return nil
}

func minute(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

func (a *app) webhookEditCommand() *cobra.Command {
	var url, description string
	var types []string
	var pause, resume, all bool
	c := &cobra.Command{
		Use:   "edit ENDPOINT",
		Short: "Change an endpoint, pause or resume it",
		Long: `Changes an endpoint. While it is paused events wait for it, for a month at the most. When it is
resumed, or goes to another address, what waits is tried at once.`,
		Example: `  nast webhook edit results.example.org --pause`,
		Args:    exactly(1, anEndpoint),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case !anyChanged(c, "url", "description", "type", "all-events", "pause", "resume"):
				return usage("nothing to change: give --url, --description, --type, --all-events, --pause or --resume")
			case pause && resume:
				return usage("either --pause or --resume")
			case all && len(types) > 0:
				return usage("either --all-events or --type")
			}
			patch := api.EndpointPatch{URL: changed(c, "url", url), Description: changed(c, "description", description), Types: changed(c, "type", types)}
			if all {
				patch.Types = &[]string{}
			}
			if pause || resume {
				patch.Paused = &pause
			}
			service, e, err := a.endpoint(c.Context(), args[0])
			if err != nil {
				return err
			}
			is, err := client.OK(service.UpdateEndpointWithResponse(c.Context(), e.ID, patch))
			if err != nil {
				return err
			}
			return a.showEndpoint(*is)
		},
	}
	c.Flags().StringVar(&url, "url", "", "another address")
	c.Flags().StringVar(&description, "description", "", "what the receiver is")
	c.Flags().StringArrayVar(&types, "type", nil, `these events only, or a family as "round.*"; can be given again`)
	c.Flags().BoolVar(&all, "all-events", false, "all events")
	c.Flags().BoolVar(&pause, "pause", false, "send nothing for the time being")
	c.Flags().BoolVar(&resume, "resume", false, "go on")
	return c
}

func (a *app) webhookRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "remove ENDPOINT",
		Short:   "Delete an endpoint with its deliveries",
		Long:    `Deletes an endpoint with its deliveries; what waits is not sent. It cannot be taken back.`,
		Example: `  nast webhook remove results.example.org`,
		Args:    exactly(1, anEndpoint),
		RunE: func(c *cobra.Command, args []string) error {
			service, e, err := a.endpoint(c.Context(), args[0])
			if err != nil {
				return err
			}
			if err := client.Done(service.DeleteEndpointWithResponse(c.Context(), e.ID)); err != nil {
				return err
			}
			a.say("Nothing is sent to %s any more.", display.Clean(e.URL))
			return nil
		},
	}
}

func (a *app) webhookRotateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rotate ENDPOINT",
		Short: "Change the secret of an endpoint",
		Long: `Gives an endpoint a new secret, shown only this once; with --quiet only the secret is printed. For
a day deliveries are signed with both, so that the receiver can be changed in between.`,
		Example: `  nast webhook rotate results.example.org`,
		Args:    exactly(1, anEndpoint),
		RunE: func(c *cobra.Command, args []string) error {
			service, e, err := a.endpoint(c.Context(), args[0])
			if err != nil {
				return err
			}
			made, err := client.OK(service.RotateEndpointWithResponse(c.Context(), e.ID, nil, api.Act{}))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(made)
			}
			a.say("The new secret, shown only this once; the one before counts until %s:", minute(&made.FormerUntil))
			a.print("%s", made.Secret)
			return nil
		},
	}
}
