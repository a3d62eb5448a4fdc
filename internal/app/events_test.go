package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// tribune is a service with a worker, a tour and a director.
func tribune(t testing.TB) (*service, stage, *api.DirectorCreated) {
	t.Helper()
	s := newService(t)
	makeTour(t, s.organiser, slug)
	d := makeDirector(t, s.organiser, "Ann Director")
	return s, s.stage(d.APIKey), d
}

func TestASatelliteTellsItsWholeStoryInOrder(t *testing.T) {
	t.Parallel()
	s, g, d := tribune(t)
	other := makeDirector(t, s.organiser, "Eve Other")
	anns, eves, all := newReceiver(t, nil), newReceiver(t, nil), newReceiver(t, nil)
	secret := listens(t, g.director, anns.url).Secret
	listens(t, s.as(other.APIKey), eves.url)
	listens(t, s.organiser, all.url)
	s.work()

	id := g.started("Story", 4, 5).ID
	g.play(id, 1, 5)
	g.decide(id)
	g.report(id)
	want := []string{"satellite.proposed", "satellite.sanctioned", "entrant.added", "entrant.changed", "satellite.started", "round.paired"}
	eventually(t, "the report to be told", func() bool {
		told := types(all.once())
		return slices.Contains(types(anns.once()), "satellite.reported") && slices.Contains(types(anns.once()), "due.posted") &&
			slices.Contains(told, "satellite.reported") && slices.Contains(told, "list.changed")
	})
	story := anns.of(id)
	requireWhole(t, story)
	got := types(story)
	require.Equal(t, want, got[:len(want)])
	require.Equal(t, 5, count(got, "round.completed"))
	require.Equal(t, 5, count(got, "result.recorded"), "a round's results are one act")
	require.Less(t, slices.Index(got, "result.recorded"), slices.Index(got, "round.completed"))
	require.Equal(t, "satellite.reported", got[len(got)-1])

	for _, p := range anns.all() {
		require.True(t, p.signed(t, secret), p.Type)
		require.Equal(t, p.ID.String(), p.header.Get("webhook-id"))
		require.Equal(t, d.ID, *p.DirectorID)
		require.NotContains(t, p.body, "Story", "no names")
		require.NotContains(t, p.body, "Player", "no names")
	}
	require.Equal(t, []string{"due.posted"}, types(anns.of(d.ID)))
	require.Equal(t, story, all.of(id), "the organiser hears the same")
	require.Empty(t, eves.all(), "another director hears nothing")
	require.NotContains(t, types(anns.once()), "list.changed", "the list is the organiser's")
	for _, e := range all.once() {
		require.Equal(t, slug, e.Tour, e.Type)
	}
}

func count(all []string, one string) int {
	n := 0
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}

// Scorers write in parallel into two satellites. The receiver fails with every kind of failure, and
// sometimes after it has taken the event: it answers twice. It hears everything, in order.
func TestAReceiverThatFailsHearsEverythingInOrder(t *testing.T) {
	t.Parallel()
	s, g, d := tribune(t)
	var calls atomic.Int64
	bad := newReceiver(t, func(w http.ResponseWriter, q *http.Request, _ post) {
		switch calls.Add(1) % 6 {
		case 1:
			w.WriteHeader(http.StatusInternalServerError)
		case 2:
			panic(http.ErrAbortHandler) // it has the event, and nobody knows
		case 3:
			http.Redirect(w, q, "/elsewhere", http.StatusTemporaryRedirect)
		default:
			w.WriteHeader(http.StatusOK)
		}
	})
	listens(t, g.director, bad.url, "result.*")
	ids := []uuid.UUID{g.started("First", 12, 5).ID, g.started("Second", 12, 5).ID}
	s.work()
	var scoring sync.WaitGroup
	for _, id := range ids {
		games := g.round(id, 1).Games
		for scorer := range 3 {
			scoring.Go(func() {
				for i := scorer; i < len(games); i += 3 {
					for n := range 4 {
						got, err := trySend(t.Context(), s.url, call{
							key: d.APIKey, method: http.MethodPut, path: "/v1/satellites/" + id.String() + "/games/" + games[i].ID.String() + "/result",
							body: api.Result{FirstScore: ptr(400 + n), SecondScore: ptr(300)},
						})
						if err != nil || got.status != http.StatusOK {
							t.Errorf("a result was refused: %v %s", err, got.body)
						}
					}
				}
			})
		}
	}
	scoring.Wait()
	eventually(t, "both satellites to be told of", func() bool {
		s.clock.advance(time.Minute) // so that nobody waits for the next try
		return len(bad.of(ids[0])) == 24 && len(bad.of(ids[1])) == 24
	})
	bodies := map[uuid.UUID]string{}
	for _, p := range bad.all() {
		if before, again := bodies[p.ID]; again {
			require.Equal(t, before, p.body, "the same at every try")
		}
		bodies[p.ID] = p.body
	}
	require.Greater(t, len(bad.all()), len(bodies), "some came more than once")
	for _, id := range ids {
		last := int64(0)
		for _, e := range bad.of(id) {
			require.Greater(t, e.Sequence, last, "in order")
			last = e.Sequence
		}
		require.Equal(t, 6, count(types(bad.of(id)), "result.recorded"))
		require.Equal(t, 18, count(types(bad.of(id)), "result.corrected"))
	}
	for _, p := range bad.all() {
		require.NotEqual(t, "/elsewhere", p.path, "no redirect is followed")
	}
}

// One receiver never answers, one is gone. Nobody waits for them: not the healthy one, not another
// satellite's events to it, no request, and no job.
func TestNothingWaitsForASlowOrDeadReceiver(t *testing.T) {
	t.Parallel()
	s, g, _ := tribune(t)
	asked, release := make(chan struct{}, 100), make(chan struct{})
	slow := newReceiver(t, func(_ http.ResponseWriter, q *http.Request, _ post) {
		asked <- struct{}{}
		select {
		case <-release:
		case <-q.Context().Done():
		}
	})
	defer close(release)
	healthy := newReceiver(t, nil)
	listens(t, s.organiser, slow.url)
	dead := listens(t, s.organiser, "http://127.0.0.1:9/gone")
	listens(t, s.organiser, healthy.url)
	// A thousand events wait for the dead one.
	id := g.started("Backlog", 4, 5).ID
	game := g.round(id, 1).Games[0].ID
	for n := range 1000 {
		ok[api.ResultAnswer](t)(client.OK(g.director.PutResultWithResponse(t.Context(), id, game, nil, api.Result{FirstScore: ptr(300 + n), SecondScore: ptr(200)})))
	}
	s.work()
	<-asked // the slow one has an event and will not give it back
	eventually(t, "the healthy one to have all", func() bool { return count(types(healthy.of(id)), "result.corrected") == 999 })
	requireWhole(t, healthy.of(id))
	other := g.started("Other", 4, 5).ID
	g.play(other, 1, 5)
	g.decide(other)
	g.report(other)
	eventually(t, "the report to be told, and the list to follow", func() bool {
		list, err := s.organiser.QualifierList(t.Context(), slug)
		return err == nil && len(list.Items) == 1 && slices.Contains(types(healthy.of(other)), "satellite.reported")
	})
	shown := ok[api.Endpoint](t)(client.OK(s.organiser.GetEndpointWithResponse(t.Context(), dead.ID)))
	require.NotNil(t, shown.Health.FailingSince)
	require.Greater(t, shown.Health.Waiting, 1000)
	require.Equal(t, "the connection was refused", shown.Health.Failure)
}

// A receiver is away for more than a day: what it did not take is given up, listed, and sent again
// when somebody asks for it, under the same ids.
func TestDeadLettersAreListedAndSentAgain(t *testing.T) {
	t.Parallel()
	s, g, _ := tribune(t)
	var back atomic.Bool
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request, _ post) {
		if !back.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	e := listens(t, g.director, r.url, "satellite.*")
	id := g.register("Away", 5).ID
	g.sanction(id)
	s.work()
	deliveries := func(status api.DeliveryStatus) []api.Delivery {
		page := ok[api.DeliveryList](t)(client.OK(g.director.ListDeliveriesWithResponse(t.Context(), e.ID, &api.ListDeliveriesParams{Status: &status})))
		return page.Items
	}
	eventually(t, "both to be given up", func() bool {
		s.clock.advance(time.Hour)
		return len(deliveries(api.DeliveryStatusDead)) == 2
	})
	gaveUp := deliveries(api.DeliveryStatusDead)
	for _, d := range gaveUp {
		require.Equal(t, "answered 503 Service Unavailable", d.Failure)
		require.Equal(t, 503, *d.Answer)
		require.NotNil(t, d.EndedAt)
	}
	require.Equal(t, "satellite.proposed", gaveUp[1].Type, "newest first")
	require.Positive(t, gaveUp[1].Tries)

	// Asked for while the receiver is still away, it is dead again after one try.
	again := ok[api.Delivery](t)(client.OK(g.director.ResendDeliveryWithResponse(t.Context(), e.ID, gaveUp[1].ID, nil, api.Act{})))
	require.Equal(t, api.DeliveryStatusWaiting, again.Status)
	eventually(t, "it to be given up again", func() bool { return len(deliveries(api.DeliveryStatusDead)) == 2 })
	require.Equal(t, gaveUp[1].Tries+1, deliveries(api.DeliveryStatusDead)[1].Tries)

	// What happens later does not wait for what was given up.
	back.Store(true)
	ok[api.Satellite](t)(client.OK(g.director.UpdateSatelliteWithResponse(t.Context(), id, nil, api.SatellitePatch{Name: ptr("Away again")})))
	eventually(t, "the news", func() bool { return len(deliveries(api.DeliveryStatusDelivered)) == 1 })
	resent := ok[api.Resent](t)(client.OK(g.director.ResendDeadDeliveriesWithResponse(t.Context(), e.ID, nil, api.Act{})))
	require.Equal(t, 2, resent.Deliveries)
	eventually(t, "all to be there", func() bool { return len(deliveries(api.DeliveryStatusDelivered)) == 3 })
	require.Empty(t, deliveries(api.DeliveryStatusDead))
	came := r.all()
	require.Equal(t, []string{"satellite.edited", "satellite.proposed", "satellite.sanctioned"}, types([]told{
		came[len(came)-3].told, came[len(came)-2].told, came[len(came)-1].told,
	}))
	require.Equal(t, gaveUp[1].ID, came[len(came)-2].ID, "under the same id")
	shown := ok[api.Endpoint](t)(client.OK(g.director.GetEndpointWithResponse(t.Context(), e.ID)))
	require.Nil(t, shown.Health.FailingSince)
	require.NotNil(t, shown.Health.DeliveredAt)
}

// While a secret is changed both sign, and after a day only the new one.
func TestASecretIsChangedWithoutAGap(t *testing.T) {
	t.Parallel()
	s, g, _ := tribune(t)
	r := newReceiver(t, nil)
	e := listens(t, g.director, r.url)
	s.work()
	ping := func() post {
		n := len(r.all())
		d := ok[api.Delivery](t)(client.OK(g.director.TestEndpointWithResponse(t.Context(), e.ID, nil, api.Act{})))
		require.Equal(t, "ping", d.Type)
		eventually(t, "the ping", func() bool { return len(r.all()) > n })
		return r.all()[n]
	}
	require.True(t, ping().signed(t, e.Secret))
	newer := ok[api.EndpointSecret](t)(client.OK(g.director.RotateEndpointWithResponse(t.Context(), e.ID, nil, api.Act{})))
	require.NotEqual(t, e.Secret, newer.Secret)
	both := ping()
	require.True(t, both.signed(t, e.Secret))
	require.True(t, both.signed(t, newer.Secret))
	s.clock.advance(25 * time.Hour)
	after := ping()
	require.False(t, after.signed(t, e.Secret))
	require.True(t, after.signed(t, newer.Secret))
}

func TestAPausedEndpointMissesNothing(t *testing.T) {
	t.Parallel()
	s, g, _ := tribune(t)
	old, r := newReceiver(t, nil), newReceiver(t, nil)
	e := listens(t, g.director, old.url, "satellite.*")
	patch := func(p api.EndpointPatch) {
		t.Helper()
		ok[api.Endpoint](t)(client.OK(g.director.UpdateEndpointWithResponse(t.Context(), e.ID, p)))
	}
	patch(api.EndpointPatch{Paused: ptr(true)})
	refused := s.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/webhook-endpoints/" + e.ID.String() + "/test"})
	require.Equal(t, http.StatusConflict, refused.status)
	require.EqualValues(t, "endpoint_paused", refused.problem(t).Code)
	id := g.register("Paused", 5).ID
	s.work()
	eventually(t, "it to wait", func() bool {
		return ok[api.Endpoint](t)(client.OK(g.director.GetEndpointWithResponse(t.Context(), e.ID))).Health.Waiting == 1
	})
	patch(api.EndpointPatch{URL: &r.url})
	patch(api.EndpointPatch{Paused: ptr(false)})
	eventually(t, "it to come", func() bool { return len(r.of(id)) == 1 })
	require.Empty(t, old.all())
	require.NoError(t, client.Done(g.director.DeleteEndpointWithResponse(t.Context(), e.ID)))
	g.sanction(id)
	gone := s.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/webhook-endpoints/" + e.ID.String()})
	require.Equal(t, http.StatusNotFound, gone.status)
	require.Len(t, r.all(), 1)
}

func TestEndpointsThatAreRefused(t *testing.T) {
	t.Parallel()
	s, _, d := tribune(t)
	create := func(e any) answer {
		return s.send(call{key: d.APIKey, method: http.MethodPost, path: "/v1/webhook-endpoints", body: e})
	}
	for body, pointer := range map[string]string{
		`{"url": "ftp://example.org/x"}`:                          "/url",
		`{"url": "example.org"}`:                                  "/url",
		`{"url": "https://user:secret@example.org/x"}`:            "/url",
		`{"url": "https://example.org/#x"}`:                       "/url",
		`{"url": "https://example.org/", "types": ["game.over"]}`: "/types",
		`{"url": "https://example.org/", "types": ["ping"]}`:      "/types",
	} {
		got := create(body)
		require.Equal(t, http.StatusBadRequest, got.status, body)
		require.Equal(t, pointer, (*got.problem(t).Errors)[0].Pointer, body)
	}
	for n := range 10 {
		require.Equal(t, http.StatusCreated, create(api.EndpointCreate{URL: fmt.Sprintf("https://example.org/%d", n)}).status)
	}
	full := create(api.EndpointCreate{URL: "https://example.org/11"})
	require.Equal(t, http.StatusConflict, full.status)
	require.EqualValues(t, "too_many_endpoints", full.problem(t).Code)

	// What is recorded of it has no part of the address that could be a secret.
	audit := s.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/audit?act=webhook.create"})
	require.Contains(t, string(audit.body), "example.org")
	require.NotContains(t, string(audit.body), "example.org/")
	require.NotContains(t, string(audit.body), "whsec_")
}
