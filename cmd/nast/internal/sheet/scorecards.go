package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// card is the scorecard of one player.
type card struct {
	Player player
	Turns  []turn
}

// What a player writes on: the width of a number, and of a name.
const (
	blank     = "____"
	blankName = "____________________"
)

// cutLine is where text is to be cut.
const cutLine = "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -"

// Scorecards are one card for each player, in the order of names: his rounds with table, start and
// opponent as far as they are known, what was played filled in, and the rest blank to be
// written on.
func (e Event) Scorecards() *Sheet {
	field := e.field()
	slices.SortStableFunc(field, byName())
	view := scorecardsView{Chess: e.chess()}
	for _, p := range field {
		view.Cards = append(view.Cards, card{Player: p, Turns: e.turns(p.ID)})
	}
	var notes []string
	if e.drawn() {
		notes = append(notes, "Who plays first is drawn at the table.")
	}
	s := e.sheet(scorecards, "Scorecards", notes)
	s.View, s.body = view, view.text
	return s
}

// scorecardsView is what the template of the scorecards shows.
type scorecardsView struct {
	Cards []card
	Chess bool // results instead of scores and spread
}

func (v scorecardsView) text(out *strings.Builder) error {
	for _, c := range v.Cards {
		fmt.Fprintf(out, "%s\n\n%s, %s%s\n\n", cutLine, c.Player, c.Player.Rating, c.Player.aside())
		heads := []string{">Round", ">Table", "Plays", "Opponent", ">Own", ">Against", "Result", ">Spread", ">Wins", ">Total"}
		if v.Chess {
			heads = []string{">Round", ">Table", "Plays", "Opponent", "Result", ">Points"}
		}
		table := display.NewTable(heads...)
		for _, t := range c.Turns {
			cells := t.cells()
			if v.Chess { // without scores, spread and its total
				cells = []string{cells[0], cells[1], cells[2], cells[3], cells[6], cells[8]}
			}
			table.Row(cells...)
		}
		if err := table.Write(out); err != nil {
			return err
		}
		out.WriteString("\n")
	}
	return nil
}

// aside is the note behind a name.
func (p player) aside() string {
	if p.Note == "" {
		return ""
	}
	return ", " + p.Note
}

// cells are the cells of a line of a card, with blanks where something is to be written.
func (t turn) cells() []string {
	open := func(known, space string) string {
		if known == "" && !t.Played() {
			return space
		}
		return known
	}
	opponent := t.Opponent.String()
	if remark := t.Remark(); remark != "" {
		opponent += ", " + remark
	}
	return []string{
		strconv.Itoa(t.Round), open(t.Table, blank), open(t.Plays, blank), open(opponent, blankName),
		open(t.Own, blank), open(t.Against, blank), open(t.Result, blank), open(t.Spread, blank),
		cmp.Or(t.Points, blank), cmp.Or(t.Total, blank),
	}
}

// Remark is what is to be said of a game besides its scores.
func (t turn) Remark() string {
	var parts []string
	if t.Instead != "" && t.Instead != t.Opponent.Name {
		parts = append(parts, t.Instead)
	}
	if t.Penalty > 0 {
		parts = append(parts, fmt.Sprintf("penalty %d", t.Penalty))
	}
	return strings.Join(parts, ", ")
}
