package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/demo"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/civil"
)

// The largest demonstration.
const maxDemoSatellites = 200

func (a *app) demoCommand() *cobra.Command {
	var seed uint64
	var satellites int
	var slug string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Play a whole small tour of made-up players (organiser)",
		Long: `Makes a tour with directors and a dozen satellites of 5 to 110 made-up players, and plays all
of it through the service: register, sanction, import the roster, start, all results, the
later pairings, ties, report. It waits for the national list and shows it with the dues.

It needs the organiser's key and is meant for a trial service: the tour stays there. The
tour is named demo, or demo-2 and so on where that is taken. The same --seed gives the same
names and scores.`,
		Example: `  nast demo
  nast demo --seed 7 --satellites 30`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if satellites < 1 || satellites > maxDemoSatellites {
				return usage("--satellites must be from 1 to %d", maxDemoSatellites)
			}
			return a.demo(c.Context(), seed, satellites, slug)
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "any number; another one gives other players and scores")
	c.Flags().IntVar(&satellites, "satellites", 12, "how many satellites")
	c.Flags().StringVar(&slug, "tour", "", "slug of the new tour (default: demo, or the next free)")
	return c
}

func (a *app) demo(ctx context.Context, seed uint64, satellites int, slug string) error {
	service, err := a.service()
	if err != nil {
		return err
	}
	me, err := client.OK(service.GetMeWithResponse(ctx))
	if err != nil {
		return err
	}
	if me.Role != api.RoleOrganiser {
		return &loginError{"The demonstration needs the organiser's key, and this is a " + string(me.Role) +
			"'s. Log in with: nast login --profile organiser"}
	}
	today := civil.Of(a.now())
	plan := demo.NewPlan(seed, satellites, today)
	begun := a.now()
	progress := a.demoProgress(satellites)
	stage := demo.Stage{
		Organiser: service, Step: progress.step, Reported: progress.reported,
		Connect: func(key string) (*client.Service, error) {
			return client.New(service.BaseURL(), key, a.options...)
		},
	}
	tour, err := stage.MakeTour(ctx, slug, plan, today)
	if err != nil {
		return err
	}
	a.say("Tour %s: %s, %s (seed %d).", tour.Slug, counted(satellites, "satellite"), counted(plan.People(), "player"), seed)
	outcomes, err := stage.Play(ctx, tour.Slug, plan)
	progress.end()
	if err != nil {
		return err
	}
	list, complete, err := stage.AwaitList(ctx, tour.Slug, outcomes, wait)
	if err != nil {
		return err
	}
	if err := a.showDemo(ctx, service, tour, list); err != nil {
		return err
	}
	a.say("\nPlayed in %s.", a.now().Sub(begun).Round(100*time.Millisecond))
	if !complete {
		return errors.New("the national list does not show everybody yet: is the worker running?\n" +
			"Look again with: nast qualifiers " + tour.Slug)
	}
	return nil
}

// topRows is how much of the national list the demonstration shows.
const topRows = 15

func (a *app) showDemo(ctx context.Context, service *client.Service, tour *api.Tour, list *api.QualifierList) error {
	dues, err := client.Collect(service.Dues(ctx, api.ListDuesParams{Tour: &tour.Slug}))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(map[string]any{"tour": tour, "qualifiers": list, "dues": dues})
	}
	a.print("\nNational qualifier list, %s", asOf(list))
	if err := a.showQualifiers(list.Items[:min(topRows, len(list.Items))]); err != nil {
		return err
	}
	if more := len(list.Items) - topRows; more > 0 {
		a.print("... and %d more", more)
	}
	a.print("\nCarryover")
	if err := a.showDues(dues); err != nil {
		return err
	}
	a.sayNextToDemo(tour.Slug, service.BaseURL())
	return nil
}

// sayNextToDemo names what is worth looking at.
func (a *app) sayNextToDemo(slug, address string) {
	a.say("\nLook at next:")
	for _, next := range [][2]string{
		{"nast qualifiers " + slug, "the whole list"},
		{"nast carryover dues --tour " + slug, "who owes what"},
		{"nast satellite list --tour " + slug, "the satellites"},
		{"nast satellite use NAME", "choose one of them, then"},
		{"nast standings", "who won it"},
		{"nast round show 5 --why", "why they met in round 5"},
		{"nast report show", "prizes, qualifiers, carryover"},
		{"nast satellite log", "who did what"},
		{address + "/docs", "the whole contract"},
	} {
		a.say("  %s  %s", display.Pad(display.Clean(next[0]), 36), next[1])
	}
}

// wait is a sleep that ends with the context.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
