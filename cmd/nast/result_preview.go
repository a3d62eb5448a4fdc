package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/cmd/nast/internal/slip"
)

func (a *app) resultPreviewCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "preview ROUND TABLE SCORE",
		Short: "Show what a correction would change, and change nothing",
		Long: `Shows what would follow from a result, without entering it: who moves in the standings, which
pairs of later rounds would be others, and who would gain or lose a seat as things stand. SCORE
is written as on a slip: 421-388, in chess 1-0, 0-1 or =, or f1, f2, ff for a forfeit, with p1=10
or p2=10 for a penalty.`,
		Example: `  nast result preview 2 5 421-388`,
		Args:    between(3, 6, "the round, the table and the score, as 2 5 421-388"),
		RunE: func(c *cobra.Command, args []string) error {
			line, err := slip.Parse(strings.Join(args[1:], " "))
			if err != nil {
				return usage("%v", err)
			}
			s, err := a.scorer(c, &resultFlags{}, args[:1])
			if err != nil {
				return err
			}
			return s.preview(c.Context(), line)
		},
	}
}

// preview asks what a result would change.
func (s *scorer) preview(ctx context.Context, line slip.Line) error {
	game, err := s.game(line.Table)
	if err != nil {
		return usage("%v", err)
	}
	before, err := s.standingsBefore(ctx)
	if err != nil {
		return err
	}
	yes := true
	params := &api.PutResultParams{Preview: &yes}
	answer, err := client.OK(s.service.PutResultWithResponse(ctx, s.satellite.ID, game.ID, params, line.Result))
	if err != nil {
		return err
	}
	if answer.Preview == nil {
		return told("the service gave no preview")
	}
	if s.json {
		return s.printJSON(answer.Preview)
	}
	return s.showPreview(game, line.Result, before, answer.Preview)
}

func (s *scorer) showPreview(game *api.Game, result api.Result, before *api.Standings, then *api.Preview) error {
	would := *game
	would.FirstScore, would.SecondScore, would.Forfeit, would.Outcome = result.FirstScore, result.SecondScore, result.Forfeit, result.Outcome
	would.FirstPenalty, would.SecondPenalty = value(result.FirstPenalty), value(result.SecondPenalty)
	s.say("is        %s", resultLine(game))
	s.say("would be  %s", resultLine(&would))
	s.print("\nStandings after round %d", max(before.AfterRound, s.round.Round))
	if err := s.showMoves(before.Standings, then.Standings); err != nil {
		return err
	}
	s.print("")
	for _, line := range differLines(then.WouldDiffer, standingNames(then.Standings)) {
		s.print("%s", line)
	}
	if len(then.WouldDiffer) == 0 {
		s.print("No pair of a later round would be another.")
	}
	s.print("%s", seatsLine(then.Qualifiers))
	s.say("Nothing was changed. To enter it: nast result enter %d --overwrite --table %d ...", s.round.Round, value(game.Table))
	return nil
}

// showMoves writes those whose rank, record or spread would be another.
func (s *scorer) showMoves(before, then []api.Standing) error {
	was := map[uuid.UUID]api.Standing{}
	for _, row := range before {
		was[row.EntrantID] = row
	}
	table := display.NewTable(">Rank", ">Then", "Name", ">Won-Lost", ">Then", ">Spread", ">Then")
	for _, row := range then {
		old := was[row.EntrantID]
		if ranked(&old) == ranked(&row) && record(&old) == record(&row) && old.Spread == row.Spread {
			continue
		}
		table.Row(ranked(&old), ranked(&row), row.Name, record(&old), record(&row),
			fmt.Sprintf("%+d", old.Spread), fmt.Sprintf("%+d", row.Spread))
	}
	if table.Len() == 0 {
		s.print("Nobody moves.")
		return nil
	}
	return table.Write(s.out)
}

// ranked writes a rank, marked where it is shared.
func ranked(s *api.Standing) string { return strconv.Itoa(s.Rank) + mark(s.Tied, "=") }

// seatsLine says who would gain or lose a seat as things stand.
func seatsLine(change *api.QualifierChange) string {
	if change == nil {
		return "Seats are not known yet."
	}
	gained, lost := qualifierNames(change.Then, change.Now), qualifierNames(change.Now, change.Then)
	if len(gained)+len(lost) == 0 {
		return "The seats, as things stand, would go to the same players."
	}
	for i, name := range gained {
		gained[i] = name + " gains one"
	}
	for i, name := range lost {
		lost[i] = name + " loses one"
	}
	return "The seats, as things stand, would change: " + strings.Join(append(gained, lost...), "; ") + "."
}

// qualifierNames are the names of those in a list who are not in another.
func qualifierNames(list, other []api.ReportQualifier) []string {
	in := map[uuid.UUID]bool{}
	for _, q := range other {
		in[q.EntrantID] = true
	}
	var names []string
	for _, q := range list {
		if !in[q.EntrantID] {
			names = append(names, display.Clean(q.Name))
		}
	}
	return names
}
