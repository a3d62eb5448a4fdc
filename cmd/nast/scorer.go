package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/cmd/nast/internal/slip"
)

// scorer enters results of one round. It keeps the round as it last saw it and sends each
// result with the version that it is based on, so that two scorers cannot overwrite each other
// unseen.
type scorer struct {
	*app
	service   *client.Service
	satellite *api.Satellite
	round     *api.Round
	overwrite bool
	reason    *string
	ask       func(question string) bool // nil where there is nobody to ask
	done      []api.Game                 // each game as it was before it was entered, the last one last
}

// toldError is a sentence for the scorer about one line; the work goes on.
type toldError struct{ message string }

func (e *toldError) Error() string { return e.message }

func told(format string, args ...any) error { return &toldError{fmt.Sprintf(format, args...)} }

func parseTable(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, usage("%q is not the number of a table", text)
	}
	return n, nil
}

// game finds the game at a table.
func (s *scorer) game(table int) (*api.Game, error) {
	highest := 0
	for i := range s.round.Games {
		g := &s.round.Games[i]
		if g.Table == nil {
			continue
		}
		if *g.Table == table {
			return g, nil
		}
		highest = max(highest, *g.Table)
	}
	return nil, told("there is no table %d in round %d; the tables are 1 to %d", table, s.round.Round, highest)
}

// refresh reads the round again.
func (s *scorer) refresh(ctx context.Context) error {
	round, err := client.OK(s.service.GetRoundWithResponse(ctx, s.satellite.ID, s.round.Round))
	if err == nil {
		s.round = round
	}
	return err
}

// enter sends the result of a line and shows it back.
func (s *scorer) enter(ctx context.Context, line slip.Line) error {
	game, err := s.game(line.Table)
	if err != nil {
		return err
	}
	if hasResult(game) {
		if sameResult(game, &line.Result) {
			s.say("%s (that is already entered)", resultLine(game))
			return nil
		}
		if err := s.mayReplace(game); err != nil {
			return err
		}
	}
	before := *game
	line.Result.Reason = s.reason
	now, err := s.put(ctx, game, line.Result)
	if err != nil {
		return err
	}
	s.done = append(s.done, before)
	return s.showEntered(ctx, now)
}

// mayReplace asks before another result is replaced; where nobody can be asked, --overwrite
// must have been said.
func (s *scorer) mayReplace(game *api.Game) error {
	switch {
	case s.overwrite:
		return nil
	case s.ask == nil:
		return told("%s is there already; --overwrite replaces it", resultLine(game))
	case s.ask(resultLine(game) + " is there already. Replace it?"):
		return nil
	}
	return told("the result was left as it is")
}

// showEntered shows a result back, with what is odd about it and what it changes.
func (s *scorer) showEntered(ctx context.Context, now *api.Game) error {
	s.say("%s", resultLine(now))
	s.warnings(now.Warnings)
	return s.showDiffer(ctx, now.WouldDiffer)
}

// put sends a result for the version of the game that was seen. If the game changed meanwhile,
// the scorer is told the result that is there now.
func (s *scorer) put(ctx context.Context, game *api.Game, result api.Result) (*api.Game, error) {
	params := &api.PutResultParams{IfMatch: optional(game.Etag)}
	answer, err := client.OK(s.service.PutResultWithResponse(ctx, s.satellite.ID, game.ID, params, result))
	if err != nil {
		return s.changed(game, nil, err)
	}
	return s.changed(game, answer.Game, nil)
}

// clear takes the result of a game out.
func (s *scorer) clear(ctx context.Context, game *api.Game) (*api.Game, error) {
	params := &api.DeleteResultParams{IfMatch: optional(game.Etag)}
	now, err := client.OK(s.service.DeleteResultWithResponse(ctx, s.satellite.ID, game.ID, params))
	return s.changed(game, now, err)
}

// changed keeps what the service answered about a game.
func (s *scorer) changed(game, now *api.Game, err error) (*api.Game, error) {
	if current, stale := client.Current[api.Game](err); stale {
		*game = *current
		if !hasResult(current) {
			return nil, told("somebody else took the result of table %d out meanwhile. Yours was not saved; enter it again",
				*game.Table)
		}
		return nil, told("somebody else entered table %d meanwhile: %s. Yours was not saved; enter it again to replace that",
			*game.Table, resultLine(current))
	}
	if err != nil {
		return nil, err
	}
	*game = *now
	return game, nil
}

// undo takes back what was entered last: the result before it stands again, or none.
func (s *scorer) undo(ctx context.Context) error {
	if len(s.done) == 0 {
		return told("there is nothing to take back; nast result clear takes any result out")
	}
	before := s.done[len(s.done)-1]
	game, err := s.game(*before.Table)
	if err != nil {
		return err
	}
	var now *api.Game
	if hasResult(&before) {
		now, err = s.put(ctx, game, resultOf(&before))
	} else {
		now, err = s.clear(ctx, game)
	}
	if err != nil {
		return err
	}
	s.done = s.done[:len(s.done)-1]
	s.say("Taken back: %s", resultLine(now))
	return s.showDiffer(ctx, now.WouldDiffer)
}

// swap exchanges the two scores that were entered last: the winner stood first on the slip, but
// played second.
func (s *scorer) swap(ctx context.Context) error {
	if len(s.done) == 0 {
		return told("there is nothing to exchange yet")
	}
	game, err := s.game(*s.done[len(s.done)-1].Table)
	if err != nil {
		return err
	}
	result := resultOf(game)
	if result.Outcome == nil && (result.FirstScore == nil || result.SecondScore == nil) {
		return told("table %d has no scores to exchange", *game.Table)
	}
	if result.Outcome != nil {
		result.Outcome = turned(*result.Outcome)
	}
	result.FirstScore, result.SecondScore = result.SecondScore, result.FirstScore
	result.Reason = s.reason
	now, err := s.put(ctx, game, result)
	if err != nil {
		return err
	}
	return s.showEntered(ctx, now)
}

// resultOf is the result of a game, to enter it again.
func resultOf(g *api.Game) api.Result {
	r := api.Result{Forfeit: g.Forfeit, FirstPenalty: &g.FirstPenalty, SecondPenalty: &g.SecondPenalty}
	switch {
	case g.Outcome != nil:
		return api.Result{Outcome: g.Outcome} // which has no penalties
	case g.Forfeit == nil:
		r.FirstScore, r.SecondScore = g.FirstScore, g.SecondScore
	}
	return r
}

// turned is an outcome with the colours exchanged.
func turned(o api.Outcome) *api.Outcome {
	switch o {
	case api.OutcomeFirst:
		o = api.OutcomeSecond
	case api.OutcomeSecond:
		o = api.OutcomeFirst
	}
	return &o
}

// sameResult says whether a game has just this result.
func sameResult(g *api.Game, r *api.Result) bool {
	if g.FirstPenalty != value(r.FirstPenalty) || g.SecondPenalty != value(r.SecondPenalty) {
		return false
	}
	if value(g.Forfeit) != value(r.Forfeit) || value(g.Outcome) != value(r.Outcome) {
		return false
	}
	return r.Forfeit != nil || value(g.FirstScore) == value(r.FirstScore) && value(g.SecondScore) == value(r.SecondScore)
}

func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// resultLine says who plays at a table and how it went, the winner at the end.
func resultLine(g *api.Game) string {
	first, second := display.Clean(g.First.Name), "nobody"
	if g.Second != nil {
		second = display.Clean(g.Second.Name)
	}
	start := fmt.Sprintf("Table %d: ", value(g.Table))
	switch {
	case value(g.Forfeit) == api.ForfeitSideFirst:
		return start + first + " forfeits to " + second
	case value(g.Forfeit) == api.ForfeitSideSecond:
		return start + second + " forfeits to " + first
	case value(g.Forfeit) == api.ForfeitSideBoth:
		return start + first + " and " + second + " both forfeit"
	case g.Outcome != nil:
		return start + first + " " + outcomeLine(*g.Outcome) + " " + second
	case g.FirstScore == nil || g.SecondScore == nil:
		return start + first + " - " + second + ", no result"
	}
	line := fmt.Sprintf("%s%s %d - %d %s", start, first, *g.FirstScore, *g.SecondScore, second)
	switch margin := *g.FirstScore - *g.SecondScore; {
	case margin > 0:
		line += fmt.Sprintf(", %s by %d", first, margin)
	case margin < 0:
		line += fmt.Sprintf(", %s by %d", second, -margin)
	default:
		line += ", a draw"
	}
	if g.FirstPenalty > 0 || g.SecondPenalty > 0 {
		line += fmt.Sprintf(", penalty %d-%d", g.FirstPenalty, g.SecondPenalty)
	}
	return line
}
