package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// results counts the results of a round. Byes have no table and need none.
type results struct {
	tables, in int
	missing    []int
}

func tally(r *api.Round) results {
	var t results
	for _, g := range r.Games {
		if g.Table == nil {
			continue
		}
		t.tables++
		if settled(&g) {
			t.in++
		} else {
			t.missing = append(t.missing, *g.Table)
		}
	}
	slices.Sort(t.missing)
	return t
}

// settled says that a game needs no further result.
func settled(g *api.Game) bool { return hasResult(g) && !disputed(g) }

func disputed(g *api.Game) bool { return g.Disputed != nil && *g.Disputed }

func hasResult(g *api.Game) bool {
	return g.FirstScore != nil || g.Forfeit != nil || g.Outcome != nil ||
		g.Kind == api.GameKindForfeit || g.Kind == api.GameKindDoubleForfeit
}

// listed writes table numbers as "3, 9, 11", the first dozen of them.
func listed(tables []int) string {
	const shown = 12
	var parts []string
	for _, n := range tables[:min(shown, len(tables))] {
		parts = append(parts, strconv.Itoa(n))
	}
	if len(tables) > shown {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ", ")
}

func (a *app) roundTitle(r *api.Round) {
	t := tally(r)
	a.say("Round %d, %s, %s: %d of %d results\n", r.Round, words(string(r.Method)), r.State, t.in, t.tables)
}

// showRound writes the pairs of a round by table, byes last.
func (a *app) showRound(s *api.Satellite, r *api.Round, why bool) error {
	a.roundTitle(r)
	first, second := "First", "Second"
	if isChess(s) {
		first, second = "White", "Black"
	}
	table := display.NewTable(">Table", first, second, "Result", "Note", "Why")
	for _, g := range byTable(r.Games) {
		row := []string{number(g.Table), seeded(g.First.Name, g.First.Seed), opponent(&g), scoreLine(&g), note(&g)}
		if why {
			row = append(row, g.Why)
		}
		table.Row(row...)
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	a.warnings(r.Warnings)
	return nil
}

// showRoundByName writes one row for each player, in the order of names.
func (a *app) showRoundByName(s *api.Satellite, r *api.Round, why bool) error {
	a.roundTitle(r)
	plays := [2]string{"first", "second"}
	if isChess(s) {
		plays = [2]string{"white", "black"}
	}
	type row struct{ name, table, plays, opponent, note, why string }
	var rows []row
	for _, g := range r.Games {
		if g.Second == nil {
			rows = append(rows, row{g.First.Name, "", "", opponent(&g), note(&g), g.Why})
			continue
		}
		first, second := seeded(g.First.Name, g.First.Seed), seeded(g.Second.Name, g.Second.Seed)
		rows = append(rows,
			row{g.First.Name, number(g.Table), plays[0], second, note(&g), g.Why},
			row{g.Second.Name, number(g.Table), plays[1], first, note(&g), g.Why})
	}
	slices.SortStableFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(folded(x.name), folded(y.name)), cmp.Compare(x.name, y.name))
	})
	table := display.NewTable("Name", ">Table", "Plays", "Against", "Note", "Why")
	for _, one := range rows {
		if !why {
			one.why = ""
		}
		table.Row(one.name, one.table, one.plays, one.opponent, one.note, one.why)
	}
	if err := table.Write(a.out); err != nil {
		return err
	}
	a.warnings(r.Warnings)
	return nil
}

// byTable gives the games in the order of their tables, those without one last.
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

// opponent is who sits opposite the first player, or why nobody does.
func opponent(g *api.Game) string {
	switch {
	case g.Second != nil:
		return seeded(g.Second.Name, g.Second.Seed)
	case g.Kind == api.GameKindBye:
		return "bye"
	case g.Kind == api.GameKindHalfPointBye, g.Kind == api.GameKindZeroPointBye:
		return byeWords(g.Kind)
	}
	return "misses the round"
}

// byeWords writes a bye that was booked ahead.
func byeWords(kind api.GameKind) string {
	if kind == api.GameKindHalfPointBye {
		return "half-point bye"
	}
	return "zero-point bye"
}

func isChess(s *api.Satellite) bool { return s.Format == api.TourFormatNscf }

// changedByHand begins the reason of a pair that the director made himself.
const changedByHand = "Changed by the director"

// note says what the director should see of a pair besides its result.
func note(g *api.Game) string {
	var notes []string
	if strings.HasPrefix(g.Why, changedByHand) {
		notes = append(notes, "changed by hand")
	}
	if said := claims(g); said != "" && (disputed(g) || !hasResult(g)) {
		notes = append(notes, said)
	}
	return strings.Join(notes, "; ")
}

// claims are what the players have sent themselves, both with the first player's score first:
// "in dispute: first says 412-388, second says 421-388".
func claims(g *api.Game) string {
	if g.Claims == nil {
		return ""
	}
	var said []string
	for _, c := range *g.Claims {
		said = append(said, fmt.Sprintf("%s says %s", c.By, claimed(&c)))
	}
	line := strings.Join(said, ", ")
	if disputed(g) {
		return "in dispute: " + line
	}
	return line
}

func seeded(name string, seed int) string { return fmt.Sprintf("%s (%d)", name, seed) }

// scoreLine writes the result of a game: "412-388", "first forfeits", nothing yet.
func scoreLine(g *api.Game) string {
	line := ""
	switch {
	case g.Forfeit != nil && *g.Forfeit == api.ForfeitSideBoth, g.Kind == api.GameKindDoubleForfeit:
		line = "both forfeit"
	case g.Forfeit != nil:
		line = string(*g.Forfeit) + " forfeits"
	case g.Kind == api.GameKindForfeit:
		line = "forfeit"
	case g.Outcome != nil:
		line = outcomeLine(*g.Outcome)
	case g.FirstScore != nil && g.SecondScore != nil && g.Table != nil:
		line = fmt.Sprintf("%d-%d", *g.FirstScore, *g.SecondScore)
	}
	if g.FirstPenalty > 0 || g.SecondPenalty > 0 {
		line += fmt.Sprintf(" (penalty %d-%d)", g.FirstPenalty, g.SecondPenalty)
	}
	return line
}

// claimed is what a player has sent: both scores, or in chess who has won.
func claimed(c *api.Claim) string {
	if c.Outcome != nil {
		return outcomeLine(*c.Outcome)
	}
	return fmt.Sprintf("%d-%d", value(c.FirstScore), value(c.SecondScore))
}

// outcomeLine writes the result of a game of chess, white's point first.
func outcomeLine(o api.Outcome) string {
	switch o {
	case api.OutcomeFirst:
		return "1-0"
	case api.OutcomeSecond:
		return "0-1"
	}
	return "1/2-1/2"
}
