package postgres_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/tour"
)

// shownToAnybody are the tables of which a public tour's rows can be read without a key. All others
// show the public nothing, whatever is in them.
var shownToAnybody = []string{"entrants", "games", "national_list", "national_list_state", "reports", "rounds", "satellites", "tours"}

var thePublic = pgtest.As(auth.Principal{Name: "the public", Role: auth.Public})

// open makes the tour of a house public, or shuts it again.
func open(t testing.TB, h *pgtest.House, public bool) {
	t.Helper()
	_, err := h.Tours.Edit(pgtest.As(h.Organiser), h.Tour.Slug, func(tour.Tour) error { return nil }, func(t *tour.Tour) { t.Shown.Public = public })
	require.NoError(t, err)
}

func TestThePublicReadsNothingButPublicTours(t *testing.T) {
	t.Parallel()
	h, danas, _ := fullHouse(t)
	_, err := postgres.NewKeeper(h.Open(t, postgres.WorkerRole), h.Clock.Now).Rebuild(t.Context(), h.Tour.ID)
	require.NoError(t, err)
	c := admin(t, h.Database)
	readable := read[string](t, c, `
		SELECT relname::text FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migrations'
		  AND has_any_column_privilege('nast_service', oid, 'SELECT') ORDER BY 1`)
	seen := func(table string) int { return count(t, h.DB, thePublic, "SELECT count(*) FROM "+table) }
	for _, table := range readable {
		require.Zero(t, seen(table), "%s of a tour that is not public", table)
	}
	open(t, h, true)
	for _, table := range readable {
		whole := read[int](t, c, "SELECT count(*)::int FROM "+table)[0]
		if slices.Contains(shownToAnybody, table) {
			require.Positive(t, whole, "the test has rows of %s", table)
			require.Equal(t, whole, seen(table), table)
		} else {
			require.Zero(t, seen(table), "%s is not for the public", table)
		}
	}

	hidden := uuid.New()
	require.NoError(t, execAs(t, c, `INSERT INTO tours (id, slug, name, format, starts_on, ends_on, currency, default_rounds, rules, created_at)
		SELECT $1, 'hidden', name, format, starts_on, ends_on, currency, default_rounds, rules, created_at FROM tours LIMIT 1`, hidden))
	require.NoError(t, execAs(t, c, "UPDATE satellites SET tour_id = $1 WHERE id = $2", hidden, danas))
	for table, column := range map[string]string{"satellites": "id", "entrants": "satellite_id", "rounds": "satellite_id", "games": "satellite_id"} {
		require.Zero(t, count(t, h.DB, thePublic, "SELECT count(*) FROM "+table+" WHERE "+column+" = $1", danas), "%s of a tour beside it", table)
		require.Positive(t, seen(table))
	}
	require.Equal(t, 1, seen("tours"))
}

func execAs(t testing.TB, c *pgx.Conn, sql string, args ...any) error {
	t.Helper()
	_, err := c.Exec(t.Context(), sql, args...)
	return err
}

func TestThePublicWritesNothing(t *testing.T) {
	t.Parallel()
	h, _, _ := fullHouse(t)
	open(t, h, true)
	c := admin(t, h.Database)
	for _, table := range shownToAnybody {
		before := read[string](t, c, "SELECT t::text FROM "+table+" t ORDER BY 1")
		for _, sql := range []string{
			"UPDATE " + table + " SET tour_id = tour_id", "UPDATE " + table + " SET satellite_id = satellite_id", "UPDATE " + table + " SET id = id",
			"DELETE FROM " + table, "INSERT INTO " + table + " SELECT * FROM " + table,
		} {
			_ = rawly(t, h.DB, thePublic, func(ctx context.Context, tx pgx.Tx) error { // refused, or it finds no row
				_, err := tx.Exec(ctx, sql)
				return err
			})
		}
		require.Equal(t, before, read[string](t, c, "SELECT t::text FROM "+table+" t ORDER BY 1"), table)
	}
	require.Equal(t, shownToAnybody, read[string](t, c, `
		SELECT tablename::text FROM pg_policies WHERE policyname = 'public' AND cmd = 'SELECT' AND roles = '{nast_service}' ORDER BY 1`))
	require.Empty(t, read[string](t, c, "SELECT tablename::text FROM pg_policies WHERE policyname = 'public' AND cmd <> 'SELECT'"))
}
