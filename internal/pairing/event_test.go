package pairing_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
)

// event is a satellite that is played with made-up scores.
type event struct {
	players, rounds int
	seeds           []int
	results         []standings.Result
	met             history
	byes            map[int]int
	scores          *rand.Rand
}

func newEvent(players, rounds int, source uint64) *event {
	e := &event{
		players: players, rounds: rounds, met: make(history), byes: make(map[int]int),
		scores: rand.New(rand.NewPCG(source, 0)),
	}
	for seed := 1; seed <= players; seed++ {
		e.seeds = append(e.seeds, seed)
	}
	return e
}

// order is the standings after a round, without who has the bye of the next (R3.6).
func (e *event) order(after int) (order []pairing.Ranked, bye int) {
	for _, r := range standings.Nast(e.seeds, e.results, after) {
		order = append(order, pairing.Ranked{Seed: r.Seed, HalfPoints: r.HalfPoints, Rank: r.Rank})
	}
	if e.players%2 == 0 {
		return order, 0
	}
	bye = pairing.Bye(order, func(seed int) int { return e.byes[seed] })
	var rest []pairing.Ranked
	for _, p := range order {
		if p.Seed != bye {
			rest = append(rest, p)
		}
	}
	return rest, bye
}

// pair makes the pairs of a round.
func (e *event) pair(t require.TestingT, rule pairing.Rule, round int) []pairing.Pair {
	if rule.Method == pairing.MethodPreset {
		pairs, err := pairing.Builtin(e.rounds).Pairs(e.players, round)
		require.NoError(t, err)
		return pairs
	}
	order, bye := e.order(round - 1)
	var pairs []pairing.Pair
	switch {
	case rule.Method == pairing.MethodKingOfTheHill:
		pairs = pairing.KingOfTheHill(order, round)
	case rule.EarlierMeetings == pairing.Unlimited:
		pairs = pairing.Swiss(order, round)
	default:
		var repeats int
		pairs, repeats = pairing.SwissLimited(order, e.met.meetings, rule.EarlierMeetings, round)
		require.Zero(t, repeats, "with so few rounds there is always a way")
		for _, p := range pairs {
			require.LessOrEqual(t, e.met.meetings(p.First, p.Second), rule.EarlierMeetings)
		}
	}
	if bye != 0 {
		pairs = append(pairs, pairing.Pair{First: bye, Why: "the bye"})
	}
	return pairs
}

// play makes up the results of a round; better seeds win more often.
func (e *event) play(pairs []pairing.Pair, round int) {
	e.met.add(pairs)
	for _, p := range pairs {
		r := standings.Result{Round: round, First: p.First, Second: p.Second, Kind: standings.Game}
		if p.Second == 0 {
			r.Kind = standings.Bye
			e.byes[p.First]++
		} else {
			r.FirstScore = 360 + e.scores.IntN(120) - 60*p.First/e.players
			r.SecondScore = 360 + e.scores.IntN(120) - 60*p.Second/e.players
		}
		e.results = append(e.results, r)
	}
}

func TestWholeEventsOfAnySizeAndLength(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(4, 400).Draw(t, "players")
		rounds := rapid.IntRange(5, 8).Draw(t, "rounds")
		rules, err := pairing.Schedule(players, rounds, pairing.Options{})
		require.NoError(t, err)
		e := newEvent(players, rounds, rapid.Uint64().Draw(t, "scores"))
		for i, rule := range rules {
			pairs := e.pair(t, rule, i+1)
			requireEverySeedOnce(t, pairs, players)
			require.Equal(t, pairs, e.pair(t, rule, i+1), "R3.9: the same pairs again")
			e.play(pairs, i+1)
		}
		byes := 0
		for _, n := range e.byes {
			byes += n
		}
		require.Equal(t, players%2*rounds, byes)
	})
}

func TestFieldsOfSixAndTenPlayFivePresetRoundsThenKingOfTheHill(t *testing.T) {
	t.Parallel()
	for _, players := range []int{6, 10} {
		rules, err := pairing.Schedule(players, 6, pairing.Options{})
		require.NoError(t, err)
		e := newEvent(players, 6, 1)
		for i, rule := range rules[:5] {
			require.Equal(t, pairing.MethodPreset, rule.Method)
			e.play(e.pair(t, rule, i+1), i+1)
		}
		for _, n := range e.met {
			require.Equal(t, 1, n, "no preset repeat")
		}
		require.Len(t, e.met, players*5/2)
		rows := standings.Nast(e.seeds, e.results, 5)
		for i, p := range e.pair(t, rules[5], 6) {
			require.Equal(t, rows[2*i].Seed, p.First)
			require.Equal(t, rows[2*i+1].Seed, p.Second)
		}
	}
}
