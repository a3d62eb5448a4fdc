package satellite_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/satellite"
)

// line is a line of standings that the tests compute for themselves (R4.1-R4.4).
type line struct{ seed, half, spread, byes, games int }

// tally computes the standings after a round from the games alone.
func tally(s *satellite.Satellite, after int) []line {
	lines := map[int]*line{}
	for _, e := range s.Entrants {
		if e.InField {
			lines[e.Seed] = &line{seed: e.Seed}
		}
	}
	for _, g := range s.Games {
		if g.Round > after {
			continue
		}
		a, b := lines[seedOf(s, g.First)], lines[seedOf(s, g.Second)]
		switch {
		case b == nil && g.Forfeits != satellite.Nobody: // a round missed
			a.spread -= 50
		case b == nil:
			a.half, a.spread, a.byes = a.half+2, a.spread+50, a.byes+1
		case g.Forfeits == satellite.First:
			a.spread, b.spread, b.half = a.spread-50, b.spread+50, b.half+2
		case g.Forfeits == satellite.Second:
			a.spread, b.spread, a.half = a.spread+50, b.spread-50, a.half+2
		case g.Forfeits == satellite.Both:
			a.spread, b.spread = a.spread-50, b.spread-50
		case g.Score != nil:
			margin := g.Score.First - g.Score.Second
			a.spread += margin - g.Score.FirstPenalty
			b.spread += -margin - g.Score.SecondPenalty
			a.half += 1 + cmp.Compare(margin, 0)
			b.half += 1 - cmp.Compare(margin, 0)
			a.games++
			b.games++
		}
	}
	var all []line
	for _, l := range lines {
		all = append(all, *l)
	}
	slices.SortFunc(all, func(a, b line) int {
		return cmp.Or(cmp.Compare(b.half, a.half), cmp.Compare(b.spread, a.spread), cmp.Compare(a.seed, b.seed))
	})
	return all
}

// withoutBye takes out who has the bye by R3.6: the lowest of those with the
// fewest byes.
func withoutBye(order []line) (rest []line, bye int) {
	if len(order)%2 == 0 {
		return order, 0
	}
	fewest := slices.MinFunc(order, func(a, b line) int { return cmp.Compare(a.byes, b.byes) }).byes
	for i := len(order) - 1; ; i-- {
		if order[i].byes == fewest {
			return slices.Delete(slices.Clone(order), i, i+1), order[i].seed
		}
	}
}

// swiss pairs by R3.3, a pair at a time from lists of the score groups.
func swiss(order []line) [][2]int {
	var pairs [][2]int
	for len(order) > 0 {
		var group []line
		for len(order) > 0 && (len(group) == 0 || order[0].half == group[0].half) {
			group, order = append(group, order[0]), order[1:]
		}
		if len(group)%2 == 1 { // the top player of the next group comes up
			group, order = append(group, order[0]), order[1:]
		}
		for i := range len(group) / 2 {
			a, b := group[i].seed, group[len(group)/2+i].seed
			pairs = append(pairs, [2]int{min(a, b), max(a, b)})
		}
	}
	return pairs
}

// hill pairs by R3.4.
func hill(order []line) [][2]int {
	var pairs [][2]int
	for i := 0; i < len(order); i += 2 {
		a, b := order[i].seed, order[i+1].seed
		pairs = append(pairs, [2]int{min(a, b), max(a, b)})
	}
	return pairs
}

// readJSON reads official data.
func readJSON(t testing.TB, file string, into any) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, into))
}

// official are the preset pairs of a round by the published table (R3.1, R3.2),
// by better seed as R3.10 has the tables, and the bye.
func official(t testing.TB, field, rounds, round int) (pairs [][2]int, bye int) {
	t.Helper()
	file := "nast_presets_5_6_rounds.json"
	if rounds > 6 {
		file = "nast_presets_7_8_rounds.json"
	}
	var tables map[string][][][2]int
	readJSON(t, file, &tables)
	for _, p := range tables[fmt.Sprint(field+field%2)][round-1] {
		if max(p[0], p[1]) > field {
			bye = min(p[0], p[1])
			continue
		}
		pairs = append(pairs, [2]int{min(p[0], p[1]), max(p[0], p[1])})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return pairs, bye
}
