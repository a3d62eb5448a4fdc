package main

import (
	"context"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// satelliteAct is a command that does one act on a satellite.
type satelliteAct struct {
	verb, short, long string
	example           string
	needsReason       bool
	do                func(ctx context.Context, s *client.Service, id uuid.UUID, body api.Act) (*api.Satellite, error)
	next              func(s *api.Satellite) string // what to say afterwards
}

func (a *app) actCommand(act satelliteAct) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: act.verb + " [SATELLITE]", Short: act.short, Long: act.long, Example: act.example,
		Args: between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			if act.needsReason && reason == "" {
				return usage("a reason is needed: --reason \"...\"")
			}
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			now, err := act.do(c.Context(), service, s.ID, api.Act{Reason: optional(reason)})
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(now)
			}
			a.say("%s is %s.%s", display.Clean(now.Name), words(string(now.Status)), act.next(now))
			a.warnings(now.Warnings)
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return a.satelliteFlag(c)
}

func nothingMore(*api.Satellite) string { return "" }

func (a *app) satelliteSanctionCommand() *cobra.Command {
	return a.actCommand(satelliteAct{
		verb: "sanction", short: "Clear a satellite for play (organiser)",
		long:    `Sanctions a proposed satellite, so that its director can start it.`,
		example: `  nast satellite sanction boise`,
		do: func(ctx context.Context, s *client.Service, id uuid.UUID, body api.Act) (*api.Satellite, error) {
			return client.OK(s.SanctionSatelliteWithResponse(ctx, id, nil, body))
		},
		next: nothingMore,
	})
}

func (a *app) satelliteRejectCommand() *cobra.Command {
	return a.actCommand(satelliteAct{
		verb: "reject", short: "Refuse a proposed satellite (organiser)", needsReason: true,
		long:    `Refuses a proposed satellite. The director sees the reason.`,
		example: `  nast satellite reject boise --reason "Another satellite nearby on that day"`,
		do: func(ctx context.Context, s *client.Service, id uuid.UUID, body api.Act) (*api.Satellite, error) {
			return client.OK(s.RejectSatelliteWithResponse(ctx, id, nil, body))
		},
		next: nothingMore,
	})
}

func (a *app) satelliteCancelCommand() *cobra.Command {
	return a.actCommand(satelliteAct{
		verb: "cancel", short: "Cancel a satellite that has no result (organiser)", needsReason: true,
		long:    `Cancels a satellite for good. It is refused once there is a result.`,
		example: `  nast satellite cancel boise --reason "The hall is flooded"`,
		do: func(ctx context.Context, s *client.Service, id uuid.UUID, body api.Act) (*api.Satellite, error) {
			return client.OK(s.CancelSatelliteWithResponse(ctx, id, nil, body))
		},
		next: nothingMore,
	})
}

func (a *app) satelliteStartCommand() *cobra.Command {
	var colour string
	c := a.actCommand(satelliteAct{
		verb: "start", short: "Start a satellite: seeds, groups and the first pairings",
		long: `Freezes the seeds of everybody who is present, and pairs the rounds whose pairings are fixed
beforehand. Look at the field first with nast satellite preview. As long as no result is in, the
start can be taken back with nast satellite unstart.

In chess nothing is paired yet. The colour of the first board is drawn, unless you have tossed for
it yourself: --first-colour white or black, that of the higher player.`,
		example: `  nast satellite start
  nast satellite start --first-colour black`,
		do: func(ctx context.Context, s *client.Service, id uuid.UUID, body api.Act) (*api.Satellite, error) {
			if colour != "" && !api.Colour(colour).Valid() {
				return nil, usage("the first colour is white or black, not %q", colour)
			}
			return client.OK(s.StartSatelliteWithResponse(ctx, id, nil, api.StartSatellite{
				Reason: body.Reason, FirstColour: (*api.Colour)(optional(colour)),
			}))
		},
		next: func(s *api.Satellite) string {
			if s.FirstColour != nil {
				return " The higher player of board 1 has " + string(*s.FirstColour) + " in round 1. Pair it: nast round pair 1"
			}
			return " The first sheet: nast round show 1"
		},
	})
	c.Flags().StringVar(&colour, "first-colour", "", "in chess, the colour of the higher player of board 1: white or black; drawn if left out")
	return c
}

func (a *app) satelliteUnstartCommand() *cobra.Command {
	return a.actCommand(satelliteAct{
		verb: "unstart", short: "Take the start back while no result is in",
		long:    `Takes the start back, for somebody who was forgotten. It is refused once a result is in.`,
		example: `  nast satellite unstart --reason "Ann Lee was forgotten"`,
		do: func(ctx context.Context, s *client.Service, id uuid.UUID, body api.Act) (*api.Satellite, error) {
			return client.OK(s.UnstartSatelliteWithResponse(ctx, id, nil, body))
		},
		next: func(*api.Satellite) string { return " Change the field and start again: nast satellite start" },
	})
}

func (a *app) satelliteFinishCommand() *cobra.Command {
	var reason string
	var after int
	c := &cobra.Command{
		Use:   "finish [SATELLITE]",
		Short: "End play, early only with a reason",
		Long: `Ends play. After the last round this is not needed: nast report make does it. To end early,
because of a power cut for example, say after which round and why; the rounds not played do
not count.`,
		Example: `  nast satellite finish --after 4 --reason "Power cut"`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			body := api.Finish{AfterRound: changed(c, "after", after), Reason: optional(reason)}
			now, err := client.OK(service.FinishSatelliteWithResponse(c.Context(), s.ID, nil, body))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(now)
			}
			a.say("%s is %s. Next: nast report show", display.Clean(now.Name), words(string(now.Status)))
			a.warnings(now.Warnings)
			return nil
		},
	}
	c.Flags().IntVar(&after, "after", 0, "the last round that counts")
	c.Flags().StringVar(&reason, "reason", "", "why play ends early")
	return a.satelliteFlag(c)
}
