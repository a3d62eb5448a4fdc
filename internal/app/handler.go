package app

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/nast-tour/nast/internal/console"
	"github.com/nast-tour/nast/internal/httpapi"
	"github.com/nast-tour/nast/internal/postgres"
)

// HandlerOptions are what the HTTP handler is made of.
type HandlerOptions struct {
	DB         *postgres.DB // opened as nast_service
	Services   Services
	Log        *slog.Logger
	Registerer prometheus.Registerer
	Now        func() time.Time // nil: the real clock
	Stopping   context.Context  // ends when the service is about to stop; nil: never
	Proxies    []netip.Prefix   // before the service

	// For tests: see httpapi.Options.
	ValidateResponses func(error)
	SkipPermissions   bool
	RatePerSecond     float64
}

// NewHandler makes the HTTP handler of the whole contract, with the console
// beside it.
func NewHandler(o HandlerOptions) (http.Handler, error) {
	return httpapi.New(httpapi.Options{
		Log: o.Log, Auth: postgres.Directors{DB: o.DB}, Tx: o.DB, Idempotency: postgres.Idempotency{DB: o.DB}, Ready: o.DB.Ready,
		Handlers: httpapi.NewHandlers(httpapi.Services(o.Services)), Now: o.Now,
		Pages: console.New(o.Services.Satellites, o.Services.Qualifiers, o.Services.Public), Stopping: o.Stopping, NewID: func() uuid.UUID { return NewID() },
		RatePerSecond: o.RatePerSecond, Proxies: o.Proxies, Registerer: o.Registerer, ValidateResponses: o.ValidateResponses, SkipPermissions: o.SkipPermissions,
	})
}
