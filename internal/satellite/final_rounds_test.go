package satellite_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// methods reads "preset*2 round_robin swiss".
func methods(text string) []pairing.Method {
	var all []pairing.Method
	for _, word := range strings.Fields(text) {
		name, times, _ := strings.Cut(word, "*")
		n := 1
		if times != "" {
			n = int(times[0] - '0')
		}
		all = append(all, slices.Repeat([]pairing.Method{pairing.Method(name)}, n)...)
	}
	return all
}

// anyMethods are those of a final of up to nine rounds; the presets are as many as every table has.
func anyMethods(t *rapid.T) []pairing.Method {
	all := slices.Repeat([]pairing.Method{pairing.MethodPreset}, rapid.IntRange(0, 4).Draw(t, "presets"))
	others := []pairing.Method{pairing.MethodRoundRobin, pairing.MethodSwiss, pairing.MethodSwissNoRepeats, pairing.MethodKingOfTheHill}
	for range rapid.IntRange(1, 5).Draw(t, "others") {
		all = append(all, rapid.SampledFrom(others).Draw(t, "method"))
	}
	return all
}

// robin makes a round of a round robin as one does with chairs: the last place stays, the others move
// round by one; round 1 has 1 beside the last, 2 beside the one before, and so on. Berger's order of
// the rounds takes half a turn for each. It gives pairs by better seed, and the bye.
func robin(players, number int) (pairs [][2]int, bye int) {
	places := players + players%2
	var chairs []int
	for i := range places - 1 {
		chairs = append(chairs, i+1)
	}
	for range (number - 1) % (places - 1) {
		half := places / 2
		chairs = append(slices.Clone(chairs[half:]), chairs[:half]...)
	}
	chairs = append(chairs, places)
	for i := range places / 2 {
		a, b := chairs[i], chairs[places-1-i]
		if max(a, b) > players {
			bye = min(a, b)
			continue
		}
		pairs = append(pairs, [2]int{min(a, b), max(a, b)})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return pairs, bye
}

// requireRobin compares the plan of a round with that.
func requireRobin(t require.TestingT, s *satellite.Satellite, r satellite.Round) {
	started := 0
	for _, e := range s.Field() {
		if e.JoinedFor == 0 {
			started++
		}
	}
	number := 0
	for _, method := range s.Methods[:r.Number] {
		if method == pairing.MethodRoundRobin {
			number++
		}
	}
	want, bye := robin(started, number)
	if bye > 0 {
		want = append(want, [2]int{bye, 0})
	}
	var got [][2]int
	for _, p := range r.Plan {
		got = append(got, [2]int{p.First, p.Second})
	}
	require.Equal(t, want, got, "round %d", r.Number)
}

// finalOf is a final in play of that many players, seeded in order of entry.
func finalOf(t testing.TB, field int, text string) *event {
	t.Helper()
	newID := counter()
	r := registration()
	r.ID, r.Methods, r.EntryFee = newID(), methods(text), usd(0)
	s, err := satellite.Register(r, newTour(), now)
	require.NoError(t, err)
	require.NoError(t, s.Sanction())
	for i := 1; i <= field; i++ {
		enter(t, s, player(i), newID)
	}
	require.NoError(t, s.Start(newTour(), newID))
	return &event{s, newID}
}

func pairsAndBye(s *satellite.Satellite, round int) [][2]int {
	pairs, bye := pairsOf(s, round)
	if bye > 0 {
		pairs = append(pairs, [2]int{bye, 0})
	}
	return pairs
}

// The tables of Berger for 4 and 6 places; 5 play the latter with a bye.
func TestARoundRobinIsPlannedWithTheStart_R5_7(t *testing.T) {
	t.Parallel()
	for field, want := range map[int][][][2]int{
		4: {{{1, 4}, {2, 3}}, {{1, 2}, {3, 4}}, {{1, 3}, {2, 4}}, {{1, 4}, {2, 3}}},
		5: {
			{{2, 5}, {3, 4}, {1, 0}},
			{{1, 2}, {3, 5}, {4, 0}},
			{{1, 3}, {4, 5}, {2, 0}},
			{{1, 4}, {2, 3}, {5, 0}},
			{{1, 5}, {2, 4}, {3, 0}},
		},
		6: {
			{{1, 6}, {2, 5}, {3, 4}},
			{{1, 2}, {3, 5}, {4, 6}},
			{{1, 3}, {2, 6}, {4, 5}},
			{{1, 4}, {2, 3}, {5, 6}},
			{{1, 5}, {2, 4}, {3, 6}},
		},
	} {
		e := finalOf(t, field, strings.Repeat("round_robin ", len(want))+"king_of_the_hill")
		require.Len(t, e.Rounds, len(want), "all rounds whose pairs follow from the seeds")
		for i, pairs := range want {
			require.Equal(t, pairs, pairsAndBye(e.Satellite, i+1), "%d players, round %d", field, i+1)
			require.Equal(t, satellite.Planned, e.Rounds[i].State)
			require.Equal(t, pairing.MethodRoundRobin, e.Rounds[i].Method)
		}
		requireSound(t, e.Satellite)
		for _, x := range e.Entrants {
			require.Zero(t, x.Group, "groups are of preset rounds")
		}
	}
}

// Official presets, then a round robin, then Swiss of both kinds, then king of the hill.
func TestAFinalIsPairedByTheMethodOfEachRound_R5_7(t *testing.T) {
	t.Parallel()
	for _, field := range []int{24, 23, 12} {
		e := finalOf(t, field, "preset*4 round_robin*2 swiss swiss_no_repeats king_of_the_hill swiss")
		require.Len(t, e.Rounds, 6)
		for round := 1; round <= 4; round++ {
			want, wantBye := official(t, field, 8, round)
			got, bye := pairsOf(e.Satellite, round)
			require.Equal(t, want, got)
			require.Equal(t, wantBye, bye)
		}
		for round := 5; round <= 6; round++ {
			requireRobin(t, e.Satellite, e.Rounds[round-1])
		}
		for round := 1; round <= 10; round++ {
			require.NoError(t, e.PairRound(round, e.newID))
			requireSound(t, e.Satellite)
			if round > 6 {
				requireByMethod(t, e.Satellite, round)
			}
			e.play(t, round)
		}
		require.NoError(t, e.Finish(0, ""))
	}
}

// requireByMethod pairs a Swiss or king-of-the-hill round by the rules as the tests read them.
func requireByMethod(t *testing.T, s *satellite.Satellite, round int) {
	rest, bye := withoutBye(tally(s, round-1))
	got, gotBye := pairsOf(s, round)
	require.Equal(t, bye, gotBye)
	switch s.Methods[round-1] {
	case pairing.MethodSwiss:
		require.ElementsMatch(t, swiss(rest), got, "R3.3")
	case pairing.MethodKingOfTheHill:
		require.ElementsMatch(t, hill(rest), got, "R3.4")
	default:
		require.Equal(t, pairing.MethodSwiss, s.Rounds[round-1].Method)
		for _, pair := range got {
			require.False(t, haveMet(s, round, pair), "R3.7: seeds %v in round %d", pair, round)
		}
	}
}

func haveMet(s *satellite.Satellite, before int, pair [2]int) bool {
	return slices.ContainsFunc(s.Games, func(g satellite.Game) bool {
		a, b := seedOf(s, g.First), seedOf(s, g.Second)
		return g.Round < before && g.Kind == standings.Game && (a == pair[0] && b == pair[1] || b == pair[0] && a == pair[1])
	})
}

// The last round of a final is what its methods say, and the first can be any.
func TestTheFirstRoundCanBePairedOnTheSeeds_R5_7(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][][2]int{
		"swiss":            {{1, 4}, {2, 5}, {3, 6}, {7, 0}},
		"swiss_no_repeats": {{1, 4}, {2, 5}, {3, 6}, {7, 0}},
		"king_of_the_hill": {{1, 2}, {3, 4}, {5, 6}, {7, 0}},
	} {
		e := finalOf(t, 7, text)
		require.Empty(t, e.Rounds)
		require.NoError(t, e.PairRound(1, e.newID))
		require.Equal(t, want, pairsAndBye(e.Satellite, 1), text)
		e.play(t, 1)
		require.NoError(t, e.Finish(0, ""))
	}
}

// R4.5: a round robin needs no result of the rounds before it, whatever they are; the Swiss round under
// it can still be paired again, and needs results itself.
func TestARoundRobinNeedsNoResults_R4_5(t *testing.T) {
	t.Parallel()
	e := finalOf(t, 6, "swiss round_robin*2 swiss")
	require.NoError(t, e.PairRound(1, e.newID))
	require.NoError(t, e.PairRound(2, e.newID))
	require.NoError(t, e.PairRound(3, e.newID))
	requireFault(t, fault.ResultsMissing, e.PairRound(4, e.newID))
	require.NoError(t, e.Repair(1, newTour(), e.newID))
	requireSound(t, e.Satellite)
	for round := 1; round <= 3; round++ {
		e.play(t, round)
	}
	require.NoError(t, e.PairRound(4, e.newID))
	f := requireFault(t, fault.ResultsExist, e.Repair(1, newTour(), e.newID))
	require.Contains(t, f.Detail, "Table 1 of round 1")
}

// R3.12: in planned rounds of a round robin those whose opponents have left, or who have the bye, meet
// each other; nobody else's pair changes. A standby takes the place of the bye.
func TestARoundRobinIsFilledLikeAnyPlan_R3_12(t *testing.T) {
	t.Parallel()
	e := finalOf(t, 5, "round_robin*5")
	require.NoError(t, e.OpenRound(1))
	fifth := e.Field()[4]
	require.NoError(t, e.Withdraw(fifth.ID, e.newID))
	requireSound(t, e.Satellite)
	require.Equal(t, [][2]int{{2, 5}, {3, 4}, {1, 0}}, pairsAndBye(e.Satellite, 1), "an open round stands")
	require.Equal(t, [][2]int{{1, 2}, {3, 4}}, pairsAndBye(e.Satellite, 2), "3 would meet 5, 4 has the bye")
	require.Equal(t, [][2]int{{1, 3}, {2, 4}}, pairsAndBye(e.Satellite, 3))
	require.Equal(t, [][2]int{{1, 4}, {2, 3}}, pairsAndBye(e.Satellite, 4), "5 has the bye himself")

	e = finalOf(t, 5, "round_robin*5")
	require.NoError(t, e.OpenRound(1))
	in := player(6)
	in.Standby = true
	enter(t, e.Satellite, in, e.newID)
	requireSound(t, e.Satellite)
	require.Equal(t, [][2]int{{2, 5}, {3, 4}, {1, 0}}, pairsAndBye(e.Satellite, 1))
	require.Equal(t, [][2]int{{1, 2}, {3, 5}, {4, 6}}, pairsAndBye(e.Satellite, 2), "he takes the place of the bye")
}

// Presets are the first rounds, and only as many as the tables have: 4 for 24 players in an event of
// up to 6 rounds, 5 in a longer one.
func TestMorePresetsThanTheTablesHaveAreRefused_R3_1(t *testing.T) {
	t.Parallel()
	for text, at := range map[string]string{
		"preset*5 swiss":                    "/methods/4",
		"preset*6 swiss king_of_the_hill":   "/methods/5",
		"preset*4 swiss":                    "",
		"preset*5 swiss king_of_the_hill*2": "",
		"preset*5 swiss*9 swiss*9 swiss*9":  "",
	} {
		newID := counter()
		r := registration()
		r.ID, r.Methods = newID(), methods(text)
		s, err := satellite.Register(r, newTour(), now)
		require.NoError(t, err)
		require.NoError(t, s.Sanction())
		for i := 1; i <= 24; i++ {
			enter(t, s, player(i), newID)
		}
		before := s.Clone()
		err = s.Clone().Start(newTour(), newID)
		if at == "" {
			require.NoError(t, err, text)
			continue
		}
		f := requireFault(t, fault.InvalidRequest, err)
		require.Equal(t, []string{at}, pointersOf(f))
		require.Contains(t, f.Fields[0].Detail, "24 players")
		require.Equal(t, before, s)
		require.NoError(t, s.Edit(satellite.Patch{Methods: ptr(methods("preset*4 swiss"))}, newTour()), "the methods can be changed until the start")
		require.NoError(t, s.Start(newTour(), newID))
	}
}

func TestARegistrationOfAFinalIsChecked_R5_7(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*satellite.Registration)
		at     []string
	}{
		"one round":       {func(r *satellite.Registration) { r.Methods = methods("swiss") }, nil},
		"unknown":         {func(r *satellite.Registration) { r.Methods = methods("swiss manual") }, []string{"/methods/1"}},
		"preset after":    {func(r *satellite.Registration) { r.Methods = methods("swiss preset") }, []string{"/methods/1"}},
		"too many":        {func(r *satellite.Registration) { r.Methods = methods("swiss*9 swiss*9 swiss*9 swiss*9 swiss*5") }, []string{"/methods"}},
		"other money":     {func(r *satellite.Registration) { r.EntryFee.Currency = "CAD" }, []string{"/entry_fee/currency"}},
		"rounds as well":  {func(r *satellite.Registration) { r.RoundCount = 6 }, nil},
		"without a venue": {func(r *satellite.Registration) { r.Venue.Name = "" }, []string{"/venue/name"}},
	} {
		r := registration()
		r.ID, r.Methods = uuid.UUID{1}, methods("swiss*3")
		c.change(&r)
		s, err := satellite.Register(r, newTour(), now)
		if c.at == nil {
			require.NoError(t, err, name)
			require.Equal(t, len(r.Methods), s.RoundCount)
			continue
		}
		require.Equal(t, c.at, pointersOf(requireFault(t, fault.InvalidRequest, err)), name)
	}
}

func TestTheMethodsStandFromTheStartOn_R5_7(t *testing.T) {
	t.Parallel()
	e := finalOf(t, 6, "swiss*3")
	f := requireFault(t, fault.WrongStatus, e.Edit(satellite.Patch{Methods: ptr(methods("swiss*2"))}, newTour()))
	require.Contains(t, f.Detail, "started")
	require.NoError(t, e.Edit(satellite.Patch{Methods: ptr(methods("swiss*3"))}, newTour()), "as they are")
	require.NoError(t, e.Unstart())
	require.NoError(t, e.Edit(satellite.Patch{Methods: ptr(methods("round_robin*2"))}, newTour()))
	require.Equal(t, 2, e.RoundCount)
	f = requireFault(t, fault.InvalidRequest, e.Clone().Edit(satellite.Patch{Rounds: ptr(3)}, newTour()))
	require.Equal(t, []string{"/rounds"}, pointersOf(f))
	for _, wrong := range []string{"", "swiss manual", "swiss preset"} {
		requireFault(t, fault.InvalidRequest, e.Clone().Edit(satellite.Patch{Methods: ptr(methods(wrong))}, newTour()))
	}
	s := sanctioned(t, 8, 6, counter())
	f = requireFault(t, fault.InvalidRequest, s.Edit(satellite.Patch{Methods: ptr(methods("swiss"))}, newTour()))
	require.Equal(t, []string{"/methods"}, pointersOf(f))
}
