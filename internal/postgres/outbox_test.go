package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// in runs one call in a transaction of the worker.
func in[T any](t *testing.T, db *postgres.DB, do func(context.Context) (T, error)) T {
	t.Helper()
	var v T
	require.NoError(t, db.InTx(context.Background(), func(ctx context.Context) (err error) {
		v, err = do(ctx)
		return err
	}))
	return v
}

func TestTheOutboxGivesEachLetterToOneAtATime(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	db := h.Open(t, postgres.WorkerRole)
	box := postgres.Outbox{DB: db}
	now := time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)
	put := func(key string, at time.Time) mail.Letter {
		l := mail.Letter{ID: pgtest.NewID(), Draft: mail.Draft{Key: key, To: "dan@example.org", Subject: "S", Body: "B"}, QueuedAt: at}
		require.True(t, in(t, db, func(ctx context.Context) (bool, error) { return box.Put(ctx, l) }))
		require.False(t, in(t, db, func(ctx context.Context) (bool, error) { return box.Put(ctx, l) }), "one of a key")
		return l
	}
	put("old", now.Add(-mail.Freshness-time.Second))
	a, b := put("a", now), put("b", now)
	take := func(at time.Time, n int) []mail.Letter {
		return in(t, db, func(ctx context.Context) ([]mail.Letter, error) { return box.Take(ctx, at, n) })
	}
	taken := take(now, 1)
	require.Len(t, taken, 1)
	a.Tries = 1
	require.Equal(t, a, taken[0])

	// Another one who takes while the first is at it gets the rest.
	require.NoError(t, db.InTx(context.Background(), func(ctx context.Context) error {
		mine, err := box.Take(ctx, now, 10)
		require.NoError(t, err)
		require.Len(t, mine, 1)
		require.Equal(t, b.ID, mine[0].ID)
		require.Empty(t, take(now, 10))
		return nil
	}))
	require.Empty(t, take(now.Add(mail.Wait(1)-time.Second), 10))
	in(t, db, func(ctx context.Context) (any, error) { return nil, box.Sent(ctx, a.ID, now) })
	in(t, db, func(ctx context.Context) (any, error) { return nil, box.Failed(ctx, b.ID, "away") })
	require.Len(t, take(now.Add(mail.Wait(1)), 10), 1, "what failed is tried again, what was sent is not")

	list := func(state mail.State) []string {
		letters := in(t, db, func(ctx context.Context) ([]mail.Letter, error) {
			return box.Letters(ctx, mail.Filter{State: state, Now: now, Limit: 10})
		})
		var keys []string
		for _, l := range letters {
			require.Contains(t, []mail.State{"", l.State(now)}, state, "the list and the letter say the same")
			keys = append(keys, l.Key)
		}
		return keys
	}
	require.Equal(t, []string{"b", "a", "old"}, list(""))
	require.Equal(t, []string{"b"}, list(mail.Waiting))
	require.Equal(t, []string{"a"}, list(mail.Sent))
	require.Equal(t, []string{"old"}, list(mail.Lapsed))
	require.Empty(t, list(mail.Failed))
}

// Letters are for their readers and the organiser.
func TestDirectorsSeeNoLetters(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	db := h.Open(t, postgres.WorkerRole)
	in(t, db, func(ctx context.Context) (bool, error) {
		return postgres.Outbox{DB: db}.Put(ctx, mail.Letter{ID: pgtest.NewID(), Draft: mail.Draft{Key: "k", To: "dan@example.org", Subject: "S", Body: "B"}, QueuedAt: h.Clock.Now()})
	})
	post := &mail.Service{Outbox: postgres.Outbox{DB: h.DB}, Now: h.Clock.Now, NewID: pgtest.NewID}
	seen, err := post.List(pgtest.As(h.Dana), mail.Filter{Limit: 10})
	require.NoError(t, err)
	require.Empty(t, seen)
	seen, err = post.List(pgtest.As(h.Organiser), mail.Filter{Limit: 10})
	require.NoError(t, err)
	require.Len(t, seen, 1)
}
