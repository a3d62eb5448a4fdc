package satellite_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// seeding is the field by seed, as "Family, Given rating".
func seeding(s *satellite.Satellite) []string {
	var names []string
	for _, e := range s.Field() {
		names = append(names, fmt.Sprintf("%s %d", e.Name, e.SeedRating))
	}
	return names
}

func TestSeedsAreByRatingThenNameThenOrderOfEntry_R2_1(t *testing.T) {
	t.Parallel()
	newID := counter()
	e := &event{sanctioned(t, 0, 6, newID), newID}
	for _, in := range []satellite.EntrantInput{
		{FamilyName: "Zorn", GivenName: "Al", Rating: 0},
		{FamilyName: "Lee", GivenName: "Bob", Rating: 1500, AssociationID: "AA000002"},
		{FamilyName: "lee", GivenName: "Ann", Rating: 1500},
		{FamilyName: "Étienne", GivenName: "Zoé", Rating: 1500},
		{FamilyName: "Lee", GivenName: "Bob", Rating: 1500, AssociationID: "AA000001"},
		{FamilyName: "Abbot", GivenName: "Cy", Rating: 1},
		{FamilyName: "Abbot", GivenName: "Di", Rating: 0},
		{FamilyName: "Yule", GivenName: "Eve", Rating: 1501},
	} {
		in.Present = true
		enter(t, e.Satellite, in, newID)
	}
	require.NoError(t, e.Start(newTour(), newID))
	require.Equal(t, []string{
		"Yule, Eve 1501", "Étienne, Zoé 1500", "lee, Ann 1500", "Lee, Bob 1500", "Lee, Bob 1500",
		"Abbot, Cy 1", "Abbot, Di 0", "Zorn, Al 0",
	}, seeding(e.Satellite))
	require.Equal(t, "AA000002", e.Field()[3].AssociationID, "the one who entered first")
}

func TestALaterEditNeverMovesASeed_R2_1(t *testing.T) {
	t.Parallel()
	e := started(t, 8, 6)
	before := seeding(e.Satellite)
	pairs, _ := pairsOf(e.Satellite, 1)
	last := e.Field()[7]
	_, err := e.EditEntrant(last.ID, satellite.EntrantPatch{Rating: ptr(2999), FamilyName: ptr("Aaron")}, e.newID)
	require.NoError(t, err)
	after, _ := e.EntrantByID(last.ID)
	require.Equal(t, 8, after.Seed)
	require.Equal(t, last.Rating, after.SeedRating)
	require.Equal(t, 2999, after.Rating)
	require.Equal(t, "Aaron", after.Name.Family)
	require.Equal(t, before[:7], seeding(e.Satellite)[:7])
	e.playThrough(t, 5)
	still, _ := pairsOf(e.Satellite, 1)
	require.Equal(t, pairs, still)
	got, _ := pairsOf(e.Satellite, 5)
	require.Equal(t, swiss(tally(e.Satellite, 4)), got)
}

func TestWhoIsInTheField_R2_2_R2_5(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		present, absent, standbys int
		field                     int
	}{
		"everybody":                        {present: 8, field: 8},
		"the absent stay away":             {present: 8, absent: 3, field: 8},
		"even: no standby plays":           {present: 8, standbys: 2, field: 8},
		"odd: the first standby joins":     {present: 7, standbys: 2, field: 8},
		"odd, and nobody stands by":        {present: 7, field: 7},
		"a standby makes four of three":    {present: 3, standbys: 1, field: 4},
		"absent and standby at one's time": {present: 5, absent: 1, standbys: 3, field: 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newID := counter()
			e := &event{sanctioned(t, c.present, 6, newID), newID}
			for i := range c.absent {
				in := player(100 + i)
				in.Present = false
				enter(t, e.Satellite, in, newID)
			}
			for i := range c.standbys {
				in := player(200 - i) // the later ones are the better ones
				in.Standby = true
				enter(t, e.Satellite, in, newID)
			}
			require.NoError(t, e.Start(newTour(), newID))
			field := e.Field()
			require.Len(t, field, c.field)
			if c.field > c.present {
				require.Equal(t, 3000-200, field[c.present].Rating, "the first by order of entry, seeded by his rating")
			}
			requireSound(t, e.Satellite)
		})
	}
}

func TestAnAbsentStandbyDoesNotJoin_R2_5(t *testing.T) {
	t.Parallel()
	newID := counter()
	e := &event{sanctioned(t, 7, 6, newID), newID}
	in := player(50)
	in.Standby, in.Present = true, false
	enter(t, e.Satellite, in, newID)
	require.NoError(t, e.Start(newTour(), newID))
	require.Len(t, e.Field(), 7)
}

func TestFewerThanFourCannotStart_R3_2(t *testing.T) {
	t.Parallel()
	for field := range 4 {
		newID := counter()
		s := sanctioned(t, field, 6, newID)
		f := requireFault(t, fault.TooFewPlayers, s.Start(newTour(), newID))
		require.Contains(t, f.Detail, fmt.Sprint(field))
	}
}

// Who starts is recomputed from R3.11: fewer starts; then who played second
// most recently; then the lower seed in odd rounds and the higher in even ones.
func TestWhoStartsIsSettledAndBalanced_R3_11(t *testing.T) {
	t.Parallel()
	for _, field := range []int{4, 6, 8, 9, 21, 22, 47, 66} {
		e := started(t, field, 6)
		e.playThrough(t, 6)
		starts, lastSecond := map[int]int{}, map[int]int{}
		for round := 1; round <= 6; round++ {
			games := e.GamesOf(round)
			for _, g := range games {
				first, second := seedOf(e.Satellite, g.First), seedOf(e.Satellite, g.Second)
				if second == 0 {
					continue
				}
				want := first
				switch {
				case starts[first] != starts[second]:
					require.Less(t, starts[first], starts[second], "%d players, round %d, table %d", field, round, g.Table)
				case lastSecond[first] != lastSecond[second]:
					require.Greater(t, lastSecond[first], lastSecond[second], "%d players, round %d, table %d", field, round, g.Table)
				case round%2 == 1:
					want = min(first, second)
				default:
					want = max(first, second)
				}
				require.Equal(t, want, first, "%d players, round %d, table %d", field, round, g.Table)
			}
			for _, g := range games {
				if g.Second != uuid.Nil {
					starts[seedOf(e.Satellite, g.First)]++
					lastSecond[seedOf(e.Satellite, g.Second)] = round
				}
			}
		}
	}
}

// A forfeit is no start of anybody's (R4.2): where the counts of the games that
// were played differ, the one with fewer starts has the next.
func TestAForfeitIsNoStart_R3_11_R4_2(t *testing.T) {
	t.Parallel()
	e := started(t, 22, 6)
	e.playThrough(t, 4)
	for i, g := range e.Games {
		if i%3 == 0 {
			_, err := e.SetResult(g.ID, satellite.ResultInput{Forfeits: satellite.Second}, "")
			require.NoError(t, err)
		}
	}
	starts := map[uuid.UUID]int{}
	for _, g := range e.Games {
		if g.Kind == standings.Game {
			starts[g.First]++
		}
	}
	require.NoError(t, e.PairRound(5, e.newID))
	for _, g := range e.GamesOf(5) {
		require.LessOrEqual(t, starts[g.First], starts[g.Second], "table %d", g.Table)
	}
}

// With fewer starts coming first nobody gets far out of balance: over the
// preset rounds starts and seconds differ by two at the most.
func TestStartsOfThePresetRoundsAreBalanced_R3_11(t *testing.T) {
	t.Parallel()
	for field := 4; field <= 100; field++ {
		e := started(t, field, 6)
		balance := map[uuid.UUID]int{}
		for _, g := range e.Games {
			if g.Kind == standings.Game {
				balance[g.First]++
				balance[g.Second]--
			}
		}
		for id, difference := range balance {
			require.True(t, difference >= -2 && difference <= 2, "%d players: seed %d has %+d", field, seedOf(e.Satellite, id), difference)
		}
	}
}

func TestStartsCanBeLeftToTheTiles_R3_11(t *testing.T) {
	t.Parallel()
	newID := counter()
	s := sanctioned(t, 22, 6, newID)
	drawn := newTour()
	drawn.Rules.StartsSettled = false
	require.NoError(t, s.Start(drawn, newID))
	for _, g := range s.Games {
		require.Less(t, seedOf(s, g.First), seedOf(s, g.Second), "as paired, the better seed first")
	}
}

func TestATourMayHaveItsOwnTables_R3_1(t *testing.T) {
	t.Parallel()
	var tables map[string]json.RawMessage
	raw, err := os.ReadFile("testdata/nast_presets_5_6_rounds.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &tables))
	own := `[[1,8],[2,7],[3,6],[4,5]],[[1,7],[8,6],[2,5],[3,4]],[[1,6],[7,5],[8,4],[2,3]],[[1,5],[6,4],[7,3],[8,2]]`
	tables["8"] = json.RawMessage("[" + own + "]")
	raw, err = json.Marshal(tables)
	require.NoError(t, err)
	sets, err := json.Marshal([]satellite.TableSet{{Rounds: []int{6}, Tables: raw}})
	require.NoError(t, err)
	tr := newTour()
	tr.PairingTables = sets

	newID := counter()
	s := sanctioned(t, 8, 6, newID)
	require.NoError(t, s.Start(tr, newID))
	got, _ := pairsOf(s, 1)
	require.Equal(t, [][2]int{{1, 8}, {2, 7}, {3, 6}, {4, 5}}, got)

	s = sanctioned(t, 8, 5, newID) // events of other lengths keep the official ones
	require.NoError(t, s.Start(tr, newID))
	got, _ = pairsOf(s, 1)
	want, _ := official(t, 8, 5, 1)
	require.Equal(t, want, got)
}

func TestEveryPairSaysWhy_R3_8(t *testing.T) {
	t.Parallel()
	e := started(t, 21, 6)
	e.playThrough(t, 6)
	for _, g := range e.Games {
		says := strings.ToLower(g.Why)
		switch {
		case g.Second == uuid.Nil:
			require.Contains(t, says, "bye")
		case g.Round <= 4:
			require.Contains(t, says, "table")
			require.Contains(t, says, fmt.Sprintf("seed %d ", min(seedOf(e.Satellite, g.First), seedOf(e.Satellite, g.Second))))
		case g.Round == 5:
			require.Contains(t, says, "score group")
		default:
			require.Contains(t, says, "king of the hill")
			require.Contains(t, says, "rank")
		}
	}
}

func TestAStartCanBeTakenBackUntilAResultIsIn_R3_13(t *testing.T) {
	t.Parallel()
	e := started(t, 21, 6)
	require.NoError(t, e.OpenRound(1))
	require.NoError(t, e.Decide(satellite.Decisions{Payouts: []satellite.Payout{{Place: 21, Amount: usd(1)}}, Reason: "wooden spoon"}))
	require.NoError(t, e.Unstart())
	require.Equal(t, satellite.Sanctioned, e.Status)
	require.Empty(t, e.Rounds)
	require.Empty(t, e.Games)
	require.Empty(t, e.Field())
	require.Nil(t, e.Rules)
	require.Empty(t, e.Payouts, "a decision about another field")
	for _, p := range e.Entrants {
		require.Zero(t, p.Seed+p.Group+p.SeedRating)
	}
	enter(t, e.Satellite, player(30), e.newID)
	require.NoError(t, e.Start(newTour(), e.newID))
	require.Len(t, e.Field(), 22)
	require.Equal(t, 22, e.Field()[21].Seed)

	g := e.GamesOf(1)[0]
	_, err := e.SetResult(g.ID, scores(400, 300), "")
	require.NoError(t, err)
	requireFault(t, fault.ResultsExist, e.Unstart())
	requireFault(t, fault.ResultsExist, e.Cancel("snow"))
	require.NoError(t, e.ClearResult(g.ID))
	require.NoError(t, e.Unstart())
}
