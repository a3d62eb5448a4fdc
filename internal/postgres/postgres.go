// Package postgres keeps everything in Postgres: it holds the pool, the
// transactions with the caller's scope, the migrations, and every SQL
// statement of the service (queries/, from which db/ is generated). It carries
// out the stores that the domain packages ask for and decides nothing by
// itself.
//
// Every transaction runs as one of the service's own roles, which own nothing
// and are subject to row-level security, whoever has logged in. The caller's
// scope is set with it; without one no tenant row is seen.
package postgres

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Role is a database role of the service.
type Role string

// The roles: the owner of the schema, the API and the worker.
const (
	OwnerRole   Role = "nast_owner"
	ServiceRole Role = "nast_service"
	WorkerRole  Role = "nast_worker"
)

// Options are how a DB is opened.
type Options struct {
	URL      string
	Role     Role
	MaxConns int32 // 0: 16
	Now      func() time.Time

	// Tracer is told of every statement; nil: nobody is. Only tests that count them set it.
	Tracer pgx.QueryTracer

	// NoTenantFilter leaves the tenant out of every query, so that row-level
	// security stands alone. Only the test that proves it sets this.
	NoTenantFilter bool
}

// DB is a pool of connections under one role.
type DB struct {
	pool     *pgxpool.Pool
	role     Role
	now      func() time.Time
	noFilter bool
}

// Open makes the pool. It works through PgBouncer in transaction mode: nothing
// is prepared on the server, and role and scope end with each transaction.
func Open(ctx context.Context, o Options) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, errors.New("the database URL cannot be read; write it as postgres://user:password@host:5432/database")
	}
	cfg.MaxConns = 16
	if o.MaxConns > 0 {
		cfg.MaxConns = o.MaxConns
	}
	cfg.ConnConfig.Tracer = o.Tracer
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	cfg.ConnConfig.RuntimeParams["application_name"] = "nast"
	cfg.ConnConfig.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) {}
	if o.Role == WorkerRole {
		// River's own queries run outside of our transactions.
		cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "SELECT set_config('role', '"+string(WorkerRole)+"', false) WHERE session_user <> '"+string(WorkerRole)+"'")
			return err
		}
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open the pool: %w", err)
	}
	now := o.Now
	if now == nil {
		now = time.Now
	}
	return &DB{pool: pool, role: o.Role, now: now, noFilter: o.NoTenantFilter}, nil
}

// Pool is the pool itself, for River.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// Close closes every connection.
func (d *DB) Close() { d.pool.Close() }

type txKey struct{}

// Tx is the transaction of a context, for River's inserts; nil outside of one.
func Tx(ctx context.Context) pgx.Tx {
	tx, _ := ctx.Value(txKey{}).(pgx.Tx)
	return tx
}

// InTx runs fn in one transaction under the scope of the principal of the
// context. A call within a transaction joins it. After a serialisation failure
// or deadlock the whole is tried again, a few times.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return d.inScope(ctx, auth.From(ctx).Scope(), nil, fn)
}

func (d *DB) inScope(ctx context.Context, scope auth.Scope, key []byte, fn func(ctx context.Context) error) error {
	if Tx(ctx) != nil {
		return fn(ctx)
	}
	const tries = 5
	for try := 1; ; try++ {
		err := pgx.BeginTxFunc(ctx, d.pool, pgx.TxOptions{BeginQuery: d.begin(scope, key)}, func(tx pgx.Tx) error {
			return fn(context.WithValue(ctx, txKey{}, tx))
		})
		if err == nil || try == tries || !retryable(err) {
			return away(err)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(try) * time.Duration(5+rand.IntN(20)) * time.Millisecond):
		}
	}
}

// begin opens a transaction and says who acts, in one round trip. Everything
// in the text is a word of ours, a UUID or hex digits.
func (d *DB) begin(scope auth.Scope, key []byte) string {
	kind := string(scope.Kind)
	if key != nil {
		kind = "key"
	}
	return fmt.Sprintf("BEGIN; SELECT set_config('role', '%s', true), set_config('nast.scope', '%s', true), "+
		"set_config('nast.tenant', '%s', true), set_config('nast.key', '%s', true)", d.role, kind, scope.TenantID, hex.EncodeToString(key))
}

func retryable(err error) bool {
	var stale *staleError
	var pg *pgconn.PgError
	return errors.As(err, &stale) || errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// q gives the queries of the transaction of the context.
func (d *DB) q(ctx context.Context) *db.Queries {
	tx := Tx(ctx)
	if tx == nil {
		panic("postgres: a query outside of a transaction")
	}
	return db.New(tx)
}

// now reads the injected clock.
func (d *DB) clock() time.Time { return d.now().UTC() }
