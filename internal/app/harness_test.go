package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/app"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/payments"
	"github.com/nast-tour/nast/internal/payments/stripefake"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// patience bounds every wait of these tests; none of them is timed.
const patience = 3 * time.Minute

// poll is the pause between two looks at something that is awaited.
const poll = 20 * time.Millisecond

// organiserKey is the organiser's first key in every test.
const organiserKey = "the-organiser-of-the-tests-0123456789"

// clock is the real one, ahead by as much as a test wants.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time          { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) advance(d time.Duration) { c.ahead.Add(int64(d)) }

// service is the whole service on a database of its own, behind real HTTP. Every
// answer is checked against the contract.
type service struct {
	t         testing.TB
	database  pgtest.Database
	db        *postgres.DB
	services  app.Services
	stripe    *stripefake.Fake
	gateway   payments.Gateway
	clock     *clock
	log       *slog.Logger
	url       string
	organiser *client.Service
	letters   app.Correspondence // of the worker
}

// setup is what a test can change about the service before it begins.
type setup struct {
	database        *pgtest.Database // nil: a new, migrated one with an organiser
	skipPermissions bool
	noTenantFilter  bool
	ratePerSecond   float64
	role            postgres.Role
	streams         bool             // go on until their client ends; otherwise they end at once
	stripe          *stripefake.Fake // nil: a new account at Stripe
	transport       func(http.RoundTripper) http.RoundTripper
	noStripeKey     bool
	noPublicURL     bool
	log             *slog.Logger // nil: nothing is logged
	secrets         []string     // of webhooks
}

// publicURL is where people reach the service, as letters say.
const publicURL = "https://tour.example.org"

// signingSecret signs the webhooks of most tests.
const signingSecret = "whsec_of_the_tests"

func newService(t testing.TB, change ...func(*setup)) *service {
	t.Helper()
	o := setup{ratePerSecond: 1e6, role: postgres.ServiceRole, secrets: []string{signingSecret}}
	for _, c := range change {
		c(&o)
	}
	s := &service{t: t, clock: &clock{}, log: o.log, letters: app.Correspondence{
		Reminding: carryover.DefaultReminding(), Chasing: oversight.DefaultChasing(), PublicURL: publicURL,
	}}
	if o.database == nil {
		s.database = pgtest.New(t)
	} else {
		s.database = *o.database
	}
	s.db = s.database.Open(t, o.role, func(p *postgres.Options) {
		p.Now, p.NoTenantFilter = s.clock.now, o.noTenantFilter
	})
	s.atStripe(o)
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	services, err := app.NewServices(s.db, s.log, s.clock.now, s.vendors())
	require.NoError(t, err)
	if !o.noPublicURL {
		services = services.At(publicURL)
	}
	s.services = services
	if o.database == nil {
		first := auth.WithPrincipal(t.Context(), auth.Principal{ID: app.NewID(), TenantID: app.NewID(), Role: auth.Organiser})
		_, err = services.Directors.Bootstrap(first, organiserKey, postgres.Directors{DB: s.db}.HasOrganiser)
		require.NoError(t, err)
	}
	stopping, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	if !o.streams {
		stop()
	}
	handler, err := app.NewHandler(app.HandlerOptions{
		DB: s.db, Services: services, Log: s.log, Stopping: stopping, Registerer: prometheus.NewRegistry(), Now: s.clock.now,
		ValidateResponses: func(err error) { t.Errorf("an answer breaks the contract: %v", err) },
		SkipPermissions:   o.skipPermissions, RatePerSecond: o.ratePerSecond,
	})
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	s.organiser = s.as(organiserKey)
	return s
}

// atStripe opens an account at Stripe, or takes the one of the setup.
func (s *service) atStripe(o setup) {
	if s.stripe = o.stripe; s.stripe == nil {
		s.stripe = stripefake.New(stripefake.Config{Now: s.clock.now(), Seed: s.t.Name()})
	}
	c := payments.Config{Key: stripefake.Key, WebhookSecrets: o.secrets, HTTP: s.stripe.Client()}
	if o.transport != nil {
		c.HTTP = &http.Client{Transport: o.transport(s.stripe)}
	}
	if o.noStripeKey {
		c.Key = ""
	}
	s.gateway = payments.Gateway{Client: payments.New(c), SuccessURL: "https://nast.example/paid", CancelURL: "https://nast.example/back"}
}

// vendors are the ways out: receivers of outgoing events are on this machine.
func (s *service) vendors() app.Vendors {
	return app.Vendors{Cards: s.gateway, PrivateWebhooks: true}
}

// work runs the worker until the test ends.
func (s *service) work() {
	s.t.Helper()
	db := s.database.Open(s.t, postgres.WorkerRole)
	worker, err := app.NewWorker(db, s.log, s.clock.now, s.letters, s.vendors(), nil)
	require.NoError(s.t, err)
	require.NoError(s.t, worker.Start(context.WithoutCancel(s.t.Context())))
	s.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := worker.Stop(ctx); err != nil {
			s.t.Errorf("the worker did not stop: %v", err)
		}
	})
}

// as is the generated client of a key. It never tries twice: a test wants to see
// the first answer.
func (s *service) as(key string) *client.Service {
	s.t.Helper()
	c, err := client.New(s.url, key, client.WithRetries(0), client.WithTimeout(patience))
	require.NoError(s.t, err)
	return c
}

// answer is what came back, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// call is one request by hand.
type call struct {
	key, method, path string
	url               string // of another server than the one that is asked, if any
	body              any    // a string is sent as it is, everything else as JSON
	header            map[string]string
}

// send sends a request and reads its answer.
func (s *service) send(c call) answer {
	s.t.Helper()
	return send(s.t, s.url, c)
}

func send(t testing.TB, url string, c call) answer {
	t.Helper()
	a, err := trySend(t.Context(), url, c)
	require.NoError(t, err, "%s %s", c.method, c.path)
	return a
}

// trySend is send for goroutines and for services that may be gone.
func trySend(ctx context.Context, url string, c call) (answer, error) {
	var body io.Reader
	switch b := c.body.(type) {
	case nil:
	case string:
		body = strings.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			return answer{}, err
		}
		body = bytes.NewReader(raw)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if c.url != "" {
		url = c.url
	}
	r, err := http.NewRequestWithContext(ctx, c.method, url+c.path, body)
	if err != nil {
		return answer{}, err
	}
	if c.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
	}
	rsp, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer rsp.Body.Close()
	raw, err := io.ReadAll(rsp.Body)
	return answer{rsp.StatusCode, rsp.Header, raw}, err
}

// problem reads the answer as a problem.
func (a answer) problem(t testing.TB) api.Problem {
	t.Helper()
	var p api.Problem
	require.NoError(t, json.Unmarshal(a.body, &p), "%s", a.body)
	require.Equal(t, "application/problem+json", a.header.Get("Content-Type"))
	require.Equal(t, a.status, p.Status)
	require.Equal(t, a.header.Get("X-Request-Id"), p.RequestID)
	require.NotEmpty(t, p.Title)
	require.NotEmpty(t, p.Detail)
	return p
}

// read reads the answer of a success into what it should be.
func read[T any](t testing.TB, a answer) T {
	t.Helper()
	var v T
	require.Less(t, a.status, 300, "%s", a.body)
	require.NoError(t, json.Unmarshal(a.body, &v), "%s", a.body)
	return v
}

// eventually waits until something is so, and says what was awaited if it never is.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	require.Eventually(t, so, patience, poll, "%s", what)
}

// ok is the answer of a call that has to succeed.
func ok[T any](t testing.TB) func(*T, error) *T {
	return func(v *T, err error) *T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

func ptr[T any](v T) *T { return &v }
