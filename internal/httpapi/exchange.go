package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/nast-tour/nast/internal/auth"
)

// exchange is what is known of one request. It is filled on the way and logged
// once at the end; it never holds a key, and its body is never logged.
type exchange struct {
	requestID string
	began     time.Time
	method    string // as sent; HEAD is served as GET
	accept    string // the header, as sent
	operation *operation
	page      string // the route of a page, which has no operation
	principal auth.Principal
	satellite string // of the path, once it has been checked
	seed      [32]byte
	body      []byte // as sent
	value     any    // the JSON value of the body, checked
	code      string // of the error, if any
	cause     error  // of a 5xx, for the log only

	// header is what the answer carries whatever becomes of it.
	header http.Header
	answer *answer
	stream stream // goes on after the answer; nil: none
}

type exchangeKey struct{}

// exchangeOf is the exchange of a context; an empty one outside of a request,
// so that handlers can be tested alone.
func exchangeOf(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{header: http.Header{}, answer: newAnswer()}
}

// ServeHTTP serves one request from its id to its log line.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{
		requestID: s.requestID(r),
		began:     s.Now(),
		method:    r.Method,
		accept:    r.Header.Get("Accept"),
		header:    http.Header{},
		answer:    newAnswer(),
	}
	if s.Pages != nil {
		x.page = s.Pages.Route(r.URL.Path)
	}
	s.metrics.inFlight.Inc()
	defer s.metrics.inFlight.Dec()

	ctx, cancel := context.WithTimeout(context.WithValue(r.Context(), exchangeKey{}, x), s.Timeout)
	defer cancel()
	inner := r.WithContext(ctx)
	if r.Method == http.MethodHead {
		inner.Method = http.MethodGet
	}
	s.serveSafely(x, inner)
	s.finish(x, r)
	if x.stream != nil && x.answer.status == http.StatusOK && r.Method == http.MethodGet {
		s.sendStream(x, w, r)
	} else {
		x.answer.sendTo(w, r.Method != http.MethodHead)
	}
	s.record(r.Context(), x)
}

// serveSafely turns a panic into an error that says nothing to the client.
func (s *server) serveSafely(x *exchange, r *http.Request) {
	defer func() {
		if p := recover(); p != nil {
			s.refuse(x, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	if x.page != "" {
		s.servePage(x, r)
	} else {
		s.echo.ServeHTTP(x.answer, r)
	}
	if x.answer.status == 0 {
		s.refuse(x, errors.New("the handler gave no answer"))
	}
}

var saneRequestID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$`)

// requestID takes the id that a proxy gave, if it is one that can safely stand
// in a log, else makes one.
func (s *server) requestID(r *http.Request) string {
	if id := r.Header.Get("X-Request-Id"); saneRequestID.MatchString(id) {
		return id
	}
	return s.NewID().String()
}

// record writes the one log line of the request and counts it. Paths are
// logged as routes: what stands in a path may be anything.
func (s *server) record(ctx context.Context, x *exchange) {
	took := s.Now().Sub(x.began)
	name, route := "unmatched", ""
	switch {
	case x.operation != nil:
		name, route = x.operation.id, x.operation.path
	case x.page != "":
		name, route = "page", x.page
	}
	method := knownMethod(x.method)
	s.metrics.observe(name, method, x.answer.status, took)

	line := []slog.Attr{
		slog.String("method", method),
		slog.String("route", route),
		slog.String("operation", name),
		slog.Int("status", x.answer.status),
		slog.Duration("duration", took),
		slog.Int("bytes", len(x.answer.body)),
		slog.String("request_id", x.requestID),
	}
	if p := x.principal; p.Role != "" {
		line = append(line, slog.String("principal", p.ID.String()), slog.String("tenant", p.TenantID.String()), slog.String("role", string(p.Role)))
	}
	if x.satellite != "" {
		line = append(line, slog.String("satellite", x.satellite))
	}
	if x.code != "" {
		line = append(line, slog.String("code", x.code))
	}
	if x.cause != nil {
		line = append(line, slog.String("cause", x.cause.Error()))
	}
	s.Log.LogAttrs(ctx, levelOf(x), "request", line...)
}

// levelOf keeps faults of ours in sight and the questions of health checks out
// of it.
func levelOf(x *exchange) slog.Level {
	switch {
	case x.code == clientGone:
		return slog.LevelInfo
	case x.answer.status >= 500:
		return slog.LevelError
	case x.operation != nil && x.operation.health && x.answer.status < 400:
		return slog.LevelDebug
	default:
		return slog.LevelInfo
	}
}

func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	default:
		return "other"
	}
}
