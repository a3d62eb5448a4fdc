package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) standingsCommand() *cobra.Command {
	var after int
	var lists bool
	c := &cobra.Command{
		Use:   "standings",
		Short: "Show the standings",
		Long: `Shows the standings after the results so far, or after a round: by wins, a draw counting a
half, then spread. Players who are equal in both share a rank, marked with "=".

In chess they are by points and the tie-breaks of the tour, after the last complete round; --lists
adds what every tie-break was made of, round by round.`,
		Example: `  nast standings
  nast standings --after 4
  nast standings --lists`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			params := &api.GetStandingsParams{AfterRound: changed(c, "after", after), Lists: changed(c, "lists", lists)}
			standings, err := client.OK(service.GetStandingsWithResponse(c.Context(), s.ID, params))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(standings)
			}
			return a.showStandings(s, standings)
		},
	}
	c.Flags().IntVar(&after, "after", 0, "after this round")
	c.Flags().BoolVar(&lists, "lists", false, "in chess, what every tie-break was made of")
	return a.satelliteFlag(c)
}

func (a *app) showStandings(s *api.Satellite, st *api.Standings) error {
	a.say("%s, after round %d of %d%s", display.Clean(s.Name), st.AfterRound, s.Rounds, mark(st.Final, ", final"))
	if isChess(s) {
		return a.showChessStandings(st)
	}
	table := display.NewTable(">Rank", "Name", ">Seed", ">Rating", ">Won-Lost", ">Points", ">Spread", "Note")
	for _, one := range st.Standings {
		table.Row(strconv.Itoa(one.Rank)+mark(one.Tied, "="), one.Name, strconv.Itoa(one.Seed), number(one.Rating),
			record(&one), points(one.Points), fmt.Sprintf("%+d", one.Spread), standingNote(&one))
	}
	return table.Write(a.out)
}

// record writes wins and losses, and draws where there are any: 4-2, 3-2-1.
func record(s *api.Standing) string {
	line := fmt.Sprintf("%d-%d", s.Wins, s.Losses)
	if s.Draws > 0 {
		line += fmt.Sprintf("-%d", s.Draws)
	}
	return line
}

func standingNote(s *api.Standing) string {
	var notes []string
	if s.Byes > 0 {
		notes = append(notes, counted(s.Byes, "bye"))
	}
	if s.Withdrawn {
		notes = append(notes, "withdrawn")
	}
	return strings.Join(notes, ", ")
}
