package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/postgres"
)

// season is a tour with a director and a worker that runs.
type season struct {
	*service
	stage
}

// newSeason makes a tour with some rules of its own.
func newSeason(t *testing.T, repeat api.RepeatQualifier, declined api.DeclinedSeat, change ...func(*setup)) season {
	t.Helper()
	s := newService(t, change...)
	ok[api.Tour](t)(client.Created(s.organiser.CreateTourWithResponse(t.Context(), nil, api.TourCreate{
		Slug: slug, Name: "Spring", StartsOn: date("2026-01-01"), EndsOn: date("2027-06-30"), Currency: "USD",
		RepeatQualifier: &repeat, DeclinedSeat: &declined,
	})))
	d := makeDirector(t, s.organiser, "Dana")
	s.work()
	return season{s, s.stage(d.APIKey)}
}

// held plays and reports a satellite of 14 players with 2 seats, and gives its standing. Those of
// one word are the same persons in every satellite.
func (y season) held(name, word string) (uuid.UUID, []api.Standing) {
	y.stage.t.Helper()
	s := y.register(name, 5)
	y.sanction(s.ID)
	y.enter(s.ID, 14, word)
	y.start(s.ID)
	y.play(s.ID, 1, 5)
	report := y.report(s.ID)
	require.Len(y.stage.t, report.Qualifiers, 2)
	return s.ID, y.standing(s.ID)
}

func (y season) standing(id uuid.UUID) []api.Standing {
	y.stage.t.Helper()
	table := ok[api.Standings](y.stage.t)(client.OK(y.director.GetStandingsWithResponse(y.stage.t.Context(), id, nil)))
	for i, row := range table.Standings[:5] {
		require.Equal(y.stage.t, i+1, row.Rank, "the test needs a standing without ties at the top")
	}
	return table.Standings
}

// listed waits for the list to have some names in it, in whatever order, and gives it.
func (y season) listed(names ...string) []api.Qualifier {
	y.stage.t.Helper()
	var list *api.QualifierList
	sortedNames := slices.Sorted(slices.Values(names))
	eventually(y.stage.t, fmt.Sprint("the list of ", names), func() bool {
		var err error
		list, err = y.stage.organiser.QualifierList(y.stage.t.Context(), slug)
		require.NoError(y.stage.t, err)
		var found []string
		for _, q := range list.Items {
			found = append(found, q.Name)
		}
		slices.Sort(found)
		return slices.Equal(sortedNames, found)
	})
	return list.Items
}

func (y season) row(name string) api.Qualifier {
	y.stage.t.Helper()
	list, err := y.stage.organiser.QualifierList(y.stage.t.Context(), slug)
	require.NoError(y.stage.t, err)
	i := slices.IndexFunc(list.Items, func(q api.Qualifier) bool { return q.Name == name })
	require.GreaterOrEqual(y.stage.t, i, 0, name)
	return list.Items[i]
}

// answers records an answer and waits until the list shows it.
func (y season) answers(name string, answer api.Answer) {
	y.stage.t.Helper()
	got := ok[api.Invitation](y.stage.t)(client.OK(y.stage.organiser.PutAnswerWithResponse(y.stage.t.Context(), slug, y.row(name).PlayerID,
		api.AnswerRecord{Answer: api.AnswerRecordAnswer(answer)})))
	require.Equal(y.stage.t, answer, got.Answer)
	eventually(y.stage.t, name+" "+string(answer), func() bool { return y.row(name).Answer == answer })
}

func (y season) seats(id uuid.UUID) *api.Seats {
	y.stage.t.Helper()
	return ok[api.Seats](y.stage.t)(client.OK(y.director.ListSeatsWithResponse(y.stage.t.Context(), id)))
}

// settle corrects every game of a seed to one result, his own score first.
func (y season) settle(id uuid.UUID, seed, own, opponents int) {
	y.stage.t.Helper()
	for round := 1; round <= 5; round++ {
		for _, g := range y.round(id, round).Games {
			scores := map[string]any{"first_score": own, "second_score": opponents, "reason": "misread"}
			switch {
			case g.Second == nil || g.First.Seed != seed && g.Second.Seed != seed:
				continue
			case g.Second.Seed == seed:
				scores["first_score"], scores["second_score"] = opponents, own
			}
			got := y.send(call{
				key: organiserKey, method: http.MethodPut, path: "/v1/satellites/" + id.String() + "/games/" + g.ID.String() + "/result", body: scores,
			})
			require.Equal(y.stage.t, http.StatusOK, got.status, "%s", got.body)
		}
	}
}

// refreshAll rebuilds the list from nothing, as the nightly check does, which has to find it right.
func (y season) refreshAll() {
	y.stage.t.Helper()
	tour := ok[api.Tour](y.stage.t)(client.OK(y.stage.organiser.GetTourWithResponse(y.stage.t.Context(), slug)))
	changed, err := postgres.NewKeeper(y.database.Open(y.stage.t, postgres.WorkerRole), y.clock.now).Rebuild(y.stage.t.Context(), tour.ID)
	require.NoError(y.stage.t, err)
	require.False(y.stage.t, changed)
}
