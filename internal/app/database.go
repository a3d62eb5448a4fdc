package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/config"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/localpg"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/tour"
)

// databaseName is the database of the built-in server.
const databaseName = "nast"

// Database says where the migrated database is for each role.
type Database struct {
	Service string // URL
	Worker  string // URL
	local   *localpg.Server
}

// OpenDatabase brings up the built-in Postgres where no URL is set, makes the
// roles where it may, and migrates where it can; otherwise the schema has to
// be there.
func OpenDatabase(ctx context.Context, cfg config.Config, log *slog.Logger) (*Database, error) {
	d := &Database{Service: cfg.DatabaseURL, Worker: cfg.WorkerDatabaseURL}
	owner := cfg.MigrateDatabaseURL
	if cfg.BuiltIn() {
		server, err := localpg.Start(ctx, localpg.Config{DataDir: cfg.DataDir, Log: log})
		if err != nil {
			return nil, err
		}
		d.local = server
		admin := server.URL(localpg.Superuser, "postgres")
		if err := postgres.EnsureDatabase(ctx, admin, databaseName); err != nil {
			return nil, errors.Join(err, server.Stop(ctx))
		}
		owner = server.URL(localpg.Superuser, databaseName)
		d.Service = server.URL(string(postgres.ServiceRole), databaseName)
		d.Worker = server.URL(string(postgres.WorkerRole), databaseName)
	}
	if err := migrateIfNeeded(ctx, owner, d.Service); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// migrateIfNeeded leaves a current schema alone, so that a service whose login
// may not migrate starts on one.
func migrateIfNeeded(ctx context.Context, owner, service string) error {
	db, err := postgres.Open(ctx, postgres.Options{URL: service, Role: postgres.ServiceRole, MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	if _, behind := db.Ready(ctx); behind == nil && jobs.Current(ctx, db.Pool()) {
		return nil
	}
	return Migrate(ctx, owner)
}

// Migrate makes the roles where the login may and brings the schema up to
// date.
func Migrate(ctx context.Context, url string) error {
	if err := postgres.EnsureRoles(ctx, url); err != nil {
		return err
	}
	return postgres.Migration{URL: url, Also: jobs.Migrate}.Run(ctx)
}

// RunMigrate is the command that only migrates.
func RunMigrate(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	if !cfg.BuiltIn() {
		return Migrate(ctx, cfg.MigrateDatabaseURL)
	}
	d, err := OpenDatabase(ctx, cfg, log)
	if err != nil {
		return err
	}
	d.Close()
	return nil
}

// Close stops the built-in server if this process is its last user.
func (d *Database) Close() {
	if d.local == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	_ = d.local.Stop(ctx)
}

// firstStart makes the organiser on a first start and shows his key, at once
// and only then; and the tour demo where it is asked for.
func (s Services) firstStart(ctx context.Context, db *postgres.DB, cfg config.Config, out io.Writer) error {
	ctx = auth.WithPrincipal(ctx, auth.Principal{ID: NewID(), TenantID: NewID(), Name: "first start", Role: auth.Organiser})
	key, err := s.Directors.Bootstrap(ctx, cfg.BootstrapKey, postgres.Directors{DB: db}.HasOrganiser)
	if err != nil {
		return fmt.Errorf("make the organiser: %w", err)
	}
	if key != "" {
		fmt.Fprintf(out, "The organiser's key, shown only this once:\n\n    %s\n\n", key)
	}
	if cfg.Demo {
		return s.demoTour(ctx)
	}
	return nil
}

// RunNewKey gives the organiser one more key, for the day when his is lost:
// whoever can start the service may have one.
func RunNewKey(ctx context.Context, cfg config.Config, out io.Writer, log *slog.Logger) error {
	database, err := OpenDatabase(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer database.Close()
	db, err := postgres.Open(ctx, postgres.Options{URL: database.Service, Role: postgres.ServiceRole, MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	services, err := NewServices(db, log, time.Now, VendorsOf(cfg))
	if err != nil {
		return err
	}
	ctx = auth.WithPrincipal(ctx, auth.Principal{ID: NewID(), Name: "new-key", Role: auth.Organiser})
	organiser, err := postgres.Directors{DB: db}.OrganiserID(ctx)
	if err != nil {
		return err
	}
	_, secret, err := services.Directors.CreateKey(ctx, organiser, director.KeyRequest{})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "A new key of the organiser, shown only this once:\n\n    %s\n", secret.Secret)
	return nil
}

func (s Services) demoTour(ctx context.Context) error {
	today := civil.Of(time.Now())
	_, err := s.Tours.Create(ctx, tour.Tour{
		ID: uuid.Nil, Slug: "demo", Name: "Demo tour", Format: tour.NAST, StartsOn: today, EndsOn: today.AddDays(540),
		Currency: "USD", DefaultRounds: 6, Rules: tour.DefaultRules(tour.NAST), Prizes: tour.DefaultPrizes(),
	})
	if fault.CodeOf(err) == fault.SlugTaken {
		return nil
	}
	return err
}
