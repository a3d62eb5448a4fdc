package postgres_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

func TestEnsureRolesTwiceAndAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	// Roles are the server's, rights are the database's: two databases at once.
	one, two := pgtest.Empty(t), pgtest.Empty(t)
	const starts = 8
	failures := make(chan error)
	for i := range starts {
		d := []pgtest.Database{one, two}[i%2]
		go func() { failures <- postgres.EnsureRoles(ctx, d.AdminURL()) }()
	}
	for range starts {
		require.NoError(t, <-failures)
	}
	for _, d := range []pgtest.Database{one, two} {
		c := admin(t, d)
		require.Equal(t, []string{"nast_owner"}, read[string](t, c,
			"SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'public'"))
		require.Equal(t, []bool{true}, read[bool](t, c, "SELECT has_database_privilege('nast_owner', current_database(), 'CREATE')"))
	}
}

func TestEnsureRolesDoesNothingForWhoMayNot(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	before := read[string](t, admin(t, d), catalogue)
	require.NoError(t, postgres.EnsureRoles(context.Background(), d.URL(postgres.ServiceRole)))
	require.Equal(t, before, read[string](t, admin(t, d), catalogue))
}

func TestEnsureDatabaseTwiceAndAtOnce(t *testing.T) {
	t.Parallel()
	ctx, d := context.Background(), pgtest.Empty(t)
	name := d.Name + "_more"
	t.Cleanup(func() { exec(t, admin(t, d), "DROP DATABASE IF EXISTS "+name) })
	const starts = 4
	failures := make(chan error)
	for range starts {
		go func() { failures <- postgres.EnsureDatabase(ctx, d.AdminURL(), name) }()
	}
	for range starts {
		require.NoError(t, <-failures)
	}
	require.NoError(t, postgres.EnsureDatabase(ctx, d.AdminURL(), name))
	require.Equal(t, []string{name}, read[string](t, admin(t, d), "SELECT datname::text FROM pg_database WHERE datname = $1", name))
}

func TestTheRolesOfTheServiceMayNothingOfThemselves(t *testing.T) {
	t.Parallel()
	c := admin(t, pgtest.New(t))
	for _, role := range []postgres.Role{postgres.ServiceRole, postgres.WorkerRole} {
		t.Run(string(role), func(t *testing.T) {
			require.Equal(t, []string{"f f f f f"}, read[string](t, c,
				"SELECT concat_ws(' ', rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication) FROM pg_roles WHERE rolname = $1", role))
			require.Empty(t, read[string](t, c,
				"SELECT roleid::regrole::text FROM pg_auth_members WHERE member = $1::text::regrole", role), "a member of no other role")
			require.Empty(t, read[string](t, c, `
				SELECT classid::regclass || ' ' || objid FROM pg_shdepend
				WHERE refclassid = 'pg_authid'::regclass AND refobjid = $1::text::regrole AND deptype = 'o'
				  AND dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`, role), "owns nothing")
			require.Equal(t, []bool{false, false}, read[bool](t, c,
				"SELECT has_schema_privilege($1, s, 'CREATE') FROM unnest(ARRAY['public', 'river']) s", role))
		})
	}
	require.Equal(t, []string{"f f f"}, read[string](t, c,
		"SELECT concat_ws(' ', rolsuper, rolbypassrls, rolcreaterole) FROM pg_roles WHERE rolname = 'nast_owner'"),
		"the owner passes by no policy either")
}
