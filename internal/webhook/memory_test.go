package webhook_test

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/webhook"
)

// line is a stream on its way to an endpoint.
type line struct{ endpoint, stream uuid.UUID }

type place struct {
	from     time.Time
	failures int
	lease    uuid.UUID
	until    time.Time
}

// memory is a depot in memory, in the simplest way. It is used by one goroutine at a time.
type memory struct {
	outbox     []webhook.Event
	last       map[uuid.UUID]int64
	endpoints  []webhook.Endpoint
	deliveries []*webhook.Delivery
	queues     map[line]*place
	sorting    bool // somebody else reads the outbox
}

func newMemory(endpoints ...webhook.Endpoint) *memory {
	return &memory{endpoints: endpoints, last: map[uuid.UUID]int64{}, queues: map[line]*place{}}
}

func (m *memory) InTx(ctx context.Context, fn func(ctx context.Context) error) error { return fn(ctx) }

func (m *memory) put(e webhook.Event) {
	m.last[e.Stream]++
	e.Sequence = m.last[e.Stream]
	m.outbox = append(m.outbox, e)
}

func (m *memory) LockOutbox(context.Context) (bool, error) { return !m.sorting, nil }

func (m *memory) TakeEvents(_ context.Context, limit int) ([]webhook.Event, error) {
	n := min(limit, len(m.outbox))
	taken := m.outbox[:n]
	m.outbox = m.outbox[n:]
	return taken, nil
}

func (m *memory) AllEndpoints(context.Context) ([]webhook.Endpoint, error) { return m.endpoints, nil }

func (m *memory) AddDeliveries(_ context.Context, all []webhook.Delivery) error {
	for _, d := range all {
		m.deliveries = append(m.deliveries, &d)
		if at := (line{d.EndpointID, d.Stream}); m.queues[at] == nil {
			m.queues[at] = &place{from: d.QueuedAt}
		}
	}
	return nil
}

func (m *memory) Claim(_ context.Context, now, until time.Time, perEndpoint int, newID func() uuid.UUID) ([]webhook.Turn, error) {
	var turns []webhook.Turn
	busy := map[uuid.UUID]int{}
	for at, q := range m.queues {
		if q.until.After(now) {
			busy[at.endpoint]++
		}
	}
	for _, at := range m.lines() {
		q := m.queues[at]
		if busy[at.endpoint] < perEndpoint && !q.from.After(now) && !q.until.After(now) {
			busy[at.endpoint]++
			q.lease, q.until = newID(), until
			turns = append(turns, webhook.Turn{EndpointID: at.endpoint, Stream: at.stream, Lease: q.lease, Failures: q.failures})
		}
	}
	return turns, nil
}

func (m *memory) lines() []line {
	var all []line
	for at := range m.queues {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b line) int {
		return cmp.Or(m.queues[a].from.Compare(m.queues[b].from), cmp.Compare(a.stream.String(), b.stream.String()), cmp.Compare(a.endpoint.String(), b.endpoint.String()))
	})
	return all
}

func (m *memory) Hold(_ context.Context, t webhook.Turn, until time.Time) (bool, error) {
	q := m.queues[line{t.EndpointID, t.Stream}]
	if q == nil || q.lease != t.Lease {
		return false, nil
	}
	q.until = until
	return true, nil
}

func (m *memory) first(t webhook.Turn) *webhook.Delivery {
	var first *webhook.Delivery
	for _, d := range m.deliveries {
		if d.EndpointID == t.EndpointID && d.Stream == t.Stream && d.State == webhook.Waiting && (first == nil || d.Sequence < first.Sequence) {
			first = d
		}
	}
	return first
}

func (m *memory) Next(_ context.Context, t webhook.Turn, _ time.Time) (webhook.Parcel, bool, error) {
	d := m.first(t)
	if d == nil {
		return webhook.Parcel{}, false, nil
	}
	return webhook.Parcel{Delivery: *d}, true, nil
}

func (m *memory) Tried(_ context.Context, d webhook.Delivery, _ webhook.Attempt) error {
	for _, kept := range m.deliveries {
		if kept.EndpointID == d.EndpointID && kept.EventID == d.EventID {
			*kept = d
		}
	}
	return nil
}

func (m *memory) Release(_ context.Context, t webhook.Turn, failures int, from time.Time) error {
	at := line{t.EndpointID, t.Stream}
	if m.first(t) == nil {
		delete(m.queues, at)
		return nil
	}
	m.queues[at] = &place{from: from, failures: failures}
	return nil
}

// resend makes what is dead wait again.
func (m *memory) resend(now time.Time) {
	for _, d := range m.deliveries {
		if d.State == webhook.Dead {
			d.State, d.GiveUpAt, d.EndedAt = webhook.Waiting, now, time.Time{}
			at := line{d.EndpointID, d.Stream}
			if m.queues[at] == nil {
				m.queues[at] = &place{}
			}
			m.queues[at].from = now
		}
	}
}

func (m *memory) waiting() int {
	n := len(m.outbox)
	for _, d := range m.deliveries {
		if d.State == webhook.Waiting {
			n++
		}
	}
	return n
}

func (m *memory) DropOld(context.Context, time.Time, time.Time, time.Time, time.Time) (int64, error) {
	return 0, nil
}

func (m *memory) Backlog(context.Context) (webhook.Backlog, error) { return webhook.Backlog{}, nil }
