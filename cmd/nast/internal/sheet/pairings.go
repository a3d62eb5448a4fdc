package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// PairingsOptions say how pairings are shown.
type PairingsOptions struct {
	ByName bool   // a line for each player, in the order of names; otherwise by table
	Why    bool   // with the reason of each pair (R3.8)
	Codes  *Codes // beside the names; nil: none
}

// pairingsView is what the template of the pairings shows.
type pairingsView struct {
	ByName, Drawn bool
	Chess         bool // who plays first has white
	Coded         bool
	Pairs         []pair
}

// pair is a line: a table by table, a player by name.
type pair struct {
	Table         string
	First, Second player  // by name: the player, and whom he meets
	Codes         [2]code // of the two; by name of the player alone
	Plays         string  // by name: "first" or "second", in chess "white" or "black"
	Forfeit, Why  string
}

// Pairings is the sheet that says who meets whom, and where. Byes and forfeits stand in it as
// what they are; scores do not, they have the wall chart.
func (e Event) Pairings(r api.Round, o PairingsOptions) *Sheet {
	view := pairingsView{ByName: o.ByName, Drawn: e.drawn(), Chess: e.chess(), Coded: o.Codes != nil}
	for _, g := range byTable(r.Games) {
		p := pair{Table: number(g.Table), First: firstOf(&g), Second: secondOf(&g), Forfeit: forfeit(&g)}
		p.Codes = [2]code{o.Codes.of(p.First), o.Codes.of(p.Second)}
		if o.Why {
			p.Why = display.Clean(g.Why)
		}
		view.Pairs = append(view.Pairs, p)
	}
	order := "by table"
	if o.ByName {
		order = "by name"
		view.Pairs = e.byPlayer(view.Pairs)
	}
	notes := o.Codes.notes()
	if e.drawn() {
		notes = append(notes, "Who plays first is drawn at the table.")
	}
	s := e.sheet(pairings, fmt.Sprintf("Round %d of %d, %s: pairings %s", r.Round, e.Satellite.Rounds, method(r.Method), order),
		append(notes, warned(r.Warnings)...))
	s.View, s.body = view, view.text
	return s
}

// byPlayer makes of each pair a line for each of its players, in the order of names.
func (e Event) byPlayer(pairs []pair) []pair {
	var lines []pair
	for _, p := range pairs {
		if p.Second.Seed == 0 {
			lines = append(lines, p)
			continue
		}
		turned := p
		turned.First, turned.Second = p.Second, p.First
		turned.Codes[0] = p.Codes[1]
		if !e.drawn() {
			p.Plays, turned.Plays = e.sides()[0], e.sides()[1]
		}
		lines = append(lines, p, turned)
	}
	order := byName()
	slices.SortStableFunc(lines, func(a, b pair) int { return order(a.First, b.First) })
	return lines
}

func (v pairingsView) text(out *strings.Builder) error {
	heads := []string{">Table", "Plays first", "Code", "Plays second", "Code", "Forfeit", "Why"}
	switch {
	case v.ByName:
		heads = []string{"Name", ">Table", "Plays", "Against", "Code", "Forfeit", "Why"}
	case v.Chess:
		heads = []string{">Table", "White", "Code", "Black", "Code", "Forfeit", "Why"}
	case v.Drawn:
		heads = []string{">Table", "Player", "Code", "Player", "Code", "Forfeit", "Why"}
	}
	table := display.NewTable(heads...)
	for _, p := range v.Pairs {
		if v.ByName {
			table.Row(p.First.String(), p.Table, p.Plays, p.Second.String(), p.Codes[0].Text, p.Forfeit, p.Why)
		} else {
			table.Row(p.Table, p.First.String(), p.Codes[0].Text, p.Second.String(), p.Codes[1].Text, p.Forfeit, p.Why)
		}
	}
	return table.Write(out)
}

// byTable gives the games in the order of their tables, those without one last, by seed.
func byTable(games []api.Game) []api.Game {
	return slices.SortedStableFunc(slices.Values(games), func(x, y api.Game) int {
		switch {
		case x.Table == nil && y.Table == nil:
			return cmp.Compare(x.First.Seed, y.First.Seed)
		case x.Table == nil:
			return 1
		case y.Table == nil:
			return -1
		}
		return cmp.Compare(*x.Table, *y.Table)
	})
}

func method(m api.RoundMethod) string {
	switch m {
	case api.RoundMethodSwiss:
		return "Swiss"
	case api.RoundMethodManual:
		return "paired by hand"
	}
	return strings.ReplaceAll(string(m), "_", " ")
}

// warned are the words of what the service found odd.
func warned(list *[]api.Warning) []string {
	if list == nil {
		return nil
	}
	var says []string
	for _, w := range *list {
		says = append(says, w.Detail)
	}
	return says
}
