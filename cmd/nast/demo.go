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
		Short: "Play a whole tour of made-up players (organiser)",
		Long: `Makes a tour of the size of the first one, 23 satellites of 5 to 60 made-up players, 350 entries
and 52 seats, and plays all of it through the service: directors register, the organiser
sanctions, rosters are imported, all rounds are played, ties decided, results reported. When the
national list is complete, 21 of its players accept, 22 decline and 9 do not answer, 3 buy in, most
directors pay, and the final of 24 is played for the prize pool.

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
	c.Flags().IntVar(&satellites, "satellites", demo.Satellites, "how many satellites")
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
		Sleep: wait,
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
	stage.Step = func() {}
	if err != nil {
		return err
	}
	list, err := a.answerDemo(ctx, stage, tour.Slug, seed, outcomes)
	if err != nil {
		return err
	}
	if err := stage.Pay(ctx, outcomes); err != nil {
		return err
	}
	if err := stage.BuyIn(ctx, tour.Slug, plan, list.Items); err != nil {
		return err
	}
	a.say("The final is played.")
	final, err := stage.PlayFinal(ctx, tour.Slug, plan, today)
	if err != nil {
		return err
	}
	if err := a.showDemo(ctx, service, tour, list, final); err != nil {
		return err
	}
	a.say("\nPlayed in %s.", a.now().Sub(begun).Round(100*time.Millisecond))
	return nil
}

// answerDemo waits for the list, has its qualifiers answer, and gives it with their answers.
func (a *app) answerDemo(ctx context.Context, stage demo.Stage, slug string, seed uint64, outcomes []demo.Outcome) (*api.QualifierList, error) {
	late := errors.New("the national list does not follow: is the worker running?\nLook again with: nast qualifiers " + slug)
	list, complete, err := stage.AwaitList(ctx, slug, outcomes)
	if err != nil {
		return nil, err
	}
	if !complete {
		return nil, late
	}
	a.say("%s qualified; they answer.", counted(len(list.Items), "player"))
	answers, err := stage.Answer(ctx, slug, seed, list.Items)
	if err != nil {
		return nil, err
	}
	list, complete, err = stage.AwaitAnswers(ctx, slug, answers)
	if err == nil && !complete {
		err = late
	}
	return list, err
}

// topRows is how much of the national list the demonstration shows.
const topRows = 15

func (a *app) showDemo(
	ctx context.Context, service *client.Service, tour *api.Tour, list *api.QualifierList, final demo.Outcome,
) error {
	dues, err := client.Collect(service.Dues(ctx, api.ListDuesParams{Tour: &tour.Slug}))
	if err != nil {
		return err
	}
	field, err := client.OK(service.GetFinalFieldWithResponse(ctx, tour.Slug, nil))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(map[string]any{"tour": tour, "qualifiers": list, "dues": dues, "final_field": field, "final": final.Report})
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
	a.print("\nFinal field")
	if err := a.showFinal(*tour, field); err != nil {
		return err
	}
	a.print("\nFinal Event")
	if err := a.showReportPrizes(final.Report); err != nil {
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
		{"nast final show " + slug, "the Final Event"},
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
