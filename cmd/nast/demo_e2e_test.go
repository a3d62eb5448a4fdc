package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// Issue 7.1, R1.1: a tour as the first was, played by the demonstration, and everything that it
// comes to computed once more by hand from nothing but the scores.
func TestTheDemonstrationIsATourOfTheRealSize_R1_1(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.work()
	h.organiser.must("demo")
	service, err := client.New(h.url, organisersKey)
	require.NoError(t, err)
	tour := played(t, service, "demo")
	entries := 0
	for _, s := range tour {
		entries += len(s.standing)
	}
	require.Equal(t, []int{23, 350}, []int{len(tour), entries})

	rows := byHand(tour)
	require.Len(t, rows, 52)
	var want []string
	for _, r := range rows {
		want = append(want, fmt.Sprintf("%s: %d of %d in %s", r.name, r.rank, r.players, r.where))
	}
	list, err := service.QualifierList(t.Context(), "demo")
	require.NoError(t, err)
	var got []string
	answers := map[api.Answer]int{}
	accepted := map[string]bool{}
	for i, q := range list.Items {
		require.Equal(t, i+1, q.Position)
		require.Equal(t, 1, q.Seats)
		got = append(got, fmt.Sprintf("%s: %d of %d in %s", q.Name, q.Best.Rank, q.Best.Players, q.Best.Satellite))
		answers[q.Answer]++
		accepted[q.Name] = q.Answer == api.AnswerAccepted
	}
	require.Equal(t, want, got)
	require.Equal(t, map[api.Answer]int{api.AnswerAccepted: 21, api.AnswerDeclined: 22, api.AnswerNoAnswer: 9}, answers)
	theFinalByHand(t, service, tour, rows, accepted)
}

// theFinalByHand computes the field of 24 and its pool once more (R5.7): seven tenths of a seed are
// the place by rating and three that by best finish, equals sharing a place, buy-ins last by finish;
// the pool is 40% of all entry fees (R6.2) and three times 250.00.
func theFinalByHand(t *testing.T, service *client.Service, tour []playedSatellite, rows []row, accepted map[string]bool) {
	t.Helper()
	var field []row
	for _, r := range rows {
		if accepted[r.name] {
			field = append(field, r)
		}
	}
	buyIns, err := client.Collect(service.BuyIns(t.Context(), "demo", nil))
	require.NoError(t, err)
	require.Len(t, buyIns, 3)
	for _, b := range buyIns {
		require.NotContains(t, accepted, b.Name)
		field = append(field, row{sums: sums{name: b.Name, rating: *b.Rating, rank: math.MaxInt}})
	}
	finish := func(a, b row) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), b.players-a.players, b.halfPoints-a.halfPoints, b.spread-a.spread)
	}
	seed := func(r row) (both, rating, best int) {
		rating, best = 1, 1
		for _, other := range field {
			if other.rating > r.rating {
				rating++
			}
			if finish(other, r) < 0 {
				best++
			}
		}
		return 7*rating + 3*best, rating, best
	}
	slices.SortFunc(field, func(a, b row) int {
		bothA, ratingA, bestA := seed(a)
		bothB, ratingB, bestB := seed(b)
		return cmp.Or(bothA-bothB, ratingA-ratingB, bestA-bestB, strings.Compare(a.name, b.name))
	})
	var want []string
	for _, r := range field {
		want = append(want, r.name)
	}
	require.Len(t, want, 24)

	now, err := client.OK(service.GetFinalFieldWithResponse(t.Context(), "demo", nil))
	require.NoError(t, err)
	var got []string
	for i, f := range now.Field {
		require.Equal(t, i+1, f.Seed)
		got = append(got, f.Name)
	}
	require.Equal(t, want, got)
	event, err := client.OK(service.GetFinalWithResponse(t.Context(), "demo"))
	require.NoError(t, err)
	entrants, err := client.Collect(service.Entrants(t.Context(), event.Satellite.ID))
	require.NoError(t, err)
	for _, e := range entrants {
		require.Equal(t, want[*e.Seed-1], e.Name, "the seeds of the event are those of the field")
	}
	rounds, err := client.Collect(service.Rounds(t.Context(), event.Satellite.ID))
	require.NoError(t, err)
	require.Len(t, rounds, 8)
	for _, round := range rounds {
		require.Equal(t, api.RoundStateComplete, round.State)
		require.Len(t, round.Games, 12)
	}

	pool := map[string]int64{"USD": 3 * 250_00}
	for _, s := range tour {
		pool[s.fee.Currency] += s.fee.Amount * int64(len(s.standing)) * 40 / 100
	}
	require.True(t, now.PrizePool.Agrees)
	for _, total := range now.PrizePool.Totals {
		require.Equal(t, pool[total.Currency], total.Due.Amount, total.Currency)
	}
	report, err := client.OK(service.GetReportWithResponse(t.Context(), event.Satellite.ID))
	require.NoError(t, err)
	var prizes int64
	for _, p := range report.Prizes {
		prizes += p.Amount.Amount
	}
	require.Equal(t, pool["USD"], prizes, "the pool of the tour's currency is what is played for")
}

// sums is what a player has come to in a satellite, counted by hand.
type sums struct {
	name                     string
	rating, seed             int
	halfPoints, spread, rank int
}

type playedSatellite struct {
	id, name, date string
	fee            api.Money
	standing       []sums
}

// row is a row of the national list by hand.
type row struct {
	sums
	players int
	where   string
}

// played reads the scores of all satellites of a tour, and counts them up by R4.1-R4.4.
func played(t *testing.T, service *client.Service, slug string) []playedSatellite {
	t.Helper()
	var tour []playedSatellite
	satellites, err := client.Collect(service.Satellites(t.Context(), api.ListSatellitesParams{Tour: &slug}))
	require.NoError(t, err)
	for _, s := range satellites {
		if s.Methods != nil {
			continue // the Final Event
		}
		all := map[uuid.UUID]*sums{}
		entrants, err := client.Collect(service.Entrants(t.Context(), s.ID))
		require.NoError(t, err)
		for _, e := range entrants {
			all[e.ID] = &sums{name: e.Name, seed: *e.Seed}
			if e.Rating != nil {
				all[e.ID].rating = *e.Rating
			}
		}
		rounds, err := client.Collect(service.Rounds(t.Context(), s.ID))
		require.NoError(t, err)
		require.Len(t, rounds, 6)
		for _, round := range rounds {
			for _, g := range round.Games {
				if g.Second == nil {
					require.Equal(t, api.GameKindBye, g.Kind)
					all[g.First.EntrantID].add(50)
					continue
				}
				margin := *g.FirstScore - *g.SecondScore
				all[g.First.EntrantID].add(margin)
				all[g.Second.EntrantID].add(-margin)
			}
		}
		tour = append(tour, playedSatellite{s.ID.String(), s.Name, s.EndsOn.String(), s.EntryFee, inOrder(all)})
	}
	return tour
}

func (t *sums) add(margin int) {
	t.spread += margin
	t.halfPoints += 1 + cmp.Compare(margin, 0)
}

// inOrder puts a field in order: wins, spread, and where both are equal the lot of the demonstration,
// which is the order of seeds; equals share a rank.
func inOrder(field map[uuid.UUID]*sums) []sums {
	var order []sums
	for _, one := range field {
		order = append(order, *one)
	}
	slices.SortFunc(order, func(a, b sums) int {
		return cmp.Or(b.halfPoints-a.halfPoints, b.spread-a.spread, a.seed-b.seed)
	})
	for i := range order {
		order[i].rank = i + 1
		if i > 0 && order[i].halfPoints == order[i-1].halfPoints && order[i].spread == order[i-1].spread {
			order[i].rank = order[i-1].rank
		}
	}
	return order
}

// byHand gives every satellite's seats, the earliest satellite's first, to the best who has none yet
// (R5.2-R5.4), and lists the qualifiers by R5.6. Nobody has a name twice in the demonstration.
func byHand(tour []playedSatellite) (rows []row) {
	slices.SortFunc(tour, func(a, b playedSatellite) int { return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.id, b.id)) })
	seated := map[string]bool{}
	for _, s := range tour {
		seats := max(1, int(math.Round(float64(len(s.standing))/7)))
		for _, one := range s.standing {
			if seats > 0 && !seated[one.name] {
				seated[one.name] = true
				seats--
				rows = append(rows, row{one, len(s.standing), s.name})
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(a.rank-b.rank, b.players-a.players, b.halfPoints-a.halfPoints, b.spread-a.spread, b.rating-a.rating, strings.Compare(a.name, b.name))
	})
	return rows
}

// The same seed gives the same scores, whatever the order in which satellites are played.
func TestDemonstrationsOfOneSeedAreTheSame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.work()
	service, err := client.New(h.url, organisersKey)
	require.NoError(t, err)
	scores := func(tour, seed string) []string {
		out := h.organiser.must("demo", "--satellites", "4", "--seed", seed)
		require.NotContains(t, out, organisersKey)
		satellites := played(t, service, tour)
		for i := range satellites {
			satellites[i].id = "" // each has its own
		}
		slices.SortFunc(satellites, func(a, b playedSatellite) int { return strings.Compare(a.name, b.name) })
		var lines []string
		for _, s := range satellites {
			lines = append(lines, fmt.Sprint(s))
		}
		return lines
	}
	first := scores("demo", "7")
	require.Equal(t, first, scores("demo-2", "7"))
	require.NotEqual(t, first, scores("demo-3", "8"))
}
