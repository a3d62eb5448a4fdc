package app_test

import (
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// atOnce sends a request n times at the same moment and gives all answers.
func (s *service) atOnce(n int, each func(i int) call) []answer {
	s.t.Helper()
	answers, errs := make([]answer, n), make([]error, n)
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			answers[i], errs[i] = trySend(s.t.Context(), s.url, each(i))
		})
	}
	done.Wait()
	for _, err := range errs {
		require.NoError(s.t, err)
	}
	return answers
}

func statuses(answers []answer) map[int]int {
	counts := map[int]int{}
	for _, a := range answers {
		counts[a.status]++
	}
	return counts
}

func TestPairingARound20TimesAtOnceMakesOneSetOfGames(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	g := s.stage(d.APIKey)
	id := g.started("Duluth", 22, 6).ID
	g.play(id, 1, 4)
	before := len(g.log(t.Context(), id))

	answers := s.atOnce(20, func(int) call {
		return call{key: d.APIKey, method: http.MethodPost, path: "/v1/satellites/" + id.String() + "/rounds/5/pair"}
	})
	require.Equal(t, map[int]int{http.StatusOK: 20}, statuses(answers))
	for _, a := range answers {
		require.JSONEq(t, string(answers[0].body), string(a.body))
	}
	require.Len(t, g.round(id, 5).Games, 11)
	require.Len(t, g.log(t.Context(), id), before+1, "one act")
}

func TestOfTwoScorersOnOneTableTheSecondSeesWhatTheFirstEntered(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	g := s.stage(d.APIKey)
	id := g.started("Duluth", 4, 5).ID
	game := g.round(id, 1).Games[0]
	path := "/v1/satellites/" + id.String() + "/games/" + game.ID.String()

	answers := s.atOnce(8, func(i int) call {
		return call{
			key: d.APIKey, method: http.MethodPut, path: path + "/result", header: map[string]string{"If-Match": game.Etag},
			body: api.Result{FirstScore: ptr(400 + i), SecondScore: ptr(350)},
		}
	})
	require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusPreconditionFailed: 7}, statuses(answers))
	won := slices.IndexFunc(answers, func(a answer) bool { return a.status == http.StatusOK })
	is := read[api.Game](t, answers[won])
	require.Equal(t, 400+won, *is.FirstScore)
	require.Equal(t, answers[won].header.Get("ETag"), is.Etag)
	require.NotEqual(t, game.Etag, is.Etag)
	for _, a := range answers {
		if a.status == http.StatusOK {
			continue
		}
		p := a.problem(t)
		require.EqualValues(t, "version_conflict", p.Code)
		current, err := json.Marshal(p.Current)
		require.NoError(t, err)
		require.JSONEq(t, string(answers[won].body), string(current))
	}
	// Who has seen it may correct it, and clear it.
	again := s.send(call{
		key: d.APIKey, method: http.MethodPut, path: path + "/result", header: map[string]string{"If-Match": is.Etag},
		body: api.Result{FirstScore: ptr(398), SecondScore: ptr(350)},
	})
	require.Equal(t, http.StatusOK, again.status)
	stale := s.send(call{key: d.APIKey, method: http.MethodDelete, path: path + "/result", header: map[string]string{"If-Match": is.Etag}})
	require.Equal(t, http.StatusPreconditionFailed, stale.status)
	require.EqualValues(t, 398, (*stale.problem(t).Current)["first_score"])
}

// Without If-Match the last write wins, and none is lost on the way.
func TestManyScorersAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	g := s.stage(d.APIKey)
	id := g.started("Duluth", 22, 6).ID
	games := g.round(id, 1).Games
	before := len(g.log(t.Context(), id))
	answers := s.atOnce(len(games), func(i int) call {
		return call{
			key: d.APIKey, method: http.MethodPut, path: "/v1/satellites/" + id.String() + "/games/" + games[i].ID.String() + "/result",
			body: api.Result{FirstScore: ptr(400 + i), SecondScore: ptr(350)},
		}
	})
	require.Equal(t, map[int]int{http.StatusOK: len(games)}, statuses(answers))
	r := g.round(id, 1)
	require.Equal(t, api.RoundStateComplete, r.State)
	for i, game := range r.Games {
		require.Equal(t, 400+i, *game.FirstScore)
	}
	require.Len(t, g.log(t.Context(), id), before+len(games))
	requireReplay(t, s, id)
}

func TestSameIdempotencyKey20TimesAtOnceMakesOneSatellite(t *testing.T) {
	t.Parallel()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	create := call{
		key: d.APIKey, method: http.MethodPost, path: "/v1/satellites", body: registration("Duluth", 6),
		header: map[string]string{"Idempotency-Key": "one"},
	}
	answers := s.atOnce(20, func(int) call { return create })
	answers = append(answers, s.send(create)) // when all is over, a replay
	var first string
	fresh := 0
	for _, a := range answers {
		if a.status == http.StatusConflict {
			require.EqualValues(t, "idempotency_in_progress", a.problem(t).Code)
			continue
		}
		require.Equal(t, http.StatusCreated, a.status, "%s", a.body)
		if first == "" {
			first = string(a.body)
		}
		require.Equal(t, first, string(a.body))
		if a.header.Get("Idempotent-Replayed") == "" {
			fresh++
		}
	}
	require.Equal(t, 1, fresh)
	last := answers[len(answers)-1]
	require.Equal(t, "true", last.header.Get("Idempotent-Replayed"))
	require.NotEmpty(t, last.header.Get("ETag"))
	all, err := client.Collect(s.organiser.Satellites(t.Context(), api.ListSatellitesParams{}))
	require.NoError(t, err)
	require.Len(t, all, 1)

	other := create
	other.body = registration("Fargo", 6)
	reused := s.send(other)
	require.Equal(t, http.StatusUnprocessableEntity, reused.status)
	require.EqualValues(t, "idempotency_key_reused", reused.problem(t).Code)
	elsewhere := create
	elsewhere.path, elsewhere.body = "/v1/satellites/"+all[0].ID.String()+"/entrants", api.EntrantCreate{FamilyName: "Smith"}
	require.Equal(t, http.StatusUnprocessableEntity, s.send(elsewhere).status, "the same key for another path")

	// A refused write is not kept: mended, the same key may be used again.
	bad := create
	bad.header = map[string]string{"Idempotency-Key": "two"}
	wrong := registration("", 6)
	bad.body = wrong
	require.Equal(t, http.StatusBadRequest, s.send(bad).status)
	bad.body = registration("Fargo", 6)
	require.Equal(t, http.StatusCreated, s.send(bad).status)

	// The keys of two directors have nothing to do with each other.
	theirs := create
	theirs.key = makeDirector(t, s.organiser, "Bob Director").APIKey
	got := s.send(theirs)
	require.Equal(t, http.StatusCreated, got.status)
	require.Empty(t, got.header.Get("Idempotent-Replayed"))
}

// The key of a new director is in the answer, also when it is repeated, and
// nowhere in the database.
func TestRepeatedAnswerShowsTheNewKeyAndTheDatabaseDoesNot(t *testing.T) {
	t.Parallel()
	s := newService(t)
	create := call{
		key: organiserKey, method: http.MethodPost, path: "/v1/directors", header: map[string]string{"Idempotency-Key": uuid.NewString()},
		body: api.DirectorCreate{Name: "Ann Director", Email: "ann@example.org"},
	}
	first, again := s.send(create), s.send(create)
	require.Equal(t, http.StatusCreated, first.status)
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.body), string(again.body))
	require.Equal(t, "no-store", again.header.Get("Cache-Control"))
	made := read[api.DirectorCreated](t, again)
	me := ok[api.Me](t)(client.OK(s.as(made.APIKey).GetMeWithResponse(t.Context())))
	require.Equal(t, made.ID, me.Tenant.ID)

	rows := newRecords(t, s.database).all()
	require.True(t, slices.ContainsFunc(rows, func(r record) bool { return r.table == "public.idempotency_keys" }))
	for _, secret := range []string{made.APIKey, organiserKey} {
		secret = secret[len("nast_01234567_"):]
		for _, r := range rows {
			row := strings.ToLower(r.row)
			require.NotContains(t, row, strings.ToLower(secret), r.table)
			require.NotContains(t, row, hex.EncodeToString([]byte(secret)), r.table)
		}
	}
}
