package satellite

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
)

// round takes a round, counted from 0.
func (k *taking) round(round int) error {
	rule, err := k.rule(round + 1)
	if err != nil {
		return err
	}
	var read []PlayedLine
	var pairs []pairing.Pair
	for _, there := range k.readings(round) {
		r, lines, then, err := k.byRule(round, rule, there)
		if err != nil {
			return err
		}
		if slices.Equal(pairSet(k.pairsOf(lines)), pairSet(then)) {
			k.keep(r, lines, then, there)
			return nil
		}
		if read == nil {
			read, pairs = lines, then
		}
	}
	k.keepOwn(round, read, k.pairsOf(read), pairs)
	return nil
}

// readings are the ways to read a round, counted from 0, in which players are
// missing, the likelier first: who of them was paired and forfeits; the others
// are out of it. Who misses one round only, or is said to have stayed, was; who
// misses more had withdrawn, maybe when the first of them was open.
func (k *taking) readings(round int) [][]int {
	var once, first []int
	for i := range k.ids {
		number := i + 1
		if l, _ := k.played.of(number, round); k.seed[i] == 0 || !l.missed() {
			continue
		}
		before := PlayedLine{}
		if round > 0 {
			before, _ = k.played.of(number, round-1)
		}
		if k.played.Players[i].Leaving == Stayed || k.played.missedRun(number, round) == 1 {
			once = append(once, number)
		} else if !before.missed() {
			first = append(first, number)
		}
	}
	readings := [][]int{nil}
	if len(once) > 0 {
		readings = [][]int{once, nil}
	}
	if len(first) > 0 {
		readings = append(readings, append(first, once...))
	}
	return readings
}

// byRule is the round, counted from 0, as its rule makes it: its plan, the lines
// of the file read in its light, and who meets whom. Those who miss the round are
// out of it but for who is there and forfeits.
func (k *taking) byRule(round int, rule pairing.Rule, there []int) (Round, []PlayedLine, []pairing.Pair, error) {
	for number, id := range k.ids {
		e, _ := k.EntrantByID(id)
		l, _ := k.played.of(number+1, round)
		e.Withdrawn = k.seed[number] != 0 && l.missed() && !slices.Contains(there, number+1)
	}
	r := Round{Number: round + 1, Method: rule.Method, State: Planned}
	var err error
	if r.Plan, err = k.planByRule(round+1, rule, k.tour, k.paired()); err != nil {
		return r, nil, nil, err
	}
	seats := seated(k.seats(r))
	lines := k.played.Rounds[round]
	var then []pairing.Pair
	for _, p := range seats {
		read, ok := k.forfeited(lines, p, there)
		if ok {
			lines = read
		}
		then = append(then, p)
	}
	return r, lines, then, nil
}

// forfeited reads two lines of the file as one table that somebody did not come
// to: who is there by the rule misses the round, and his opponent has a bye or
// misses it as well. The bye of who does not come is a round missed anyway.
func (k *taking) forfeited(lines []PlayedLine, p pairing.Pair, there []int) ([]PlayedLine, bool) {
	at := func(seed int) int {
		return slices.IndexFunc(lines, func(l PlayedLine) bool { return l.Second == 0 && k.seed[l.First-1] == seed })
	}
	if p.Second == 0 {
		return nil, false
	}
	a, b := at(p.First), at(p.Second)
	if a < 0 || b < 0 {
		return nil, false
	}
	if !slices.Contains(there, lines[a].First) {
		a, b = b, a // the one who is there by the rule first
	}
	if !slices.Contains(there, lines[a].First) || !lines[b].missed() && lines[b].Kind != standings.Bye {
		return nil, false
	}
	table := lines[a]
	table.Second, table.Kind, table.Forfeits = lines[b].First, standings.Forfeit, First
	if lines[b].missed() {
		table.Kind, table.Forfeits = standings.DoubleForfeit, Both
	}
	out := slices.Clone(lines)
	out[a] = table
	return slices.Delete(out, b, b+1), true
}

// pairsOf are the pairs and byes of lines, by seed.
func (k *taking) pairsOf(lines []PlayedLine) []pairing.Pair {
	var pairs []pairing.Pair
	for _, l := range lines {
		first, second := k.seed[l.First-1], 0
		if l.Second != 0 {
			second = k.seed[l.Second-1]
		}
		if first != 0 && !l.missed() && !l.notThere() {
			pairs = append(pairs, pairing.Pair{First: first, Second: second})
		}
	}
	return pairs
}

// keep keeps a round that is as its rule makes it, pairs in order of table.
func (k *taking) keep(r Round, lines []PlayedLine, pairs []pairing.Pair, there []int) {
	for number := range k.ids {
		k.setLeft(number, r.Number-1, !slices.Contains(there, number+1))
	}
	k.put(r, lines, pairs)
}

// keepOwn keeps a round, counted from 0, that was paired in another way.
func (k *taking) keepOwn(round int, lines []PlayedLine, now, then []pairing.Pair) {
	d := Differ{Round: round + 1, Now: without(pairSet(now), pairSet(then)), Then: without(pairSet(then), pairSet(now))}
	k.differs = append(k.differs, d)
	same := map[[2]int]string{}
	for _, p := range then {
		same[pairSet([]pairing.Pair{p})[0]] = p.Why
	}
	for i, p := range now {
		if p.Second != 0 && p.Second < p.First {
			now[i].First, now[i].Second = p.Second, p.First
		}
		now[i].Why = cmp.Or(same[pairSet(now[i : i+1])[0]], "As in the imported file; the rule of this round pairs otherwise.")
	}
	slices.SortStableFunc(now, func(a, b pairing.Pair) int {
		return bySeedOfTable(seat{first: a.First, second: a.Second}, seat{first: b.First, second: b.Second})
	})
	for number := range k.ids {
		k.setLeft(number, round, k.played.missedRun(number+1, round) > 1)
	}
	k.put(Round{Number: round + 1, Method: pairing.MethodManual, State: Planned, Plan: now}, lines, now)
}

// setLeft notes whether a player has withdrawn by a round, counted from 0: as
// the file says, else if he misses it and is out of its pairs.
func (k *taking) setLeft(number, round int, out bool) {
	l, _ := k.played.of(number+1, round)
	switch k.played.Players[number].Leaving {
	case Stayed:
		k.left[number] = false
	case Left:
		k.left[number] = true
	default:
		k.left[number] = l.missed() && out && k.seed[number] != 0
	}
}

// put puts a round with its games into the satellite, in the place of what was
// planned. A round by its rule without any result stays planned.
func (k *taking) put(r Round, lines []PlayedLine, pairs []pairing.Pair) {
	k.Games = slices.DeleteFunc(k.Games, func(g Game) bool { return g.Round == r.Number })
	k.Rounds = append(slices.Delete(k.Rounds, min(r.Number-1, len(k.Rounds)), min(r.Number, len(k.Rounds))), r)
	slices.SortFunc(k.Rounds, func(a, b Round) int { return a.Number - b.Number })
	var games []Game
	var tables []int
	starters := k.starters(r.Number)
	for _, p := range pairs {
		i := slices.IndexFunc(lines, func(l PlayedLine) bool { return k.tells(l, p) })
		games, tables = append(games, k.game(lines[i], r.Number, p.Why, starters)), append(tables, lines[i].Table)
	}
	k.setTables(games, tables)
	for _, l := range lines {
		if l.missed() && k.seed[l.First-1] != 0 {
			games = append(games, k.game(l, r.Number, "The round was missed and counts as a forfeit.", starters))
		}
	}
	k.Games = append(k.Games, games...)
	slices.SortStableFunc(k.Games, compareGames)
	undecided := slices.ContainsFunc(games, func(g Game) bool { return !g.Decided() })
	if !undecided || slices.ContainsFunc(games, Game.entered) || r.Method == pairing.MethodManual {
		k.openThrough(r.Number)
	}
}

// tells says whether a line is of a pair or a bye.
func (k *taking) tells(l PlayedLine, p pairing.Pair) bool {
	if l.missed() || l.notThere() {
		return false
	}
	a, b := k.seed[l.First-1], 0
	if l.Second != 0 {
		b = k.seed[l.Second-1]
	}
	return a == p.First && b == p.Second || a == p.Second && b == p.First
}

// game makes the game of a line. Who starts is as the file says, else settled by
// the rule (R3.11).
func (k *taking) game(l PlayedLine, number int, why string, starters map[int]pairing.Starter) Game {
	g := Game{ID: k.newID(), Round: number, First: k.ids[l.First-1], Kind: l.Kind, Forfeits: l.Forfeits, Score: l.Score, Why: why}
	if l.Second == 0 {
		return g
	}
	g.Second = k.ids[l.Second-1]
	first, second := starters[k.seed[l.First-1]], starters[k.seed[l.Second-1]]
	if !l.Settled && k.Rules.StartsSettled && !pairing.Starts(first, second, number) {
		g.turn()
	}
	return g
}

// turn lets the other player start.
func (g *Game) turn() {
	g.First, g.Second = g.Second, g.First
	switch g.Forfeits {
	case First:
		g.Forfeits = Second
	case Second:
		g.Forfeits = First
	}
	if s := g.Score; s != nil {
		g.Score = &Score{First: s.Second, Second: s.First, FirstPenalty: s.SecondPenalty, SecondPenalty: s.FirstPenalty}
	}
}

// setTables gives the tables of the file, where it has one of its own for every
// game, else those of the order of the pairs (R3.10).
func (k *taking) setTables(games []Game, tables []int) {
	taken := map[int]bool{0: true}
	for i, g := range games {
		if g.Second == uuid.Nil {
			continue
		}
		if taken[tables[i]] || tables[i] > MaxTable {
			k.numberTables(games)
			return
		}
		taken[tables[i]] = true
	}
	for i := range games {
		if games[i].Second != uuid.Nil {
			games[i].Table = tables[i]
		}
	}
}
