package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/fault"
)

func TestRefusals(t *testing.T) {
	t.Parallel()
	director := `{"name": "Ann", "email": "ann@example.org"}`
	for name, row := range map[string]struct {
		call   call
		status int
		code   fault.Code
	}{
		"a path that is not there":         {call{method: "GET", path: "/v1/nothing"}, 404, fault.RouteNotFound},
		"a path with a slash too many":     {call{method: "GET", path: "/v1/me/", key: viewerKey}, 404, fault.RouteNotFound},
		"a path below a last parameter":    {call{method: "DELETE", path: "/v1/keys/" + otherID + "/x", key: organiserKey}, 404, fault.RouteNotFound},
		"a wrong method":                   {call{method: "DELETE", path: "/v1/me", key: organiserKey}, 405, fault.WrongMethod},
		"a wrong method before the key":    {call{method: "POST", path: "/v1/me"}, 405, fault.WrongMethod},
		"OPTIONS":                          {call{method: "OPTIONS", path: "/v1/tours"}, 405, fault.WrongMethod},
		"a method nobody knows":            {call{method: "BREW", path: "/v1/tours"}, 405, fault.WrongMethod},
		"a literal path is no parameter":   {call{method: "GET", path: "/v1/satellites/" + satelliteID + "/entrants/import", key: organiserKey}, 405, fault.WrongMethod},
		"no key":                           {call{method: "GET", path: "/v1/me"}, 401, fault.KeyMissing},
		"another scheme":                   {call{method: "GET", path: "/v1/me", header: map[string]string{"Authorization": "Basic abc"}}, 401, fault.KeyMissing},
		"an empty key":                     {call{method: "GET", path: "/v1/me", header: map[string]string{"Authorization": "Bearer "}}, 401, fault.KeyInvalid},
		"an unknown key":                   {call{method: "GET", path: "/v1/me", key: "nast_unknown"}, 401, fault.KeyInvalid},
		"a revoked key":                    {call{method: "GET", path: "/v1/me", key: revokedKey}, 401, fault.KeyInvalid},
		"a key as long as a novel":         {call{method: "GET", path: "/v1/me", key: strings.Repeat("k", 4096)}, 401, fault.KeyInvalid},
		"a director registers a director":  {call{method: "POST", path: "/v1/directors", key: directorKey, body: director}, 403, fault.NotAllowed},
		"a viewer enters a result":         {call{method: "PUT", path: gamePath(satelliteID, "/result"), key: viewerKey, body: `{}`}, 403, fault.NotAllowed},
		"permission before validation":     {call{method: "POST", path: "/v1/directors", key: viewerKey, body: `{`}, 403, fault.NotAllowed},
		"a scorer at another satellite":    {call{method: "PUT", path: gamePath(otherID, "/result"), key: scorerKey, body: `{}`}, 404, fault.ResourceNotFound},
		"text instead of JSON":             {call{method: "POST", path: "/v1/directors", key: organiserKey, body: director, header: map[string]string{"Content-Type": "text/plain"}}, 415, fault.WrongContentType},
		"a body without a type":            {call{method: "POST", path: "/v1/directors", key: organiserKey, body: director, header: map[string]string{"Content-Type": ""}}, 415, fault.WrongContentType},
		"JSON in another character set":    {call{method: "POST", path: "/v1/directors", key: organiserKey, body: director, header: map[string]string{"Content-Type": "application/json; charset=utf-16"}}, 415, fault.WrongContentType},
		"a form instead of a file":         {call{method: "POST", path: importPath, key: directorKey, body: "x", header: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}}, 415, fault.WrongContentType},
		"JSON instead of a file":           {call{method: "POST", path: importPath, key: directorKey, body: "[]"}, 415, fault.WrongContentType},
		"a body of 2 MiB":                  {call{method: "POST", path: "/v1/directors", key: organiserKey, body: strings.Repeat(" ", 2<<20)}, 413, fault.BodyTooLarge},
		"an import of 9 MiB":               {call{method: "POST", path: importPath, key: directorKey, body: strings.Repeat("x", 9<<20), header: csv}, 413, fault.BodyTooLarge},
		"a body where there is none":       {call{method: "DELETE", path: "/v1/keys/" + otherID, key: organiserKey, body: `{"reason": "lost"}`}, 400, fault.InvalidRequest},
		"a query that cannot be read":      {call{method: "GET", path: "/v1/tours?limit=%zz", key: organiserKey}, 400, fault.InvalidRequest},
		"no body where one is needed":      {call{method: "POST", path: "/v1/directors", key: organiserKey}, 400, fault.InvalidRequest},
		"null where an object is taken":    {call{method: "POST", path: openPath, key: directorKey, body: `null`}, 400, fault.InvalidRequest},
		"a body that is cut off":           {call{method: "POST", path: "/v1/directors", key: organiserKey, body: `{"name": "A`}, 400, fault.MalformedJSON},
		"something after the body":         {call{method: "POST", path: "/v1/directors", key: organiserKey, body: director + `{}`}, 400, fault.MalformedJSON},
		"a number beyond every variable":   {call{method: "PUT", path: "/v1/satellites/" + satelliteID + "/rounds/1/results", key: scorerKey, body: `{"results": [{"table": 1e300}]}`}, 400, fault.InvalidRequest},
		"only a field that does not exist": {call{method: "POST", path: openPath, key: directorKey, body: `{"reson": "x"}`}, 400, fault.UnknownField},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			w := b.do(row.call)
			require.Equal(t, row.status, w.Code, w.Body)
			require.Equal(t, string(row.code), string(problemOf(t, w).Code))
			require.Zero(t, b.handlers.calls, "the handler was called")
			require.Equal(t, string(row.code), b.line(t)["code"])
		})
	}
}

const (
	importPath = "/v1/satellites/" + satelliteID + "/entrants/import"
	openPath   = "/v1/satellites/" + satelliteID + "/rounds/1/open"
)

var csv = map[string]string{"Content-Type": "text/csv"}

func TestABodyOfUnknownLengthIsLimitedToo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := httptest.NewRequest("POST", "/v1/directors", struct{ *strings.Reader }{strings.NewReader(strings.Repeat("x", 2<<20))})
	r.ContentLength = -1
	r.Header.Set("Authorization", "Bearer "+organiserKey)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	require.Equal(t, 413, w.Code)
	require.Equal(t, api.ErrorCode("body_too_large"), problemOf(t, w).Code)
}

func TestHeadersOfRefusals(t *testing.T) {
	t.Parallel()
	b := setup(t)
	require.Equal(t, "Bearer", b.do(call{method: "GET", path: "/v1/me"}).Header().Get("WWW-Authenticate"))
	require.Equal(t, "GET, HEAD", b.do(call{method: "PUT", path: "/v1/me"}).Header().Get("Allow"))
	require.Equal(t, "GET, HEAD, POST", b.do(call{method: "DELETE", path: "/v1/directors"}).Header().Get("Allow"))
	require.Equal(t, "POST", b.do(call{method: "GET", path: importPath}).Header().Get("Allow"))
}

func TestFilesAreTakenAsTheyAreSent(t *testing.T) {
	t.Parallel()
	for _, media := range []string{"text/csv", "text/plain; charset=utf-8", "application/octet-stream", "", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"} {
		b := setup(t)
		file := strings.Repeat("Name,Rating\n", 150_000) // 1.8 MB: more than other bodies may have
		w := b.do(call{method: "POST", path: importPath, key: directorKey, body: file, header: map[string]string{"Content-Type": media}})
		require.Equal(t, 200, w.Code, w.Body)
		require.Equal(t, file, b.handlers.file)
	}
}

func TestTheRequestIDIsTakenOnlyIfItIsSane(t *testing.T) {
	t.Parallel()
	for sent, taken := range map[string]bool{
		"abc-123_X.y:z":          true,
		"":                       false,
		"a b":                    false,
		"<script>":               false,
		"-":                      false,
		strings.Repeat("x", 200): false,
	} {
		b := setup(t)
		w := b.do(call{method: "GET", path: "/livez", header: map[string]string{"X-Request-Id": sent}})
		got := w.Header().Get("X-Request-Id")
		if taken {
			require.Equal(t, sent, got)
		} else {
			id, err := uuid.Parse(got)
			require.NoError(t, err)
			require.Equal(t, uuid.Version(7), id.Version())
		}
		require.Equal(t, got, b.line(t)["request_id"])
	}
}

func TestAPanicSaysNothingToTheClient(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handlers.before = func(context.Context) error { panic("secret of the house") }
	w := b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
	require.Equal(t, 500, w.Code)
	require.Equal(t, api.ErrorCode("internal_error"), problemOf(t, w).Code)
	require.NotContains(t, w.Body.String(), "secret of the house")
	require.Contains(t, b.line(t)["cause"], "secret of the house")
	require.Equal(t, "ERROR", b.line(t)["level"])
	require.Equal(t, 200, setup(t).do(call{method: "GET", path: "/v1/me", key: viewerKey}).Code)
}

func TestErrorsOfHandlers(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		err    error
		status int
		code   string
	}{
		"unknown":         {errors.New("pq: relation secret does not exist"), 500, "internal_error"},
		"a fault":         {fault.New(fault.WrongStatus, "It is finished."), 409, "wrong_status"},
		"a wrapped fault": {fmt.Errorf("open: %w", fault.New(fault.RoundUnknown, "There are 6 rounds.")), 404, "round_unknown"},
		"its cause":       {fault.Wrap(errors.New("secret"), fault.NotReady, "Ask again."), 503, "not_ready"},
		"a deadline":      {fmt.Errorf("query secret: %w", context.DeadlineExceeded), 503, "not_ready"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.handlers.before = func(context.Context) error { return row.err }
			w := b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
			require.Equal(t, row.status, w.Code)
			require.Equal(t, api.ErrorCode(row.code), problemOf(t, w).Code)
			require.NotContains(t, w.Body.String(), "secret")
			if row.status == 500 || row.status == 503 {
				require.NotEmpty(t, b.line(t)["cause"])
			}
		})
	}
}

func TestAClientThatHasGoneIsNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handlers.before = func(context.Context) error { return fmt.Errorf("query: %w", context.Canceled) }
	b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
	require.Equal(t, "client_gone", b.line(t)["code"])
	require.Equal(t, "INFO", b.line(t)["level"])
}

func TestAnOldVersionShowsTheCurrentOne(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handlers.before = func(context.Context) error {
		return fault.New(fault.VersionConflict, "Read it again.").WithCurrent(struct {
			Amount int64 `json:"amount"`
		}{9007199254740993})
	}
	w := b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
	require.Equal(t, 412, w.Code)
	require.Contains(t, w.Body.String(), `"current":{"amount":9007199254740993}`)
}

func TestTheLogLineHoldsWhoAndWhatButNoKey(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.do(call{
		method: "PUT", path: gamePath(satelliteID, "/result?"), key: scorerKey,
		body: `{"first_score": 400, "second_score": 390, "reason": "read from the slip"}`,
	})
	require.Equal(t, 200, w.Code, w.Body)
	line := b.line(t)
	p := b.auth.known[hashOf(scorerKey)]
	require.Equal(t, "PUT", line["method"])
	require.Equal(t, "/v1/satellites/{satellite_id}/games/{game_id}/result", line["route"])
	require.Equal(t, "putResult", line["operation"])
	require.EqualValues(t, 200, line["status"])
	require.Equal(t, p.ID.String(), line["principal"])
	require.Equal(t, p.TenantID.String(), line["tenant"])
	require.Equal(t, satelliteID, line["satellite"])
	require.Equal(t, 1, strings.Count(b.log.String(), "\n"), "one line a request")

	for _, c := range []call{
		{method: "GET", path: "/v1/" + organiserKey},
		{method: "GET", path: "/v1/me?key=" + organiserKey, key: organiserKey},
		{method: "GET", path: "/v1/me", key: organiserKey + "x"},
		{method: "POST", path: "/v1/directors", key: organiserKey, body: `{"name": "A", "email": "a@example.org"}`, header: map[string]string{"Idempotency-Key": "once"}},
	} {
		b.do(c)
	}
	for _, secret := range []string{organiserKey, scorerKey, "read from the slip", "nast_new_key"} {
		require.NotContains(t, b.log.String(), secret)
	}
}

func TestEveryAnswerIsPrivateAndThoseWithAKeyAreNotStored(t *testing.T) {
	t.Parallel()
	b := setup(t)
	me := b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
	require.Equal(t, "private, no-cache", me.Header().Get("Cache-Control"))
	require.Equal(t, "nosniff", me.Header().Get("X-Content-Type-Options"))
	created := b.do(call{method: "POST", path: "/v1/directors", key: organiserKey, body: `{"name": "A", "email": "a@example.org"}`})
	require.Equal(t, 201, created.Code, created.Body)
	require.Equal(t, "no-store", created.Header().Get("Cache-Control"))
	require.Equal(t, "no-store", b.do(call{method: "GET", path: "/v1/me"}).Header().Get("Cache-Control"))
}

func TestHealth(t *testing.T) {
	t.Parallel()
	b := setup(t)
	require.JSONEq(t, `{"status": "ok"}`, b.do(call{method: "GET", path: "/livez"}).Body.String())
	require.JSONEq(t, `{"status": "ok", "schema_version": 7}`, b.do(call{method: "GET", path: "/readyz"}).Body.String())
	require.Equal(t, 200, b.do(call{method: "GET", path: "/livez", key: revokedKey}).Code, "a key does not matter there")

	away := setup(t, func(o *Options) {
		o.Ready = func(context.Context) (int, error) { return 0, errors.New("dial tcp 10.0.0.7: refused") }
	})
	w := away.do(call{method: "GET", path: "/readyz"})
	require.Equal(t, 503, w.Code)
	require.Equal(t, api.ErrorCode("not_ready"), problemOf(t, w).Code)
	require.NotContains(t, w.Body.String(), "10.0.0.7")
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	require.Equal(t, 200, away.do(call{method: "GET", path: "/livez"}).Code)
}

func TestHeadIsGetWithoutABody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	get, head := b.do(call{method: "GET", path: "/v1/me", key: viewerKey}), b.do(call{method: "HEAD", path: "/v1/me", key: viewerKey})
	require.Equal(t, 200, head.Code)
	require.Empty(t, head.Body.String())
	require.Equal(t, get.Header().Get("ETag"), head.Header().Get("ETag"))
	require.Equal(t, get.Header().Get("Content-Length"), head.Header().Get("Content-Length"))
}

func TestRequestsAreCountedByOperation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
	b.do(call{method: "GET", path: "/v1/me"})
	b.do(call{method: "BREW", path: "/v1/a/b"})
	w := httptest.NewRecorder()
	MetricsHandler(b.registry).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	require.Equal(t, http.StatusOK, w.Code)
	for _, line := range []string{
		`nast_http_requests_total{method="GET",operation="getMe",status="2xx"} 1`,
		`nast_http_requests_total{method="GET",operation="getMe",status="4xx"} 1`,
		`nast_http_requests_total{method="other",operation="unmatched",status="4xx"} 1`,
		`nast_http_request_duration_seconds_count{method="GET",operation="getMe"} 2`,
		`nast_http_requests_in_flight 0`,
	} {
		require.Contains(t, w.Body.String(), line+"\n")
	}
	require.Contains(t, w.Body.String(), "go_goroutines")
}

func TestPermissionsCanBeLeftOutForTheTestOfRowSecurity(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) { o.SkipPermissions = true })
	body := `{"name": "A", "email": "a@example.org"}`
	require.Equal(t, 201, b.do(call{method: "POST", path: "/v1/directors", key: viewerKey, body: body}).Code)
}

func TestAnAnswerThatDoesNotFitTheContractIsReported(t *testing.T) {
	t.Parallel()
	var said error
	b := setup(t, func(o *Options) { o.ValidateResponses = func(err error) { said = err } })
	b.do(call{method: "GET", path: "/v1/me", key: viewerKey})
	require.NoError(t, said)
	p := b.auth.known[hashOf(viewerKey)]
	p.Role = "owner"
	b.auth.known[hashOf(viewerKey)] = p
	b2 := setup(t, func(o *Options) {
		o.ValidateResponses = func(err error) { said = err }
		o.SkipPermissions = true
		o.Auth = b.auth
	})
	require.Equal(t, 200, b2.do(call{method: "GET", path: "/v1/me", key: viewerKey}).Code)
	require.ErrorContains(t, said, "getMe")
}

func TestNewNeedsItsParts(t *testing.T) {
	t.Parallel()
	_, err := New(Options{})
	require.Error(t, err)
}
