package pairing_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
)

func TestEveryRoundOfAFinalHasTheRuleOfItsMethod_R5_7(t *testing.T) {
	t.Parallel()
	got, err := pairing.FinalSchedule([]pairing.Method{
		pairing.MethodPreset, pairing.MethodPreset, pairing.MethodRoundRobin, pairing.MethodSwiss, pairing.MethodRoundRobin,
		pairing.MethodSwissNoRepeats, pairing.MethodKingOfTheHill, pairing.MethodSwiss,
	})
	require.NoError(t, err)
	require.Equal(t, []pairing.Rule{
		{Method: pairing.MethodPreset, EarlierMeetings: pairing.Unlimited},
		{Method: pairing.MethodPreset, EarlierMeetings: pairing.Unlimited},
		{Method: pairing.MethodRoundRobin, EarlierMeetings: pairing.Unlimited, RobinRound: 1},
		{Method: pairing.MethodSwiss, EarlierMeetings: pairing.Unlimited},
		{Method: pairing.MethodRoundRobin, EarlierMeetings: pairing.Unlimited, RobinRound: 2},
		{Method: pairing.MethodSwiss, EarlierMeetings: 0},
		{Method: pairing.MethodKingOfTheHill, EarlierMeetings: pairing.Unlimited},
		{Method: pairing.MethodSwiss, EarlierMeetings: pairing.Unlimited},
	}, got)
}

func TestMethodsThatCannotBeAreNamed_R5_7(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		methods []pairing.Method
		at      []string
	}{
		"none":          {nil, []string{"/methods"}},
		"too many":      {slices.Repeat([]pairing.Method{pairing.MethodSwiss}, 41), []string{"/methods"}},
		"unknown":       {[]pairing.Method{"swiss", "random", "manual"}, []string{"/methods/1", "/methods/2"}},
		"presets later": {[]pairing.Method{"swiss", "preset", "preset"}, []string{"/methods/1", "/methods/2"}},
		"preset later":  {[]pairing.Method{"preset", "swiss", "preset"}, []string{"/methods/2"}},
	} {
		_, err := pairing.FinalSchedule(c.methods)
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), name)
		var refused *fault.Error
		require.True(t, errors.As(err, &refused))
		var at []string
		for _, f := range refused.Fields {
			at = append(at, f.Pointer)
		}
		require.Equal(t, c.at, at, name)
	}
	_, err := pairing.FinalSchedule(slices.Repeat([]pairing.Method{pairing.MethodSwiss}, 40))
	require.NoError(t, err)
}

// R3.1, R3.7: four preset rounds for 14 players and more in the first tables, five in the second; of
// several groups those that all of them have.
func TestTheTablesSayHowManyRoundsTheyHave_R3_1(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rounds, players, want int }{
		{6, 24, 4}, {6, 23, 4}, {6, 6, 5}, {6, 10, 5}, {6, 9, 5}, {6, 100, 4}, {8, 24, 5}, {8, 12, 6}, {8, 8, 7}, {6, 4, 40},
	} {
		require.Equal(t, c.want, pairing.Builtin(c.rounds).PresetRounds(c.players), "%d players, %d rounds", c.players, c.rounds)
	}
}

func TestTheFirstRoundIsPairedOnTheSeeds_R5_7(t *testing.T) {
	t.Parallel()
	order := []pairing.Ranked{{Seed: 1, Rank: 1}, {Seed: 2, Rank: 2}, {Seed: 3, Rank: 3}, {Seed: 4, Rank: 4}}
	require.Equal(t, "Swiss, round 1, on the order of the seeds: in the score group of 0 wins rank 1 meets rank 3.", pairing.Swiss(order, 1)[0].Why)
	require.Equal(t, "King of the hill, round 1: rank 1 meets rank 2 in the order of the seeds.", pairing.KingOfTheHill(order, 1)[0].Why)
}
