package standings

import (
	"cmp"
	"slices"
)

// unplayedSpread is the spread of a bye or of a forfeit, won or lost (R4.2).
const unplayedSpread = 50

// Row is the standing of one player.
type Row struct {
	Rank int  // from 1; players equal on points and spread share it (R4.4)
	Tied bool // somebody else has the same rank
	Seed int

	HalfPoints int // two for a win, one for a draw
	Wins       int // games, byes and forfeits won
	Losses     int // games and forfeits lost
	Draws      int
	Byes       int // forfeits won are not byes (R3.6)
	Games      int // games really played (R4.2)
	Spread     int // cumulative, less penalties

	// HadGame says that he played at least one game, and so counts for the size
	// of the field (R5.1).
	HadGame bool
}

// Nast computes the standings (R4.4) of the given seeds from the results of
// rounds 1 to afterRound. The rows are in order of points, then spread, then
// seed; players equal on points and spread share a rank (1, 2, 2, 4) and are
// marked Tied. The seed orders a tie for pairing and for show only; it never
// decides a prize. A seed without results stands with nothing, and a result of
// a seed that is not given counts for his opponent alone. The kinds of chess
// count for nothing here.
func Nast(seeds []int, results []Result, afterRound int) []Row {
	rows := make([]Row, len(seeds))
	bySeed := make(map[int]*Row, len(seeds))
	for i, seed := range seeds {
		rows[i].Seed = seed
		bySeed[seed] = &rows[i]
	}
	for _, r := range results {
		if r.Round < 1 || r.Round > afterRound {
			continue
		}
		if first := bySeed[r.First]; first != nil {
			first.add(firstSide(r))
		}
		if second := bySeed[r.Second]; second != nil {
			second.add(secondSide(r))
		}
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(a.compare(b), cmp.Compare(a.Seed, b.Seed))
	})
	share(rows)
	return rows
}

// side is a result as one of its two players sees it.
type side struct {
	kind    Kind
	margin  int // of a game: own score less the opponent's
	penalty int
	absent  bool
}

func firstSide(r Result) side {
	return side{r.Kind, r.FirstScore - r.SecondScore, r.FirstPenalty, r.FirstForfeits}
}

func secondSide(r Result) side {
	return side{r.Kind, r.SecondScore - r.FirstScore, r.SecondPenalty, r.SecondForfeits}
}

// add counts one result (R4.1, R4.2), then takes the penalty off (R4.3).
func (w *Row) add(s side) {
	switch s.kind {
	case Game:
		w.Games++
		w.HadGame = true
		w.score(s.margin)
	case Bye:
		w.Byes++
		w.score(unplayedSpread)
	case Forfeit:
		if s.absent {
			w.score(-unplayedSpread)
		} else {
			w.score(unplayedSpread)
		}
	case DoubleForfeit:
		w.score(-unplayedSpread)
	case HalfPointBye, ZeroPointBye:
		return
	}
	w.Spread -= s.penalty
}

// score counts a win, a loss or a draw by its margin.
func (w *Row) score(margin int) {
	w.Spread += margin
	switch {
	case margin > 0:
		w.Wins++
		w.HalfPoints += 2
	case margin < 0:
		w.Losses++
	default:
		w.Draws++
		w.HalfPoints++
	}
}

// compare puts more points first, then the higher spread; 0 is a tie (R4.4).
func (w Row) compare(o Row) int {
	return cmp.Or(cmp.Compare(o.HalfPoints, w.HalfPoints), cmp.Compare(o.Spread, w.Spread))
}

// share numbers sorted rows, giving equal ones the rank of the first of them.
func share(rows []Row) {
	for i := range rows {
		rows[i].Rank = i + 1
		if i > 0 && rows[i].compare(rows[i-1]) == 0 {
			rows[i].Rank = rows[i-1].Rank
			rows[i].Tied, rows[i-1].Tied = true, true
		}
	}
}
