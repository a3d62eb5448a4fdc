package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/golang-migrate/migrate/v4"
	"github.com/golang-migrate/migrate/v4/database"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/migrations"
)

// migrationLock is the advisory lock that one start at a time holds.
const migrationLock = 726912

// JobsSchema is the schema in which the job queue keeps its tables.
const JobsSchema = "river"

// jobsRoom makes that schema; what its owner makes in it both roles can use.
const jobsRoom = `
CREATE SCHEMA IF NOT EXISTS river;
GRANT USAGE ON SCHEMA river TO nast_service, nast_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA river GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO nast_service, nast_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA river GRANT USAGE, SELECT ON SEQUENCES TO nast_service, nast_worker`

// Migration is a run of the migrations.
type Migration struct {
	URL string

	// Files are the migrations, those of the program where nil.
	Files fs.FS

	// Also runs first, under the same lock but by itself, as the owner of the
	// schema: River's tables, which cannot be made in one transaction.
	Also func(ctx context.Context, pool *pgxpool.Pool) error

	// Steps limits the run for tests: 0 is all the way up, -n is n down.
	Steps int
}

// Run brings the schema up to date as its owner, in one transaction under an
// advisory lock: a start that is killed leaves the old schema, and of two at
// once the second finds the work done. A database that is ahead of the program
// is left as it is, so that old and new programs run side by side.
func (m Migration) Run(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, m.URL)
	if err != nil {
		return fmt.Errorf("connect to migrate: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "SELECT set_config('role', 'nast_owner', true) WHERE current_user <> 'nast_owner'")
		if err != nil {
			return fmt.Errorf("become nast_owner to migrate (see deploy/roles.sql): %w", err)
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
			return fmt.Errorf("wait for the migration lock: %w", err)
		}
		if err := m.also(ctx); err != nil {
			return err
		}
		return m.migrate(ctx, tx)
	})
}

func (m Migration) also(ctx context.Context) error {
	if m.Also == nil {
		return nil
	}
	cfg, err := pgxpool.ParseConfig(m.URL)
	if err != nil {
		return fmt.Errorf("connect to migrate: %w", err)
	}
	cfg.MaxConns = 2
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, "SELECT set_config('role', 'nast_owner', false) WHERE current_user <> 'nast_owner'")
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("connect to migrate: %w", err)
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, jobsRoom); err != nil {
		return fmt.Errorf("make the schema of the jobs: %w", err)
	}
	return m.Also(ctx, pool)
}

func (m Migration) migrate(ctx context.Context, tx pgx.Tx) error {
	files := m.Files
	if files == nil {
		files = migrations.Files
	}
	source, err := iofs.New(files, ".")
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	latest, err := latestIn(files)
	if err != nil {
		return err
	}
	driver := &txDriver{ctx: ctx, tx: tx}
	if err := driver.prepare(); err != nil {
		return err
	}
	if at, _, err := driver.Version(); err != nil || at > latest {
		return err
	}
	run, err := migrate.NewWithInstance("iofs", source, "postgres", driver)
	if err != nil {
		return fmt.Errorf("prepare the migrations: %w", err)
	}
	if m.Steps != 0 {
		err = run.Steps(m.Steps)
	} else {
		err = run.Up()
	}
	if err != nil && !errors.Is(err, migrate.ErrNoChange) {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// LatestVersion is the newest migration of the program.
func LatestVersion() (int, error) { return latestIn(migrations.Files) }

func latestIn(files fs.FS) (int, error) {
	ups, err := fs.Glob(files, "*.up.sql")
	if err != nil {
		return 0, err
	}
	latest := 0
	for _, name := range ups {
		var n int
		if _, err := fmt.Sscanf(name, "%d_", &n); err != nil {
			return 0, fmt.Errorf("a migration without a number: %s", name)
		}
		latest = max(latest, n)
	}
	return latest, nil
}

// Ready says which version the schema has; it fails with fault.NotReady while
// the database is away or the schema is behind the program.
func (d *DB) Ready(ctx context.Context) (int, error) {
	latest, err := LatestVersion()
	if err != nil {
		return 0, err
	}
	var version int
	err = d.pool.QueryRow(ctx, "SELECT version FROM schema_migrations").Scan(&version)
	switch {
	case codeOf(err) == undefinedTable || errors.Is(err, pgx.ErrNoRows):
		return 0, fault.Wrap(err, fault.NotReady, "The database has no schema yet; run the migrations (api migrate).")
	case err != nil:
		return 0, fault.Wrap(err, fault.NotReady, "The database does not answer.")
	case version < latest:
		return version, fault.New(fault.NotReady, "The schema is at version %d and the program needs %d; run the migrations (api migrate).", version, latest)
	}
	return version, nil
}

// txDriver lets golang-migrate work inside one transaction of ours. The lock
// is the transaction's; nothing it does is seen before the commit.
type txDriver struct {
	ctx context.Context
	tx  pgx.Tx
}

func (t *txDriver) prepare() error {
	_, err := t.tx.Exec(t.ctx, `
CREATE TABLE IF NOT EXISTS schema_migrations (version bigint NOT NULL PRIMARY KEY, dirty boolean NOT NULL);
GRANT SELECT ON schema_migrations TO nast_service, nast_worker;
GRANT USAGE ON SCHEMA public TO nast_service, nast_worker`)
	if err != nil {
		return fmt.Errorf("prepare the table of versions: %w", err)
	}
	return nil
}

// Open is not used: the driver is made with its transaction.
func (t *txDriver) Open(string) (database.Driver, error) {
	return nil, errors.New("the migrations run in a transaction that exists already")
}

// Close leaves the transaction to its owner.
func (t *txDriver) Close() error { return nil }

// Lock is the transaction's own lock.
func (t *txDriver) Lock() error { return nil }

// Unlock happens at the end of the transaction.
func (t *txDriver) Unlock() error { return nil }

// Run carries out one file.
func (t *txDriver) Run(file io.Reader) error {
	sql, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	_, err = t.tx.Exec(t.ctx, string(sql))
	return err
}

// SetVersion notes the version; nobody ever sees a dirty one.
func (t *txDriver) SetVersion(version int, dirty bool) error {
	if _, err := t.tx.Exec(t.ctx, "DELETE FROM schema_migrations"); err != nil {
		return err
	}
	if version < 0 {
		return nil
	}
	_, err := t.tx.Exec(t.ctx, "INSERT INTO schema_migrations (version, dirty) VALUES ($1, $2)", version, dirty)
	return err
}

// Version reads the version, -1 where there is none.
func (t *txDriver) Version() (version int, dirty bool, err error) {
	err = t.tx.QueryRow(t.ctx, "SELECT version, dirty FROM schema_migrations").Scan(&version, &dirty)
	if errors.Is(err, pgx.ErrNoRows) {
		return database.NilVersion, false, nil
	}
	return version, dirty, err
}

// Drop is never wanted.
func (t *txDriver) Drop() error { return errors.New("the schema is never dropped") }
