// Package app puts the parts together: database, domain services, worker and
// HTTP server. The commands and the end-to-end tests start the service
// through it. It holds no rule.
package app

import (
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/audit"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/banking"
	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/config"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/httpapi"
	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/noticeboard"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Services are the domain services on one database.
type Services httpapi.Services

// NewServices makes the services of the API. The gateway is the way to Stripe (CardGateway).
func NewServices(db *postgres.DB, log *slog.Logger, now func() time.Time, gateway cards.Gateway) (Services, error) {
	now = storable(now)
	announcer, err := jobs.NewAnnouncer(log)
	if err != nil {
		return Services{}, err
	}
	byCard := newCards(db, announcer, now, gateway)
	treasury := byCard.Treasury
	dues := &carryover.Service{Store: postgres.Dues{DB: db}, Now: now}
	directors := postgres.Directors{DB: db}
	tours := &tour.Service{Store: postgres.Tours{DB: db}, Audit: directors, Now: now, NewID: NewID}
	satellites := &satellite.Service{
		Store: postgres.Satellites{DB: db}, Tours: postgres.Tours{DB: db}, Announcer: announcer, Treasury: treasury, Codes: postgres.Codes{DB: db},
		Now: now, NewID: NewID, Toss: satellite.Coin(rand.Reader),
		Persons: &players.Service{Store: postgres.Players{DB: db}, Now: now, NewID: NewID},
	}
	lists := &qualifiers.Service{
		Store: postgres.Qualifiers{DB: db}, Tours: postgres.Tours{DB: db}, Announcer: announcer, Now: now, NewID: NewID, Random: nonce,
	}
	return Services{
		Audit:     &audit.Service{Store: directors},
		Directors: &director.Service{Store: directors, Audit: directors, Now: now, NewID: NewID, Random: rand.Reader},
		Tours:     tours, Satellites: satellites, Qualifiers: lists,
		Public:   &noticeboard.Service{Tours: tours, Satellites: satellites, Lists: lists},
		Treasury: treasury,
		Cards:    byCard,
		Dues:     dues,
		Bank: &banking.Service{
			Store: postgres.Bank{DB: db}, Treasury: treasury, Dues: dues, Payouts: postgres.Payouts{DB: db}, Now: now, NewID: NewID,
		},
		Players: &players.Registry{Store: postgres.Registry{Players: postgres.Players{DB: db}}, Announcer: announcer, Now: now, NewID: NewID},
		Mail:    &mail.Service{Outbox: postgres.Outbox{DB: db}, Now: now, NewID: NewID},
	}, nil
}

// newCards makes the payments by card with the treasury under them, which lets them know of every
// act on an account.
func newCards(db *postgres.DB, announcer *jobs.Announcer, now func() time.Time, gateway cards.Gateway) *cards.Service {
	treasury := &carryover.Treasury{Books: postgres.Books{DB: db}, Now: now, NewID: NewID}
	byCard := &cards.Service{
		Gateway: gateway, Store: postgres.Cards{DB: db}, Queue: jobs.CardQueue{Announcer: announcer}, Treasury: treasury,
		Now: now, NewID: NewID,
	}
	treasury.Changed = byCard.AccountChanged
	return byCard
}

// CardGateway is the way to Stripe that the settings say; without a key it refuses every call.
func CardGateway(cfg config.Config) payments.Gateway {
	return payments.Gateway{
		Client: payments.New(payments.Config{
			Key: cfg.StripeKey, WebhookSecrets: cfg.WebhookSecrets(), APIBase: cfg.StripeAPIBase,
		}),
		SuccessURL: cfg.StripeSuccessURL, CancelURL: cfg.StripeCancelURL,
	}
}

// storable gives instants as Postgres keeps them, to the microsecond: what is
// answered and logged has to be what is read back, or replay would differ
// (R4.9).
func storable(now func() time.Time) func() time.Time {
	return func() time.Time { return now().Truncate(time.Microsecond) }
}

// Correspondence is how the service writes to people.
type Correspondence struct {
	Sender    mail.Sender // nil: letters are only kept
	Reminding carryover.Reminding
}

// NewWorker makes the worker on a database opened as nast_worker.
func NewWorker(db *postgres.DB, log *slog.Logger, now func() time.Time, c Correspondence, gateway cards.Gateway) (*jobs.Worker, error) {
	now = storable(now)
	announcer, err := jobs.NewAnnouncer(log)
	if err != nil {
		return nil, err
	}
	post := &mail.Service{Outbox: postgres.Outbox{DB: db}, Sender: c.Sender, Now: now, NewID: NewID}
	dues := postgres.Dues{DB: db}
	return jobs.New(jobs.Config{
		DB: db, Log: log,
		Lists:    postgres.NewKeeper(db, now),
		Tours:    postgres.Tours{DB: db},
		Expirers: []jobs.Expirer{postgres.Idempotency{DB: db}, postgres.Cards{DB: db}, postgres.Players{DB: db}},

		Reminders: &carryover.Reminders{Store: dues, Addresses: dues, Post: post, Now: now, Reminding: c.Reminding},
		Mailer:    post,
		Books:     &carryover.Checker{Records: postgres.Books{DB: db}},
		Cards:     newCards(db, announcer, now, gateway),
	})
}

// NewID makes a UUIDv7.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// nonce draws what tells one link from every other.
func nonce() (n [16]byte) {
	_, _ = rand.Read(n[:]) // never fails
	return n
}
