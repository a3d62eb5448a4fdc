package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// What came with an event is emptied thirty days after it was applied; the event stays, so that it is
// not taken twice, and one that waits is left alone.
func TestWhatStripeHasSentIsNotKeptForGood(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	service := postgres.Cards{DB: h.DB}
	worker := postgres.Cards{DB: h.Open(t, postgres.WorkerRole, func(o *postgres.Options) { o.Now = h.Clock.Now })}
	add := func(id string) bool {
		var added bool
		require.NoError(t, h.DB.InTx(t.Context(), func(ctx context.Context) (err error) {
			added, err = service.AddEvent(ctx, cards.Event{ID: id, Raw: []byte("Ann Lee, Elm Street")}, h.Clock.Now())
			return err
		}))
		return added
	}
	apply := func(id string) {
		require.NoError(t, worker.InTx(t.Context(), func(ctx context.Context) error {
			return worker.EventApplied(ctx, id, "done", h.Clock.Now())
		}))
	}
	require.True(t, add("old"))
	require.True(t, add("waits"))
	apply("old")
	h.Clock.Advance(31 * 24 * time.Hour)
	require.True(t, add("new"))
	apply("new")
	for _, emptied := range []int64{1, 0} {
		n, err := worker.DropExpired(t.Context())
		require.NoError(t, err)
		require.Equal(t, emptied, n)
	}
	c := admin(t, h.Database)
	filled := func() []string {
		return read[string](t, c, "SELECT id FROM card_events WHERE raw <> '' ORDER BY id")
	}
	require.Equal(t, []string{"new", "waits"}, filled())
	require.False(t, add("old"), "not taken twice")

	// The service may empty them, as the organiser, and do nothing else to them.
	empty := "UPDATE card_events SET raw = ''"
	for _, ctx := range []context.Context{context.Background(), pgtest.As(h.Dana), thePublic} {
		_ = rawly(t, h.DB, ctx, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, empty)
			return err
		})
		require.Equal(t, []string{"new", "waits"}, filled())
	}
	for _, sql := range []string{"UPDATE card_events SET raw = 'x'", "UPDATE card_events SET outcome = ''", "DELETE FROM card_events", "SELECT raw FROM card_events"} {
		require.Error(t, rawly(t, h.DB, pgtest.As(h.Organiser), func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, sql)
			return err
		}), sql)
	}
	require.NoError(t, rawly(t, h.DB, pgtest.As(h.Organiser), func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, empty)
		return err
	}))
	require.Empty(t, filled())
}
