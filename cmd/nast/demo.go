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
	var open bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "Play a whole tour of made-up players (organiser)",
		Long: `Makes a tour of the size of the first one, 23 satellites of 5 to 60 made-up players, 350 entries
and 52 seats, and plays all of it through the service: directors register, the organiser
sanctions, rosters are imported, all rounds are played, ties decided, results reported. When the
national list is complete, 21 of its players accept, 22 decline and 9 do not answer, 3 buy in, most
directors pay, and the final of 24 is played for the prize pool. With --open it ends at the list.

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
			return a.demo(c.Context(), seed, satellites, slug, open)
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "any number; another one gives other players and scores")
	c.Flags().IntVar(&satellites, "satellites", demo.Satellites, "how many satellites")
	c.Flags().BoolVar(&open, "open", false, "stop at the national list: answers, payments and the final are yours")
	c.Flags().StringVar(&slug, "tour", "", "slug of the new tour (default: demo, or the next free)")
	return c
}

func (a *app) demo(ctx context.Context, seed uint64, satellites int, slug string, open bool) error {
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
	list, err := a.demoList(ctx, stage, tour.Slug, outcomes)
	if err != nil {
		return err
	}
	var final *demo.Outcome
	if !open {
		if list, final, err = a.finishDemo(ctx, stage, tour.Slug, plan, outcomes, list); err != nil {
			return err
		}
	}
	if err := a.showDemo(ctx, service, tour, list, final); err != nil {
		return err
	}
	a.say("\nPlayed in %s.", a.now().Sub(begun).Round(100*time.Millisecond))
	return nil
}

// demoList waits for the list to be complete.
func (a *app) demoList(ctx context.Context, stage demo.Stage, slug string, outcomes []demo.Outcome) (*api.QualifierList, error) {
	list, complete, err := stage.AwaitList(ctx, slug, outcomes)
	if err == nil && !complete {
		err = listLags(slug)
	}
	return list, err
}

func listLags(slug string) error {
	return errors.New("the national list does not follow: is the worker running?\nLook again with: nast qualifiers " + slug)
}

// finishDemo has the qualifiers answer, directors and buyers pay, and the final played. It gives the
// list with the answers.
func (a *app) finishDemo(
	ctx context.Context, stage demo.Stage, slug string, plan demo.Plan, outcomes []demo.Outcome, list *api.QualifierList,
) (*api.QualifierList, *demo.Outcome, error) {
	a.say("%s qualified; they answer.", counted(len(list.Items), "player"))
	answers, err := stage.Answer(ctx, slug, plan.Seed, list.Items)
	if err != nil {
		return nil, nil, err
	}
	list, complete, err := stage.AwaitAnswers(ctx, slug, answers)
	if err != nil {
		return nil, nil, err
	}
	if !complete {
		return nil, nil, listLags(slug)
	}
	if err := stage.Pay(ctx, outcomes); err != nil {
		return nil, nil, err
	}
	if err := stage.BuyIn(ctx, slug, plan, list.Items); err != nil {
		return nil, nil, err
	}
	a.say("The final is played.")
	final, err := stage.PlayFinal(ctx, slug, plan, civil.Of(a.now()))
	return list, &final, err
}

// topRows is how much of the national list the demonstration shows.
const topRows = 15

// showDemo shows what the tour has come to; without a final that was played, as far as the list.
func (a *app) showDemo(
	ctx context.Context, service *client.Service, tour *api.Tour, list *api.QualifierList, final *demo.Outcome,
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
		shown := map[string]any{"tour": tour, "qualifiers": list, "dues": dues, "final_field": field}
		if final != nil {
			shown["final"] = final.Report
		}
		return a.printJSON(shown)
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
	if final != nil {
		a.print("\nFinal field")
		if err := a.showFinal(*tour, field); err != nil {
			return err
		}
		a.print("\nFinal Event")
		if err := a.showReportPrizes(final.Report); err != nil {
			return err
		}
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
		{"nast tour overview " + slug, "the tour on one page"},
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
