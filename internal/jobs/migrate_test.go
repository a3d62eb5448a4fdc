package jobs_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

func TestRiversTablesAreMadeOnceByManyStartsAndBelongToTheOwner(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	const starts = 4
	failures := make(chan error, starts)
	for range starts {
		go func() {
			failures <- postgres.Migration{URL: d.AdminURL(), Also: jobs.Migrate}.Run(context.Background())
		}()
	}
	for range starts {
		require.NoError(t, <-failures)
	}
	require.True(t, jobs.Current(context.Background(), d.Open(t, postgres.WorkerRole).Pool()))

	c, err := pgx.Connect(context.Background(), d.AdminURL())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	rows, err := c.Query(context.Background(), "SELECT DISTINCT relowner::regrole::text FROM pg_class WHERE relnamespace = 'river'::regnamespace")
	require.NoError(t, err)
	owners, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{"nast_owner"}, owners)
}

func TestADatabaseWithoutRiversTablesIsNotCurrent(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	require.NoError(t, postgres.Migration{URL: d.AdminURL()}.Run(context.Background()))
	require.False(t, jobs.Current(context.Background(), d.Open(t, postgres.WorkerRole).Pool()))
}
