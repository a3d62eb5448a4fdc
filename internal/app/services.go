// Package app puts the parts together: database, domain services, worker and
// HTTP server. The commands and the end-to-end tests start the service
// through it. It holds no rule.
package app

import (
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/httpapi"
	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Services are the domain services on one database.
type Services httpapi.Services

// NewServices makes the services of the API.
func NewServices(db *postgres.DB, log *slog.Logger, now func() time.Time) (Services, error) {
	now = storable(now)
	announcer, err := jobs.NewAnnouncer(log)
	if err != nil {
		return Services{}, err
	}
	directors, tours := postgres.Directors{DB: db}, postgres.Tours{DB: db}
	return Services{
		Directors: &director.Service{Store: directors, Audit: directors, Now: now, NewID: NewID, Random: rand.Reader},
		Tours:     &tour.Service{Store: tours, Audit: directors, Now: now, NewID: NewID},
		Satellites: &satellite.Service{
			Store: postgres.Satellites{DB: db}, Tours: tours, Announcer: announcer, Codes: postgres.Codes{DB: db},
			Now: now, NewID: NewID, Toss: satellite.Coin(rand.Reader),
			Persons: &players.Service{Store: postgres.Players{DB: db}, Now: now, NewID: NewID},
		},
		Dues:       &carryover.Service{Store: postgres.Dues{DB: db}, Now: now},
		Qualifiers: &qualifiers.Service{Store: postgres.Qualifiers{DB: db}, Now: now},
	}, nil
}

// storable gives instants as Postgres keeps them, to the microsecond: what is
// answered and logged has to be what is read back, or replay would differ
// (R4.9).
func storable(now func() time.Time) func() time.Time {
	return func() time.Time { return now().Truncate(time.Microsecond) }
}

// NewWorker makes the worker on a database opened as nast_worker.
func NewWorker(db *postgres.DB, log *slog.Logger, now func() time.Time) (*jobs.Worker, error) {
	now = storable(now)
	return jobs.New(jobs.Config{
		DB: db, Log: log,
		Lists:   &qualifiers.Service{Store: postgres.Qualifiers{DB: db}, Now: now},
		Tours:   postgres.Tours{DB: db},
		Expirer: postgres.Idempotency{DB: db},
	})
}

// NewID makes a UUIDv7.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
