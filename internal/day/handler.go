package day

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/audit"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/httpapi"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Options change how a day file is served; zero values are right.
type Options struct {
	Now func() time.Time // default time.Now
	// ValidateResponses is called for each answer that does not fit the
	// contract; for tests.
	ValidateResponses func(error)
}

// NewHandler serves a day file by the contract of the service, in this process
// and without a network. What needs the service is refused and says so
// (fault.NotOffline).
func NewHandler(f *File, o Options) (http.Handler, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	clock := func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) }
	newID := func() uuid.UUID { return uuid.Must(uuid.NewV7()) }
	t := tours{f}
	return httpapi.New(httpapi.Options{
		Log: slog.New(slog.DiscardHandler), Auth: owner{f}, Tx: f, Idempotency: once{}, RatePerSecond: 1e6, Now: o.Now,
		ValidateResponses: o.ValidateResponses,
		Ready:             func(context.Context) (int, error) { return 0, nil },
		Refuse:            refuse,
		Handlers: httpapi.NewHandlers(httpapi.Services{
			Tours: &tour.Service{Store: t, Audit: nobody{}, Now: clock, NewID: newID},
			Satellites: &satellite.Service{
				Store: f, Tours: t, Persons: strangers{newID}, Announcer: nobody{}, Codes: noCodes{}, Now: clock, NewID: newID,
				Toss: satellite.Coin(rand.Reader),
			},
			Directors: &director.Service{Store: elsewhere{}, Audit: nobody{}, Now: clock, NewID: newID, Random: rand.Reader},
		}),
	})
}

// here are the tags of the contract whose operations can be served from a file; of
// them others need the service: to take a day from a day, or to bring one to it, to
// report to nobody, to take a satellite from a file that cannot be brought back act by
// act, and what is watched or recorded elsewhere.
var (
	here   = []string{"keys", "tours", "satellites", "entrants", "play", "report", "files", "service"}
	others = []string{"takeDay", "importDay", "makeReport", "importResults", "getEvents", "listAudit"}
)

// refuse says what is not served from a file.
func refuse(operation string, tags []string) error {
	servable := slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(here, tag) })
	if !servable || slices.Contains(others, operation) {
		return notOffline()
	}
	return nil
}

// owner takes any key for the one who has taken the day.
type owner struct{ file *File }

// Authenticate gives the principal of the file.
func (o owner) Authenticate(context.Context, [32]byte) (auth.Principal, error) {
	return o.file.Header().Principal, nil
}

// once keeps no answers: nothing is lost on the way to a file, so nobody has to
// try again.
type once struct{}

// Claim finds every key new.
func (once) Claim(context.Context, [32]byte, [32]byte) ([]byte, error) { return nil, nil }

// Complete keeps nothing.
func (once) Complete(context.Context, [32]byte, []byte) error { return nil }

// strangers takes everybody entered offline for a new person; who they are is
// found when the day is brought to the service (R5.8).
type strangers struct{ newID func() uuid.UUID }

// Reserve has nobody to keep away.
func (strangers) Reserve(context.Context, []players.Claim) error { return nil }

// Identify makes a new person.
func (s strangers) Identify(context.Context, players.Name, string, map[uuid.UUID]bool) (players.Identity, error) {
	return players.Identity{Player: s.newID()}, nil
}

// Erased are none: a day learns of no erasure.
func (strangers) Erased(context.Context, []uuid.UUID) (map[uuid.UUID]bool, error) { return nil, nil }

// ErasedSince is nobody.
func (strangers) ErasedSince(context.Context, players.Name, string, time.Time, map[uuid.UUID]bool) (players.Person, bool, error) {
	return players.Person{}, false, nil
}

// noCodes gives players no codes: they could not send anything here.
type noCodes struct{}

// Of refuses.
func (noCodes) Of(context.Context, *satellite.Satellite, []satellite.Game) ([]satellite.Code, error) {
	return nil, notOffline()
}

// Find refuses.
func (noCodes) Find(context.Context, string) (satellite.Pass, error) {
	return satellite.Pass{}, notOffline()
}

// nobody is told of reports, which cannot be made offline.
type nobody struct{}

// Reported refuses.
func (nobody) Reported(context.Context, uuid.UUID, uuid.UUID) error { return notOffline() }

// Record refuses: what is recorded elsewhere is not done here.
func (nobody) Record(context.Context, audit.Entry) error { return notOffline() }

// elsewhere stands for the directors, who are the service's.
type elsewhere struct{ director.Store }

// InTx refuses.
func (elsewhere) InTx(context.Context, func(context.Context) error) error { return notOffline() }

// Transport carries a client's requests to a handler in the same process.
type Transport struct{ Handler http.Handler }

// RoundTrip answers a request.
func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.Handler == nil {
		return nil, errors.New("no day file is open")
	}
	r = r.Clone(r.Context())
	r.RemoteAddr = "127.0.0.1:0"
	if r.Body == nil {
		r.Body = http.NoBody
	}
	rec := &recorder{header: http.Header{}}
	t.Handler.ServeHTTP(rec, r)
	return rec.response(r), nil
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   strings.Builder
}

// Header is the header of the answer.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader keeps the first status.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write keeps the body.
func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

func (r *recorder) response(to *http.Request) *http.Response {
	r.WriteHeader(http.StatusOK)
	body := r.body.String()
	return &http.Response{
		Status: http.StatusText(r.status), StatusCode: r.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: r.header, Body: readCloser{strings.NewReader(body)}, ContentLength: int64(len(body)), Request: to,
	}
}

type readCloser struct{ *strings.Reader }

// Close does nothing.
func (readCloser) Close() error { return nil }
