package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

// The keys of the tests and a satellite.
const (
	organiserKey = "nast_organise_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	directorKey  = "nast_director_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	viewerKey    = "nast_viewview_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	scorerKey    = "nast_scorerer_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	revokedKey   = "nast_revoked0_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"

	satelliteID = "01985a3c-7d1e-7c4b-9f00-1a2b3c4d5e6f"
	otherID     = "01985a3c-7d1e-7c4b-9f00-ffffffffffff"
)

// bundle is a server with fakes behind it.
type bundle struct {
	handler  http.Handler
	handlers *fakeHandlers
	auth     *fakeAuth
	tx       *fakeTx
	store    *fakeStore
	log      *bytes.Buffer
	clock    *fakeClock
	registry *prometheus.Registry
}

func setup(t testing.TB, change ...func(*Options)) *bundle {
	t.Helper()
	store := &fakeStore{records: map[[32]byte]record{}}
	b := &bundle{
		handlers: &fakeHandlers{},
		auth:     newFakeAuth(),
		store:    store,
		tx:       &fakeTx{store: store, runs: 1},
		log:      &bytes.Buffer{},
		clock:    &fakeClock{now: time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC)},
		registry: prometheus.NewRegistry(),
	}
	o := Options{
		Log:         slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Auth:        b.auth,
		Tx:          b.tx,
		Idempotency: store,
		Ready:       func(context.Context) (int, error) { return 7, nil },
		Handlers:    b.handlers,
		Now:         b.clock.Now,
		Registerer:  b.registry,
		ValidateResponses: func(err error) {
			t.Helper()
			t.Error(err)
		},
	}
	for _, c := range change {
		c(&o)
	}
	handler, err := New(o)
	require.NoError(t, err)
	b.handler = handler
	return b
}

// call is one request of a test.
type call struct {
	method, path, key, body string
	header                  map[string]string
}

func (b *bundle) do(c call) *httptest.ResponseRecorder {
	var body io.Reader
	if c.body != "" {
		body = strings.NewReader(c.body)
	}
	r := httptest.NewRequest(c.method, c.path, body)
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	if c.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
		if value == "" {
			r.Header.Del(name)
		}
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	return w
}

func problemOf(t testing.TB, w *httptest.ResponseRecorder) api.Problem {
	t.Helper()
	require.Equal(t, "application/problem+json", w.Header().Get("Content-Type"), w.Body)
	var p api.Problem
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
	require.Equal(t, w.Code, p.Status)
	require.Equal(t, w.Header().Get("X-Request-Id"), p.RequestID)
	require.Equal(t, "/docs#error-"+string(p.Code), p.Type)
	return p
}

// line is the one log line of the last request.
func (b *bundle) line(t testing.TB) map[string]any {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(b.log.String()), "\n")
	var line map[string]any
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &line))
	return line
}

type fakeClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

type fakeAuth struct{ known map[[32]byte]auth.Principal }

func newFakeAuth() *fakeAuth {
	a := &fakeAuth{known: map[[32]byte]auth.Principal{}}
	for key, role := range map[string]auth.Role{
		organiserKey: auth.Organiser, directorKey: auth.Director, viewerKey: auth.Viewer, scorerKey: auth.Scorer,
	} {
		p := auth.Principal{ID: uuid.New(), TenantID: uuid.New(), Name: string(role), TenantName: "Tenant", Role: role, KeyID: uuid.New()}
		if role == auth.Scorer {
			p.SatelliteID = uuid.MustParse(satelliteID)
		}
		a.known[auth.HashKey(key)] = p
	}
	return a
}

func (a *fakeAuth) Authenticate(_ context.Context, hash [32]byte) (auth.Principal, error) {
	p, ok := a.known[hash]
	if !ok {
		return auth.Principal{}, fault.New(fault.KeyInvalid, "The key is unknown, revoked or expired.")
	}
	return p, nil
}

// fakeTx runs its function as often as it is told, as after serialisation
// failures; only what the last run stored remains, and only without an error.
type fakeTx struct {
	store *fakeStore
	runs  int
}

func (f *fakeTx) InTx(ctx context.Context, fn func(context.Context) error) error {
	for run := 1; ; run++ {
		before := maps.Clone(f.store.records)
		err := fn(ctx)
		if err != nil || run < f.runs {
			f.store.records = before
		}
		if err != nil || run >= f.runs {
			return err
		}
	}
}

type record struct {
	body   [32]byte
	sealed []byte
}

type fakeStore struct {
	records map[[32]byte]record
	running bool
}

func (f *fakeStore) Claim(_ context.Context, key, body [32]byte) ([]byte, error) {
	if f.running {
		return nil, fault.New(fault.IdempotencyInProgress, "It is still running; ask again.")
	}
	r, ok := f.records[key]
	if !ok {
		f.records[key] = record{body: body}
		return nil, nil
	}
	if r.body != body {
		return nil, fault.New(fault.IdempotencyMismatch, "Use a new key for a new request.")
	}
	return r.sealed, nil
}

func (f *fakeStore) Complete(_ context.Context, key [32]byte, sealed []byte) error {
	r, ok := f.records[key]
	if !ok {
		return errors.New("completed before it was claimed")
	}
	r.sealed = sealed
	f.records[key] = r
	return nil
}
