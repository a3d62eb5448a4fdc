package postgres_test

import (
	"context"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/migrations"
)

// withNext are the migrations of the program and one more.
func withNext(t testing.TB, sql string) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := fs.Glob(migrations.Files, "*.sql")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Files, name)
		require.NoError(t, err)
		all[name] = string(text)
	}
	latest, err := postgres.LatestVersion()
	require.NoError(t, err)
	all[fmt.Sprintf("%04d_late.up.sql", latest+1)] = sql
	all[fmt.Sprintf("%04d_late.down.sql", latest+1)] = "DROP TABLE late"
	return all
}

// watched makes the server notice soon that a client has been killed, and not
// only when a statement of his ends.
func watched(t testing.TB, address string) string {
	t.Helper()
	return with(t, address, map[string]string{"client_connection_check_interval": "50ms"})
}

func TestAStartKilledInTheMiddleLeavesTheOldSchemaAndTheNextHeals(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]func(testing.TB) pgtest.Database{
		"of a first start": pgtest.Empty, "of an upgrade": pgtest.New,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := database(t)
			c := admin(t, d)
			before := read[string](t, c, catalogue)

			slow := withNext(t, "CREATE TABLE late (); SELECT pg_sleep(600) /* in the middle */")
			child := migrator(t, order{URL: watched(t, d.AdminURL()), Files: slow})
			require.NoError(t, child.Start())
			require.Eventually(t, func() bool {
				return read[int](t, c, `SELECT count(*)::int FROM pg_stat_activity
					WHERE datname = current_database() AND wait_event = 'PgSleep' AND query LIKE '%in the middle%'`)[0] == 1
			}, time.Minute, 10*time.Millisecond)
			require.NoError(t, child.Process.Kill())
			_ = child.Wait()
			require.Equal(t, before, read[string](t, c, catalogue), "the old schema stands")

			healed := withNext(t, "CREATE TABLE late ()")
			require.NoError(t, postgres.Migration{URL: d.AdminURL(), Files: files(healed)}.Run(context.Background()))
			latest, err := postgres.LatestVersion()
			require.NoError(t, err)
			require.Equal(t, []int{latest + 1}, versions(t, d))
			require.Equal(t, 1, read[int](t, c, "SELECT count(*)::int FROM pg_class WHERE relname = 'late'")[0])
		})
	}
}
