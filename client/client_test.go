package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/fault"
)

// seen is one request that a fake service got.
type seen struct {
	method, path string
	header       http.Header
	body         string
}

// bundle is a fake service that answers from a list, the last answer again and again.
type bundle struct {
	service *client.Service
	mu      sync.Mutex
	seen    []seen
	waits   []time.Duration
}

// requests are those so far.
func (b *bundle) requests() []seen {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.seen)
}

type reply struct {
	status int
	header map[string]string
	body   string
	cut    bool // close the connection without an answer
}

func setup(t *testing.T, replies ...reply) *bundle {
	t.Helper()
	b := &bundle{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.mu.Lock()
		b.seen = append(b.seen, seen{r.Method, r.URL.Path, r.Header.Clone(), string(body)})
		answer := replies[min(len(b.seen), len(replies))-1]
		b.mu.Unlock()
		if answer.cut {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		for name, value := range answer.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(answer.status)
		_, _ = io.WriteString(w, answer.body)
	}))
	t.Cleanup(server.Close)
	service, err := client.New(server.URL+"/", "secret-key", client.WithUserAgent("test/1"),
		client.WithSleep(func(ctx context.Context, d time.Duration) error {
			b.waits = append(b.waits, d)
			return ctx.Err()
		}))
	require.NoError(t, err)
	b.service = service
	return b
}

const tourBody = `{"slug":"t","name":"T","format":"nast","starts_on":"2026-01-01","ends_on":"2026-12-31","currency":"USD"}`

func problem(status int, code, more string) reply {
	return reply{
		status: status, header: map[string]string{"Content-Type": "application/problem+json"},
		body: `{"type":"/problems/` + code + `","title":"Title","status":` + strconv.Itoa(status) +
			`,"detail":"Do this.","code":"` + code + `","request_id":"req-1"` + more + `}`,
	}
}

func createTour(t *testing.T, b *bundle) (*api.Tour, error) {
	t.Helper()
	return client.Created(b.service.CreateTourWithResponse(t.Context(), nil, api.TourCreate{Slug: "t"}))
}

func TestPostIsTriedAgainWithTheSameKeyAndBody(t *testing.T) {
	t.Parallel()
	b := setup(t, reply{cut: true}, problem(503, "not_ready", ""), problem(409, "idempotency_in_progress", ""), reply{status: 201, body: tourBody})
	tour, err := createTour(t, b)
	require.NoError(t, err)
	require.Equal(t, "t", tour.Slug)
	require.Len(t, b.requests(), 4)
	key := b.requests()[0].header.Get("Idempotency-Key")
	id, err := uuid.Parse(key)
	require.NoError(t, err)
	require.Equal(t, uuid.Version(7), id.Version())
	for _, s := range b.requests() {
		require.Equal(t, key, s.header.Get("Idempotency-Key"))
		require.Equal(t, b.requests()[0].body, s.body)
		require.Equal(t, "Bearer secret-key", s.header.Get("Authorization"))
		require.Equal(t, "test/1", s.header.Get("User-Agent"))
	}
	require.Equal(t, []time.Duration{200 * time.Millisecond, 400 * time.Millisecond, 800 * time.Millisecond}, b.waits)
}

func TestTwoPostsHaveDifferentKeys(t *testing.T) {
	t.Parallel()
	b := setup(t, reply{status: 201, body: tourBody})
	_, err := createTour(t, b)
	require.NoError(t, err)
	_, err = createTour(t, b)
	require.NoError(t, err)
	require.NotEqual(t, b.requests()[0].header.Get("Idempotency-Key"), b.requests()[1].header.Get("Idempotency-Key"))
}

func TestRetryAfterIsHonouredWithinReason(t *testing.T) {
	t.Parallel()
	busy := func(after string) reply {
		r := problem(429, "rate_limited", "")
		r.header["Retry-After"] = after
		return r
	}
	b := setup(t, busy("7"), reply{status: 201, body: tourBody})
	_, err := createTour(t, b)
	require.NoError(t, err)
	require.Equal(t, []time.Duration{7 * time.Second}, b.waits)

	b = setup(t, busy("3600"))
	_, err = createTour(t, b)
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, time.Hour, refused.RetryAfter)
	require.Empty(t, b.waits)
}

func TestThreeRetriesAreTheMost(t *testing.T) {
	t.Parallel()
	b := setup(t, reply{cut: true})
	_, err := createTour(t, b)
	var silent *client.UnreachableError
	require.ErrorAs(t, err, &silent)
	require.Equal(t, b.service.BaseURL(), silent.Address)
	require.Len(t, b.requests(), 4)
}

// A second try of a change that is tied to a version, or of a removal, would be refused because
// of the first; whoever asked has to look.
func TestWhatMayHaveHappenedIsNotTriedAgainBlindly(t *testing.T) {
	t.Parallel()
	etag := `"7"`
	id := uuid.New()
	for name, call := range map[string]func(*client.Service) error{
		"put with a version": func(s *client.Service) error {
			_, err := s.PutResultWithResponse(t.Context(), id, id, &api.PutResultParams{IfMatch: &etag}, api.Result{})
			return err
		},
		"delete": func(s *client.Service) error {
			return client.Done(s.DeleteEntrantWithResponse(t.Context(), id, id))
		},
	} {
		b := setup(t, reply{cut: true})
		require.Error(t, call(b.service), name)
		require.Len(t, b.requests(), 1, name)
	}
	b := setup(t, reply{cut: true}, reply{status: 200, body: `{}`})
	_, err := b.service.PutResultWithResponse(t.Context(), id, id, nil, api.Result{})
	require.NoError(t, err)
	require.Len(t, b.requests(), 2)
}

func TestProblemBecomesTheSameError(t *testing.T) {
	t.Parallel()
	b := setup(t, problem(409, "slug_taken", `,"errors":[{"pointer":"/slug","code":"taken","detail":"Choose another."}]`))
	_, err := createTour(t, b)
	require.ErrorIs(t, err, fault.New(fault.SlugTaken, ""))
	require.Equal(t, fault.SlugTaken, fault.CodeOf(err))
	var f *fault.Error
	require.ErrorAs(t, err, &f)
	require.Equal(t, "Do this.", f.Detail)
	require.Equal(t, []fault.Field{{Pointer: "/slug", Code: "taken", Detail: "Choose another."}}, f.Fields)
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, 409, refused.Status)
	require.Equal(t, "req-1", refused.RequestID)
	require.Equal(t, "Title", refused.Title)
}

func TestCurrentIsReadOutOfAConflict(t *testing.T) {
	t.Parallel()
	b := setup(t, problem(412, "version_conflict", `,"current":{"id":"0190a6b2-1c2d-7e3f-8a4b-0123456789ab","first_score":400,"etag":"\"8\""}`))
	id := uuid.New()
	_, err := client.OK(b.service.PutResultWithResponse(t.Context(), id, id, nil, api.Result{}))
	game, ok := client.Current[api.Game](err)
	require.True(t, ok)
	require.Equal(t, 400, *game.FirstScore)
	require.Equal(t, `"8"`, game.Etag)
	_, ok = client.Current[api.Game](errors.New("another"))
	require.False(t, ok)
}

func TestAnswersOfSomethingElse(t *testing.T) {
	t.Parallel()
	html := map[string]string{"Content-Type": "text/html"}
	t.Run("a proxy's page", func(t *testing.T) {
		t.Parallel()
		b := setup(t, reply{status: 502, header: html, body: "<h1>Bad Gateway</h1>"})
		_, err := createTour(t, b)
		require.Equal(t, fault.NotReady, fault.CodeOf(err))
	})
	t.Run("success that is not the contract", func(t *testing.T) {
		t.Parallel()
		b := setup(t, reply{status: 200, header: html, body: "<h1>Welcome</h1>"})
		_, err := client.OK(b.service.GetMeWithResponse(t.Context()))
		var silent *client.UnreachableError
		require.ErrorAs(t, err, &silent)
	})
	t.Run("a redirect is not followed", func(t *testing.T) {
		t.Parallel()
		b := setup(t, reply{status: 301, header: map[string]string{"Location": "https://elsewhere.example/v1/tours"}})
		_, err := createTour(t, b)
		require.ErrorContains(t, err, "https://elsewhere.example")
		require.Len(t, b.requests(), 1)
	})
}

func TestAnInterruptEndsTheWaiting(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	b := setup(t, problem(503, "not_ready", ""))
	cancel()
	_, err := client.OK(b.service.GetMeWithResponse(ctx))
	require.ErrorIs(t, err, context.Canceled)
}

func TestAddressesThatPeopleType(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://tour.example.org/":    "https://tour.example.org",
		" tour.example.org ":           "https://tour.example.org",
		"http://10.0.0.5:8080/nast///": "http://10.0.0.5:8080/nast",
		"127.0.0.1:8080":               "http://127.0.0.1:8080",
		"localhost:8080":               "http://localhost:8080",
		"[::1]:8080":                   "http://[::1]:8080",
	} {
		service, err := client.New(text, "")
		require.NoError(t, err, text)
		require.Equal(t, want, service.BaseURL())
	}
	for _, text := range []string{"", "ftp://x", "https://", "https://user:pass@x", "https://x?y=1", "https://x/#y", "http://[::1"} {
		_, err := client.New(text, "")
		require.Error(t, err, text)
	}
}
