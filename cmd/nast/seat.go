package main

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) seatCommand() *cobra.Command {
	return a.satelliteFlag(group("seat", "Who has the seats of a satellite, and why",
		`The seats of one satellite: who has won one, to whom one has passed down, who was passed over, each
with its reason; what the organiser decides where a correction takes an accepted seat away; and
invitations to the final.`,
		a.seatShowCommand(), a.seatChangesCommand(), a.seatRuleCommand(), a.seatTakeBackCommand(), a.seatInviteCommand()))
}

func (a *app) seatShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show [SATELLITE]", Short: "Show who has the seats of a satellite, and who is next in line",
		Long:    `Shows the seats as they stand now, after reports, answers and rulings.`,
		Example: `  nast seat show boise`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			seats, err := client.OK(service.ListSeatsWithResponse(c.Context(), s.ID))
			if err != nil {
				return err
			}
			return a.showSeats(s, seats)
		},
	}
}

func (a *app) showSeats(s *api.Satellite, seats *api.Seats) error {
	if a.json {
		return a.printJSON(seats)
	}
	a.say("%s: seats", display.Clean(s.Name))
	table := display.NewTable(">No.", "Name", ">Rank", "State", "Why")
	for _, claim := range seats.Claims {
		table.Row(strconv.Itoa(claim.Place), claim.Name, strconv.Itoa(claim.Rank), words(string(claim.State)), claim.Why)
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	for _, v := range seats.Vacant {
		a.print("%s: %s", counted(v.Seats, "seat"), words(string(v.Why)))
	}
	for _, p := range seats.PassedOver {
		a.print("rank %d was passed over: %s", p.Rank, display.Clean(p.Why))
	}
	for _, r := range seats.Rulings {
		a.print("ruling by %s: %s (%s)", display.Clean(r.By), words(string(r.Verdict)), display.Clean(r.Reason))
	}
	a.say("\n%s", seats.Rules)
	return nil
}

func (a *app) seatChangesCommand() *cobra.Command {
	return &cobra.Command{
		Use: "changes [TOUR]", Short: "List what became different of seats after they were issued",
		Long: `Lists each seat that is not as the list was issued, the latest first: after corrections, answers
and merges (R4.6). A seat that waits for the organiser's decision is marked.`,
		Example: `  nast seat changes nast-2`,
		Args:    between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			changes, err := client.Collect(service.Differences(c.Context(), tour.Slug))
			if err != nil {
				return err
			}
			if a.json {
				return a.listJSON(changes)
			}
			table := display.NewTable("At", "Satellite", "Name", "Was", "Now", "")
			for _, d := range changes {
				mark := ""
				if d.NeedsDecision {
					mark = "to be decided"
				}
				table.Row(instant(&d.At), d.Satellite, d.Name, claimText(d.Was), claimText(d.Now), mark)
			}
			return table.Write(a.out)
		},
	}
}

func claimText(c *api.SeatClaim) string {
	if c == nil {
		return "no seat"
	}
	return words(string(c.State)) + ", rank " + strconv.Itoa(c.Rank)
}

// seatOf does something to the seat of one player and shows the seats then.
func (a *app) seatOf(c *cobra.Command, wanted string, do func(ctx context.Context, s *client.Service, satellite, player uuid.UUID) (*api.Seats, error)) error {
	service, s, err := a.serviceAndSatellite(c, nil)
	if err != nil {
		return err
	}
	seats, err := client.OK(service.ListSeatsWithResponse(c.Context(), s.ID))
	if err != nil {
		return err
	}
	claim, err := choice[api.SeatClaim]{
		noun: "player with a seat", lists: "nast seat show",
		id:    func(c api.SeatClaim) string { return c.PlayerID.String() },
		names: func(c api.SeatClaim) []string { return []string{c.Name} },
	}.pick(slice(seats.Claims), wanted)
	if err != nil {
		return err
	}
	if seats, err = do(c.Context(), service, s.ID, claim.PlayerID); err != nil {
		return err
	}
	return a.showSeats(s, seats)
}

func (a *app) seatRuleCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "rule PLAYER VERDICT", Short: "Decide over an accepted seat: keeps, replaced or both (organiser)",
		Long: `Decides where a correction has taken a seat from somebody who had accepted it. With keeps he has it
as one of the satellite's seats; with both he has it and who would have it has one too; with
replaced the rules take their course. The seats follow within seconds.`,
		Example: `  nast seat rule "Lee, Ann" both --reason "The score was ours to check" -s boise`,
		Args:    exactly(2, "a player and a verdict"),
		RunE: func(c *cobra.Command, args []string) error {
			if reason == "" {
				return usage("a reason is needed: --reason \"...\"")
			}
			return a.seatOf(c, args[0], func(ctx context.Context, s *client.Service, satellite, player uuid.UUID) (*api.Seats, error) {
				return client.OK(s.PutRulingWithResponse(ctx, satellite, player, api.RulingGiven{Verdict: api.RulingGivenVerdict(args[1]), Reason: reason}))
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for everybody who asks")
	return c
}

func (a *app) seatTakeBackCommand() *cobra.Command {
	return &cobra.Command{
		Use: "take-back PLAYER", Short: "Take the decision over a seat back (organiser)",
		Long:    `Takes the ruling over a player's seat back, so that it waits for a decision again.`,
		Example: `  nast seat take-back "Lee, Ann" -s boise`,
		Args:    exactly(1, "a player"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.seatOf(c, args[0], func(ctx context.Context, s *client.Service, satellite, player uuid.UUID) (*api.Seats, error) {
				return client.OK(s.TakeRulingBackWithResponse(ctx, satellite, player))
			})
		},
	}
}
