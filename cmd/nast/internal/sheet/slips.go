package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// How many slips an HTML page holds, two beside each other. With codes they are taller.
const (
	slipsOnAPage      = 8
	codedSlipsOnAPage = 6
)

// slip is the result slip of one table.
type slip struct {
	Round  int
	Table  string
	Drawn  bool
	Chess  bool // a result is one of three
	Event  string
	Sides  [2]slipSide
	Widest int // columns of the widest name of all slips
}

type slipSide struct {
	Player player
	Plays  string // "plays first", "plays second"
	Code   code   // the player's own, to send the result with
}

// Slips are the result slips of a round, one for each table at which a game is played, with the
// code of each player where codes has one; nil is no codes. Byes and forfeits need no slip and are listed
// below, so that nobody is looked for in vain.
func (e Event) Slips(r api.Round, codes *Codes) *Sheet {
	view := slipsView{Coded: codes != nil}
	notes := codes.notes()
	widest := 0
	for _, g := range byTable(r.Games) {
		if g.Second == nil || forfeited(&g) {
			notes = append(notes, "No slip: "+unplayed(&g))
			continue
		}
		one := slip{Round: r.Round, Table: number(g.Table), Drawn: e.drawn(), Chess: e.chess(), Event: display.Clean(e.Satellite.Name)}
		for i, p := range []player{firstOf(&g), secondOf(&g)} {
			one.Sides[i] = slipSide{Player: p, Plays: e.plays(i), Code: codes.of(p)}
			widest = max(widest, display.Width(p.String()))
		}
		view.Slips = append(view.Slips, one)
	}
	for i := range view.Slips {
		view.Slips[i].Widest = widest
	}
	s := e.sheet(slips, fmt.Sprintf("Round %d of %d: result slips", r.Round, e.Satellite.Rounds), notes)
	s.View, s.body = view, view.text
	return s
}

// plays says what a side of a slip does.
func (e Event) plays(side int) string {
	if e.chess() {
		return e.sides()[side]
	}
	return "plays " + e.sides()[side]
}

// unplayed says why a pair needs no slip: "Lee, Ann (3): bye".
func unplayed(g *api.Game) string {
	if g.Second == nil {
		return firstOf(g).String() + ": " + alone(g)
	}
	return fmt.Sprintf("table %s, %s and %s: forfeit, %s", number(g.Table), firstOf(g), secondOf(g), forfeit(g))
}

// slipsView is what the template of the slips shows.
type slipsView struct {
	Slips []slip
	Coded bool
}

// Pages are the slips page by page.
func (v slipsView) Pages() [][]slip {
	n := slipsOnAPage
	if v.Coded {
		n = codedSlipsOnAPage
	}
	return slices.Collect(slices.Chunk(v.Slips, n))
}

func (v slipsView) text(out *strings.Builder) error {
	for _, s := range v.Slips {
		fmt.Fprintf(out, "%s\n\n%s\nRound %d   Table %s\n\n", cutLine, s.Event, s.Round, s.Table)
		for _, side := range s.Sides {
			plays := display.Pad(side.Plays, len("plays second"))
			if s.Drawn {
				plays = "[ ] first"
			}
			line := fmt.Sprintf("  %s  %s  [      ]  signed ____________________", plays, display.Pad(side.Player.String(), s.Widest))
			if side.Code.Text != "" {
				line += "  code " + side.Code.Text
			}
			out.WriteString(line + "\n\n")
		}
	}
	if len(v.Slips) > 0 {
		out.WriteString(cutLine + "\n")
	}
	return nil
}
