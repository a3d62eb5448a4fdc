package standings

import (
	"cmp"
	"slices"
)

// The half points of a round.
const (
	fullPoint = 2
	halfPoint = 1
)

// manyRounds is from how many rounds on two entries are dropped at each place (C1.4).
const manyRounds = 9

// chessTable has a row for every player who is known: those of the field first, then opponents
// who are not of it.
type chessTable struct {
	rows   []ChessRow
	bySeed map[int]int // the index of the row
}

// newChessTable enters the results of rounds 1 to rounds.
func newChessTable(seeds []int, results []Result, rounds int) *chessTable {
	t := &chessTable{make([]ChessRow, 0, len(seeds)), make(map[int]int, len(seeds))}
	sheet := make([]ChessRound, len(seeds)*rounds)
	for _, seed := range seeds {
		t.add(seed, sheet[:rounds:rounds])
		sheet = sheet[rounds:]
	}
	for _, r := range results {
		if r.Round < 1 || r.Round > rounds {
			continue
		}
		t.row(r.First, rounds).enter(r.Round, r.Second, firstSide(r))
		if r.Second != 0 {
			t.row(r.Second, rounds).enter(r.Round, r.First, secondSide(r))
		}
	}
	return t
}

// add adds a player with an empty sheet of his rounds.
func (t *chessTable) add(seed int, sheet []ChessRound) {
	for i := range sheet {
		sheet[i].Round = i + 1
	}
	t.bySeed[seed] = len(t.rows)
	t.rows = append(t.rows, ChessRow{Seed: seed, Rounds: sheet})
}

// row is the row of a player, who is added where he is not of the field.
func (t *chessTable) row(seed, rounds int) *ChessRow {
	if _, known := t.bySeed[seed]; !known {
		t.add(seed, make([]ChessRound, rounds))
	}
	return &t.rows[t.bySeed[seed]]
}

// enter enters one result. Only a game has an opponent here: byes, forfeits and absences are
// unplayed.
func (w *ChessRow) enter(number, opponent int, s side) {
	round := &w.Rounds[number-1]
	switch s.kind {
	case Game:
		w.Games++
		w.HadGame = true
		round.Opponent = opponent
		round.HalfPoints = w.game(s.margin)
	case Bye:
		w.Byes++
		w.Wins++
		round.HalfPoints, round.Less = fullPoint, fullPoint
	case Forfeit:
		if s.absent {
			w.Losses++
			return
		}
		w.Wins++
		round.HalfPoints, round.Less = fullPoint, fullPoint
	case DoubleForfeit:
		w.Losses++
	case HalfPointBye:
		w.HalfPointByes++
		round.HalfPoints, round.Less = halfPoint, halfPoint
	case ZeroPointBye:
	}
}

// game counts a game by its margin and gives its half points.
func (w *ChessRow) game(margin int) int {
	switch {
	case margin > 0:
		w.Wins++
		return fullPoint
	case margin < 0:
		w.Losses++
		return 0
	}
	w.Draws++
	return halfPoint
}

// accumulate adds up the rounds of a player: points and Cumulative (C1.5).
func (w *ChessRow) accumulate() {
	for i := range w.Rounds {
		round := &w.Rounds[i]
		w.HalfPoints += round.HalfPoints
		round.Total = w.HalfPoints
		w.Cumulative += round.Total - round.Less
	}
}

// adjusted is the adjusted score of a player (C1.1).
func (w ChessRow) adjusted() int {
	score := 0
	for _, round := range w.Rounds {
		if round.Opponent == 0 {
			score += halfPoint
		} else {
			score += round.HalfPoints
		}
	}
	return score
}

// lookAtOpponents makes the tie-breaks of a player that are made of others' figures. The adjusted
// scores are in the order of the rows.
func (t *chessTable) lookAtOpponents(w *ChessRow, adjusted []int, mode OppositionMode) {
	for i := range w.Rounds {
		round := &w.Rounds[i]
		if round.Opponent == 0 {
			continue
		}
		other := t.bySeed[round.Opponent]
		round.Adjusted = adjusted[other]
		round.OpponentCumulative = t.rows[other].cumulativeForOthers(mode)
		w.Solkoff += round.Adjusted
		w.CumulativeOfOpposition += round.OpponentCumulative
	}
	w.drop()
	for _, round := range w.Rounds {
		if !round.Dropped {
			w.ModifiedMedian += round.Adjusted
		}
	}
}

// cumulativeForOthers is a player's Cumulative in the figures of his opponents (C1.6).
func (w ChessRow) cumulativeForOthers(mode OppositionMode) int {
	if mode == USChess {
		return w.Cumulative
	}
	return w.Cumulative + w.HalfPointByes*halfPoint
}

// drop marks the entries that Modified Median leaves out (C1.4). Of equal entries the lowest is the
// one of the earliest round and the highest that of the latest. What is to be dropped at both ends
// is dropped once.
func (w *ChessRow) drop() {
	places := 1
	if len(w.Rounds) >= manyRounds {
		places = 2
	}
	places = min(places, len(w.Rounds))
	half := len(w.Rounds) // of the possible points, in half points
	byEntry := make([]*ChessRound, len(w.Rounds))
	for i := range w.Rounds {
		byEntry[i] = &w.Rounds[i]
	}
	slices.SortStableFunc(byEntry, func(a, b *ChessRound) int { return cmp.Compare(a.Adjusted, b.Adjusted) })
	if w.HalfPoints >= half {
		mark(byEntry[:places])
	}
	if w.HalfPoints <= half {
		mark(byEntry[len(byEntry)-places:])
	}
}

func mark(dropped []*ChessRound) {
	for _, round := range dropped {
		round.Dropped = true
	}
}
