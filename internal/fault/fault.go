// Package fault is the closed set of errors that a person or a client can meet.
// Every error code of the service stands here once, with its kind and title;
// internal/httpapi turns kinds into HTTP statuses and the client turns the
// answers back into the same errors. It never knows about HTTP or storage.
package fault

import (
	"errors"
	"fmt"
)

// Kind says what sort of trouble an error is, and so what a caller can do.
type Kind int

// The kinds, from the caller's fault to ours.
const (
	Internal         Kind = iota // ours; nothing the caller can do
	Invalid                      // the request is wrong in itself
	Unauthenticated              // no key, or a key that does not count
	Forbidden                    // a key that may not do this
	NotFound                     // it does not exist for this caller
	MethodNotAllowed             // the path exists, the method does not
	Conflict                     // the state forbids it
	Precondition                 // If-Match named an older version
	TooLarge                     // the body is too big
	UnsupportedMedia             // the content type is not taken
	Mismatch                     // an idempotency key with another body
	RateLimited                  // too many requests
	Unavailable                  // try again later
)

// Field is one thing wrong at one place of the request.
type Field struct {
	Pointer string `json:"pointer"` // JSON pointer into the body, or "/query/limit", "/path/id"
	Code    string `json:"code"`    // a slug such as "required", "out_of_range"
	Detail  string `json:"detail"`  // a sentence that says what to do
}

// Error is an error with a stable code and a message that is safe to show.
// Its cause, if any, is for the log only.
type Error struct {
	Code    Code
	Detail  string
	Fields  []Field
	Current any // the resource as it stands, for Precondition errors
	cause   error
}

// New makes an error of a code, with a sentence that says what to do.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// AtField makes an Invalid error about one field, given by its JSON pointer.
func AtField(pointer, slug, format string, args ...any) *Error {
	detail := fmt.Sprintf(format, args...)
	return &Error{Code: InvalidRequest, Detail: detail, Fields: []Field{{Pointer: pointer, Code: slug, Detail: detail}}}
}

// Wrap keeps a cause for the log behind a code and a safe sentence.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	e := New(code, format, args...)
	e.cause = cause
	return e
}

// WithField adds one more field and returns the error.
func (e *Error) WithField(pointer, slug, format string, args ...any) *Error {
	e.Fields = append(e.Fields, Field{Pointer: pointer, Code: slug, Detail: fmt.Sprintf(format, args...)})
	return e
}

// WithCurrent attaches the resource as it stands and returns the error.
func (e *Error) WithCurrent(current any) *Error {
	e.Current = current
	return e
}

// Kind is the kind of the error's code.
func (e *Error) Kind() Kind { return e.Code.Kind() }

// Error gives code and detail.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Detail, e.cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Detail)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is lets errors.Is compare by code.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Code == e.Code
}

// CodeOf finds the code of an error, InternalError where it has none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return InternalError
}
