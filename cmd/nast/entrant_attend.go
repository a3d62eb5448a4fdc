package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// attendAct is a command that notes of players whether they are there.
type attendAct struct {
	verb, short, long string
	example           string
	do                func(ctx context.Context, s *client.Service, satellite, entrant uuid.UUID, body api.Act) (*api.Entrant, error)
	does              func(e api.Entrant) string // what he does now: "plays, as seed 4"
}

func (a *app) entrantCheckInCommand() *cobra.Command {
	return a.attendCommand(attendAct{
		verb: "checkin", short: "Note that players are there; in play they enter late",
		long: `Notes that players are there. Before the start they are then in the field of it. In play they
enter late, until the last round is open: the rounds they missed are shown, and what they get
in the rounds to come. A standby is only there to be called.`,
		example: `  nast entrant checkin lee kim "Núñez, Zoë"`,
		do: func(ctx context.Context, s *client.Service, satellite, entrant uuid.UUID, body api.Act) (*api.Entrant, error) {
			return client.OK(s.CheckInEntrantWithResponse(ctx, satellite, entrant, nil, body))
		},
		does: whereabouts,
	})
}

func (a *app) entrantWithdrawCommand() *cobra.Command {
	return a.attendCommand(attendAct{
		verb: "withdraw", short: "Take players out who leave or do not come",
		long: `Takes players out. Before the start they are only noted as absent. In play they are left out
of the rounds that are not open yet; in an open round without a result they forfeit and the
table stands. The pairs that change by it are shown. They stay listed, and take no prize and no
seat; nast entrant return lets them back in.`,
		example: `  nast entrant withdraw lee --reason "left ill"`,
		do: func(ctx context.Context, s *client.Service, satellite, entrant uuid.UUID, body api.Act) (*api.Entrant, error) {
			return client.OK(s.WithdrawEntrantWithResponse(ctx, satellite, entrant, nil, body))
		},
		does: whereabouts,
	})
}

func (a *app) entrantReturnCommand() *cobra.Command {
	return a.attendCommand(attendAct{
		verb: "return", short: "Let withdrawn players back in",
		long: `Lets withdrawn players back in, from the next round that is not open. What they have missed
stays missed. The pairs that change by it are shown.`,
		example: `  nast entrant return lee`,
		do: func(ctx context.Context, s *client.Service, satellite, entrant uuid.UUID, body api.Act) (*api.Entrant, error) {
			return client.OK(s.ReinstateEntrantWithResponse(ctx, satellite, entrant, nil, body))
		},
		does: func(e api.Entrant) string {
			if e.InField && !e.Withdrawn {
				return "plays again, as seed " + number(e.Seed)
			}
			return whereabouts(e)
		},
	})
}

// whereabouts says what an entrant does now.
func whereabouts(e api.Entrant) string {
	switch {
	case e.Withdrawn:
		return "has withdrawn"
	case e.JoinedFor != nil:
		return fmt.Sprintf("plays from round %d on, as seed %s", *e.JoinedFor, number(e.Seed))
	case e.InField:
		return "plays, as seed " + number(e.Seed)
	case !e.Present:
		return "is not here"
	case e.Standby:
		return "is here as a standby"
	}
	return "is here"
}

func (a *app) attendCommand(act attendAct) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: act.verb + " WHO...", Short: act.short, Long: act.long, Example: act.example,
		Args: between(1, 1000, "who; nast entrant list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			who, err := a.entrants(c.Context(), service, s.ID, args)
			if err != nil {
				return err
			}
			hall, err := a.watchPairs(c.Context(), service, s)
			if err != nil {
				return err
			}
			now := []api.Entrant{}
			var failed error
			for _, e := range who {
				one, err := act.do(c.Context(), service, s.ID, e.ID, api.Act{Reason: optional(reason)})
				if err != nil { // those before him were acted on, and that is told
					failed = err
					break
				}
				now = append(now, *one)
				a.say("%s %s.", display.Clean(fullName(*one)), act.does(*one))
			}
			if len(now) == 0 {
				return failed
			}
			return errors.Join(failed, a.tellAttendance(c.Context(), hall, now))
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

// tellAttendance says what follows from it that players came or left.
func (a *app) tellAttendance(ctx context.Context, hall *pairWatch, now []api.Entrant) error {
	switch {
	case a.json:
		return a.listJSON(now)
	case hall.satellite.Status == api.InPlay:
		return hall.tell(ctx, now)
	}
	return a.saySummary(ctx, hall.service, hall.satellite.ID)
}

// saySummary says who is there now, for the minutes before the start.
func (a *app) saySummary(ctx context.Context, service *client.Service, satellite uuid.UUID) error {
	if a.quiet {
		return nil
	}
	entrants, err := client.Collect(service.Entrants(ctx, satellite))
	if err != nil {
		return err
	}
	a.say("%s", fieldSummary(entrants))
	return nil
}

func (a *app) entrantEligibleCommand() *cobra.Command {
	var no bool
	var reason string
	c := &cobra.Command{
		Use:   "eligible WHO",
		Short: "Say whether a player can take a prize and a seat",
		Long: `Records your decision that a player can take a prize and a seat in the final, or with --no that
he cannot. It is needed for a standby who was called in play: he takes none unless you say so.`,
		Example: `  nast entrant eligible kim --reason "played four of six rounds"
  nast entrant eligible orr --no --reason "plays outside the competition"`,
		Args: exactly(1, "who; nast entrant list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			if reason == "" {
				return usage("a reason is needed: --reason \"...\"")
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			e, err := a.entrant(c.Context(), service, s.ID, args[0])
			if err != nil {
				return err
			}
			body := api.EligibilityDecision{Eligible: !no, Reason: reason}
			now, err := client.OK(service.SetEligibilityWithResponse(c.Context(), s.ID, e.ID, nil, body))
			if err != nil {
				return err
			}
			return a.showEligibility(now)
		},
	}
	c.Flags().BoolVar(&no, "no", false, "he takes no prize and no seat")
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

func (a *app) showEligibility(e *api.Entrant) error {
	switch {
	case a.json:
		return a.printJSON(e)
	case e.Eligible:
		a.say("%s can take a prize and a seat.", display.Clean(fullName(*e)))
	default:
		a.say("%s takes no prize and no seat.", display.Clean(fullName(*e)))
	}
	return nil
}
