package satellite

import (
	"github.com/nast-tour/nast/internal/fault"
)

// GameOutcome is how a game of chess ended; first has white.
type GameOutcome string

// The outcomes.
const (
	FirstWon  GameOutcome = "first"
	Draw      GameOutcome = "draw"
	SecondWon GameOutcome = "second"
)

// halfPoints are those of the outcomes, of First and of Second.
var halfPoints = map[GameOutcome]Score{FirstWon: {First: 2}, Draw: {First: 1, Second: 1}, SecondWon: {Second: 2}}

// Outcome is a score of half points as an outcome; empty for other scores.
func (s Score) Outcome() GameOutcome {
	for outcome, score := range halfPoints {
		if s == score {
			return outcome
		}
	}
	return ""
}

// turned is the outcome of the game seen from the other side.
func (o GameOutcome) turned() GameOutcome {
	switch o {
	case FirstWon:
		return SecondWon
	case SecondWon:
		return FirstWon
	}
	return o
}

// chess checks what a scorer gives of a game of chess and makes half points of it.
func (in ResultInput) chess(at string) (ResultInput, error) {
	err := fault.New(fault.InvalidRequest, "The result is not complete or not possible; see the errors.")
	const noScores = "Games of chess have no scores; give the outcome: first (white), draw or second (black)."
	if in.First != nil {
		err.WithField(at+"/first_score", "not_of_format", noScores)
	}
	if in.Second != nil {
		err.WithField(at+"/second_score", "not_of_format", noScores)
	}
	if in.FirstPenalty != 0 || in.SecondPenalty != 0 {
		err.WithField(at+"/first_penalty", "not_of_format", "Games of chess have no penalties.")
	}
	score, known := halfPoints[in.Outcome]
	switch {
	case in.Forfeits != Nobody && in.Outcome != "":
		err.WithField(at+"/forfeit", "invalid_value", "A forfeit has no outcome; give the outcome or the forfeit.")
	case in.Forfeits != Nobody && in.Forfeits != First && in.Forfeits != Second && in.Forfeits != Both:
		err.WithField(at+"/forfeit", "invalid_value", "Say who forfeits: first, second or both.")
	case in.Forfeits == Nobody && in.Outcome == "":
		err.WithField(at+"/outcome", "required", "Give the outcome: first (white has won), draw or second (black has won).")
	case in.Forfeits == Nobody && !known:
		err.WithField(at+"/outcome", "unknown_value", "The outcome is first (white has won), draw or second (black has won).")
	}
	if len(err.Fields) > 0 {
		return in, err
	}
	if in.Forfeits == Nobody {
		in.First, in.Second = &score.First, &score.Second
	}
	return in, nil
}

// claimed is what a player has sent as a result; in chess in half points.
func (s *Satellite) claimed(c Claim) (ResultInput, error) {
	if s.Chess {
		in := ResultInput{Outcome: Score{First: c.First, Second: c.Second}.Outcome()}
		return in.chess("")
	}
	in := ResultInput{First: &c.First, Second: &c.Second}
	return in, in.check("")
}
