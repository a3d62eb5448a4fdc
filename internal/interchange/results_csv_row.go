package interchange

import (
	"errors"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// maxNumber bounds seeds and tables. A number beyond it is a slip of the finger.
const maxNumber = 100_000

// gameReader reads one row of results.
type gameReader struct {
	GameRow
	cells map[string]placedCell
	begin place
	found *found
}

// readGame reads a row. What is wrong with it is noted, and then it is not taken.
func readGame(columns []string, row []placedCell, f *found) (GameRow, bool) {
	r := gameReader{begin: row[0].place, found: f, cells: make(map[string]placedCell, len(columns))}
	r.Line, r.Columns = r.begin.line, make(map[string]int, len(columns))
	for i, name := range columns {
		r.cells[name], r.Columns[name] = row[i], row[i].column
	}
	wrongs := f.wrongs
	r.takeCells()
	if f.wrongs == wrongs {
		r.settle()
	}
	return r.GameRow, f.wrongs == wrongs
}

// takeCells reads every cell for itself.
func (r *gameReader) takeCells() {
	if n := r.number(inRound, 1, maxRounds); n != nil {
		r.Round = *n
	} else if r.word(inRound) == "" {
		r.wrong(inRound, "required", "Write the number of the round.")
	}
	r.Table = orNothing(r.number(inTable, 0, maxNumber))
	r.First, r.Second = r.player(inFirst), r.player(inSecond)
	if r.word(inFirst) == "" {
		r.wrong(inFirst, "required", "Write who played first, or who had the bye.")
	}
	r.FirstScore, r.SecondScore = r.number(inFirstScore, minScore, maxScore), r.number(inSecondScore, minScore, maxScore)
	r.FirstPenalty = orNothing(r.number(inFirstPenalty, 0, satellite.MaxPenalty))
	r.SecondPenalty = orNothing(r.number(inSecondPenalty, 0, satellite.MaxPenalty))
	r.Kind = standings.Kind(r.oneOf(inKind, string(standings.Game), string(standings.Bye), string(standings.Forfeit),
		string(standings.DoubleForfeit), string(standings.HalfPointBye), string(standings.ZeroPointBye)))
	r.Outcome = GameOutcome(r.oneOf(inOutcome, string(FirstWins), string(Draw), string(SecondWins)))
	r.oneOf(inForfeits, "first", "second", "both")
}

// settle makes one result of the cells, each of which is good for itself.
func (r *gameReader) settle() {
	if r.Kind == "" {
		r.Kind = r.guess()
	}
	switch r.Kind {
	case standings.Game:
		r.settleGame()
		return // what follows is of those who did not play
	case standings.Forfeit, standings.DoubleForfeit:
		r.settleForfeit()
	case standings.Bye, standings.HalfPointBye, standings.ZeroPointBye:
		r.settleBye()
	default:
		r.wrong(inKind, "required", "%s has no opponent; write in the column kind whether it is a bye, or a forfeit.", quote(r.First.String()))
		return
	}
	for _, column := range []string{inOutcome, inFirstPenalty, inSecondPenalty} {
		if r.word(column) != "" && r.word(column) != "0" {
			r.wrong(column, "not_played", "This was not played (%s); leave the column %s empty.", r.Kind, column)
		}
	}
	r.doubtUncounted(inFirstScore, r.FirstScore)
	r.doubtUncounted(inSecondScore, r.SecondScore)
	r.FirstScore, r.SecondScore = nil, nil
}

// doubtUncounted looks at a score beside a bye or a forfeit.
func (r *gameReader) doubtUncounted(column string, score *int) {
	if score != nil && *score != 0 && *score != usualBye && *score != -usualBye {
		r.found.doubt(r.at(column), "unusual_bye", "The score %d counts for nothing, for this was not played (%s); is it right?", *score, r.Kind)
	}
}

// guess is the kind of a row that does not say it, "" where it can be either.
func (r *gameReader) guess() standings.Kind {
	switch {
	case r.word(inForfeits) != "":
		return standings.Forfeit
	case !r.Second.IsZero():
		return standings.Game
	case isScore(r.FirstScore, usualBye):
		return standings.Bye
	case isScore(r.FirstScore, -usualBye):
		return standings.Forfeit
	}
	return ""
}

func (r *gameReader) settleGame() {
	if r.Second.IsZero() {
		r.wrong(inSecond, "required", "A game has two players; write the second one, or another kind.")
		return
	}
	if r.First.key() == r.Second.key() {
		r.wrong(inSecond, "plays_himself", "%s plays himself; write his opponent.", quote(r.First.String()))
	}
	if r.word(inForfeits) != "" {
		r.wrong(inForfeits, "not_a_forfeit", "A game that was played has nobody who forfeits; write forfeit in the column kind, or leave this empty.")
	}
	switch {
	case r.FirstScore == nil && r.SecondScore != nil:
		r.wrong(inFirstScore, "required", "Write the score of the first player too.")
	case r.FirstScore != nil && r.SecondScore == nil:
		r.wrong(inSecondScore, "required", "Write the score of the second player too.")
	case r.FirstScore != nil:
		r.checkScores()
	case r.Outcome == "":
		r.found.doubt(r.begin, "no_result", "The game has no result; it is taken as not played yet.")
	}
}

// checkScores looks at the scores of a game.
func (r *gameReader) checkScores() {
	first, second := *r.FirstScore, *r.SecondScore
	won := Draw
	if first > second {
		won = FirstWins
	} else if first < second {
		won = SecondWins
	}
	if r.Outcome != "" && r.Outcome != won {
		r.wrong(inOutcome, "outcome_differs", "The outcome is %s, but the scores are %d and %d; mend the one that is wrong.", r.Outcome, first, second)
	}
	if r.Outcome != "" {
		return // points of chess are as they are
	}
	for i, column := range []string{inFirstScore, inSecondScore} {
		if score := [2]int{first, second}[i]; score < usualLow || score > usualHigh {
			r.found.doubt(r.at(column), "unusual_score", "The score %d is outside %d to %d; is it right?", score, usualLow, usualHigh)
		}
	}
	if won == Draw {
		r.found.doubt(r.at(inFirstScore), "tie", "The game is a tie at %d; is it right?", first)
	}
}

func (r *gameReader) settleBye() {
	if !r.Second.IsZero() {
		r.wrong(inSecond, "has_opponent", "Who has a bye has no opponent; leave this empty, or write game in the column kind.")
	}
	if r.word(inForfeits) != "" {
		r.wrong(inForfeits, "not_a_forfeit", "Nobody forfeits a bye; leave this empty, or write forfeit in the column kind.")
	}
}

// settleForfeit finds who is absent. Where two places of the row say it they have to
// say the same.
func (r *gameReader) settleForfeit() {
	said := r.word(inForfeits)
	byScores := absentByScores(r.FirstScore, r.SecondScore)
	absent := said
	if absent == "" {
		absent = byScores
	}
	switch {
	case r.Second.IsZero() && r.Kind == standings.Forfeit:
		absent = "first" // who missed the round and had no opponent
	case r.Kind == standings.DoubleForfeit:
		absent = "both"
	case absent == "":
		r.wrong(inForfeits, "required", "Write in the column forfeits who was absent: first, second or both.")
		return
	}
	switch {
	case r.Second.IsZero() && absent == "both":
		r.wrong(inSecond, "required", "A double forfeit has two players; write the second one.")
	case !r.Second.IsZero() && r.First.key() == r.Second.key():
		r.wrong(inSecond, "plays_himself", "%s plays himself; write his opponent.", quote(r.First.String()))
	case said != "" && said != absent:
		r.wrong(inForfeits, "forfeit_differs", "By the other columns %s forfeits, not %s; mend the one that is wrong.", absent, said)
	case byScores != "" && byScores != absent:
		r.wrong(inFirstScore, "forfeit_differs", "By the scores %s forfeits, not %s; mend the one that is wrong.", byScores, absent)
	}
	r.FirstForfeits, r.SecondForfeits = absent != "second", absent != "first"
	if absent == "both" {
		r.Kind = standings.DoubleForfeit
	}
}

// absentByScores says whose score is the one of somebody absent (R4.2).
func absentByScores(first, second *int) string {
	switch {
	case isScore(first, -usualBye) && isScore(second, -usualBye):
		return "both"
	case isScore(first, -usualBye):
		return "first"
	case isScore(second, -usualBye):
		return "second"
	}
	return ""
}

func isScore(score *int, n int) bool { return score != nil && *score == n }

func orNothing(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// word is what stands in a column, in lower case; "" also where there is none.
func (r *gameReader) word(column string) string { return strings.ToLower(r.cells[column].value) }

// at is where a column stands, the beginning of the row where the file has none.
func (r *gameReader) at(column string) place {
	if c, ok := r.cells[column]; ok {
		return c.place
	}
	return r.begin
}

func (r *gameReader) wrong(column, code, format string, args ...any) {
	r.found.wrong(r.at(column), code, format, args...)
}

// number reads a whole number, nil where there is none or it is wrong.
func (r *gameReader) number(column string, low, high int) *int {
	value := r.cells[column].value
	if value == "" {
		return nil
	}
	n, err := strconv.Atoi(value)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		r.wrong(column, "not_a_number", "%s is not a whole number; write one in the column %s.", quote(value), column)
	case err != nil || n < low || n > high:
		r.wrong(column, "out_of_range", "%s is out of range; the column %s has numbers from %d to %d.", quote(value), column, low, high)
	default:
		return &n
	}
	return nil
}

// player reads a seed or a name; nothing is nobody.
func (r *gameReader) player(column string) PlayerRef {
	value := r.cells[column].value
	if _, err := strconv.Atoi(value); value == "" || err == nil || errors.Is(err, strconv.ErrRange) {
		return PlayerRef{Seed: orNothing(r.number(column, 1, maxNumber))}
	}
	parts, ok := nameParts(value)
	if !ok {
		r.wrong(column, "bad_name", "%s", notAName(value))
		return PlayerRef{}
	}
	name, err := players.ParseName(parts[0], parts[1], parts[2])
	if refused := (*fault.Error)(nil); errors.As(err, &refused) {
		r.wrong(column, "bad_name", "%s is neither a seed nor a name. %s", quote(value), refused.Detail)
	}
	return PlayerRef{Name: name}
}

// oneOf reads one of some words, "" where there is none or another.
func (r *gameReader) oneOf(column string, words ...string) string {
	word := strings.NewReplacer(" ", "_", "-", "_").Replace(r.word(column))
	for _, known := range words {
		if word == known {
			return known
		}
	}
	if word != "" {
		r.wrong(column, "invalid_value", "%s is not known in the column %s; write %s, or nothing.", quote(r.cells[column].value), column, strings.Join(words, ", "))
	}
	return ""
}
