package postgres_test

import (
	"context"
	"encoding/json"
	"os"
	osexec "os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// catalogue lists everything that a migration can make in the schema public:
// columns, constraints, indexes, policies, functions, rights and the flags of
// row-level security, a line each.
const catalogue = `
SELECT line FROM (
    SELECT format('column %s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p', 'S')
  UNION ALL
    SELECT format('table %s %s %s %s %s', relname, relowner::regrole, relrowsecurity, relforcerowsecurity, relacl)
    FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL
    SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL
    SELECT format('index %s', indexdef) FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
    SELECT format('policy %s %s %s %s %s %s', tablename, policyname, roles, cmd, qual, with_check)
    FROM pg_policies WHERE schemaname = 'public'
  UNION ALL
    SELECT format('function %s', pg_get_functiondef(oid)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
    SELECT format('schema %s %s %s', nspname, nspowner::regrole, nspacl) FROM pg_namespace WHERE nspname = 'public'
) all_lines ORDER BY line COLLATE "C"`

func migrateUp(t testing.TB, d pgtest.Database) {
	t.Helper()
	require.NoError(t, postgres.Migration{URL: d.AdminURL()}.Run(context.Background()))
}

func versions(t testing.TB, d pgtest.Database) []int {
	t.Helper()
	return read[int](t, admin(t, d), "SELECT version::int FROM schema_migrations WHERE NOT dirty")
}

func TestEveryMigrationComesDownAndUpAgainTheSame(t *testing.T) {
	t.Parallel()
	ctx, d := context.Background(), pgtest.Empty(t)
	latest, err := postgres.LatestVersion()
	require.NoError(t, err)
	c := admin(t, d)

	// Each version is reached, left downwards and reached again.
	before := [][]string{nil}
	for range latest {
		require.NoError(t, postgres.Migration{URL: d.AdminURL(), Steps: 1}.Run(ctx))
		before = append(before, read[string](t, c, catalogue))
	}
	for at := latest; at >= 1; at-- {
		require.Equal(t, []int{at}, versions(t, d))
		require.NoError(t, postgres.Migration{URL: d.AdminURL(), Steps: -1}.Run(ctx))
		if at > 1 {
			require.Equal(t, before[at-1], read[string](t, c, catalogue), "down from version %d", at)
		}
	}
	require.Empty(t, versions(t, d))
	require.Equal(t, []string{"schema_migrations"}, read[string](t, c,
		"SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'"),
		"the first migration leaves nothing behind")
	require.Empty(t, read[string](t, c, "SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace"))

	migrateUp(t, d)
	require.Equal(t, []int{latest}, versions(t, d))
	require.Equal(t, before[latest], read[string](t, c, catalogue))
}

func TestMigratingACurrentSchemaChangesNothing(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	before := read[string](t, admin(t, d), catalogue)
	migrateUp(t, d)
	require.Equal(t, before, read[string](t, admin(t, d), catalogue))
}

func TestTheOwnerMigratesWithoutBeingASuperuser(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	require.NoError(t, postgres.Migration{URL: d.URL(postgres.OwnerRole)}.Run(context.Background()))
	require.Equal(t, []string{"nast_owner"}, read[string](t, admin(t, d),
		"SELECT DISTINCT relowner::regrole::text FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
}

func TestStartsAtOnceMigrateOnce(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	const starts = 6
	failures := make(chan error, starts+2)
	for range starts {
		go func() { failures <- postgres.Migration{URL: d.AdminURL()}.Run(context.Background()) }()
	}
	// Two of them are processes of their own.
	for range 2 {
		child := migrator(t, order{URL: d.AdminURL()})
		require.NoError(t, child.Start())
		go func() { failures <- child.Wait() }()
	}
	for range starts + 2 {
		require.NoError(t, <-failures)
	}
	latest, err := postgres.LatestVersion()
	require.NoError(t, err)
	require.Equal(t, []int{latest}, versions(t, d))
}

// migrator is a process that migrates and ends.
func migrator(t testing.TB, o order) *osexec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	child := osexec.Command(self)
	child.Env = append(os.Environ(), childOrder+"="+string(text))
	child.Stderr = os.Stderr
	return child
}

func TestAFailedMigrationLeavesTheOldSchemaAndIsNeverDirty(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	before := read[string](t, admin(t, d), catalogue)
	next := withNext(t, "CREATE TABLE late (); SELECT 1/0")
	err := postgres.Migration{URL: d.AdminURL(), Files: files(next)}.Run(context.Background())
	require.ErrorContains(t, err, "division by zero")
	require.Equal(t, before, read[string](t, admin(t, d), catalogue))

	next = withNext(t, "CREATE TABLE late ()")
	require.NoError(t, postgres.Migration{URL: d.AdminURL(), Files: files(next)}.Run(context.Background()))
	require.Equal(t, []string{"late"}, read[string](t, admin(t, d), "SELECT relname::text FROM pg_class WHERE relname = 'late'"))
}

func TestADatabaseAheadOfTheProgramIsLeftAlone(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	exec(t, admin(t, d), "UPDATE schema_migrations SET version = 9999")
	before := read[string](t, admin(t, d), catalogue)
	migrateUp(t, d)
	require.Equal(t, []int{9999}, versions(t, d))
	require.Equal(t, before, read[string](t, admin(t, d), catalogue))

	version, err := d.Open(t, postgres.ServiceRole).Ready(context.Background())
	require.NoError(t, err, "old and new programs run side by side")
	require.Equal(t, 9999, version)
}

func TestReadySaysHowFarTheSchemaIs(t *testing.T) {
	t.Parallel()
	latest, err := postgres.LatestVersion()
	require.NoError(t, err)
	for _, row := range []struct {
		name, sql, says string
		version         int
	}{
		{"current", "SELECT 1", "", latest},
		{"behind", "UPDATE schema_migrations SET version = 0", "run the migrations", 0},
		{"no version", "DELETE FROM schema_migrations", "no schema yet", 0},
		{"no schema", "DROP TABLE schema_migrations", "no schema yet", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.New(t)
			db := d.Open(t, postgres.ServiceRole)
			exec(t, admin(t, d), row.sql)
			version, err := db.Ready(context.Background())
			require.Equal(t, row.version, version)
			if row.says == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, fault.NotReady, fault.CodeOf(err))
			require.ErrorContains(t, err, row.says)
		})
	}
}

func TestReadyFailsWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(context.Background(), postgres.Options{URL: "postgres:///nast?host=/nowhere", Role: postgres.ServiceRole})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	_, err = db.Ready(context.Background())
	require.Equal(t, fault.NotReady, fault.CodeOf(err))
}
