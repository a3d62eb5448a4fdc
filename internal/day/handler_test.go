package day

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// atHome is a day file in the hands of the organiser, who may do everything.
func atHome(t *testing.T) (*laptop, http.RoundTripper) {
	t.Helper()
	path, day, me := filepath.Join(t.TempDir(), "x.day"), given(t, 8), dana
	me.Role = api.RoleOrganiser
	require.NoError(t, Create(path, "https://tour.example.org", me, day, noon))
	l := reopen(t, path, day.SatelliteID)
	f, err := Open(path)
	require.NoError(t, err)
	h, err := NewHandler(f, Options{ValidateResponses: func(err error) { t.Errorf("an answer breaks the contract: %v", err) }})
	require.NoError(t, err)
	return l, Transport{h}
}

func send(t *testing.T, by http.RoundTripper, method, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://day.invalid"+path, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer none")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	rsp, err := by.RoundTrip(r)
	require.NoError(t, err)
	text, err := io.ReadAll(rsp.Body)
	require.NoError(t, err)
	require.NoError(t, rsp.Body.Close())
	var problem api.Problem
	if rsp.StatusCode >= 400 {
		require.NoError(t, json.Unmarshal(text, &problem), "%s", text)
	}
	return rsp.StatusCode, string(problem.Code)
}

// What needs the service says so, whoever asks, and leaves no trace.
func TestWhatNeedsTheServiceSaysSo(t *testing.T) {
	t.Parallel()
	l, by := atHome(t)
	before := bytesOf(t, l.path)
	other := "/v1/directors/" + uuid.NewString()
	this := "/v1/satellites/" + l.id.String()
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/v1/directors", ""},
		{"POST", "/v1/directors", `{"name": "Eve", "email": "eve@example.org"}`},
		{"GET", other, ""},
		{"PATCH", other, `{"name": "Eve"}`},
		{"GET", other + "/keys", ""},
		{"POST", other + "/keys", `{}`},
		{"DELETE", "/v1/keys/" + uuid.NewString(), ""},
		{"POST", "/v1/tours", `{"slug": "next", "name": "Next", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "currency": "USD"}`},
		{"PATCH", "/v1/tours/first", `{"name": "Other"}`},
		{"PUT", "/v1/tours/first/prize-table", `{"name": "x", "unofficial": true, "rows": []}`},
		{"GET", "/v1/tours/first/qualifiers", ""},
		{"GET", "/v1/carryover/dues", ""},
		{"POST", this + "/cancel", `{"reason": "snow"}`},
		{"POST", this + "/reject", `{"reason": "snow"}`},
		{"GET", this + "/day", ""},
		{"PUT", this + "/day", fmt.Sprintf(`{"satellite_id": %q, "base_seq": 1, "base_at": "2026-03-14T17:00:00Z", "entries": []}`, l.id)},
	} {
		status, code := send(t, by, c.method, c.path, c.body)
		require.Equal(t, []any{http.StatusConflict, "not_offline"}, []any{status, code}, "%s %s", c.method, c.path)
	}
	require.Equal(t, before, bytesOf(t, l.path))

	l.start(t)
	for round := 1; round <= 6; round++ {
		l.play(t, round)
	}
	for _, c := range []struct{ method, path, body string }{
		{"GET", this + "/rounds/1/codes", ""},
		{"GET", "/v1/results/ABCD-EFGH", ""},
	} {
		_, code := send(t, by, c.method, c.path, c.body)
		require.Contains(t, []string{"not_offline", "not_found"}, code, "%s %s", c.method, c.path)
	}
	_, code := send(t, by, "POST", this+"/report", `{}`)
	require.Equal(t, "not_offline", code)
}

// No operation of the contract is missing: none answers with an error of ours,
// whatever it is asked.
func TestEveryOperationAnswers(t *testing.T) {
	t.Parallel()
	l, by := atHome(t)
	l.start(t)
	doc, err := api.Load()
	require.NoError(t, err)
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			at := strings.NewReplacer("{satellite_id}", l.id.String(), "{round}", "1", "{slug}", "first").Replace(path)
			for i := strings.IndexByte(at, '{'); i >= 0; i = strings.IndexByte(at, '{') {
				at = at[:i] + uuid.NewString() + at[strings.IndexByte(at, '}')+1:]
			}
			body := ""
			if method != http.MethodGet && method != http.MethodDelete {
				body = "{}"
			}
			status, _ := send(t, by, method, at, body)
			require.Less(t, status, 500, "%s %s", method, at)
		}
	}
}

// The director of the file may in it what his key may on the service.
func TestADirectorIsNoOrganiserOffline(t *testing.T) {
	t.Parallel()
	l := taken(t, 8)
	f, err := Open(l.path)
	require.NoError(t, err)
	h, err := NewHandler(f, Options{})
	require.NoError(t, err)
	_, code := send(t, Transport{h}, "POST", "/v1/satellites/"+l.id.String()+"/cancel", `{"reason": "snow"}`)
	require.Equal(t, "not_allowed", code)
	_, code = send(t, Transport{h}, "GET", "/v1/satellites/"+uuid.NewString(), "")
	require.Equal(t, "not_found", code)
	_, err = Transport{}.RoundTrip(nil)
	require.Error(t, err)
}
