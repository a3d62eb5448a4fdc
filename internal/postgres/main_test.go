package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// childOrder is the environment variable by which a test starts this binary
// again as a start of the service that only migrates.
const childOrder = "NAST_TEST_MIGRATE"

// order is what such a child has to do; no files are those of the program.
type order struct {
	URL   string
	Files map[string]string
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childOrder); text != "" {
		if err := obey(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func obey(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	m := postgres.Migration{URL: o.URL}
	if o.Files != nil {
		m.Files = files(o.Files)
	}
	return m.Run(context.Background())
}

func files(texts map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, sql := range texts {
		all[name] = &fstest.MapFile{Data: []byte(sql)}
	}
	return all
}

// admin connects to a database as the superuser, for looking behind what the
// service sees.
func admin(t testing.TB, d pgtest.Database) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(context.Background(), d.AdminURL())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

// read gives the rows of a query with one column.
func read[T any](t testing.TB, c *pgx.Conn, sql string, args ...any) []T {
	t.Helper()
	rows, err := c.Query(context.Background(), sql, args...)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[T])
	require.NoError(t, err)
	return all
}

func exec(t testing.TB, c *pgx.Conn, sql string, args ...any) {
	t.Helper()
	_, err := c.Exec(context.Background(), sql, args...)
	require.NoError(t, err)
}

// awaitWaiters waits until so many sessions of the database stand before a
// lock.
func awaitWaiters(t testing.TB, d pgtest.Database, n int) {
	t.Helper()
	c := admin(t, d)
	require.Eventually(t, func() bool {
		return read[int](t, c, `SELECT count(*)::int FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`)[0] >= n
	}, 30*time.Second, 10*time.Millisecond, "nobody waits")
}

func ptr[T any](v T) *T { return &v }
