// Package httpapi serves the contract of api/openapi.yaml over HTTP: the order
// of a request, the checks against the contract, errors as problems, replayed
// writes, entity tags, limits, metrics and the documentation page. It is the
// only package that imports echo. It holds no rule of the tournament: handlers
// convert, call a service and convert back.
//
// The way of a request is
//
//	request id, log line, recovery  (exchange.go)
//	route                           (route.go)
//	key, limit, permission          (admit.go)
//	check against the contract      (validate.go)
//	replay of a repeated write      (idempotency.go)
//	handler                         (handle_*.go)
//	problem, ETag, cache headers    (problem.go, answer.go)
//
// Pages for people go the same way as far as they can (pages.go).
package httpapi

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/nast-tour/nast/internal/auth"
)

// Transactor runs a function in one database transaction, whose scope is that
// of the principal of the context. Nested calls join. The function may run
// again after a serialisation failure, so it must not keep what it did before.
type Transactor interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// IdempotencyStore keeps the answers of writes that carried an Idempotency-Key.
// Both methods are called inside the transaction of the write.
type IdempotencyStore interface {
	// Claim takes the key for a request. It answers what Complete stored, nil
	// where the key is new, fault.IdempotencyInProgress while another request
	// holds it, and fault.IdempotencyMismatch when it was used with another body.
	Claim(ctx context.Context, key, body [32]byte) (replay []byte, err error)
	// Complete stores the sealed answer of the claimed key.
	Complete(ctx context.Context, key [32]byte, sealed []byte) error
}

// Options are what the server is made of. Log, Auth, Tx, Idempotency, Ready and
// Handlers are needed; the rest has defaults.
type Options struct {
	Log         *slog.Logger
	Auth        auth.Authenticator
	Tx          Transactor
	Idempotency IdempotencyStore
	// Ready gives the version of the schema, or an error while the database is
	// away or the schema is behind.
	Ready    func(context.Context) (schemaVersion int, err error)
	Handlers StrictServerInterface
	Pages    Pages // nil: none

	// Refuse says why an operation is not served here, by its id and tags; nil
	// serves all.
	Refuse func(operation string, tags []string) error
	// Stopping ends when the service is about to stop, and with it every stream.
	Stopping context.Context

	Now           func() time.Time // default time.Now
	NewID         func() uuid.UUID // default UUIDv7
	RatePerSecond float64          // per key, and per address without a key; default 200
	Timeout       time.Duration    // of one request; default 30 s

	// Proxies are believed when they say from which address a request came (X-Forwarded-For).
	Proxies []netip.Prefix

	Registerer prometheus.Registerer

	// ValidateResponses is called for each answer that does not fit the
	// contract. Tests set it; nil checks nothing.
	ValidateResponses func(err error)
	// SkipPermissions leaves out the table of permissions. It is only for the
	// test that row-level security alone hides foreign rows.
	SkipPermissions bool
}

func (o *Options) setDefaults() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NewID == nil {
		o.NewID = func() uuid.UUID { return uuid.Must(uuid.NewV7()) }
	}
	if o.RatePerSecond <= 0 {
		o.RatePerSecond = 200
	}
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Stopping == nil {
		o.Stopping = context.Background()
	}
	if o.Registerer == nil {
		o.Registerer = prometheus.NewRegistry()
	}
}
