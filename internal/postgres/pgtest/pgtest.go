// Package pgtest gives every test a database of its own: a clone of a migrated
// template, on the built-in server or the one of NAST_TEST_DATABASE_URL. It is
// for tests only.
package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/localpg"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/migrations"
)

// linger keeps the server up between the test binaries of one run.
const linger = 20 * time.Second

// Server gives connection strings of the test server for a role and database.
type Server func(user, database string) string

// Start finds or starts the test server, once a process.
var Start = sync.OnceValues(func() (Server, error) {
	if given := os.Getenv("NAST_TEST_DATABASE_URL"); given != "" {
		base, err := url.Parse(given)
		if err != nil {
			return nil, fmt.Errorf("NAST_TEST_DATABASE_URL: %w", err)
		}
		return func(_, database string) string {
			u := *base
			u.Path = "/" + database
			return u.String()
		}, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	server, err := localpg.Start(ctx, localpg.Config{DataDir: filepath.Join(cache, "nast-test"), Unsafe: true, Linger: linger})
	if err != nil {
		return nil, err
	}
	return server.URL, nil
})

// Empty gives a database without a schema; roles exist.
func Empty(t testing.TB) Database {
	t.Helper()
	server, err := Start()
	require.NoError(t, err)
	return create(t, server, "")
}

// New gives a migrated database.
func New(t testing.TB) Database {
	t.Helper()
	server, err := Start()
	require.NoError(t, err)
	template, err := template(server)
	require.NoError(t, err)
	return create(t, server, template)
}

// Database is a database of one test.
type Database struct {
	Name   string
	server Server
}

// URL is the connection string of a role.
func (d Database) URL(role postgres.Role) string { return d.server(string(role), d.Name) }

// AdminURL is the connection string of the superuser.
func (d Database) AdminURL() string { return d.server(localpg.Superuser, d.Name) }

// Open opens the database under a role and closes it with the test.
func (d Database) Open(t testing.TB, role postgres.Role, change ...func(*postgres.Options)) *postgres.DB {
	t.Helper()
	o := postgres.Options{URL: d.URL(role), Role: role, MaxConns: 8}
	for _, c := range change {
		c(&o)
	}
	db, err := postgres.Open(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return db
}

func create(t testing.TB, server Server, template string) Database {
	t.Helper()
	d := Database{Name: "t_" + strings.ReplaceAll(uuid.NewString(), "-", ""), server: server}
	sql := "CREATE DATABASE " + d.Name
	if template != "" {
		sql += " TEMPLATE " + template + " STRATEGY FILE_COPY"
	}
	require.NoError(t, admin(server, func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, sql)
		return err
	}))
	t.Cleanup(func() {
		_ = admin(server, func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "DROP DATABASE IF EXISTS "+d.Name+" WITH (FORCE)")
			return err
		})
	})
	if template == "" {
		require.NoError(t, postgres.EnsureRoles(context.Background(), d.AdminURL()))
	}
	return d
}

func admin(server Server, do func(ctx context.Context, c *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c, err := pgx.Connect(ctx, server(localpg.Superuser, "postgres"))
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	return do(ctx, c)
}

var (
	once         sync.Once
	templateName string
	templateErr  error
)

// template makes the migrated template, named by what it is made of, once for
// all test binaries.
func template(server Server) (string, error) {
	once.Do(func() { templateName, templateErr = makeTemplate(server) })
	return templateName, templateErr
}

func makeTemplate(server Server) (string, error) {
	hash, err := schemaHash()
	if err != nil {
		return "", err
	}
	name := "nast_template_" + hash
	err = admin(server, func(ctx context.Context, c *pgx.Conn) error {
		// One test binary makes it, the others wait here.
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(726920)"); err != nil {
			return err
		}
		var exists bool
		if err := c.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
			return err
		}
		building := name + "_building"
		for _, sql := range []string{"DROP DATABASE IF EXISTS " + building + " WITH (FORCE)", "CREATE DATABASE " + building} {
			if _, err := c.Exec(ctx, sql); err != nil {
				return err
			}
		}
		url := server(localpg.Superuser, building)
		if err := postgres.EnsureRoles(ctx, url); err != nil {
			return err
		}
		if err := (postgres.Migration{URL: url, Also: jobs.Migrate}).Run(ctx); err != nil {
			return err
		}
		_, err := c.Exec(ctx, "ALTER DATABASE "+building+" RENAME TO "+name)
		return err
	})
	return name, err
}

func schemaHash() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, jobs.SchemaVersion)
	err := fs.WalkDir(migrations.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(migrations.Files, path)
		fmt.Fprintf(h, "%s\n%s\n", path, raw)
		return err
	})
	return hex.EncodeToString(h.Sum(nil))[:16], err
}
