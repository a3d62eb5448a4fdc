package pgtest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
	"github.com/nast-tour/nast/internal/webhook"
)

// Saturday is the day of play of every satellite of a House.
var Saturday = civil.New(2026, 3, 14)

// House is a database with an organiser, two directors and a tour, and the
// domain services on it.
type House struct {
	Database
	Services
	Organiser auth.Principal
	Dana, Eve auth.Principal // the directors
	Tour      tour.Tour
}

// Services are the domain services on one pool.
type Services struct {
	DB         *postgres.DB
	Clock      *Clock
	Announcer  *jobs.Announcer
	Directors  *director.Service
	Tours      *tour.Service
	Satellites *satellite.Service
	Players    *players.Service
	Dues       *carryover.Service
	Treasury   *carryover.Treasury
	Lists      *qualifiers.Service
	Finals     *qualifiers.Finals
	Webhooks   *webhook.Service
}

// Clock is a clock that a test sets. It tells a new time at every look, in
// microseconds, for Postgres keeps no finer ones.
type Clock struct{ micros atomic.Int64 }

// Now tells the time and moves on by a microsecond.
func (c *Clock) Now() time.Time { return time.UnixMicro(c.micros.Add(1)).UTC() }

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.micros.Add(d.Microseconds()) }

// NewID makes a UUIDv7.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func nonce() (n [16]byte) {
	_, _ = rand.Read(n[:])
	return n
}

// As gives a context in which a principal acts.
func As(p auth.Principal) context.Context {
	return auth.WithPrincipal(context.Background(), p)
}

// NewServices makes the services on a pool.
func NewServices(t testing.TB, db *postgres.DB, clock *Clock) Services {
	t.Helper()
	announcer, err := jobs.NewAnnouncer(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	directors, tours := postgres.Directors{DB: db}, postgres.Tours{DB: db}
	herald := &webhook.Herald{Outbox: postgres.Webhooks{DB: db}, Now: clock.Now, NewID: NewID}
	treasury := &carryover.Treasury{Books: postgres.Books{DB: db}, Herald: herald, Now: clock.Now, NewID: NewID}
	persons := &players.Service{Store: postgres.Players{DB: db}, Now: clock.Now, NewID: NewID}
	finals := &qualifiers.Finals{
		Store: postgres.Qualifiers{DB: db}, Tours: tours, Persons: persons, Cashier: treasury, Events: postgres.Satellites{DB: db}, Herald: herald,
		Now: clock.Now, NewID: NewID,
	}
	treasury.Apart = finals.Apart
	return Services{
		DB: db, Finals: finals, Clock: clock, Announcer: announcer, Players: persons,
		Directors: &director.Service{Store: directors, Audit: directors, Now: clock.Now, NewID: NewID, Random: rand.Reader},
		Tours:     &tour.Service{Store: tours, Audit: directors, BuyIns: finals, Now: clock.Now, NewID: NewID},
		Satellites: &satellite.Service{
			Store: postgres.Satellites{DB: db}, Tours: tours, Persons: persons, Announcer: announcer, Herald: herald, Treasury: treasury,
			Codes: postgres.Codes{DB: db}, Finals: postgres.Finals{DB: db, Fields: finals, Treasury: treasury}, Now: clock.Now, NewID: NewID,
		},
		Treasury: treasury,
		Dues:     &carryover.Service{Store: postgres.Dues{DB: db}, Now: clock.Now},
		Lists: &qualifiers.Service{
			Store: postgres.Qualifiers{DB: db}, Tours: tours, Announcer: announcer, Herald: herald, Now: clock.Now, NewID: NewID, Random: nonce,
		},
		Webhooks: &webhook.Service{
			Store: postgres.Webhooks{DB: db}, Audit: directors, Now: clock.Now, NewID: NewID, Random: func(secret []byte) { _, _ = rand.Read(secret) },
		},
	}
}

// NewHouse gives a house on a database of its own. It is noon of Saturday at
// the venue.
func NewHouse(t testing.TB) *House {
	t.Helper()
	clock := &Clock{}
	clock.micros.Store(Saturday.In(time.UTC).Add(17 * time.Hour).UnixMicro())
	h := &House{Database: New(t)}
	db := h.Open(t, postgres.ServiceRole, func(o *postgres.Options) { o.Now = clock.Now })
	h.Services = NewServices(t, db, clock)
	h.Organiser = auth.Principal{ID: NewID(), TenantID: NewID(), Name: "Organiser", Role: auth.Organiser}
	_, err := h.Directors.Bootstrap(As(h.Organiser), "", postgres.Directors{DB: db}.HasOrganiser)
	require.NoError(t, err)
	h.Dana, h.Eve = h.NewDirector(t, "Dana"), h.NewDirector(t, "Eve")
	h.Tour, err = h.Tours.Create(As(h.Organiser), tour.Tour{
		Slug: "first", Name: "First tour", Format: tour.NAST, StartsOn: civil.New(2026, 1, 1), EndsOn: civil.New(2027, 6, 30),
		Currency: money.USD, DefaultRounds: 6, Rules: tour.DefaultRules(tour.NAST), Prizes: tour.DefaultPrizes(),
	})
	require.NoError(t, err)
	return h
}

// NewDirector registers a director and gives who his key speaks for.
func (h *House) NewDirector(t testing.TB, name string) auth.Principal {
	t.Helper()
	_, key, err := h.Directors.Create(As(h.Organiser), director.Director{Name: name, Email: name + "@example.org"})
	require.NoError(t, err)
	p, err := postgres.Directors{DB: h.DB}.Authenticate(context.Background(), key.Hash)
	require.NoError(t, err)
	return p
}
