package satellite_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// person is what R3.12 needs to know of a player of the field.
type person struct {
	here, late bool
	number     int // order of entry
	hadBye     bool
}

// round is who meets whom, by seed, the lower one first.
type round struct {
	pairs  [][2]int
	bye    int // 0: none
	misses []int
}

// filled carries out R3.12 on the pairs of a plan (0 for the bye), step by step
// as the rule is written.
func filled(plan [][2]int, people map[int]person) round {
	out := round{misses: []int{}}
	var empty, waiting []int // empty: those who sit opposite an empty seat
	inPlan := map[int]bool{0: true}
	ownBye := 0
	for _, p := range plan {
		inPlan[p[0]], inPlan[p[1]] = true, true
		here := slices.DeleteFunc([]int{p[0], p[1]}, func(seed int) bool { return !people[seed].here })
		switch {
		case len(here) == 2:
			out.pairs = append(out.pairs, ordered(here[0], here[1]))
		case len(here) == 1:
			empty = append(empty, here[0])
			if p[1] == 0 {
				ownBye = p[0]
			}
		}
	}
	for seed, p := range people {
		switch {
		case !p.here:
			out.misses = append(out.misses, seed)
		case !inPlan[seed]:
			waiting = append(waiting, seed)
		}
	}
	slices.SortFunc(waiting, func(a, b int) int {
		if people[a].late != people[b].late {
			return map[bool]int{true: 1, false: -1}[people[a].late]
		}
		return cmp.Compare(people[a].number, people[b].number)
	})
	for len(empty) > 0 && len(waiting) > 0 {
		out.pairs = append(out.pairs, ordered(empty[0], waiting[0]))
		empty, waiting = empty[1:], waiting[1:]
	}
	alone := append(empty, waiting...)
	slices.Sort(alone)
	for len(alone) > 1 {
		out.pairs, alone = append(out.pairs, ordered(alone[0], alone[1])), alone[2:]
	}
	for _, seed := range alone {
		if p := people[seed]; p.late && p.hadBye && seed != ownBye {
			out.misses = append(out.misses, seed)
		} else {
			out.bye = seed
		}
	}
	slices.Sort(out.misses)
	slices.SortFunc(out.pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return out
}

func ordered(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// linesOf is a round as it stands.
func linesOf(s *satellite.Satellite, number int) round {
	out := round{misses: []int{}}
	for _, g := range s.GamesOf(number) {
		a, b := seedOf(s, g.First), seedOf(s, g.Second)
		switch {
		case b != 0:
			out.pairs = append(out.pairs, ordered(a, b))
		case g.Kind == standings.Bye:
			out.bye = a
		default:
			out.misses = append(out.misses, a)
		}
	}
	slices.Sort(out.misses)
	slices.SortFunc(out.pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return out
}

// ledger follows a satellite of preset rounds by R2.2, R3.12, R4.7 and R4.8
// alone, without looking at it: who is in the field, and what every round is.
type ledger struct {
	plans    [][][2]int // official, by round; 0 for the bye
	people   map[int]person
	standbys []int // numbers of those who wait, in order of entry
	entered  int
	opened   int
	rounds   []round // as they were when they were opened
}

// fill says how the rounds that are not open are to be paired.
func (l *ledger) fill() []round {
	rounds := slices.Clone(l.rounds)
	people := map[int]person{}
	for seed, p := range l.people {
		for _, r := range rounds {
			p.hadBye = p.hadBye || r.bye == seed
		}
		people[seed] = p
	}
	for _, plan := range l.plans[l.opened:] {
		r := filled(plan, people)
		rounds = append(rounds, r)
		if p, ok := people[r.bye]; ok {
			p.hadBye = true
			people[r.bye] = p
		}
	}
	return rounds
}

// callStandby seats the first standby where the field is odd and a round is not
// open yet.
func (l *ledger) callStandby() {
	here := 0
	for _, p := range l.people {
		if p.here {
			here++
		}
	}
	if here%2 == 1 && len(l.standbys) > 0 && l.opened < len(l.plans) {
		l.people[len(l.people)+1] = person{here: true, number: l.standbys[0]}
		l.standbys = l.standbys[1:]
	}
}

func (l *ledger) present(seed int, here bool) {
	p := l.people[seed]
	p.here = here
	l.people[seed] = p
	l.callStandby()
}

func (l *ledger) late() {
	l.entered++
	seed := len(l.people) + 1
	l.people[seed] = person{here: true, late: true, number: l.entered}
	for i := range l.rounds {
		l.rounds[i].misses = append(l.rounds[i].misses, seed)
	}
	l.callStandby()
}

func (l *ledger) open() {
	if l.opened < len(l.plans) {
		l.rounds = l.fill()[:l.opened+1]
		l.opened++
	}
}

// Over random mornings of withdrawals, returns, late entrants, standbys and
// openings every preset round is what R3.12 makes of the official table; and
// where a pair stays, so do its id and who starts (R3.11).
func TestThePlanIsFilledByTheRule_R3_12(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		field := rapid.IntRange(4, 50).Draw(rt, "field")
		newID := counter()
		e := &event{sanctioned(t, field, 6, newID), newID}
		l := &ledger{people: map[int]person{}, entered: field}
		for seed := 1; seed <= field; seed++ {
			l.people[seed] = person{here: true, number: seed}
		}
		for range rapid.IntRange(0, 3).Draw(rt, "standbys") {
			in := player(field + l.entered)
			in.Standby = true
			enter(t, e.Satellite, in, newID)
			l.entered++
			l.standbys = append(l.standbys, l.entered)
		}
		if field%2 == 1 && len(l.standbys) > 0 { // an ordinary player, the lowest by rating
			field++
			l.people[field] = person{here: true, number: l.standbys[0]}
			l.standbys = l.standbys[1:]
		}
		require.NoError(t, e.Start(newTour(), newID))
		for number := range e.Rounds {
			pairs, bye := presets(t, field, number+1)
			if bye > 0 {
				pairs = append(pairs, [2]int{bye, 0})
			}
			l.plans = append(l.plans, pairs)
		}
		for range rapid.IntRange(1, 25).Draw(rt, "acts") {
			before := e.Clone()
			l.act(rt, t, e)
			for number, want := range l.fill() {
				require.Equal(t, want, linesOf(e.Satellite, number+1), "round %d", number+1)
			}
			requireSound(t, e.Satellite)
			requirePairsStay(t, before, e.Satellite)
		}
	})
}

// presets are the official pairs, of one group or several (R2.4 is tested
// elsewhere; four players have their own rule).
func presets(t testing.TB, field, number int) ([][2]int, int) {
	if field > 4 && field <= 48 {
		return official(t, field, 6, number)
	}
	fresh := started(t, field, 6)
	return pairsOf(fresh.Satellite, number)
}

// act does one thing to both.
func (l *ledger) act(rt *rapid.T, t *testing.T, e *event) {
	field := e.Field()
	who := rapid.SampledFrom(field).Draw(rt, "who")
	switch rapid.IntRange(0, 9).Draw(rt, "act") {
	case 0:
		require.NoError(t, e.OpenRound(min(l.opened+1, len(e.Rounds))))
		l.open()
	case 1, 2:
		in := player(500 + l.entered)
		in.Rating = 2999
		ent, err := e.ParseEntrant(in)
		require.NoError(t, err)
		ent.ID, ent.PlayerID = e.newID(), e.newID()
		require.NoError(t, e.Enter(ent, e.newID))
		l.late()
	case 3, 4, 5:
		require.NoError(t, e.Reinstate(who.ID, e.newID))
		if who.Withdrawn {
			l.present(who.Seed, true)
		}
	default:
		if !who.Withdrawn {
			l.leave(who.Seed, e)
		}
		require.NoError(t, e.Withdraw(who.ID, e.newID))
	}
}

// leave takes a player out; the bye of an open round is lost with it.
func (l *ledger) leave(seed int, e *event) {
	for i := range l.rounds {
		if l.rounds[i].bye == seed && e.Rounds[i].State == satellite.Open {
			l.rounds[i].bye = 0
			l.rounds[i].misses = append(l.rounds[i].misses, seed)
			slices.Sort(l.rounds[i].misses)
		}
	}
	l.present(seed, false)
}

// requirePairsStay: a pair that is there before and after an act keeps its id
// and who starts.
func requirePairsStay(t require.TestingT, before, after *satellite.Satellite) {
	type key struct {
		round int
		pair  [2]string
	}
	keyOf := func(g satellite.Game) key {
		a, b := g.First.String(), g.Second.String()
		return key{g.Round, [2]string{min(a, b), max(a, b)}}
	}
	was := map[key]satellite.Game{}
	for _, g := range before.Games {
		was[keyOf(g)] = g
	}
	for _, g := range after.Games {
		if old, stays := was[keyOf(g)]; stays {
			require.Equal(t, old.ID, g.ID, "round %d", g.Round)
			require.Equal(t, old.First, g.First, "round %d: who starts stays settled (R3.11)", g.Round)
		}
	}
}
