package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) entrantByeCommand() *cobra.Command {
	var points, reason string
	var back bool
	c := &cobra.Command{
		Use:   "bye WHO ROUND",
		Short: "In chess, book a bye ahead or take it back",
		Long: `Books a bye of a round for a player who has asked for it beforehand: of half a point, as far as
the tour allows it, or with --points 0 an absence that gives nothing. A half-point bye has to be
booked before its round is paired, an absence before the round is open. With --back a bye is
taken back, and he is paired.`,
		Example: `  nast entrant bye lee 2
  nast entrant bye lee 4 --points 0 --reason "piano lesson"
  nast entrant bye lee 2 --back`,
		Args: exactly(2, "who, and the number of the round"),
		RunE: func(c *cobra.Command, args []string) error {
			round, err := parseRound(args[1])
			if err != nil {
				return err
			}
			if !api.ByePoints(points).Valid() {
				return usage("a bye is worth 0.5 or 0 points, not %q", points)
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			e, err := a.entrant(c.Context(), service, s.ID, args[0])
			if err != nil {
				return err
			}
			hall, err := a.watchPairs(c.Context(), service, s)
			if err != nil {
				return err
			}
			now, err := a.book(c, service, s, e, round, points, reason, back)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(now)
			}
			a.sayByes(now)
			if s.Status == api.InPlay {
				return hall.tell(c.Context(), nil)
			}
			return nil
		},
	}
	c.Flags().StringVar(&points, "points", "0.5", "what it is worth: 0.5 or 0")
	c.Flags().BoolVar(&back, "back", false, "take the bye back")
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

// book books the bye, or takes it back.
func (a *app) book(c *cobra.Command, service *client.Service, s *api.Satellite, e api.Entrant, round int, points, reason string, back bool) (*api.Entrant, error) {
	if back {
		return client.OK(service.DropByeWithResponse(c.Context(), s.ID, e.ID, round))
	}
	return client.OK(service.BookByeWithResponse(c.Context(), s.ID, e.ID, nil, api.ByeBooking{
		Round: round, Points: api.ByePoints(points), Reason: optional(reason),
	}))
}

// sayByes says what byes somebody has booked now.
func (a *app) sayByes(e *api.Entrant) {
	name := display.Clean(fullName(*e))
	if len(value(e.Byes)) == 0 {
		a.say("%s has no bye booked.", name)
		return
	}
	for _, b := range *e.Byes {
		a.say("%s has a bye of %s in round %s.", name, halfWords(b.Points), strconv.Itoa(b.Round))
	}
}

func halfWords(points api.ByePoints) string {
	if points == api.N05 {
		return "half a point"
	}
	return "no point"
}
