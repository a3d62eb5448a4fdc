// Package client is the Go client of the tour's HTTP contract. The calls are generated from
// api/openapi.yaml; what is written by hand adds a bearer key, idempotency keys, patience with
// a busy or restarting service, and turns problem answers back into the service's own errors.
// It holds no rule of the tour, never prints and never writes a key anywhere.
package client

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Service is the tour's service as one key sees it. Its generated methods give an error for
// every answer that is not a success: a *RefusedError (which wraps the *fault.Error that the service
// stated) or an *UnreachableError. It is safe for use by several goroutines.
type Service struct {
	*ClientWithResponses
	baseURL string
}

// Option changes how a Service is reached.
type Option func(*transport)

// WithUserAgent names the program in the User-Agent header.
func WithUserAgent(name string) Option { return func(t *transport) { t.userAgent = name } }

// WithTimeout bounds each single try, the reading of its answer included (default 30 seconds).
func WithTimeout(d time.Duration) Option { return func(t *transport) { t.http.Timeout = d } }

// WithRetries sets how often a request is tried again after the first time (default 3).
func WithRetries(n int) Option { return func(t *transport) { t.retries = n } }

// WithRoundTripper replaces the way requests are sent, for tests and proxies.
func WithRoundTripper(rt http.RoundTripper) Option {
	return func(t *transport) { t.http.Transport = rt }
}

// WithSleep replaces the waiting between two tries. It must return the context's error when the
// context ends first.
func WithSleep(sleep func(context.Context, time.Duration) error) Option {
	return func(t *transport) { t.sleep = sleep }
}

// New makes a Service from its address, such as "https://tour.example.org", and a key; the key
// may be empty for what needs none. The error says what is wrong with the address; nothing is
// sent yet.
func New(baseURL, key string, opts ...Option) (*Service, error) {
	address, err := parseAddress(baseURL)
	if err != nil {
		return nil, err
	}
	t := &transport{
		http: &http.Client{
			Timeout: 30 * time.Second,
			// A followed redirect would turn a POST into a GET and could carry the key elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		address:   address,
		key:       key,
		userAgent: "nast-client",
		retries:   3,
		sleep:     sleep,
	}
	for _, opt := range opts {
		opt(t)
	}
	generated, err := NewClientWithResponses(address, WithHTTPClient(t))
	if err != nil {
		return nil, err
	}
	return &Service{ClientWithResponses: generated, baseURL: address}, nil
}

// BaseURL is the address without a slash at the end.
func (s *Service) BaseURL() string { return s.baseURL }

// parseAddress takes what a person copies from a browser or the service's first lines.
func parseAddress(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text != "" && !strings.Contains(text, "://") {
		text = assumedScheme(text) + "://" + text
	}
	u, err := url.Parse(text)
	switch {
	case err != nil, u.Host == "", u.Scheme != "http" && u.Scheme != "https":
		return "", errors.New("the address of the service must look like https://tour.example.org or http://127.0.0.1:8080")
	case u.User != nil, u.RawQuery != "", u.Fragment != "":
		return "", errors.New("the address of the service must not hold a user, a question mark or a number sign")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// assumedScheme is https but for this machine itself.
func assumedScheme(hostAndMore string) string {
	host, _, _ := strings.Cut(hostAndMore, "/")
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); host == "localhost" || ip != nil && ip.IsLoopback() {
		return "http"
	}
	return "https"
}

// sleep waits, or gives the context's error.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
