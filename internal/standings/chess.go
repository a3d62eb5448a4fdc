package standings

import (
	"cmp"
	"slices"
)

// Tiebreak is one of the figures that order players of equal points (C1).
type Tiebreak string

// The tie-breaks, in the order in which they decide unless a setting says otherwise.
const (
	ModifiedMedian         Tiebreak = "modified_median"          // C1.4
	Solkoff                Tiebreak = "solkoff"                  // C1.3
	Cumulative             Tiebreak = "cumulative"               // C1.5
	CumulativeOfOpposition Tiebreak = "cumulative_of_opposition" // C1.6
)

// Tiebreaks are all of them in their usual order.
func Tiebreaks() []Tiebreak {
	return []Tiebreak{ModifiedMedian, Solkoff, Cumulative, CumulativeOfOpposition}
}

// OppositionMode says what the Cumulative of an opponent is in the figure of others (C1.6).
type OppositionMode string

// The modes of C1.6.
const (
	// NSCF subtracts nothing for a half-point bye, as in the foundation's published table.
	NSCF OppositionMode = "nscf"
	// USChess is the opponent's own Cumulative, today's rule.
	USChess OppositionMode = "uschess"
)

// ChessOptions are the settings that the order of a chess section depends on.
type ChessOptions struct {
	OppositionCumulative OppositionMode // NSCF where it is empty

	// Order are the tie-breaks that decide, the first one first; empty is the usual order. One
	// that is left out is computed and decides nothing.
	Order []Tiebreak
}

// ChessRow is the standing of one player of a chess section. Points and tie-breaks are counted in
// half points: a win is 2.
type ChessRow struct {
	Rank int  // from 1; players equal on points and all tie-breaks share it (C1.7)
	Tied bool // somebody else has the same rank
	Seed int  // the pairing number

	HalfPoints    int
	Wins          int // games, full-point byes and forfeits won
	Losses        int // games and forfeits lost, not absences
	Draws         int // games drawn
	Byes          int // full-point byes only; forfeits won are not byes
	HalfPointByes int
	Games         int // games played over the board

	// HadGame says that he played at least one game, and so counts for the size of the field (R5.1).
	HadGame bool

	ModifiedMedian         int
	Solkoff                int
	Cumulative             int
	CumulativeOfOpposition int

	// Rounds are what the tie-breaks were made from, one entry for each completed round (C1.9).
	Rounds []ChessRound
}

// ChessRound is a round in the tie-breaks of a player, in half points.
type ChessRound struct {
	Round      int // from 1
	Opponent   int // the seed; 0 where the player's own round was unplayed
	HalfPoints int // what the round gave him

	// Adjusted is the entry of the list of C1.2, the opponent's adjusted score. Solkoff is the sum of
	// all, Modified Median the sum of those that are not Dropped (C1.3, C1.4).
	Adjusted int
	Dropped  bool

	// Cumulative is the sum of Total, the running total after the round, less Less (C1.5).
	Total int
	Less  int

	// OpponentCumulative is the opponent's Cumulative in the mode of C1.6, 0 in an unplayed round. The
	// sum is Cumulative of Opposition.
	OpponentCumulative int
}

// Tiebreak is one of the row's figures, in half points. One that is not known is 0.
func (w ChessRow) Tiebreak(t Tiebreak) int {
	switch t {
	case ModifiedMedian:
		return w.ModifiedMedian
	case Solkoff:
		return w.Solkoff
	case Cumulative:
		return w.Cumulative
	case CumulativeOfOpposition:
		return w.CumulativeOfOpposition
	}
	return 0
}

// Chess computes the standings (C1) of the given seeds from the results of rounds 1 to afterRound,
// all of them completed. The scores of a Game are half points, 2-0, 1-1 or 0-2, and its First has
// white. The rows are in order of points, then of the tie-breaks; players equal on all share a rank
// and stand in order of their seeds.
//
// A seed without a result in a round has an unplayed round of 0. Half of the possible points, and
// the 9 rounds from which two entries are dropped (C1.4), are counted by afterRound, as if the event
// ended there (C1.8). An opponent who is not among the seeds has no row, and counts in the
// tie-breaks of others as one who is. Penalties count for nothing here.
func Chess(seeds []int, results []Result, afterRound int, opt ChessOptions) []ChessRow {
	t := newChessTable(seeds, results, max(0, afterRound))
	for i := range t.rows {
		t.rows[i].accumulate()
	}
	adjusted := make([]int, len(t.rows))
	for i, w := range t.rows {
		adjusted[i] = w.adjusted()
	}
	for i := range t.rows {
		t.lookAtOpponents(&t.rows[i], adjusted, opt.OppositionCumulative)
	}
	rows := t.rows[:len(seeds):len(seeds)]
	order := opt.Order
	if len(order) == 0 {
		order = Tiebreaks()
	}
	rankChess(rows, order)
	return rows
}

// rankChess sorts rows and numbers them, giving equal ones the rank of the first of them (C1.7).
func rankChess(rows []ChessRow, order []Tiebreak) {
	slices.SortFunc(rows, func(a, b ChessRow) int {
		return cmp.Or(a.compare(b, order), cmp.Compare(a.Seed, b.Seed))
	})
	for i := range rows {
		rows[i].Rank = i + 1
		if i > 0 && rows[i].compare(rows[i-1], order) == 0 {
			rows[i].Rank = rows[i-1].Rank
			rows[i].Tied, rows[i-1].Tied = true, true
		}
	}
}

// compare puts more points first, then the higher tie-breaks in their order; 0 is a tie.
func (w ChessRow) compare(o ChessRow, order []Tiebreak) int {
	if by := cmp.Compare(o.HalfPoints, w.HalfPoints); by != 0 {
		return by
	}
	for _, t := range order {
		if by := cmp.Compare(o.Tiebreak(t), w.Tiebreak(t)); by != 0 {
			return by
		}
	}
	return 0
}
