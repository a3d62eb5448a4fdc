package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/webhook"
)

func happened(owner uuid.UUID, n int) []webhook.Event {
	events := make([]webhook.Event, n)
	for i := range events {
		events[i] = webhook.Event{ID: pgtest.NewID(), Type: webhook.ResultRecorded, Owner: owner, At: time.Now(), Data: []byte("{}")}
	}
	return events
}

// worker opens the depot as the worker does.
func depot(t testing.TB, h *pgtest.House) postgres.Webhooks {
	t.Helper()
	return postgres.Webhooks{DB: h.Open(t, postgres.WorkerRole)}
}

func take(t testing.TB, d postgres.Webhooks, limit int) []webhook.Event {
	t.Helper()
	var events []webhook.Event
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) (err error) {
		events, err = d.TakeEvents(ctx, limit)
		return err
	}))
	return events
}

// Many transactions add to one stream, and every third is rolled back: the places have no gap and
// are in the order in which the events were added.
func TestPlacesInAStreamHaveNoGaps(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	outbox, stream := postgres.Webhooks{DB: h.DB}, pgtest.NewID()
	changed := errors.New("somebody has changed his mind")
	var adding sync.WaitGroup
	for range 4 {
		adding.Go(func() {
			for i := range 15 {
				err := h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
					if err := outbox.Put(ctx, stream, happened(h.Dana.TenantID, 1+i%2)); err != nil || i%3 != 0 {
						return err
					}
					return changed
				})
				if err != nil && !errors.Is(err, changed) {
					t.Errorf("an event was not kept: %v", err)
				}
			}
		})
	}
	adding.Wait()
	d := depot(t, h)
	var all []webhook.Event
	for page := take(t, d, 7); len(page) > 0; page = take(t, d, 7) {
		for _, e := range page {
			if e.Stream == stream {
				all = append(all, e)
			}
		}
	}
	require.Len(t, all, 4*(5*1+5*2)) // of 15 acts ten stay, half of them with two events
	for i, e := range all {
		require.EqualValues(t, i+1, e.Sequence)
	}
}

// Players by their code and qualifiers by their link have no key: whatever they do is told too. But
// nobody reads the outbox, and the API reads no secret.
func TestEverybodyAddsToTheOutboxAndNobodyReadsIt(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	outbox := postgres.Webhooks{DB: h.DB}
	for _, p := range []auth.Principal{h.Organiser, h.Dana, {}, {Role: auth.Treasurer}, {Role: auth.Player, TenantID: h.Dana.TenantID}} {
		require.NoError(t, h.DB.InTx(pgtest.As(p), func(ctx context.Context) error {
			return outbox.Put(ctx, pgtest.NewID(), happened(uuid.Nil, 1))
		}), "%q", p.Role)
		for _, sql := range []string{"SELECT count(*) FROM event_outbox", "DELETE FROM event_outbox", "SELECT secret FROM webhook_secrets"} {
			err := rawly(t, h.DB, pgtest.As(p), func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, sql)
				return err
			})
			require.ErrorContains(t, err, "permission denied", "%q: %s", p.Role, sql)
		}
	}
}

// A turn is one's own until its lease has passed; an endpoint has so many places and no more; what
// waits is not forgotten when a turn ends while something new comes.
func TestTurnsAreTakenByOne(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	address := "https://events.example.org/"
	e, _, err := h.Webhooks.Create(pgtest.As(h.Dana), webhook.Wish{URL: &address})
	require.NoError(t, err)
	d := depot(t, h)
	now := h.Clock.Now()
	var streams []uuid.UUID
	var waiting []webhook.Delivery
	for range 5 {
		stream := pgtest.NewID()
		streams = append(streams, stream)
		waiting = append(waiting, webhook.Delivery{
			TenantID: e.TenantID, EndpointID: e.ID, EventID: pgtest.NewID(), Type: webhook.RoundPaired, Stream: stream, Sequence: 1,
			At: now, Body: []byte("{}"), QueuedAt: now, GiveUpAt: now,
		})
	}
	add := func(all ...webhook.Delivery) {
		t.Helper()
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return d.AddDeliveries(ctx, all) }))
	}
	add(waiting...)
	add(waiting...) // once each, however often
	claim := func(at time.Time, places int) []webhook.Turn {
		t.Helper()
		var turns []webhook.Turn
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) (err error) {
			turns, err = d.Claim(ctx, at, at.Add(time.Minute), places, pgtest.NewID)
			return err
		}))
		return turns
	}
	two := claim(now, 2)
	require.Len(t, two, 2)
	require.Empty(t, claim(now, 2), "both places are taken")
	require.Len(t, claim(now, 4), 2, "two more places")
	hold := func(turn webhook.Turn) (held bool) {
		t.Helper()
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) (err error) {
			held, err = d.Hold(ctx, turn, now.Add(time.Minute))
			return err
		}))
		return held
	}
	require.True(t, hold(two[0]))
	later := claim(now.Add(2*time.Minute), 5)
	require.Len(t, later, 5, "every lease has passed")
	require.False(t, hold(two[0]), "somebody else has it")

	// One delivery is made. While its turn is given back, the next of the stream comes.
	mine := later[0]
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		p, found, err := d.Next(ctx, mine, now)
		require.NoError(t, err)
		require.True(t, found)
		require.Equal(t, address, p.URL)
		require.Len(t, p.Secrets, 1)
		p.State, p.Tries = webhook.Delivered, 1
		return d.Tried(ctx, p.Delivery, webhook.Attempt{At: now, Status: 200})
	}))
	next := waiting[0]
	next.EventID, next.Sequence, next.Stream = pgtest.NewID(), 2, mine.Stream
	releasing, added := make(chan struct{}), make(chan error, 1)
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		held, err := d.Hold(ctx, mine, now.Add(time.Minute))
		require.NoError(t, err)
		require.True(t, held)
		go func() {
			close(releasing)
			added <- d.InTx(context.WithoutCancel(t.Context()), func(ctx context.Context) error {
				return d.AddDeliveries(ctx, []webhook.Delivery{next})
			})
		}()
		<-releasing
		return d.Release(ctx, mine, 0, now)
	}))
	require.NoError(t, <-added)
	var again []uuid.UUID
	for _, turn := range claim(now.Add(10*time.Minute), 5) {
		again = append(again, turn.Stream)
	}
	require.ElementsMatch(t, streams, again, "the stream with the new delivery too")
}

func TestOldDeliveriesAndSecretsAreDropped(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	address := "https://events.example.org/"
	e, _, err := h.Webhooks.Create(pgtest.As(h.Dana), webhook.Wish{URL: &address})
	require.NoError(t, err)
	_, _, err = h.Webhooks.Rotate(pgtest.As(h.Dana), e.ID)
	require.NoError(t, err)
	d := depot(t, h)
	c := admin(t, h.Database)
	now := h.Clock.Now()
	day := 24 * time.Hour
	for _, row := range []struct {
		state string
		age   time.Duration
	}{{"delivered", 5 * day}, {"delivered", 8 * day}, {"dead", 8 * day}, {"dead", 31 * day}, {"waiting", 28 * day}, {"waiting", 31 * day}} {
		ended := any(now.Add(-row.age))
		if row.state == "waiting" {
			ended = nil
		}
		_, err := c.Exec(t.Context(), `INSERT INTO webhook_deliveries (tenant_id, endpoint_id, event_id, type, stream_id, sequence, at, body, state, queued_at, give_up_at, ended_at)
			VALUES ($1, $2, $3, 'ping', $2, 1, $4, '', $5, $4, $4, $6)`, e.TenantID, e.ID, pgtest.NewID(), now.Add(-row.age), row.state, ended)
		require.NoError(t, err)
	}
	courier := &webhook.Courier{Depot: d, Now: h.Clock.Now, NewID: pgtest.NewID}
	h.Clock.Advance(25 * time.Hour)
	dropped, err := courier.DropOld(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 2, dropped)
	require.Equal(t, []string{"dead", "dead", "delivered", "waiting"}, read[string](t, c, "SELECT state FROM webhook_deliveries ORDER BY 1"))
	require.Equal(t, []int{1}, read[int](t, c, "SELECT count(*)::int FROM webhook_secrets"), "the former secret is over")
	b, err := courier.Backlog(t.Context())
	require.NoError(t, err)
	require.Equal(t, webhook.Backlog{Untaken: b.Untaken, Waiting: 1, Dead: 2}, b)
}
