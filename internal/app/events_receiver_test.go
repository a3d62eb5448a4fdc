package app_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// told is an event as a receiver reads it.
type told struct {
	ID          uuid.UUID       `json:"id"`
	Type        string          `json:"type"`
	Tour        string          `json:"tour"`
	DirectorID  *uuid.UUID      `json:"director_id"`
	SatelliteID *uuid.UUID      `json:"satellite_id"`
	Stream      uuid.UUID       `json:"stream"`
	Sequence    int64           `json:"sequence"`
	Data        json.RawMessage `json:"data"`
}

// post is one request that came to a receiver.
type post struct {
	told
	path, body string
	header     http.Header
}

// receiver is a program that listens to events. It notes every request, and then answers as it is
// told to, by default with 204.
type receiver struct {
	t      testing.TB
	url    string
	answer func(http.ResponseWriter, *http.Request, post)

	mu    sync.Mutex
	posts []post
}

func newReceiver(t testing.TB, answer func(http.ResponseWriter, *http.Request, post)) *receiver {
	t.Helper()
	r := &receiver{t: t, answer: answer}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

// ServeHTTP takes an event.
func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return // the sender was stopped
	}
	p := post{path: q.URL.Path, body: string(body), header: q.Header}
	if err := json.Unmarshal(body, &p.told); err != nil {
		r.t.Errorf("a body is no event: %s", body)
	}
	r.mu.Lock()
	r.posts = append(r.posts, p)
	r.mu.Unlock()
	if r.answer == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	r.answer(w, q, p)
}

// all are the requests so far.
func (r *receiver) all() []post {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]post(nil), r.posts...)
}

// once are the events so far, each where it came first.
func (r *receiver) once() []told {
	seen := map[uuid.UUID]bool{}
	var events []told
	for _, p := range r.all() {
		if !seen[p.ID] {
			seen[p.ID] = true
			events = append(events, p.told)
		}
	}
	return events
}

// of are the events of a stream so far, each where it came first.
func (r *receiver) of(stream uuid.UUID) []told {
	var events []told
	for _, e := range r.once() {
		if e.Stream == stream {
			events = append(events, e)
		}
	}
	return events
}

func types(events []told) []string {
	var all []string
	for _, e := range events {
		all = append(all, e.Type)
	}
	return all
}

// requireWhole says that the events of a stream have all come, from the first on and in order.
func requireWhole(t testing.TB, events []told) {
	t.Helper()
	for i, e := range events {
		require.EqualValues(t, i+1, e.Sequence, "%s", e.Type)
	}
}

// listens makes an endpoint of whoever asks.
func listens(t testing.TB, c *client.Service, url string, types ...string) *api.EndpointCreated {
	t.Helper()
	types = append([]string{}, types...)
	return ok[api.EndpointCreated](t)(client.Created(c.CreateEndpointWithResponse(t.Context(), nil, api.EndpointCreate{URL: url, Types: &types})))
}

// signed says whether one of the signatures of a request is of a secret, as Standard Webhooks has
// it; it is computed here and not by the service's own code.
func (p post) signed(t testing.TB, secret string) bool {
	t.Helper()
	encoded, found := strings.CutPrefix(secret, "whsec_")
	require.True(t, found)
	key, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(t, err)
	mac := hmac.New(sha256.New, key)
	_, err = io.WriteString(mac, p.header.Get("webhook-id")+"."+p.header.Get("webhook-timestamp")+"."+p.body)
	require.NoError(t, err)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(p.header.Get("webhook-signature"), " ") {
		if one == want {
			return true
		}
	}
	return false
}
