package satellite_test

import (
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
)

// number is any round, and one beyond either end.
func number(t *rapid.T) int { return rapid.IntRange(0, 9).Draw(t, "round") }

func (d *desk) open(t *rapid.T) error {
	_, err := d.OpenRound(d.ctx, d.id, number(t), "")
	return err
}

func (d *desk) pair(t *rapid.T) error {
	_, err := d.PairRound(d.ctx, d.id, number(t), "")
	return err
}

// repair pairs a round again: any, or the latest one.
func (d *desk) repair(t *rapid.T) error {
	n := len(d.stored(d.id).Rounds)
	if rapid.Bool().Draw(t, "any") {
		n = number(t)
	}
	_, err := d.Repair(d.ctx, d.id, n, "a new start")
	return err
}

// swap lets any two change places, mostly in the latest round.
func (d *desk) swap(t *rapid.T) error {
	n := len(d.stored(d.id).Rounds)
	if rapid.IntRange(0, 2).Draw(t, "any") == 0 {
		n = number(t)
	}
	a, b := d.someone(t, "a"), d.someone(t, "b")
	was := d.stored(d.id)
	s, warnings, err := d.Swap(d.ctx, d.id, n, a, b, "brothers")
	if err != nil {
		return err
	}
	if byTheTables(was, n) {
		require.Equal(t, "not_by_rule", warnings[0].Code, "other pairs than the rule's")
	}
	require.Equal(t, opponent(was, n, b), opponent(s, n, a))
	require.Equal(t, opponent(was, n, a), opponent(s, n, b))
	return nil
}

// byTheTables says that the pairs of a round are those of the preset tables,
// with whoever is there: a plan that nobody has changed by hand.
func byTheTables(s *satellite.Satellite, number int) bool {
	r, _ := s.RoundByNumber(number)
	byHand := slices.ContainsFunc(r.Plan, func(p pairing.Pair) bool { return !strings.Contains(p.Why, "able for") })
	return r.Method == pairing.MethodPreset && r.State == satellite.Planned && !byHand
}

// opponent is who somebody meets in a round, Nil for the bye.
func opponent(s *satellite.Satellite, number int, id uuid.UUID) uuid.UUID {
	for _, g := range s.GamesOf(number) {
		switch id {
		case g.First:
			return g.Second
		case g.Second:
			return g.First
		}
	}
	return uuid.UUID{1} // he is not in the round
}

// wholeRound pairs the next round if that is due, or enters every result of the
// first round that misses one.
func (d *desk) wholeRound(t *rapid.T) error {
	s := d.stored(d.id)
	i := slices.IndexFunc(s.Rounds, func(r satellite.Round) bool { return len(s.MissingTables(r.Number)) > 0 })
	if i < 0 {
		_, err := d.PairRound(d.ctx, d.id, len(s.Rounds)+1, "")
		return err
	}
	var results []satellite.RoundResult
	for _, table := range s.MissingTables(i + 1) {
		results = append(results, satellite.RoundResult{Table: table, ResultInput: anyResult(t)})
	}
	_, _, err := d.SetRoundResults(d.ctx, d.id, i+1, results)
	return err
}

// batch enters some results of any round, whatever is there.
func (d *desk) batch(t *rapid.T) error {
	n := number(t)
	var results []satellite.RoundResult
	for _, g := range d.stored(d.id).GamesOf(n) {
		if rapid.IntRange(0, 3).Draw(t, "this") == 0 {
			results = append(results, satellite.RoundResult{Table: g.Table, ResultInput: anyResult(t)})
		}
	}
	_, _, err := d.SetRoundResults(d.ctx, d.id, n, results)
	return err
}

// anyResult is a good one nearly always.
func anyResult(t *rapid.T) satellite.ResultInput {
	first, second := rapid.IntRange(380, 420).Draw(t, "first"), rapid.IntRange(380, 420).Draw(t, "second")
	in := scores(first, second)
	switch rapid.IntRange(0, 200).Draw(t, "kind") {
	case 200:
		in = scores(400, 400)
	case 199, 198, 197:
		in = satellite.ResultInput{Forfeits: rapid.SampledFrom([]satellite.Side{satellite.First, satellite.Second, satellite.Both}).Draw(t, "side")}
	case 196, 195:
		in.FirstPenalty, in.SecondPenalty = 10, second%20
	case 194:
		in.Second = nil
	}
	return in
}

// game is any game of the satellite, or none of it.
func (d *desk) game(t *rapid.T) uuid.UUID {
	games := d.stored(d.id).Games
	i := rapid.IntRange(0, len(games)).Draw(t, "game")
	if i == len(games) {
		return uuid.UUID{1}
	}
	return games[i].ID
}

// result looks at what a result would do, which changes nothing and is what it
// then does.
func (d *desk) result(t *rapid.T) error {
	id, in := d.game(t), anyResult(t)
	before := d.memory.kept.clone()
	effect, err := d.Preview(d.ctx, d.id, id, in)
	requireUntouched(t, before, d.hall, d.id)
	s, scored, wrong := d.SetResult(d.ctx, d.id, id, in, "", satellite.Match{})
	require.Equal(t, fault.CodeOf(err), fault.CodeOf(wrong))
	if wrong != nil {
		return wrong
	}
	require.Equal(t, effect.Differ, scored.Differ)
	table, err := s.StandingsAfter(&effect.Standings.AfterRound)
	require.NoError(t, err)
	for i, row := range effect.Standings.Rows {
		require.Equal(t, row.Row, table.Rows[i].Row)
	}
	return nil
}

func (d *desk) clear(t *rapid.T) error {
	_, err := d.ClearResult(d.ctx, d.id, d.game(t), satellite.Match{})
	return err
}
