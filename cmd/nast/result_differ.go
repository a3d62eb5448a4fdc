package main

import (
	"context"
	"fmt"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// showDiffer names the pairs of later rounds that stand and would be others now (R4.6). The names
// are asked for only where there is such a pair.
func (s *scorer) showDiffer(ctx context.Context, list *[]api.Differ) error {
	if list == nil || len(*list) == 0 || s.json {
		return nil
	}
	names := map[int]string{}
	for e, err := range s.service.Entrants(ctx, s.satellite.ID) {
		if err != nil {
			return err
		}
		names[value(e.Seed)] = e.Name
	}
	for _, line := range differLines(*list, names) {
		s.warn("  %s", line)
	}
	s.warn("  Where nobody has played yet: nast round pair %d --again --reason \"...\"", (*list)[0].Round)
	return nil
}

// standingNames are the names of a whole field by seed.
func standingNames(rows []api.Standing) map[int]string {
	names := map[int]string{}
	for _, row := range rows {
		names[row.Seed] = row.Name
	}
	return names
}

// differLines says round by round which pairs are and would not be, and which would be.
func differLines(list []api.Differ, names map[int]string) []string {
	var lines []string
	for _, d := range list {
		lines = append(lines, fmt.Sprintf("Round %d is paired and stands. By these results its pairs would be others:", d.Round))
		for _, pair := range d.Now {
			lines = append(lines, "  is        "+pairLine(pair, names))
		}
		for _, pair := range d.Then {
			lines = append(lines, "  would be  "+pairLine(pair, names))
		}
	}
	return lines
}

// pairLine names two seeds; 0 is the bye.
func pairLine(pair api.SeedPair, names map[int]string) string {
	var players []string
	for _, seed := range pair {
		if seed != 0 {
			players = append(players, display.Clean(seeded(names[seed], seed)))
		}
	}
	switch len(players) {
	case 1:
		return players[0] + " has the bye"
	case 2:
		return players[0] + " - " + players[1]
	}
	return "nobody"
}

// standingsBefore are the standings that a preview of a game in a round is to be compared with.
func (s *scorer) standingsBefore(ctx context.Context) (*api.Standings, error) {
	now, err := client.OK(s.service.GetStandingsWithResponse(ctx, s.satellite.ID, nil))
	if err != nil || now.AfterRound >= s.round.Round {
		return now, err
	}
	params := &api.GetStandingsParams{AfterRound: &s.round.Round}
	return client.OK(s.service.GetStandingsWithResponse(ctx, s.satellite.ID, params))
}
