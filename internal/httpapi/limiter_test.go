package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
)

func hashOf(key string) [32]byte { return auth.HashKey(key) }

func TestWhoAsksTooOftenIsToldWhenToComeBack(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) { o.RatePerSecond = 0.5 }) // a burst of one, another after 2 s
	ask := call{method: "GET", path: "/v1/me", key: viewerKey}
	require.Equal(t, 200, b.do(ask).Code)
	w := b.do(ask)
	require.Equal(t, 429, w.Code)
	require.Equal(t, "2", w.Header().Get("Retry-After"))
	require.Equal(t, "rate_limited", string(problemOf(t, w).Code))

	require.Equal(t, 200, b.do(call{method: "GET", path: "/v1/me", key: directorKey}).Code, "each key has its own")
	require.Equal(t, 200, b.do(call{method: "GET", path: "/livez"}).Code, "and each address")
	require.Equal(t, 429, b.do(call{method: "GET", path: "/livez"}).Code)

	b.clock.pass(2 * time.Second)
	require.Equal(t, 200, b.do(ask).Code, "what was refused cost nothing")
}

func TestWhoTriesKeysIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) { o.RatePerSecond = 1 })
	for _, want := range []int{401, 401, 429} {
		require.Equal(t, want, b.do(call{method: "GET", path: "/v1/me", key: "guess"}).Code)
	}
	require.Equal(t, 200, b.do(call{method: "GET", path: "/v1/me", key: viewerKey}).Code, "a good key of the same address goes on")
}

func TestTheBurstIsTwoSecondsWorth(t *testing.T) {
	t.Parallel()
	clock := &fakeClock{now: time.Unix(1000, 0)}
	l := newLimiter(200, clock.Now)
	for range 400 {
		require.Zero(t, l.take("a"))
	}
	require.Equal(t, 5*time.Millisecond, l.take("a").Round(time.Millisecond))
}

func TestTheIdleAreForgotten(t *testing.T) {
	t.Parallel()
	clock := &fakeClock{now: time.Unix(1000, 0)}
	l := newLimiter(1, clock.Now)
	l.take("gone")
	clock.pass(40 * time.Second)
	l.take("here")
	require.Len(t, l.known, 2)
	clock.pass(30 * time.Second)
	l.take("here")
	require.Len(t, l.known, 1)
}

// Whoever asks through a proxy of ours has an allowance of his own; whoever asks directly cannot give
// himself another address.
func TestAddressesBehindAProxyAreCountedApart(t *testing.T) {
	t.Parallel()
	address := addressBehind([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("10.0.0.0/24")})
	for _, row := range []struct{ peer, forwarded, want string }{
		{"127.0.0.1:5", "", "127.0.0.1"},
		{"127.0.0.1:5", "198.51.100.7", "198.51.100.7"},
		{"[::1]:5", "198.51.100.7", "198.51.100.7"},
		{"127.0.0.1:5", "203.0.113.9, 198.51.100.7", "198.51.100.7"}, // what the client has written himself counts for nothing
		{"127.0.0.1:5", "198.51.100.7, 10.0.0.3", "198.51.100.7"},    // two proxies
		{"127.0.0.1:5", "2001:db8::1", "2001:db8::1"},
		{"127.0.0.1:5", "nonsense", "127.0.0.1"},
		{"198.51.100.7:5", "203.0.113.9", "198.51.100.7"},
		{"10.0.1.3:5", "203.0.113.9", "10.0.1.3"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/t/spring", nil)
		r.RemoteAddr = row.peer
		if row.forwarded != "" {
			r.Header.Set("X-Forwarded-For", row.forwarded)
		}
		require.Equal(t, row.want, address(r), "%s %s", row.peer, row.forwarded)
	}
	nobody := addressBehind(nil)
	r := httptest.NewRequest(http.MethodGet, "/t/spring", nil)
	r.RemoteAddr = "127.0.0.1:5"
	r.Header.Set("X-Forwarded-For", "198.51.100.7")
	require.Equal(t, "127.0.0.1", nobody(r))
}
