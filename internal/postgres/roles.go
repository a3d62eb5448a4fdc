package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// EnsureRoles makes the three roles where they are missing and gives the owner
// the database's public schema. It does nothing for a session that may not: a
// database that somebody else administers has them from deploy/roles.sql.
func EnsureRoles(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to make the roles: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var super bool
	if err := conn.QueryRow(ctx, "SELECT rolsuper FROM pg_roles WHERE rolname = session_user").Scan(&super); err != nil || !super {
		return err
	}
	// Two first starts at once make each role once: the statements are one
	// transaction, and the lock is held until its end.
	_, err = conn.Exec(ctx, `
SELECT pg_advisory_xact_lock(726911);
DO $$
DECLARE r text;
BEGIN
    FOREACH r IN ARRAY ARRAY['nast_owner', 'nast_service', 'nast_worker'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', r);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
            END;
        END IF;
    END LOOP;
    EXECUTE format('GRANT CREATE ON DATABASE %I TO nast_owner', current_database());
    IF (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'public') <> 'nast_owner' THEN
        ALTER SCHEMA public OWNER TO nast_owner;
    END IF;
END $$;`)
	if err != nil {
		return fmt.Errorf("make the roles: %w", err)
	}
	return nil
}

// EnsureDatabase makes a database where it is missing.
func EnsureDatabase(ctx context.Context, adminURL, name string) error {
	conn, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return fmt.Errorf("connect to make the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	if codeOf(err) == duplicateDatabase || codeOf(err) == uniqueViolation {
		return nil // another first start was quicker
	}
	return err
}
