package client

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// The waits between tries double from firstWait. A service that asks for more patience than
// maxWait is not waited for: its refusal is handed on.
const (
	firstWait = 200 * time.Millisecond
	maxWait   = 20 * time.Second
)

// transport sends one request of the generated client, again where that is safe, and gives an
// error for every answer that is not a success.
type transport struct {
	http      *http.Client
	address   string
	key       string
	userAgent string
	retries   int
	sleep     func(context.Context, time.Duration) error
}

// Do implements the generated HttpRequestDoer.
func (t *transport) Do(req *http.Request) (*http.Response, error) {
	if err := t.sign(req); err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		rsp, err := t.once(req)
		if err == nil {
			return rsp, nil
		}
		wait := firstWait << try
		var refused *RefusedError
		if errors.As(err, &refused) {
			wait = max(wait, refused.RetryAfter)
		}
		if try >= t.retries || wait > maxWait || !again(req, err) || !rewind(req) {
			return nil, err
		}
		if err := t.sleep(req.Context(), wait); err != nil {
			return nil, err
		}
	}
}

// sign adds who asks, and to a POST without one the key under which the service knows a second
// try of the same act.
func (t *transport) sign(req *http.Request) error {
	req.Header.Set("User-Agent", t.userAgent)
	if t.key != "" {
		req.Header.Set("Authorization", "Bearer "+t.key)
	}
	if req.Header.Get("Accept") == "" {
		req.Header.Set("Accept", "application/json, application/problem+json")
	}
	if req.Method == http.MethodPost && req.Header.Get("Idempotency-Key") == "" {
		key, err := uuid.NewV7()
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key.String())
	}
	return nil
}

// once sends the request a single time.
func (t *transport) once(req *http.Request) (*http.Response, error) {
	rsp, err := t.http.Do(req)
	switch {
	case err != nil && req.Context().Err() != nil:
		return nil, req.Context().Err()
	case err != nil:
		return nil, &UnreachableError{Address: t.address, cause: err}
	case rsp.StatusCode >= http.StatusMultipleChoices:
		return nil, refusalOf(rsp)
	}
	return rsp, nil
}

// again says whether the same request may be sent once more: the service was busy or being
// started again, still at work on the first try, or not heard of.
func again(req *http.Request, err error) bool {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused.Status == http.StatusTooManyRequests || refused.Status == http.StatusServiceUnavailable ||
			refused.Fault.Code == fault.IdempotencyInProgress
	}
	var dial *net.OpError
	if errors.As(err, &dial) && dial.Op == "dial" { // it never got there
		return true
	}
	switch req.Method {
	case http.MethodDelete: // a second one would find nothing
		return false
	case http.MethodPut, http.MethodPatch: // a second one would meet the version that the first one made
		return req.Header.Get("If-Match") == ""
	}
	return true
}

// rewind gives the request a fresh body; false where it has one that cannot be read twice.
func rewind(req *http.Request) bool {
	if req.Body == nil || req.Body == http.NoBody {
		return true
	}
	if req.GetBody == nil {
		return false
	}
	body, err := req.GetBody()
	if err != nil {
		return false
	}
	req.Body = body
	return true
}

// faultOf finds the service's own error in an error.
func faultOf(err error) (*fault.Error, bool) {
	var f *fault.Error
	return f, errors.As(err, &f)
}
