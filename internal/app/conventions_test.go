package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// What several people edit has an ETag: an old one in If-Match is refused with
// the resource as it stands, the current one in If-None-Match saves the body.
func TestETags(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	entrant := "/v1/satellites/" + f.a.satellites[proposed].id.String() + "/entrants/" + f.a.satellites[proposed].entrants[0].String()
	game := "/v1/satellites/" + f.a.satellites[fresh].id.String() + "/games/" + f.a.satellites[fresh].games[0].String()
	for _, r := range []struct {
		name, key, path, edit string
		change                func(n int) any
	}{
		{"tour", organiserKey, "/v1/tours/" + slug, "", func(n int) any { return api.TourPatch{Name: ptr(fmt.Sprintf("Name %d", n))} }},
		{"director", f.a.key, "/v1/directors/" + f.a.tenant.String(), "", func(n int) any { return api.DirectorPatch{City: ptr(fmt.Sprintf("City %d", n))} }},
		{"satellite", f.a.key, "/v1/satellites/" + f.a.satellites[sanctioned].id.String(), "", func(n int) any { return api.SatellitePatch{Name: ptr(fmt.Sprintf("Name %d", n))} }},
		{"entrant", f.a.key, entrant, "", func(n int) any { return api.EntrantPatch{Rating: ptr(1000 + n)} }},
		{"game", f.a.key, game, "/result", func(n int) any { return api.Result{FirstScore: ptr(400 + n), SecondScore: ptr(300)} }},
	} {
		t.Run(r.name, func(t *testing.T) {
			get := func(header ...string) answer {
				c := call{key: r.key, method: http.MethodGet, path: r.path, header: map[string]string{}}
				if len(header) > 0 {
					c.header["If-None-Match"] = header[0]
				}
				return send(t, f.url, c)
			}
			edit := func(n int, tag string) answer {
				c := call{key: r.key, method: http.MethodPatch, path: r.path + r.edit, body: r.change(n), header: map[string]string{}}
				if r.edit != "" {
					c.method = http.MethodPut
				}
				if tag != "" {
					c.header["If-Match"] = tag
				}
				return send(t, f.url, c)
			}
			first := get()
			tag := first.header.Get("ETag")
			require.NotEmpty(t, tag)
			same := get(tag)
			require.Equal(t, http.StatusNotModified, same.status)
			require.Empty(t, same.body)
			require.Equal(t, tag, same.header.Get("ETag"))
			require.Equal(t, http.StatusNotModified, get(`"other", W/`+tag).status)
			require.Equal(t, http.StatusOK, get(`"other"`).status)

			changed := edit(1, tag)
			require.Equal(t, http.StatusOK, changed.status, "%s", changed.body)
			now := changed.header.Get("ETag")
			require.NotEqual(t, tag, now)
			seen := get(tag)
			require.Equal(t, http.StatusOK, seen.status)
			require.Equal(t, now, seen.header.Get("ETag"))

			stale := edit(2, tag)
			require.Equal(t, http.StatusPreconditionFailed, stale.status, "%s", stale.body)
			p := stale.problem(t)
			require.EqualValues(t, "version_conflict", p.Code)
			current, err := json.Marshal(p.Current)
			require.NoError(t, err)
			require.JSONEq(t, string(seen.body), string(current), "current is the resource as a GET shows it")
			require.JSONEq(t, string(seen.body), string(get().body), "nothing was changed")

			require.Equal(t, http.StatusOK, edit(3, tag+", "+now).status, "one of several tags")
			require.Equal(t, http.StatusOK, edit(4, "*").status)
			require.Equal(t, http.StatusOK, edit(5, "").status, "without If-Match the last write wins")
			again := edit(5, "")
			require.Equal(t, get().header.Get("ETag"), again.header.Get("ETag"))
		})
	}
	// Everything that is read has one; what is computed is told apart by its bytes.
	for _, path := range []string{"/v1/satellites", "/v1/tours/" + slug + "/qualifiers", "/v1/satellites/" + f.a.satellites[played].id.String() + "/report", "/openapi.json", "/docs"} {
		got := f.send(call{key: f.a.key, method: http.MethodGet, path: path})
		require.NotEmpty(t, got.header.Get("ETag"), path)
		same := f.send(call{key: f.a.key, method: http.MethodGet, path: path, header: map[string]string{"If-None-Match": got.header.Get("ETag")}})
		require.Equal(t, http.StatusNotModified, same.status, path)
	}
}

func TestRequestsOverTheLimitAreToldWhenToComeBack(t *testing.T) {
	t.Parallel()
	s := newService(t, func(o *setup) { o.ratePerSecond = 1 }) // two at once, then one a second
	me := call{key: organiserKey, method: http.MethodGet, path: "/v1/me"}
	answers := s.atOnce(20, func(int) call { return me })
	counts := statuses(answers)
	require.Positive(t, counts[http.StatusOK])
	require.Positive(t, counts[http.StatusTooManyRequests])
	require.Equal(t, 20, counts[http.StatusOK]+counts[http.StatusTooManyRequests])
	for _, a := range answers {
		if a.status == http.StatusTooManyRequests {
			require.EqualValues(t, "rate_limited", a.problem(t).Code)
			require.Equal(t, "1", a.header.Get("Retry-After"))
		}
	}
	require.Equal(t, http.StatusOK, s.send(call{method: http.MethodGet, path: "/livez"}).status, "the limit is each key's own")
	s.clock.advance(patience)
	require.Equal(t, http.StatusOK, s.send(me).status)

	// Who tries keys is counted by his address.
	guess := s.atOnce(20, func(i int) call {
		return call{key: fmt.Sprintf("nast_guess%03d", i), method: http.MethodGet, path: "/v1/me"}
	})
	require.Positive(t, statuses(guess)[http.StatusTooManyRequests])
	require.Equal(t, http.StatusOK, s.send(me).status)
}

func TestDocumentationAndHealth(t *testing.T) {
	t.Parallel()
	s := newService(t)
	docs := s.send(call{method: http.MethodGet, path: "/docs"})
	require.Equal(t, http.StatusOK, docs.status)
	require.Equal(t, "text/html; charset=utf-8", docs.header.Get("Content-Type"))
	require.Contains(t, docs.header.Get("Content-Security-Policy"), "default-src 'none'")
	for _, op := range operations(t) {
		require.Contains(t, string(docs.body), op.path)
	}
	for _, elsewhere := range []string{"src=\"http", "src='http", "url(http", "@import", "<script src", "rel=\"stylesheet\" href=\"http"} {
		require.NotContains(t, string(docs.body), elsewhere, "the page needs no other host")
	}
	var doc struct {
		OpenAPI string         `json:"openapi"`
		Paths   map[string]any `json:"paths"`
	}
	contract := s.send(call{method: http.MethodGet, path: "/openapi.json"})
	require.NoError(t, json.Unmarshal(contract.body, &doc))
	require.True(t, strings.HasPrefix(doc.OpenAPI, "3."))
	require.Contains(t, doc.Paths, "/v1/satellites")
	require.JSONEq(t, `{"status": "ok"}`, string(s.send(call{method: http.MethodGet, path: "/livez"}).body))
	ready := read[api.Health](t, s.send(call{method: http.MethodGet, path: "/readyz"}))
	require.NotNil(t, ready.SchemaVersion)
	head := s.send(call{method: http.MethodHead, path: "/livez"})
	require.Equal(t, http.StatusOK, head.status)
	require.Empty(t, head.body)
}

func TestReadyzFailsWithoutASchema(t *testing.T) {
	t.Parallel()
	empty := pgtest.Empty(t)
	s := newService(t, func(o *setup) { o.database = &empty })
	got := s.send(call{method: http.MethodGet, path: "/readyz"})
	require.Equal(t, http.StatusServiceUnavailable, got.status)
	require.EqualValues(t, "not_ready", got.problem(t).Code)
	require.NotEmpty(t, got.header.Get("Retry-After"))
	require.Equal(t, http.StatusOK, s.send(call{method: http.MethodGet, path: "/livez"}).status)
}

func TestEveryAnswerHasARequestID(t *testing.T) {
	t.Parallel()
	s := newService(t)
	seen := map[string]bool{}
	for _, c := range []call{
		{method: http.MethodGet, path: "/livez"},
		{method: http.MethodGet, path: "/v1/me"},
		{key: organiserKey, method: http.MethodGet, path: "/v1/me"},
		{method: http.MethodGet, path: "/nowhere"},
		{method: http.MethodPut, path: "/v1/me"},
		{key: organiserKey, method: http.MethodGet, path: "/v1/me", header: map[string]string{"X-Request-Id": "two\twords"}},
	} {
		id := s.send(c).header.Get("X-Request-Id")
		require.Len(t, id, 36, c.path)
		require.False(t, seen[id])
		seen[id] = true
	}
	got := s.send(call{method: http.MethodGet, path: "/v1/me", header: map[string]string{"X-Request-Id": "proxy-7"}})
	require.Equal(t, "proxy-7", got.header.Get("X-Request-Id"))
	require.Equal(t, "proxy-7", got.problem(t).RequestID)
}

// An act that is done already is 200 and changes nothing.
func TestActsThatAreDoneAlreadyChangeNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	g := f.stage(f.a.key)
	rows := newRecords(t, f.database)
	before := rows.all()
	of := func(state string) string { return "/v1/satellites/" + f.a.satellites[state].id.String() }
	for key, paths := range map[string][]string{
		organiserKey: {of(sanctioned) + "/sanction"},
		f.a.key:      {of(fresh) + "/start", of(playing) + "/rounds/1/pair", of(playing) + "/rounds/4/open", of(reported) + "/report"},
	} {
		for _, path := range paths {
			for _, body := range []any{nil, "{}", `{"reason": "to be sure"}`} {
				got := f.send(call{key: key, method: http.MethodPost, path: path, body: body})
				require.Equal(t, http.StatusOK, got.status, "%s: %s", path, got.body)
			}
		}
	}
	requireSameRows(t, before, rows.all(), "an act that was done already")
	frozen := ok[api.Report](t)(client.OK(g.director.GetReportWithResponse(t.Context(), f.a.satellites[reported].id)))
	require.True(t, frozen.Frozen)
}
