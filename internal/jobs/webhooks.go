package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"

	"github.com/nast-tour/nast/internal/webhook"
)

// Courier delivers outgoing events.
type Courier interface {
	Sort(ctx context.Context) (int, error)
	Claim(ctx context.Context) ([]webhook.Turn, error)
	Deliver(ctx context.Context, t webhook.Turn, tell func(webhook.Result) (goOn bool)) error
	DropOld(ctx context.Context) (int64, error)
	Backlog(ctx context.Context) (webhook.Backlog, error)
}

const (
	// lookEvery is how often the outbox and the queues are looked at.
	lookEvery = 500 * time.Millisecond

	// sortsARound is how often the outbox is emptied before deliveries are looked at again.
	sortsARound = 10

	// countEvery is how often the backlog is counted, and restAfter how long nothing is done after
	// an error of the database.
	countEvery = 15 * time.Second
	restAfter  = 5 * time.Second
)

// dispatch delivers outgoing events from Start until Stop. It is a loop of its own and no job of
// River's: a job would have to be inserted with every event, in the way of every result that is
// written; and what a killed worker has begun would be done by another only after rescueAfter. A
// delivery has a goroutine while it waits for its receiver, but no connection to the database.
type dispatch struct {
	courier Courier
	log     *slog.Logger
	tries   *prometheus.CounterVec
	backlog *prometheus.GaugeVec

	look   chan struct{} // somebody has ended a turn, so that there may be another
	cancel context.CancelFunc
	stop   chan struct{}
	done   sync.WaitGroup
}

func newDispatch(courier Courier, log *slog.Logger, registerer prometheus.Registerer) *dispatch {
	d := &dispatch{
		courier: courier, log: log, look: make(chan struct{}, 1), stop: make(chan struct{}),
		tries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nast_webhook_tries_total", Help: "Tries to deliver outgoing events, by how they ended.",
		}, []string{"result"}),
		backlog: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "nast_webhook_backlog", Help: "Outgoing events by state (untaken, waiting, dead), and endpoints that have been failing.",
		}, []string{"state"}),
	}
	if registerer != nil {
		registerer.MustRegister(d.tries, d.backlog)
	}
	return d
}

// Start begins to deliver.
func (d *dispatch) Start(ctx context.Context) {
	ctx, d.cancel = context.WithCancel(ctx)
	d.done.Go(func() { d.run(ctx) })
}

// Stop lets the deliveries at hand end; when ctx ends first they are cancelled, do not count, and
// are made again later.
func (d *dispatch) Stop(ctx context.Context) {
	close(d.stop)
	ended := make(chan struct{})
	go func() {
		d.done.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
	d.cancel()
	<-ended
}

func (d *dispatch) run(ctx context.Context) {
	var counted time.Time
	for {
		pause := lookEvery
		if err := d.round(ctx); err != nil {
			d.log.WarnContext(ctx, "outgoing events cannot be worked on; they wait", "error", err)
			pause = restAfter
		}
		if time.Since(counted) > countEvery {
			d.count(ctx)
			counted = time.Now()
		}
		select {
		case <-d.stop:
		case <-d.look:
		case <-time.After(pause):
		}
		select {
		case <-d.stop:
			return
		default: // whatever else is ready
		}
	}
}

// round takes what is new from the outbox and starts every turn that can be had.
func (d *dispatch) round(ctx context.Context) error {
	for range sortsARound {
		if n, err := d.courier.Sort(ctx); err != nil {
			return err
		} else if n == 0 {
			break
		}
	}
	turns, err := d.courier.Claim(ctx)
	if err != nil {
		return err
	}
	for _, t := range turns {
		d.done.Go(func() {
			if err := d.courier.Deliver(ctx, t, d.tell); err != nil {
				d.log.WarnContext(ctx, "outgoing events were left undone for now", "endpoint", t.EndpointID, "stream", t.Stream, "error", err)
			}
			select {
			case d.look <- struct{}{}:
			default: // it looks already
			}
		})
	}
	return nil
}

// tell counts and logs a try, and says whether there may be another in this turn: not while we stop.
// The address is not logged: it can hold a token.
func (d *dispatch) tell(r webhook.Result) (goOn bool) {
	result := "delivered"
	switch {
	case r.State == webhook.Dead:
		result = "dead"
		d.log.Warn("an outgoing event was given up", "endpoint", r.EndpointID, "event", r.EventID, "type", r.Type, "tries", r.Tries,
			"failure", r.Attempt.Failure)
	case r.Attempt.Failure != "":
		result = "failed"
		d.log.Info("an outgoing event could not be delivered", "endpoint", r.EndpointID, "event", r.EventID, "type", r.Type, "try", r.Tries,
			"failure", r.Attempt.Failure)
	}
	d.tries.WithLabelValues(result).Inc()
	select {
	case <-d.stop:
		return false
	default:
		return true
	}
}

func (d *dispatch) count(ctx context.Context) {
	b, err := d.courier.Backlog(ctx)
	if err != nil {
		return // the round says that the database is away
	}
	for state, n := range map[string]int{"untaken": b.Untaken, "waiting": b.Waiting, "dead": b.Dead, "failing": b.Failing} {
		d.backlog.WithLabelValues(state).Set(float64(n))
	}
}

// DropDeliveries forgets outgoing events that were delivered, or given up, long ago.
type DropDeliveries struct{}

// Kind names the job.
func (DropDeliveries) Kind() string { return "drop_deliveries" }

type dropDeliveries struct {
	river.WorkerDefaults[DropDeliveries]
	courier Courier
}

// Work does it.
func (w *dropDeliveries) Work(ctx context.Context, _ *river.Job[DropDeliveries]) error {
	_, err := w.courier.DropOld(ctx)
	return err
}
