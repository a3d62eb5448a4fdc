package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/fault"
)

// maxProblem bounds how much of a refusal is read, in bytes.
const maxProblem = 1 << 20

// RefusedError is an answer of the service that is not a success. errors.As finds the *fault.Error
// in it, with the same code, detail, fields and current resource that the service stated.
type RefusedError struct {
	Status     int           // the HTTP status
	Title      string        // the short sentence that names the trouble
	RequestID  string        // to find the request in the service's log
	RetryAfter time.Duration // how long the service asks to wait, 0 where it does not
	Fault      *fault.Error
}

// Error gives code and detail.
func (r *RefusedError) Error() string { return r.Fault.Error() }

// Unwrap gives the *fault.Error.
func (r *RefusedError) Unwrap() error { return r.Fault }

// UnreachableError is the error when no answer came, or one that cannot be the service's.
type UnreachableError struct {
	Address string
	cause   error
}

// Error names the address, where it is known, and the cause.
func (u *UnreachableError) Error() string {
	if u.Address == "" {
		return u.cause.Error()
	}
	return fmt.Sprintf("no answer from %s: %v", u.Address, u.cause)
}

// Unwrap gives the cause.
func (u *UnreachableError) Unwrap() error { return u.cause }

// refusalOf reads an answer of status 300 or above, and closes its body.
func refusalOf(rsp *http.Response) *RefusedError {
	defer func() { _ = rsp.Body.Close() }()
	r := &RefusedError{
		Status:     rsp.StatusCode,
		RequestID:  rsp.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(rsp.Header.Get("Retry-After")),
	}
	body, err := io.ReadAll(io.LimitReader(rsp.Body, maxProblem))
	var problem api.Problem
	if err != nil || !strings.Contains(rsp.Header.Get("Content-Type"), "json") ||
		json.Unmarshal(body, &problem) != nil || problem.Code == "" {
		return r.withoutProblem(rsp)
	}
	r.Title = problem.Title
	if problem.RequestID != "" {
		r.RequestID = problem.RequestID
	}
	r.Fault = fault.New(fault.Code(problem.Code), "%s", problem.Detail)
	if problem.Errors != nil {
		for _, field := range *problem.Errors {
			r.Fault = r.Fault.WithField(field.Pointer, field.Code, "%s", field.Detail)
		}
	}
	if problem.Current != nil {
		r.Fault = r.Fault.WithCurrent(*problem.Current)
	}
	return r
}

// withoutProblem makes the best of an answer that came from something else on the way, such as
// a proxy whose service is being started again.
func (r *RefusedError) withoutProblem(rsp *http.Response) *RefusedError {
	code := fault.InternalError
	switch rsp.StatusCode {
	case http.StatusUnauthorized:
		code = fault.KeyInvalid
	case http.StatusForbidden:
		code = fault.NotAllowed
	case http.StatusNotFound:
		code = fault.RouteNotFound
	case http.StatusTooManyRequests:
		code = fault.TooManyRequests
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		code = fault.NotReady
	}
	r.Title = http.StatusText(rsp.StatusCode)
	r.Fault = fault.New(code, "The address answered %q and said no more. Is it the tour's service?", rsp.Status)
	if to := rsp.Header.Get("Location"); to != "" {
		r.Fault = fault.New(code, "The address sends on to %s; use that one.", to)
	}
	return r
}

// Current reads the resource as it stands out of a version_conflict (412). It gives false where
// the error is another one or holds none.
func Current[T any](err error) (*T, bool) {
	f, ok := faultOf(err)
	if !ok || f.Code != fault.VersionConflict || f.Current == nil {
		return nil, false
	}
	text, err := json.Marshal(f.Current)
	if err != nil {
		return nil, false
	}
	current := new(T)
	if err := json.Unmarshal(text, current); err != nil {
		return nil, false
	}
	return current, true
}

// retryAfter reads whole seconds or a date of HTTP; anything else is 0.
func retryAfter(text string) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
