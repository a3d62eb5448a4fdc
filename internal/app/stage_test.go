package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// slug is the one tour of most tests.
const slug = "spring"

// stage carries satellites from registration to the report, as the organiser and
// one director would, whatever process serves them.
type stage struct {
	t         testing.TB
	organiser *client.Service
	director  *client.Service
}

func (s *service) stage(director string) stage { return stage{s.t, s.organiser, s.as(director)} }

func date(day string) openapi_types.Date {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return openapi_types.Date{Time: at}
}

func usd(cents int64) api.Fee { return api.Fee{Amount: cents, Currency: "USD"} }

func money(cents int64) api.Money { return api.Money{Amount: cents, Currency: "USD"} }

func makeTour(t testing.TB, organiser *client.Service, slug string) *api.Tour {
	t.Helper()
	return ok[api.Tour](t)(client.Created(organiser.CreateTourWithResponse(t.Context(), nil, api.TourCreate{
		Slug: slug, Name: "Tour " + slug, StartsOn: date("2026-01-01"), EndsOn: date("2027-06-30"), Currency: "USD",
	})))
}

func makeChessTour(t testing.TB, organiser *client.Service) *api.Tour {
	t.Helper()
	return ok[api.Tour](t)(client.Created(organiser.CreateTourWithResponse(t.Context(), nil, api.TourCreate{
		Slug: chessTour, Name: "Schools", Format: ptr(api.TourFormatNscf), StartsOn: date("2026-01-01"), EndsOn: date("2027-06-30"), Currency: "USD",
	})))
}

func makeDirector(t testing.TB, organiser *client.Service, name string) *api.DirectorCreated {
	t.Helper()
	return ok[api.DirectorCreated](t)(client.Created(organiser.CreateDirectorWithResponse(t.Context(), nil, api.DirectorCreate{
		Name: name, Email: strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@example.org",
	})))
}

// registration is a satellite of rounds rounds with an entry fee of 30.00.
func registration(name string, rounds int) api.SatelliteCreate {
	return api.SatelliteCreate{
		Tour: slug, Name: name, StartsOn: date("2026-03-14"), TimeZone: "America/Chicago", Rounds: &rounds, EntryFee: usd(3000),
		Venue: api.Venue{Name: name + " Hall", City: name + " City", Region: "MN", Country: "US"},
	}
}

func (g stage) register(name string, rounds int) *api.Satellite {
	g.t.Helper()
	return ok[api.Satellite](g.t)(client.Created(g.director.CreateSatelliteWithResponse(g.t.Context(), nil, registration(name, rounds))))
}

func (g stage) sanction(id uuid.UUID) {
	g.t.Helper()
	ok[api.Satellite](g.t)(client.OK(g.organiser.SanctionSatelliteWithResponse(g.t.Context(), id, nil, api.Act{})))
}

// enter enters n players rated 2000, 1990, 1980 ... so that they are seeded in
// order of entry (R2.1), with names that hold a word.
func (g stage) enter(id uuid.UUID, n int, word string) {
	g.t.Helper()
	var roster strings.Builder
	roster.WriteString("family_name,given_name,rating\n")
	for i := range n {
		fmt.Fprintf(&roster, "%s%03d,Player,%d\n", word, i+1, 2000-10*i)
	}
	in := ok[api.ImportResult](g.t)(client.OK(g.director.ImportEntrantsWithBodyWithResponse(
		g.t.Context(), id, nil, "text/csv", strings.NewReader(roster.String()))))
	require.Len(g.t, in.Accepted, n)
}

func (g stage) start(id uuid.UUID) {
	g.t.Helper()
	ok[api.Satellite](g.t)(client.OK(g.director.StartSatelliteWithResponse(g.t.Context(), id, nil, api.StartSatellite{})))
}

// started is a satellite in play with n players.
func (g stage) started(name string, n, rounds int) *api.Satellite {
	g.t.Helper()
	s := g.register(name, rounds)
	g.sanction(s.ID)
	g.enter(s.ID, n, name)
	g.start(s.ID)
	return s
}

// pair pairs a round, which leaves a preset one as it is.
func (g stage) pair(id uuid.UUID, round int) *api.Round {
	g.t.Helper()
	return ok[api.Round](g.t)(client.OK(g.director.PairRoundWithResponse(g.t.Context(), id, round, nil, api.Act{})))
}

// score makes up the score of a game by its round and seeds: no two spreads of
// a field come out equal easily, and the better seed does not always win.
func score(round, first, second int) (int, int) {
	h := uint64(round)*0x9E3779B97F4A7C15 ^ uint64(first)*0xC2B2AE3D27D4EB4F ^ uint64(second)*0x165667B19E3779F9
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	h ^= h >> 32
	return 300 + int(h%200), 300 + int(h>>16%199)
}

// lines are made-up results of all games of a round that have none.
func lines(r *api.Round) []api.RoundResult {
	var all []api.RoundResult
	for _, game := range r.Games {
		if game.Kind != api.GameKindGame || game.FirstScore != nil {
			continue
		}
		a, b := score(r.Round, game.First.Seed, game.Second.Seed)
		all = append(all, api.RoundResult{Table: game.Table, FirstScore: &a, SecondScore: &b})
	}
	return all
}

// play pairs rounds and enters all their results.
func (g stage) play(id uuid.UUID, from, to int) {
	g.t.Helper()
	for round := from; round <= to; round++ {
		g.results(id, g.pair(id, round))
	}
}

func (g stage) results(id uuid.UUID, r *api.Round) *api.Round {
	g.t.Helper()
	if len(lines(r)) == 0 {
		return r // they are all in
	}
	return ok[api.Round](g.t)(client.OK(g.director.PutRoundResultsWithResponse(
		g.t.Context(), id, r.Round, api.RoundResults{Results: lines(r)})))
}

// report decides whatever is tied and reports.
func (g stage) report(id uuid.UUID) *api.Report {
	g.t.Helper()
	g.decide(id)
	return ok[api.Report](g.t)(client.OK(g.director.MakeReportWithResponse(g.t.Context(), id, nil, api.Act{})))
}

func (g stage) decide(id uuid.UUID) {
	g.t.Helper()
	live := ok[api.Report](g.t)(client.OK(g.director.GetReportWithResponse(g.t.Context(), id)))
	var order []uuid.UUID
	for _, tie := range live.UnresolvedTies {
		for _, e := range tie.Entrants {
			order = append(order, e.EntrantID)
		}
	}
	if len(order) == 0 {
		return
	}
	seen := map[uuid.UUID]bool{}
	var once []uuid.UUID
	for _, id := range order {
		if !seen[id] {
			once = append(once, id)
		}
		seen[id] = true
	}
	ok[api.Report](g.t)(client.OK(g.director.PutDecisionsWithResponse(g.t.Context(), id, api.Decisions{
		SeatOrder: &once, PrizeTies: ptr(api.Pooled), Reason: "by lot",
	})))
}

func (g stage) round(id uuid.UUID, n int) *api.Round {
	g.t.Helper()
	return ok[api.Round](g.t)(client.OK(g.director.GetRoundWithResponse(g.t.Context(), id, n)))
}

func (g stage) entrants(id uuid.UUID) []api.Entrant {
	g.t.Helper()
	all, err := client.Collect(g.organiser.Entrants(g.t.Context(), id))
	require.NoError(g.t, err)
	return all
}

func (g stage) log(ctx context.Context, id uuid.UUID) []api.LogEntry {
	g.t.Helper()
	all, err := client.Collect(g.director.Log(ctx, id))
	require.NoError(g.t, err)
	return all
}
