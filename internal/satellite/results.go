package satellite

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/standings"
)

// The scores that are taken, and those that look right (R4.1). A margin over
// LikelyMargin is worth a second look.
const (
	MinScore, MaxScore             = -999, 1999
	MinLikelyScore, MaxLikelyScore = 100, 800
	LikelyMargin                   = 400
	MaxPenalty                     = 999
)

// ResultInput is what a scorer gives: two scores, in chess the outcome, or who
// forfeits.
type ResultInput struct {
	First, Second               *int
	FirstPenalty, SecondPenalty int
	Forfeits                    Side
	Outcome                     GameOutcome
}

// Warning is something that looks odd and is not refused.
type Warning struct {
	Code   string
	Detail string
	Table  int // 0: none
}

// SetResult enters or corrects the result of a game (R4.1-R4.3, R4.6). at is
// where the result stands in the request, for the pointers of the error.
func (s *Satellite) SetResult(id uuid.UUID, in ResultInput, at string) ([]Warning, error) {
	g, err := s.playable(id)
	if err != nil {
		return nil, err
	}
	if in, err = s.read(in, at); err != nil {
		return nil, err
	}
	g.set(in)
	s.settleRound(g.Round)
	if s.Chess {
		return nil, nil
	}
	return g.warnings(), nil
}

// ClearResult takes a result back, and what players have sent of it; where there is none nothing changes.
func (s *Satellite) ClearResult(id uuid.UUID) error {
	g, err := s.playable(id)
	if err != nil {
		return err
	}
	if err := s.allow("changed by clearing a result; correct it instead", InPlay); err != nil {
		return err
	}
	if !g.touched() {
		return nil
	}
	g.Kind, g.Forfeits, g.Score = standings.Game, Nobody, nil
	g.Claims, g.Disputed = nil, false // the log keeps who said what
	s.settleRound(g.Round)
	return nil
}

// playable finds a game that can have a result now.
func (s *Satellite) playable(id uuid.UUID) (*Game, error) {
	g, ok := s.GameByID(id)
	if !ok {
		return nil, fault.New(fault.ResourceNotFound, "There is no such game.")
	}
	if s.Status == Reported {
		return nil, fault.New(fault.WrongStatus, "The satellite is reported; the organiser has to reopen it before a result can be corrected.")
	}
	if err := s.allow("given results", InPlay, Finished); err != nil {
		return nil, err
	}
	if g.Round > s.LastRound() {
		return nil, fault.New(fault.WrongStatus, "Play ended after round %d, so round %d does not count.", s.LastRound(), g.Round)
	}
	if g.Second == uuid.Nil {
		name := "This player"
		if e, ok := s.EntrantByID(g.First); ok {
			name = e.Name.String()
		}
		return nil, fault.New(fault.NotAGame, "%s has no opponent in round %d; there is no result to enter.", name, g.Round)
	}
	return g, nil
}

// read checks what a scorer gives by the rules of the game.
func (s *Satellite) read(in ResultInput, at string) (ResultInput, error) {
	if s.Chess {
		return in.chess(at)
	}
	return in, in.check(at)
}

func (in ResultInput) check(at string) error {
	err := fault.New(fault.InvalidRequest, "The result is not complete or not possible; see the errors.")
	if in.Outcome != "" {
		err.WithField(at+"/outcome", "not_of_format", "Outcomes are of chess; give first_score and second_score.")
	}
	switch in.Forfeits {
	case Nobody:
		checkScore(err, at+"/first_score", in.First)
		checkScore(err, at+"/second_score", in.Second)
	case First, Second, Both:
		if in.First != nil || in.Second != nil {
			err.WithField(at+"/forfeit", "invalid_value", "A forfeit has no scores; give the scores or the forfeit.")
		}
		if in.FirstPenalty != 0 || in.SecondPenalty != 0 {
			err.WithField(at+"/forfeit", "invalid_value", "A forfeit has no penalties.")
		}
	default:
		err.WithField(at+"/forfeit", "invalid_value", "Say who forfeits: first, second or both.")
	}
	checkPenalty(err, at+"/first_penalty", in.FirstPenalty)
	checkPenalty(err, at+"/second_penalty", in.SecondPenalty)
	if len(err.Fields) > 0 {
		return err
	}
	return nil
}

func checkScore(err *fault.Error, pointer string, score *int) {
	switch {
	case score == nil:
		err.WithField(pointer, "required", "Both scores are needed.")
	case *score < MinScore || *score > MaxScore:
		err.WithField(pointer, "out_of_range", "A score is from %d to %d.", MinScore, MaxScore)
	}
}

func checkPenalty(err *fault.Error, pointer string, points int) {
	if points < 0 || points > MaxPenalty {
		err.WithField(pointer, "out_of_range", "A penalty is 0 to %d points.", MaxPenalty)
	}
}

func (g *Game) set(in ResultInput) {
	g.Forfeits, g.Disputed = in.Forfeits, false
	switch in.Forfeits {
	case Nobody:
		g.Kind = standings.Game
		g.Score = &Score{First: *in.First, Second: *in.Second, FirstPenalty: in.FirstPenalty, SecondPenalty: in.SecondPenalty}
	case Both:
		g.Kind, g.Score = standings.DoubleForfeit, nil
	default:
		g.Kind, g.Score = standings.Forfeit, nil
	}
}

// warnings say what looks like a slip of the pen.
func (g Game) warnings() []Warning {
	if g.Score == nil {
		return nil
	}
	var warnings []Warning
	for _, score := range []int{g.Score.First, g.Score.Second} {
		if score < MinLikelyScore || score > MaxLikelyScore {
			warnings = append(warnings, Warning{"unlikely_score", fmt.Sprintf("Table %d: a score of %d is unusual.", g.Table, score), g.Table})
		}
	}
	margin := g.Score.First - g.Score.Second
	if margin < -LikelyMargin || margin > LikelyMargin {
		warnings = append(warnings, Warning{"unlikely_margin", fmt.Sprintf("Table %d: a margin of %d is unusual.", g.Table, max(margin, -margin)), g.Table})
	}
	return warnings
}

// settleRound brings the state of a round in line with its results (R3.12).
func (s *Satellite) settleRound(number int) {
	s.openThrough(number)
	r, _ := s.RoundByNumber(number)
	r.State = Open
	if len(s.MissingTables(number)) == 0 {
		r.State = Complete
	}
}

// RoundResult is one line of a heap of slips: a table or two seeds, and a
// result.
type RoundResult struct {
	Table                 int // 0: by seeds
	FirstSeed, SecondSeed int
	ResultInput
}

// SetRoundResults enters several results of a round, all or nothing. Seeds may
// stand in either order; the scores go with them.
func (s *Satellite) SetRoundResults(number int, results []RoundResult) ([]Warning, error) {
	if _, err := s.PairedRound(number); err != nil {
		return nil, err
	}
	var warnings []Warning
	all := fault.New(fault.InvalidRequest, "Nothing was stored, because some of the results are wrong; see the errors.")
	done := map[uuid.UUID]int{}
	seeds := s.seeds()
	for i, result := range results {
		at := fmt.Sprintf("/results/%d", i)
		g, err := s.find(number, result, seeds, at)
		if err == nil {
			if earlier, twice := done[g.ID]; twice {
				err = fault.AtField(at, "duplicate", "This is the same table as /results/%d.", earlier)
			}
		}
		var more []Warning
		if err == nil {
			done[g.ID] = i
			more, err = s.SetResult(g.ID, result.oriented(seeds[g.First]), at)
		}
		if err != nil {
			var refused *fault.Error
			if !errors.As(err, &refused) || refused.Kind() != fault.Invalid {
				return nil, err
			}
			all.Fields = append(all.Fields, refused.Fields...)
		}
		warnings = append(warnings, more...)
	}
	if len(all.Fields) > 0 {
		return nil, all
	}
	return warnings, nil
}

// find finds the game that a line means.
func (s *Satellite) find(round int, r RoundResult, seeds map[uuid.UUID]int, at string) (*Game, error) {
	if r.Table == 0 && (r.FirstSeed == 0 || r.SecondSeed == 0) {
		return nil, fault.AtField(at, "required", "Give the table, or first_seed and second_seed.")
	}
	for i := range s.Games {
		g := &s.Games[i]
		if g.Round != round {
			continue
		}
		a, b := seeds[g.First], seeds[g.Second]
		bySeed := r.FirstSeed == a && r.SecondSeed == b || r.FirstSeed == b && r.SecondSeed == a
		switch {
		case r.Table != 0 && g.Table == r.Table:
			if r.FirstSeed != 0 && !bySeed {
				return nil, fault.AtField(at+"/table", "invalid_value", "Seeds %d and %d do not sit at table %d.", r.FirstSeed, r.SecondSeed, r.Table)
			}
			return g, nil
		case r.Table == 0 && bySeed:
			return g, nil
		}
	}
	if r.Table != 0 {
		return nil, fault.AtField(at+"/table", "unknown", "Round %d has no table %d.", round, r.Table)
	}
	return nil, fault.AtField(at, "unknown", "Seeds %d and %d do not meet in round %d.", r.FirstSeed, r.SecondSeed, round)
}

// oriented turns a line round whose seeds stand the other way than in the
// game, of which first plays first.
func (r RoundResult) oriented(first int) ResultInput {
	in := r.ResultInput
	if r.FirstSeed == 0 || r.FirstSeed == first {
		return in
	}
	in.First, in.Second = in.Second, in.First
	in.FirstPenalty, in.SecondPenalty = in.SecondPenalty, in.FirstPenalty
	in.Outcome = in.Outcome.turned()
	switch in.Forfeits {
	case First:
		in.Forfeits = Second
	case Second:
		in.Forfeits = First
	}
	return in
}

// seeds are the seeds of the field by entrant.
func (s *Satellite) seeds() map[uuid.UUID]int {
	seeds := make(map[uuid.UUID]int, len(s.Entrants))
	for _, e := range s.Entrants {
		if e.InField {
			seeds[e.ID] = e.Seed
		}
	}
	return seeds
}
