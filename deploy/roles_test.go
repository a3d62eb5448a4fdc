//go:build unix

package deploy_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/localpg"
	"github.com/nast-tour/nast/internal/postgres"
)

// A database made by hand as docs/operations.md says: the roles of the file, the schema
// by the owner's own login, and then the service with a login that owns nothing.
func TestRolesCarryTheSchema(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	server := start(t)
	admin := connect(t, server.URL(localpg.Superuser, "postgres"))
	_, err := admin.Exec(ctx, "CREATE DATABASE nast")
	require.NoError(t, err)

	sql := read(t, "roles.sql")
	inside := connect(t, server.URL(localpg.Superuser, "nast"))
	for range 2 { // the second run changes nothing
		_, err = inside.Exec(ctx, sql)
		require.NoError(t, err)
	}
	owner := server.URL(string(postgres.OwnerRole), "nast")
	require.NoError(t, postgres.Migration{URL: owner}.Run(ctx))

	for _, role := range []postgres.Role{postgres.ServiceRole, postgres.WorkerRole} {
		conn := connect(t, server.URL(string(role), "nast"))
		var super, bypasses, owns bool
		err = conn.QueryRow(ctx, `SELECT rolsuper, rolbypassrls,
			EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid) FROM pg_roles r WHERE rolname = current_user`).
			Scan(&super, &bypasses, &owns)
		require.NoError(t, err)
		require.False(t, super || bypasses || owns, role)
		_, err = conn.Exec(ctx, "CREATE TABLE public.mine (id int)")
		require.Error(t, err, "%s makes tables", role)

		db, err := postgres.Open(ctx, postgres.Options{URL: server.URL(string(role), "nast"), Role: role})
		require.NoError(t, err)
		version, err := db.Ready(ctx)
		db.Close()
		require.NoError(t, err)
		latest, err := postgres.LatestVersion()
		require.NoError(t, err)
		require.Equal(t, latest, version)
	}
}

// A role that was made too strong is refused, not mended in silence.
func TestRolesRefuseABypass(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	server := start(t)
	admin := connect(t, server.URL(localpg.Superuser, "postgres"))
	_, err := admin.Exec(ctx, "CREATE ROLE nast_service LOGIN BYPASSRLS")
	require.NoError(t, err)
	_, err = admin.Exec(ctx, read(t, "roles.sql"))
	require.ErrorContains(t, err, "NOBYPASSRLS")
}

func start(t *testing.T) *localpg.Server {
	t.Helper()
	server, err := localpg.Start(t.Context(), localpg.Config{DataDir: t.TempDir(), Unsafe: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop(context.WithoutCancel(t.Context()))) })
	return server
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}
