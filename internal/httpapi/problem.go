package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/fault"
)

// statusOf is the HTTP status of a kind of error.
func statusOf(kind fault.Kind) int {
	switch kind {
	case fault.Invalid:
		return http.StatusBadRequest
	case fault.Unauthenticated:
		return http.StatusUnauthorized
	case fault.Forbidden:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case fault.Conflict:
		return http.StatusConflict
	case fault.Precondition:
		return http.StatusPreconditionFailed
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.UnsupportedMedia:
		return http.StatusUnsupportedMediaType
	case fault.Mismatch:
		return http.StatusUnprocessableEntity
	case fault.RateLimited:
		return http.StatusTooManyRequests
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// clientGone stands in the log where nobody waits for the answer any more.
const clientGone = "client_gone"

// refuse answers an error as a problem (RFC 9457), or to a person as a page, in
// place of whatever had been answered so far. It is the only place that does.
func (s *server) refuse(x *exchange, err error) {
	e := safe(err)
	status := statusOf(e.Kind())
	x.code = string(e.Code)
	if status >= http.StatusInternalServerError {
		x.cause = err
	}
	if errors.Is(err, context.Canceled) {
		x.code, x.cause = clientGone, err
	}
	switch status {
	case http.StatusUnauthorized:
		x.header.Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable:
		x.header.Set("Retry-After", "1")
	}
	x.answer.reset()
	if x.page != "" {
		s.refusePage(x, status, e, err)
		return
	}
	x.answer.header.Set("Content-Type", "application/problem+json")
	x.answer.status = status
	x.answer.body = problemBody(e, status, x.requestID)
}

// safe is the error as it may be shown: errors that are not ours say nothing.
func safe(err error) *fault.Error {
	var e *fault.Error
	var large *http.MaxBytesError
	var he *echo.HTTPError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &large):
		return fault.New(fault.BodyTooLarge, "The body may have %d MiB at the most; send less.", large.Limit>>20)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.NotReady, "It took too long; send it again.")
	case errors.As(err, &he):
		return ofEcho(he.Code)
	default:
		return fault.New(fault.InternalError, "Try again; if it stays, tell the organiser the request id.")
	}
}

// ofEcho translates what echo and the generated code refuse by themselves. The
// checks before them leave little: a number that fits the contract but no
// variable.
func ofEcho(status int) *fault.Error {
	switch status {
	case http.StatusBadRequest:
		return fault.New(fault.InvalidRequest, "A value does not fit its field; see /docs for what each takes.")
	case http.StatusNotFound:
		return fault.New(fault.RouteNotFound, "There is no such path; see /docs for those there are.")
	case http.StatusMethodNotAllowed:
		return fault.New(fault.WrongMethod, "This path does not take that method; see /docs.")
	case http.StatusRequestEntityTooLarge:
		return fault.New(fault.BodyTooLarge, "The body is too large; send less.")
	case http.StatusUnsupportedMediaType:
		return fault.New(fault.WrongContentType, "Send the body as JSON, with Content-Type: application/json.")
	default:
		return fault.New(fault.InternalError, "Try again; if it stays, tell the organiser the request id.")
	}
}

// problemBody is the problem as JSON.
func problemBody(e *fault.Error, status int, requestID string) []byte {
	p := api.Problem{
		Type:      "/docs#error-" + string(e.Code),
		Title:     e.Code.Title(),
		Status:    status,
		Detail:    e.Detail,
		Code:      api.ErrorCode(e.Code),
		RequestID: requestID,
		Current:   currentOf(e.Current),
	}
	if len(e.Fields) > 0 {
		fields := make([]api.FieldError, len(e.Fields))
		for i, f := range e.Fields {
			fields[i] = api.FieldError{Pointer: f.Pointer, Code: f.Code, Detail: f.Detail}
		}
		p.Errors = &fields
	}
	body, _ := json.Marshal(p) // strings and numbers only
	return body
}

// currentOf shows the resource as it stands as a JSON object; what is not one is
// left out.
func currentOf(current any) *map[string]any {
	if current == nil {
		return nil
	}
	raw, err := json.Marshal(current)
	if err != nil {
		return nil
	}
	var object map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber() // amounts stay exact
	if dec.Decode(&object) != nil || object == nil {
		return nil
	}
	return &object
}
