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
		if hasResult(&g) {
			t.in++
		} else {
			t.missing = append(t.missing, *g.Table)
		}
	}
	slices.Sort(t.missing)
	return t
}

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
func (a *app) showRound(r *api.Round, why bool) error {
	a.roundTitle(r)
	table := display.NewTable(">Table", "First", "Second", "Result", "Why")
	for _, g := range byTable(r.Games) {
		second := "bye"
		if g.Second != nil {
			second = seeded(g.Second.Name, g.Second.Seed)
		}
		row := []string{number(g.Table), seeded(g.First.Name, g.First.Seed), second, scoreLine(&g)}
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
func (a *app) showRoundByName(r *api.Round, why bool) error {
	a.roundTitle(r)
	type row struct{ name, table, plays, opponent, why string }
	var rows []row
	for _, g := range r.Games {
		if g.Second == nil {
			rows = append(rows, row{g.First.Name, "", "", "bye", g.Why})
			continue
		}
		first, second := seeded(g.First.Name, g.First.Seed), seeded(g.Second.Name, g.Second.Seed)
		rows = append(rows,
			row{g.First.Name, number(g.Table), "first", second, g.Why},
			row{g.Second.Name, number(g.Table), "second", first, g.Why})
	}
	slices.SortStableFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(folded(x.name), folded(y.name)), cmp.Compare(x.name, y.name))
	})
	table := display.NewTable("Name", ">Table", "Plays", "Against", "Why")
	for _, one := range rows {
		if !why {
			one.why = ""
		}
		table.Row(one.name, one.table, one.plays, one.opponent, one.why)
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
		line = string(*g.Outcome)
	case g.FirstScore != nil && g.SecondScore != nil && g.Table != nil:
		line = fmt.Sprintf("%d-%d", *g.FirstScore, *g.SecondScore)
	}
	if g.FirstPenalty > 0 || g.SecondPenalty > 0 {
		line += fmt.Sprintf(" (penalty %d-%d)", g.FirstPenalty, g.SecondPenalty)
	}
	return line
}
