package stripefake

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Failure is a way in which requests go wrong.
type Failure string

// The failures.
const (
	Unreachable Failure = "unreachable" // the connection breaks before anything happens
	AnswerLost  Failure = "answer lost" // it happens, and the connection breaks then
	Broken      Failure = "broken"      // 500
	Busy        Failure = "busy"        // 429
	Garbled     Failure = "garbled"     // 502, from something between that is not Stripe
)

// errDropped is what a caller sees of a broken connection.
var errDropped = errors.New("stripefake: connection reset")

// Fail makes the next requests go wrong, one for each failure.
func (f *Fake) Fail(how ...Failure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failures = append(f.failures, how...)
}

// Requests lists what was asked of the API so far, as "POST /v1/refunds".
func (f *Fake) Requests() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.requests...)
}

// answer is what the API says to a request.
type answer struct {
	status int
	body   []byte
	to     [sha256.Size]byte // the request that it answered
	until  time.Time         // when its idempotency key is forgotten
}

// ServeHTTP answers as api.stripe.com does.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	said, err := f.serve(r)
	if err != nil {
		panic(http.ErrAbortHandler) // breaks the connection
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", "req_fake")
	w.WriteHeader(said.status)
	_, _ = w.Write(said.body) // whoever asked may have gone
}

// RoundTrip answers without a network, so that a Fake is the Transport of an http.Client.
func (f *Fake) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	said, err := f.serve(r)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		Status: http.StatusText(said.status), StatusCode: said.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}, "Request-Id": {"req_fake"}},
		Body:   io.NopCloser(bytes.NewReader(said.body)), ContentLength: int64(len(said.body)), Request: r,
	}, nil
}

// Client is an http.Client that reaches the fake and nothing else.
func (f *Fake) Client() *http.Client { return &http.Client{Transport: f} }

// serve answers a request, or fails where the connection is to break.
func (f *Fake) serve(r *http.Request) (answer, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return answer{}, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, r.Method+" "+r.URL.Path)
	var failure Failure
	if len(f.failures) > 0 {
		failure, f.failures = f.failures[0], f.failures[1:]
	}
	switch failure {
	case Unreachable:
		return answer{}, errDropped
	case Broken:
		return refused(&refusal{http.StatusInternalServerError, "api_error", "", "", "Something went wrong on Stripe's end."}), nil
	case Busy:
		return refused(&refusal{http.StatusTooManyRequests, "invalid_request_error", "rate_limit", "", "Request rate limit exceeded."}), nil
	case Garbled:
		return answer{status: http.StatusBadGateway, body: []byte("<html>502 Bad Gateway</html>")}, nil
	case AnswerLost:
		f.once(r, body)
		return answer{}, errDropped
	}
	return f.once(r, body), nil
}

// once answers a request, and one that has the idempotency key of an earlier one as that.
func (f *Fake) once(r *http.Request, body []byte) answer {
	if refusal := f.admit(r); refusal != nil {
		return refused(refusal)
	}
	key := r.Header.Get("Idempotency-Key")
	request := sha256.Sum256(fmt.Appendf(nil, "%s %s\n%s", r.Method, r.URL.Path, body))
	if before, known := f.answers[key]; known && f.now.Before(before.until) && r.Method == http.MethodPost {
		if before.to != request {
			return refused(&refusal{http.StatusBadRequest, "idempotency_error", "", "", "Keys for idempotent requests can only be used with the same parameters they were first used with."})
		}
		return before
	}
	said := f.route(r, body)
	if r.Method == http.MethodPost && key != "" && said.status == http.StatusOK {
		said.to, said.until = request, f.now.Add(24*time.Hour)
		f.answers[key] = said
	}
	return said
}

// admit checks the key and the version.
func (f *Fake) admit(r *http.Request) *refusal {
	if r.Header.Get("Authorization") != "Bearer "+f.config.Key {
		return &refusal{http.StatusUnauthorized, "invalid_request_error", "", "", "Invalid API Key provided: sk_test_********fake"}
	}
	if version := r.Header.Get("Stripe-Version"); version != APIVersion {
		return invalid("", "", "Invalid Stripe API version: "+version)
	}
	return nil
}

// route finds what is asked for and shows it.
func (f *Fake) route(r *http.Request, body []byte) answer {
	query := r.URL.Query()
	if r.Method == http.MethodPost {
		form, err := url.ParseQuery(string(body))
		if err != nil {
			return refused(invalid("", "", "Invalid form."))
		}
		query = form
	}
	path, id := strings.TrimPrefix(r.URL.Path, "/v1/"), ""
	resource := resourceOf(path)
	if path != resource.path {
		id = strings.TrimPrefix(path, resource.path+"/")
	}
	var made thing
	var refusal *refusal
	switch {
	case resource.path == "":
		return refused(&notFound)
	case r.Method == http.MethodGet && id == "":
		return f.list(resource, query)
	case r.Method == http.MethodGet:
		found, ok := f.things[id]
		if !ok || found.kind() != resource.kind {
			return refused(unknown(resource.kind, id))
		}
		made = found
	case path == "checkout/sessions":
		made, refusal = f.createSession(query)
	case resource.kind == "checkout.session" && strings.HasSuffix(id, "/expire"):
		made, refusal = f.expireSession(strings.TrimSuffix(id, "/expire"))
	case path == "refunds":
		made, refusal = f.createRefund(query)
	default:
		return refused(&notFound)
	}
	if refusal != nil {
		return refused(refusal)
	}
	return said(f.expanded(made.show(f.now), query))
}

func said(shown object) answer {
	body, err := json.Marshal(shown)
	if err != nil {
		panic(err) // it holds nothing but text, numbers and maps of them
	}
	return answer{status: http.StatusOK, body: body}
}

// resource is a kind of object and where the API has it.
type resource struct{ path, kind string }

var resources = []resource{
	{"checkout/sessions", "checkout.session"},
	{"payment_intents", "payment_intent"},
	{"charges", "charge"},
	{"refunds", "refund"},
	{"disputes", "dispute"},
	{"balance_transactions", "balance_transaction"},
	{"payouts", "payout"},
	{"events", "event"},
}

func resourceOf(path string) resource {
	for _, r := range resources {
		if path == r.path || strings.HasPrefix(path, r.path+"/") {
			return r
		}
	}
	return resource{}
}
