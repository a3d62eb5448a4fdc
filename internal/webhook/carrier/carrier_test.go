package carrier_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/webhook"
	"github.com/nast-tour/nast/internal/webhook/carrier"
	"github.com/nast-tour/nast/internal/webhook/signature"
)

var now = time.Date(2026, 3, 14, 17, 0, 0, 0, time.UTC)

func parcel(url string) webhook.Parcel {
	return webhook.Parcel{
		Delivery: webhook.Delivery{EventID: uuid.MustParse("0191a4d1-0001-7d66-8e77-8f9a0b1c2d3e"), Body: []byte(`{"type":"ping"}`)},
		URL:      url, Secrets: []signature.Secret{[]byte(strings.Repeat("k", 32))},
	}
}

func serve(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL
}

func TestADeliveryIsASignedPost(t *testing.T) {
	t.Parallel()
	seen := make(chan *http.Request, 1)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || string(body) != `{"type":"ping"}` {
			w.WriteHeader(http.StatusBadRequest)
		}
		seen <- r
	})
	got := carrier.New(true).Send(t.Context(), parcel(url+"/in?token=x"), now)
	require.Equal(t, webhook.Attempt{Status: 200}, got)
	r := <-seen
	require.Equal(t, http.MethodPost, r.Method)
	require.Equal(t, "/in?token=x", r.URL.String())
	require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	require.Equal(t, "1773507600", r.Header.Get("webhook-timestamp"))
	require.NoError(t, signature.Verify([]byte(strings.Repeat("k", 32)), r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp"),
		r.Header.Get("webhook-signature"), []byte(`{"type":"ping"}`), now))
}

func TestOnlySuccessIsSuccess(t *testing.T) {
	t.Parallel()
	for status, failure := range map[int]string{
		200: "", 204: "", 299: "", 400: "answered 400 Bad Request", 410: "answered 410 Gone", 500: "answered 500 Internal Server Error", 599: "answered 599",
		301: "answered 301; redirects are not followed, set the address itself",
	} {
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				t.Error("the redirect was followed")
			}
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
		})
		require.Equal(t, webhook.Attempt{Status: status, Failure: failure}, carrier.New(true).Send(t.Context(), parcel(url+"/"), now))
	}
}

// An address that leads to this machine is not dialled, whether it says so or a name does.
func TestPrivateAddressesAreNotDialled(t *testing.T) {
	t.Parallel()
	url := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("it was dialled") })
	_, port, err := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
	require.NoError(t, err)
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"} {
		got := carrier.New(false).Send(t.Context(), parcel("http://"+host+":"+port+"/"), now)
		require.Equal(t, webhook.Attempt{Failure: "the address is of this machine or a private network, which is not dialled"}, got, host)
	}
}

func TestFailuresAreSaidWithoutTheAddress(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	cut := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	for url, failure := range map[string]string{
		closed.URL + "/?token=x":                       "the connection was refused",
		cut + "/?token=x":                              "the connection was closed before there was an answer",
		secure.URL + "/?token=x":                       "the certificate of the host is not valid",
		"http://nowhere.invalid/?token=x":              "the name of the host is not known",
		"http://example.org/\x7f":                      "the address cannot be read",
		strings.Replace(cut, "http", "x", 1):           "the host could not be reached",
		strings.Replace(cut, "http", "https", 1) + "/": "the host could not be reached",
	} {
		require.Equal(t, webhook.Attempt{Failure: failure}, carrier.New(true).Send(t.Context(), parcel(url), now), url)
	}
}

func TestAnEndedContextEndsTheTry(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	url := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server sees that the client has gone
		close(asked)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	require.NotEmpty(t, carrier.New(true).Send(ctx, parcel(url), now).Failure)
}
