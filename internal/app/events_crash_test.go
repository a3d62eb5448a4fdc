package app_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// queue is a receiver that sees whether two events of one stream are sent at the same time.
type queue struct {
	t     testing.TB
	mu    sync.Mutex
	inUse map[uuid.UUID]bool
}

// during holds the place of a stream while do runs.
func (q *queue) during(stream uuid.UUID, do func()) {
	q.mu.Lock()
	if q.inUse[stream] {
		q.t.Errorf("two events of %s are sent at once", stream)
	}
	q.inUse[stream] = true
	q.mu.Unlock()
	do()
	q.mu.Lock()
	q.inUse[stream] = false
	q.mu.Unlock()
}

// A worker is killed with -9 while a receiver has an event and has not answered. Two others take
// over when its lease has passed: the event comes again under its id, everything after it follows in
// order, and the two never send of one satellite at the same time.
func TestKilledWorkerDeliversAgain(t *testing.T) {
	t.Parallel()
	s, g, _ := tribune(t)
	settings := []string{"NAST_DATABASE_URL=" + s.database.AdminURL(), "NAST_WEBHOOK_PRIVATE=true"}
	held := make(chan post, 10)
	var dying sync.WaitGroup // requests of the worker that is killed
	killed := make(chan struct{})
	q := &queue{t: t, inUse: map[uuid.UUID]bool{}}
	r := newReceiver(t, func(w http.ResponseWriter, h *http.Request, p post) {
		select {
		case <-killed:
			q.during(p.Stream, func() { w.WriteHeader(http.StatusOK) })
		default:
			dying.Add(1)
			defer dying.Done()
			held <- p
			<-h.Context().Done() // until its connection is gone
		}
	})
	e := listens(t, g.director, r.url, "result.*")
	ids := []uuid.UUID{g.started("First", 4, 5).ID, g.started("Second", 4, 5).ID, g.started("Third", 4, 5).ID}
	correct := func(n int) {
		for _, id := range ids {
			game := g.round(id, 1).Games[0].ID
			for i := range n {
				ok[api.ResultAnswer](t)(client.OK(g.director.PutResultWithResponse(t.Context(), id, game, nil, api.Result{FirstScore: ptr(300 + i), SecondScore: ptr(200 - n)})))
			}
		}
	}
	correct(5)
	first := launch(t, "worker", settings)
	had := []post{<-held, <-held} // two places of the endpoint
	require.NotEqual(t, had[0].Stream, had[1].Stream)
	first.kill()
	dying.Wait()
	close(killed)

	// What the killed worker had is nobody's until its lease has passed. Time is made to pass.
	newRecords(t, s.database).exec("UPDATE webhook_queues SET leased_until = $1", time.Now().Add(-time.Second))
	workers := []*process{launch(t, "worker", settings), launch(t, "worker", settings)}
	correct(10)
	eventually(t, "all to be told", func() bool {
		for _, id := range ids {
			if len(r.of(id)) < 15 {
				return false
			}
		}
		return true
	})
	for _, id := range ids {
		last := int64(0)
		for _, told := range r.of(id) {
			require.Greater(t, told.Sequence, last, "in order")
			last = told.Sequence
		}
	}
	for _, p := range had {
		times := 0
		for _, other := range r.all() {
			if other.ID == p.ID {
				times++
				require.Equal(t, p.body, other.body)
			}
		}
		require.Equal(t, 2, times, "once before and once after")
	}
	eventually(t, "nothing to wait any more", func() bool {
		return ok[api.Endpoint](t)(client.OK(g.director.GetEndpointWithResponse(t.Context(), e.ID))).Health.Waiting == 0
	})
	for _, w := range workers {
		w.stop()
	}
}
