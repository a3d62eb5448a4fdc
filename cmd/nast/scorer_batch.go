package main

import (
	"context"
	"strings"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/slip"
)

// batch reads all lines and sends them together; if any is wrong nothing is sent.
func (s *scorer) batch(ctx context.Context) error {
	var all []api.RoundResult
	lineOf := map[int]int{} // by table
	failed := 0
	lines := newLines(ctx, s.in)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		line, err := slip.Parse(lines.Text())
		if err == nil && line.Kind == slip.Done {
			break
		}
		if err == nil {
			err = s.checkBatched(line, lineOf)
		}
		if err != nil {
			s.warn("line %d: %v", n, err)
			failed++
			continue
		}
		lineOf[line.Table] = n
		all = append(all, batched(line, s.reason))
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if failed > 0 {
		s.warn("Nothing was sent: %s wrong.", counted(failed, "line"))
		return errShown
	}
	if len(all) == 0 {
		s.say("There was nothing to send.")
		return nil
	}
	body := api.RoundResults{Results: all}
	round, err := client.OK(s.service.PutRoundResultsWithResponse(ctx, s.satellite.ID, s.round.Round, body))
	if err != nil {
		return err
	}
	s.round = round
	s.say("%s entered.", counted(len(all), "result"))
	for _, g := range byTable(round.Games) {
		if g.Table != nil && lineOf[*g.Table] > 0 {
			s.warnings(g.Warnings)
		}
	}
	s.warnings(round.Warnings)
	if err := s.showDiffer(ctx, round.WouldDiffer); err != nil {
		return err
	}
	return s.end()
}

// checkBatched refuses what can be known to be wrong before anything is sent.
func (s *scorer) checkBatched(line slip.Line, lineOf map[int]int) error {
	if line.Kind != slip.Result {
		return told("with --batch there are only results, as 5 412 388")
	}
	if earlier, twice := lineOf[line.Table]; twice {
		return told("table %d is on line %d already", line.Table, earlier)
	}
	game, err := s.game(line.Table)
	if err != nil {
		return err
	}
	if hasResult(game) && !sameResult(game, &line.Result) {
		return s.mayReplace(game)
	}
	return nil
}

func batched(line slip.Line, reason *string) api.RoundResult {
	r := line.Result
	return api.RoundResult{
		Table: &line.Table, FirstScore: r.FirstScore, SecondScore: r.SecondScore, Forfeit: r.Forfeit, Outcome: r.Outcome,
		FirstPenalty: r.FirstPenalty, SecondPenalty: r.SecondPenalty, Reason: reason,
	}
}
