package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/webhook"
)

// courier gives one turn, and ends it when the test says so or its context does.
type courier struct {
	turns         chan webhook.Turn
	began, finish chan struct{}
	ended         chan error
}

func newCourier() *courier {
	c := &courier{turns: make(chan webhook.Turn, 1), began: make(chan struct{}), finish: make(chan struct{}), ended: make(chan error, 1)}
	c.turns <- webhook.Turn{EndpointID: uuid.New()}
	return c
}

func (c *courier) Sort(context.Context) (int, error) { return 0, nil }

func (c *courier) Claim(context.Context) ([]webhook.Turn, error) {
	select {
	case t := <-c.turns:
		return []webhook.Turn{t}, nil
	default:
		return nil, nil
	}
}

func (c *courier) Deliver(ctx context.Context, _ webhook.Turn, tell func(webhook.Result) bool) error {
	close(c.began)
	select {
	case <-c.finish:
		for tell(webhook.Result{Delivery: webhook.Delivery{State: webhook.Delivered}}) {
			select { // it is told to stop, sooner or later
			case <-ctx.Done():
				c.ended <- ctx.Err()
				return ctx.Err()
			default:
			}
		}
		c.ended <- nil
		return nil
	case <-ctx.Done():
		c.ended <- ctx.Err()
		return ctx.Err()
	}
}

func (c *courier) DropOld(context.Context) (int64, error) { return 0, nil }

func (c *courier) Backlog(context.Context) (webhook.Backlog, error) {
	return webhook.Backlog{Waiting: 7}, nil
}

func delivering(t *testing.T, c jobs.Courier, registerer prometheus.Registerer) *jobs.Worker {
	t.Helper()
	h := pgtest.NewHouse(t)
	cfg := config(t, h)
	cfg.Courier, cfg.Registerer = c, registerer
	w, err := jobs.New(cfg)
	require.NoError(t, err)
	require.NoError(t, w.Start(context.Background()))
	return w
}

func TestStoppingLetsTheDeliveryAtHandEnd(t *testing.T) {
	t.Parallel()
	c, registry := newCourier(), prometheus.NewRegistry()
	w := delivering(t, c, registry)
	<-c.began
	stopped := make(chan error)
	go func() { stopped <- w.Stop(context.Background()) }()
	close(c.finish)
	require.NoError(t, <-stopped)
	require.NoError(t, <-c.ended)
	counted, err := registry.Gather()
	require.NoError(t, err)
	series := map[string]int{}
	for _, family := range counted {
		series[family.GetName()] = len(family.GetMetric())
	}
	require.Equal(t, map[string]int{"nast_webhook_tries_total": 1, "nast_webhook_backlog": 4}, series)
}

func TestAWorkerThatMayWaitNoLongerCutsDeliveriesOff(t *testing.T) {
	t.Parallel()
	c := newCourier()
	w := delivering(t, c, nil)
	<-c.began
	hurry, cancel := context.WithCancel(context.Background())
	cancel()
	require.NoError(t, w.Stop(hurry))
	require.ErrorIs(t, <-c.ended, context.Canceled)
}

// away is a courier whose database is away at first.
type away struct {
	*courier
	tried chan struct{}
}

func (a away) Sort(context.Context) (int, error) {
	select {
	case a.tried <- struct{}{}:
		return 0, errors.New("the database is away")
	default:
		return 0, nil
	}
}

func TestDeliveriesGoOnAfterAnErrorOfTheDatabase(t *testing.T) {
	t.Parallel()
	c := away{newCourier(), make(chan struct{}, 1)}
	w := delivering(t, c, nil)
	select {
	case <-c.began:
	case <-time.After(patience):
		t.Error("nothing was delivered")
	}
	close(c.finish)
	require.NoError(t, w.Stop(context.Background()))
}
