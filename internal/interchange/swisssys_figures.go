package interchange

import (
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/standings"
)

// compareFigures notes totals and tie-breaks that are not the computed ones. A chart that was
// written in the course of a round may count that round or not, and Cumulative of Opposition may be
// of either mode of C1.6: a figure is right where one of these gives it.
func (r *chartReader) compareFigures(d Division) {
	computed := r.computed(d)
	if computed == nil {
		return
	}
	for i, figures := range r.figures {
		row := r.rows[i]
		for _, c := range figureColumns {
			value, written := figures[c]
			if !written {
				continue
			}
			at := row.seat.line.place(value.at)
			half, ok := halfPointsOf(value.text)
			if !ok {
				r.doubt(at, "bad_figure", "%s of %s is not a number of whole or half points and is passed over.", columnName(c), row.player.Name)
				continue
			}
			right, possible := false, []string(nil)
			for _, list := range computed {
				figure := list[row.number-1].figure(c)
				right = right || figure == half
				if text := halves(figure); len(possible) == 0 || possible[len(possible)-1] != text {
					possible = append(possible, text)
				}
			}
			if !right {
				r.doubt(at, "other_figure", "%s of %s is %s, and %s by the results; is a result wrong?", columnName(c), row.player.Name, halves(half), strings.Join(possible, " or "))
			}
		}
	}
}

// computed are the standings that a chart may show, each in order of the numbers; nothing where
// there is nothing to compare.
func (r *chartReader) computed(d Division) [][]ChessStanding {
	some := false
	for _, figures := range r.figures {
		some = some || len(figures) > 0
	}
	if !some {
		return nil
	}
	rounds := []int{d.CompleteRounds()}
	if d.Rounds() > rounds[0] {
		rounds = append(rounds, d.Rounds())
	}
	var lists [][]ChessStanding
	for _, after := range rounds {
		for _, mode := range []standings.OppositionMode{standings.NSCF, standings.USChess} {
			lists = append(lists, bySeed(d.ChessStandings(after, standings.ChessOptions{OppositionCumulative: mode})))
		}
	}
	return lists
}

// halfPointsOf reads a number of points, whole or half: "8", "8.0", "8.5", "8½".
func halfPointsOf(text string) (int, bool) {
	if text == "½" {
		return 1, true
	}
	whole, half := text, 0
	for _, end := range []string{"½", ".5", ".50"} {
		if cut, ok := strings.CutSuffix(text, end); ok {
			whole, half = cut, 1
		}
	}
	whole = strings.TrimSuffix(strings.TrimSuffix(whole, ".00"), ".0")
	if whole == "" && half == 1 {
		whole = "0"
	}
	n, err := strconv.Atoi(whole)
	if err != nil || n < 0 || n > MaxResultLines || strings.Trim(whole, "0123456789") != "" {
		return 0, false
	}
	return 2*n + half, true
}
