package app_test

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/satellite"
)

// pair is two seeds, the better first.
type pair [2]int

func pairOf(a, b int) pair { return pair{min(a, b), max(a, b)} }

func sorted(pairs []pair) []pair {
	return slices.SortedFunc(slices.Values(pairs), func(a, b pair) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
}

func pairsOf(r *api.Round) []pair {
	var pairs []pair
	for _, g := range r.Games {
		if g.Second != nil {
			pairs = append(pairs, pairOf(g.First.Seed, g.Second.Seed))
		}
	}
	return pairs
}

// officialPairs are the published pairs of a preset round.
func officialPairs(t testing.TB, players, round int) []pair {
	t.Helper()
	raw, err := os.ReadFile("../pairing/tables/nast_presets_5_6_rounds.json")
	require.NoError(t, err)
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &members))
	var rounds [][][2]int
	require.NoError(t, json.Unmarshal(members[strconv.Itoa(players)], &rounds))
	var pairs []pair
	for _, p := range rounds[round-1] {
		pairs = append(pairs, pairOf(p[0], p[1]))
	}
	return pairs
}

// tally is a player's score, counted here from the games alone.
type tally struct{ seed, halfPoints, spread int }

// standingsOf orders the field by the results of some rounds (R4.1, R4.4); seed
// decides among equals, as it does for pairing.
func standingsOf(players int, rounds ...*api.Round) []tally {
	by := make([]tally, players)
	for i := range by {
		by[i].seed = i + 1
	}
	for _, r := range rounds {
		for _, g := range r.Games {
			a, b, margin := &by[g.First.Seed-1], &by[g.Second.Seed-1], *g.FirstScore-*g.SecondScore
			a.spread += margin
			b.spread -= margin
			switch {
			case margin > 0:
				a.halfPoints += 2
			case margin < 0:
				b.halfPoints += 2
			default:
				a.halfPoints++
				b.halfPoints++
			}
		}
	}
	slices.SortFunc(by, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.halfPoints, a.halfPoints), cmp.Compare(b.spread, a.spread), cmp.Compare(a.seed, b.seed))
	})
	return by
}

// pureSwiss is R3.3 written apart from internal/pairing: from the top, a score
// group takes one more player of the next if it is odd, and its upper half
// meets its lower half in order.
func pureSwiss(order []tally) []pair {
	var pairs []pair
	for len(order) > 0 {
		size := 0
		for size < len(order) && order[size].halfPoints == order[0].halfPoints {
			size++
		}
		size += size % 2
		for i := range size / 2 {
			pairs = append(pairs, pairOf(order[i].seed, order[size/2+i].seed))
		}
		order = order[size:]
	}
	return pairs
}

// shown reads standings as the API gives them.
func shown(s *api.Standings) []tally {
	rows := make([]tally, len(s.Standings))
	for i, row := range s.Standings {
		rows[i] = tally{row.Seed, int(2 * row.Points), row.Spread}
	}
	return rows
}

// The main job: a satellite of 22 players from its registration to the national
// list, over HTTP, with the worker running.
func TestSatelliteOf22PlayersFromRegistrationToTheNationalList(t *testing.T) {
	t.Parallel()
	const players = 22
	s := newService(t)
	s.work()
	makeTour(t, s.organiser, slug)
	g := s.stage(makeDirector(t, s.organiser, "Ann Director").APIKey)
	ctx := t.Context()

	registered := g.register("Duluth", 6)
	id := registered.ID
	require.Equal(t, api.Proposed, registered.Status)
	g.sanction(id)
	g.enter(id, players, "Duluth")
	g.start(id)
	standings := func(after int) *api.Standings {
		return ok[api.Standings](t)(client.OK(g.director.GetStandingsWithResponse(ctx, id, &api.GetStandingsParams{AfterRound: &after})))
	}

	var rounds []*api.Round
	for n := 1; n <= 6; n++ {
		r := g.pair(id, n)
		switch {
		case n <= 4:
			require.Equal(t, api.RoundMethodPreset, r.Method)
			require.Equal(t, sorted(officialPairs(t, players, n)), sorted(pairsOf(r)), "round %d", n)
		case n == 5:
			require.Equal(t, api.RoundMethodSwiss, r.Method)
			order := shown(standings(4))
			require.Equal(t, standingsOf(players, rounds...), order, "R4.4")
			require.Equal(t, sorted(pureSwiss(order)), sorted(pairsOf(r)), "R3.3")
		case n == 6:
			require.Equal(t, api.RoundMethodKingOfTheHill, r.Method)
			order := shown(standings(5))
			require.Equal(t, standingsOf(players, rounds...), order, "R4.4")
			for i, p := range pairsOf(r) {
				require.Equal(t, pairOf(order[2*i].seed, order[2*i+1].seed), p, "R3.4, table %d", i+1)
			}
		}
		for i, game := range r.Games {
			require.Equal(t, i+1, *game.Table, "R3.10")
			require.NotEmpty(t, game.Why, "R3.8")
		}
		r = g.results(id, r)
		require.Equal(t, api.RoundStateComplete, r.State)
		rounds = append(rounds, r)
	}

	final := standingsOf(players, rounds...)
	made := ok[api.Report](t)(client.OK(g.director.MakeReportWithResponse(ctx, id, nil, api.Act{})))
	require.Equal(t, players, made.Players)
	require.Equal(t, api.Money{Amount: 66000, Currency: "USD"}, made.Carryover.Base)
	require.Equal(t, api.Money{Amount: 26400, Currency: "USD"}, made.Carryover.Due, "40%% of 22 fees of 30.00 (R6.2)")
	require.Len(t, made.Qualifiers, 3, "22 players have 3 seats (R5.2)")
	for i, q := range made.Qualifiers {
		require.Equal(t, i+1, q.Rank)
		require.Equal(t, final[i].spread, q.Spread)
	}
	dues, err := client.Collect(s.organiser.Dues(ctx, api.ListDuesParams{}))
	require.NoError(t, err)
	require.Len(t, dues, 1)
	require.Equal(t, int64(26400), dues[0].Outstanding.Amount)

	var list *api.QualifierList
	eventually(t, "the qualifiers on the national list", func() bool {
		list, err = s.organiser.QualifierList(ctx, slug)
		return err == nil && len(list.Items) > 0
	})
	require.Len(t, list.Items, 3)
	require.NotNil(t, list.AsOf)
	for i, row := range list.Items {
		require.Equal(t, i+1, row.Position)
		require.Equal(t, made.Qualifiers[i].PlayerID, row.PlayerID)
		require.Equal(t, made.Qualifiers[i].Name, row.Name)
		require.Equal(t, []int{1, players, 6, final[i].spread}, []int{row.Seats, row.Best.Players, row.Best.Rounds, row.Best.Spread})
	}
	requireWholeLog(t, g, id, []string{
		"satellite.register", "satellite.sanction", "entrant.import", "satellite.start",
		"result.enter", "result.enter", "result.enter", "result.enter",
		"round.pair", "result.enter", "round.pair", "result.enter", "satellite.report",
	})
	requireReplay(t, s, id)
}

// requireWholeLog wants the log to tell of these acts and no others, and enough
// of each that the games can be rebuilt from what the API shows (R4.9).
func requireWholeLog(t *testing.T, g stage, id uuid.UUID, acts []string) {
	t.Helper()
	var told []string
	after := map[string]*map[string]any{}
	for i, entry := range g.log(t.Context(), id) {
		require.Equal(t, int64(i+1), entry.Seq)
		require.NotEqual(t, uuid.Nil, entry.Actor.ID)
		require.NotEmpty(t, entry.Actor.Name)
		require.NotEmpty(t, entry.Changes)
		told = append(told, entry.Act)
		for _, c := range entry.Changes {
			key := string(c.Kind) + " " + c.ID
			require.Equal(t, after[key], c.Before, "act %d: %s was something else before", entry.Seq, key)
			after[key] = c.After
		}
	}
	require.Equal(t, acts, told)
	for n := 1; n <= 6; n++ {
		for _, game := range g.round(id, n).Games {
			kept := after["game "+game.ID.String()]
			require.NotNil(t, kept)
			score, _ := (*kept)["score"].(map[string]any)
			require.EqualValues(t, *game.FirstScore, score["first"])
			require.EqualValues(t, *game.SecondScore, score["second"])
		}
	}
}

// requireReplay wants the state rebuilt from the log to be the one that is
// stored (R4.9).
func requireReplay(t *testing.T, s *service, id uuid.UUID) {
	t.Helper()
	ctx := auth.WithPrincipal(t.Context(), auth.Principal{Role: auth.Organiser})
	store := postgres.Satellites{DB: s.db}
	require.NoError(t, store.InTx(ctx, func(ctx context.Context) error {
		stored, err := store.Load(ctx, id)
		require.NoError(t, err)
		log, err := store.Log(ctx, id, 0, 10_000)
		require.NoError(t, err)
		rebuilt, err := satellite.Replay(log)
		require.NoError(t, err)
		is, err := json.Marshal(stored)
		require.NoError(t, err)
		again, err := json.Marshal(rebuilt)
		require.NoError(t, err)
		require.JSONEq(t, string(is), string(again))
		return nil
	}))
}
