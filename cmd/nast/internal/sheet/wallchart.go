package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// cell is one round of a player on the wall chart.
type cell struct {
	Result string // "W 14": the result and the opponent's seed; "v 14" while it is to be played
	Score  string // "412-388"
	Note   string // what stands in place of the score, or is to be said of it
	Points string // wins so far
	Total  string // spread so far
}

// legend explains the cells of the wall chart.
const legend = "W won, L lost, D drew, v to be played; then the opponent's seed. Own score first. Below: wins and spread so far."

// chessLegend explains the cells of chess.
const chessLegend = "W won, D drew, L lost, then the opponent's number; B, H, U bye of a point, half a point, none; X won and F lost by forfeit; (w) white, (b) black. Below: points so far."

// WallChart is the chart of the whole field by seed, a cell for each round (R4.4).
func (e Event) WallChart() *Sheet {
	view := chartView{}
	for n := 1; n <= e.lastRound(); n++ {
		view.Rounds = append(view.Rounds, n)
	}
	for _, p := range e.field() {
		line := chartLine{Player: p}
		for _, t := range e.turns(p.ID) {
			if e.chess() {
				line.Cells = append(line.Cells, t.chessCell())
				continue
			}
			line.Cells = append(line.Cells, t.cell())
		}
		view.Lines = append(view.Lines, line)
	}
	explained := legend
	if e.chess() {
		explained = chessLegend
	}
	s := e.sheet(wallChart, "Wall chart", []string{explained})
	s.wide = true
	s.View, s.body = view, view.text
	return s
}

func (t turn) cell() cell {
	c := cell{Result: t.Result, Note: t.Remark(), Points: t.Points, Total: t.Total}
	switch {
	case t.State == toPlay:
		c.Result = fmt.Sprintf("v %d", t.Opponent.Seed)
	case t.Opponent.Seed > 0:
		c.Result = strings.TrimSpace(fmt.Sprintf("%s %d", t.Result, t.Opponent.Seed))
	default: // a bye, an absence, or nothing at all
		c.Note = t.Opponent.Name
	}
	if t.Own != "" {
		c.Score = t.Own + "-" + t.Against
	}
	return c
}

// chessCell is a round of chess: "W8 (w)", "H---".
func (t turn) chessCell() cell {
	c := cell{Points: t.Points}
	colour := ""
	if t.Plays != "" {
		colour = "(" + t.Plays[:1] + ")"
	}
	switch {
	case t.State == toPlay:
		c.Result, c.Note = fmt.Sprintf("v%d", t.Opponent.Seed), colour
	case t.Opponent.Seed > 0 && (t.Result == "X" || t.Result == "F"):
		c.Result = fmt.Sprintf("%s%d", t.Result, t.Opponent.Seed) // without a colour (C1)
	case t.Opponent.Seed > 0:
		c.Result, c.Note = fmt.Sprintf("%s%d", t.Result, t.Opponent.Seed), colour
	case t.Result != "":
		c.Result = t.Result + "---"
	}
	return c
}

// chartView is what the template of the wall chart shows.
type chartView struct {
	Rounds []int
	Lines  []chartLine
}

// Columns is the number of columns of the chart.
func (v chartView) Columns() int { return 2 + len(v.Rounds) }

type chartLine struct {
	Player player
	Cells  []cell
}

func (v chartView) text(out *strings.Builder) error {
	heads := []string{">Seed", "Name"}
	for _, n := range v.Rounds {
		heads = append(heads, fmt.Sprintf("Round %d", n))
	}
	table := display.NewTable(heads...)
	for i, line := range v.Lines {
		if i > 0 {
			table.Row()
		}
		above := []string{strconv.Itoa(line.Player.Seed), line.Player.Name}
		below := []string{"", line.Player.Rating + line.Player.aside()}
		for _, c := range line.Cells {
			above = append(above, joined(c.Result, c.Score, c.Note))
			below = append(below, joined(c.Points, c.Total))
		}
		table.Row(above...)
		table.Row(below...)
	}
	return table.Write(out)
}

// joined puts what there is beside each other.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}
