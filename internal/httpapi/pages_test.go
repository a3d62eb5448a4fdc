package httpapi

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

// fakePages are one page below /r/; the end of its path says what becomes of it.
type fakePages struct{}

func (fakePages) Route(path string) string {
	if strings.HasPrefix(path, "/r/") {
		return "/r/{code}"
	}
	return ""
}

func (fakePages) Serve(w http.ResponseWriter, r *http.Request) error {
	switch r.URL.Path {
	case "/r/panics":
		panic("secret")
	case "/r/fails":
		return errors.New("secret")
	case "/r/used":
		return fault.New(fault.CodeUsed, "Used.")
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "page %s %d", r.Method, len(body))
	return nil
}

func (fakePages) Refuse(w http.ResponseWriter, status int, requestID string, err error) {
	var shown *fault.Error
	errors.As(err, &shown)
	w.WriteHeader(status)
	fmt.Fprintf(w, "refused %s: %s", requestID, shown.Code)
}

func withPages(o *Options) { o.Pages = fakePages{} }

func TestPagesStandBesideTheContract(t *testing.T) {
	t.Parallel()
	b := setup(t, withPages)
	for path, want := range map[string]string{
		"/r/ABCD":   "page GET 0",
		"/r/panics": "refused req-1: internal_error",
		"/r/fails":  "refused req-1: internal_error",
		"/r/used":   "refused req-1: code_used",
	} {
		w := b.do(call{method: http.MethodGet, path: path, header: map[string]string{"X-Request-Id": "req-1"}})
		require.Equal(t, want, w.Body.String(), path)
		require.Equal(t, "req-1", w.Header().Get("X-Request-Id"))
		require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
		require.Empty(t, w.Header().Get("ETag"))
		require.NotContains(t, w.Body.String(), "secret")
	}
	head := b.do(call{method: http.MethodHead, path: "/r/ABCD"})
	require.Equal(t, http.StatusOK, head.Code)
	require.Empty(t, head.Body.String())
	large := b.do(call{method: http.MethodPost, path: "/r/ABCD", body: strings.Repeat("x", bodyLimit+1)})
	require.Equal(t, http.StatusRequestEntityTooLarge, large.Code)
	require.Contains(t, large.Body.String(), "refused")
	require.Equal(t, http.StatusNotFound, b.do(call{method: http.MethodGet, path: "/x"}).Code)
}

// The code of a player stands in the path, which is therefore not logged.
func TestPathsOfPagesAreNotLogged(t *testing.T) {
	t.Parallel()
	b := setup(t, withPages)
	b.do(call{method: http.MethodGet, path: "/r/ABCD"})
	require.Contains(t, b.log.String(), `"route":"/r/{code}","operation":"page"`)
	require.NotContains(t, b.log.String(), "ABCD")
}

func TestPagesAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	b := setup(t, withPages, func(o *Options) { o.RatePerSecond = 1 })
	for range 2 {
		require.Equal(t, http.StatusOK, b.do(call{method: http.MethodGet, path: "/r/ABCD"}).Code)
	}
	w := b.do(call{method: http.MethodGet, path: "/r/ABCD"})
	require.Equal(t, http.StatusTooManyRequests, w.Code)
	require.Equal(t, "1", w.Header().Get("Retry-After"))
	require.Contains(t, w.Body.String(), "refused")
	w = b.do(call{method: http.MethodGet, path: "/v1/results/ABCD-EFGH"})
	require.Equal(t, http.StatusTooManyRequests, w.Code, "the allowance is the same as for what needs no key")
}
