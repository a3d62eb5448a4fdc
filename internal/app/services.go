// Package app puts the parts together: database, domain services, worker and
// HTTP server. The commands and the end-to-end tests start the service
// through it. It holds no rule.
package app

import (
	"crypto/rand"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

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
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
	"github.com/nast-tour/nast/internal/webhook"
	"github.com/nast-tour/nast/internal/webhook/carrier"
)

// Services are the domain services on one database.
type Services httpapi.Services

// Vendors are the ways to the world outside.
type Vendors struct {
	Cards           cards.Gateway // the way to Stripe (CardGateway)
	PrivateWebhooks bool          // outgoing events may go to private addresses
}

// VendorsOf are those that the settings say.
func VendorsOf(cfg config.Config) Vendors {
	return Vendors{Cards: CardGateway(cfg), PrivateWebhooks: cfg.WebhookPrivate}
}

// NewServices makes the services of the API.
func NewServices(db *postgres.DB, log *slog.Logger, now func() time.Time, vendors Vendors) (Services, error) {
	now = storable(now)
	announcer, err := jobs.NewAnnouncer(log)
	if err != nil {
		return Services{}, err
	}
	herald := newHerald(db, now)
	byCard := newCards(db, announcer, herald, now, vendors.Cards)
	treasury := byCard.Treasury
	dues := &carryover.Service{Store: postgres.Dues{DB: db}, Now: now}
	directors, tours := postgres.Directors{DB: db}, postgres.Tours{DB: db}
	persons := &players.Service{Store: postgres.Players{DB: db}, Now: now, NewID: NewID}
	finals := &qualifiers.Finals{
		Store: postgres.Qualifiers{DB: db}, Tours: tours, Persons: persons, Cashier: treasury, Events: postgres.Satellites{DB: db}, Herald: herald,
		Now: now, NewID: NewID,
	}
	treasury.Apart = finals.Apart
	allTours := &tour.Service{Store: tours, Audit: directors, BuyIns: finals, Now: now, NewID: NewID}
	satellites := &satellite.Service{
		Store: postgres.Satellites{DB: db}, Tours: tours, Announcer: announcer, Herald: herald, Treasury: treasury, Codes: postgres.Codes{DB: db},
		Now: now, NewID: NewID, Toss: satellite.Coin(rand.Reader),
		Persons: persons, Finals: postgres.Finals{DB: db, Fields: finals, Treasury: treasury},
	}
	post := &mail.Service{Outbox: postgres.Outbox{DB: db}, Now: now, NewID: NewID}
	lists := &qualifiers.Service{
		Store: postgres.Qualifiers{DB: db}, Tours: tours, Announcer: announcer, Herald: herald, Now: now, NewID: NewID, Random: nonce,
		Post: post, From: carryover.DefaultReminding().From,
	}
	registry := &players.Registry{
		Store: postgres.Registry{Players: postgres.Players{DB: db}}, Announcer: announcer, Herald: herald, Now: now, NewID: NewID,
	}
	return Services{
		Audit:     &audit.Service{Store: directors},
		Directors: &director.Service{Store: directors, Audit: directors, Now: now, NewID: NewID, Random: rand.Reader},
		Tours:     allTours, Satellites: satellites, Qualifiers: lists,
		Public:   &noticeboard.Service{Tours: allTours, Satellites: satellites, Lists: lists},
		Treasury: treasury,
		Cards:    byCard,
		Dues:     dues,
		Bank: &banking.Service{
			Store: postgres.Bank{DB: db}, Treasury: treasury, Dues: dues, Payouts: postgres.Payouts{DB: db}, Now: now, NewID: NewID,
		},
		Players: registry,
		Finals:  finals,
		Oversight: &oversight.Service{
			Store: postgres.Oversight{DB: db}, Tours: tours, Dues: postgres.Dues{DB: db}, Doubts: registry, Finals: finals, Pools: treasury, Now: now,
		},
		Mail: post,
		Webhooks: &webhook.Service{
			Store: postgres.Webhooks{DB: db}, Audit: directors, Private: vendors.PrivateWebhooks, Now: now, NewID: NewID,
			Random: func(secret []byte) { _, _ = rand.Read(secret) }, // never fails
		},
	}, nil
}

// newHerald makes what puts outgoing events into their outbox.
func newHerald(db *postgres.DB, now func() time.Time) *webhook.Herald {
	return &webhook.Herald{Outbox: postgres.Webhooks{DB: db}, Now: now, NewID: NewID}
}

// At says under which address people reach the service; without one, links are not mailed.
func (s Services) At(publicURL string) Services {
	invites := *s.Qualifiers
	invites.PublicURL = publicURL
	s.Qualifiers = &invites
	return s
}

// newCards makes the payments by card with the treasury under them, which lets them know of every
// act on an account.
func newCards(db *postgres.DB, announcer *jobs.Announcer, herald *webhook.Herald, now func() time.Time, gateway cards.Gateway) *cards.Service {
	treasury := &carryover.Treasury{Books: postgres.Books{DB: db}, Herald: herald, Now: now, NewID: NewID}
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
	Chasing   oversight.Chasing
	PublicURL string // where people reach the service; empty: not known
}

// NewWorker makes the worker on a database opened as nast_worker. Without a registerer nothing is
// counted.
func NewWorker(db *postgres.DB, log *slog.Logger, now func() time.Time, c Correspondence, vendors Vendors, registerer prometheus.Registerer) (*jobs.Worker, error) {
	now = storable(now)
	announcer, err := jobs.NewAnnouncer(log)
	if err != nil {
		return nil, err
	}
	dues, lists := postgres.Dues{DB: db}, postgres.Qualifiers{DB: db}
	post := &mail.Service{
		Outbox: postgres.Outbox{DB: db}, Sender: c.Sender, Enclosures: qualifiers.Enclosed{Store: lists, Now: now}, Now: now, NewID: NewID,
	}
	herald := newHerald(db, now)
	keeper := postgres.NewKeeper(db, now)
	keeper.Herald = herald
	return jobs.New(jobs.Config{
		DB: db, Log: log,
		Lists:    keeper,
		Tours:    postgres.Tours{DB: db},
		Expirers: []jobs.Expirer{postgres.Idempotency{DB: db}, postgres.Cards{DB: db}, postgres.Players{DB: db}},
		Now:      now,

		Reminders: &carryover.Reminders{Store: dues, Addresses: dues, Post: post, Now: now, Reminding: c.Reminding},
		Chaser:    &oversight.Chaser{Store: postgres.Oversight{DB: db}, Post: post, Chasing: c.Chasing, PublicURL: c.PublicURL, From: c.Reminding.From, Now: now},
		Nudge:     &qualifiers.Nudge{Store: lists, Post: post, PublicURL: c.PublicURL, From: c.Reminding.From, Now: now},
		Mailer:    post,
		Books:     &carryover.Checker{Records: postgres.Books{DB: db}},
		Cards:     newCards(db, announcer, herald, now, vendors.Cards),

		Courier: &webhook.Courier{
			Depot: postgres.Webhooks{DB: db}, Sender: carrier.New(vendors.PrivateWebhooks), Now: now, NewID: NewID,
		},
		Registerer: registerer,
	})
}

// NewID makes a UUIDv7.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// nonce draws what tells one link from every other.
func nonce() (n [16]byte) {
	_, _ = rand.Read(n[:]) // never fails
	return n
}
