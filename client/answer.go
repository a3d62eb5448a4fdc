package client

import (
	"errors"
	"net/http"
)

// answer is what every generated response has.
type answer interface {
	StatusCode() int
}

// errNotOurs is the cause when something answers with success that does not speak the contract.
var errNotOurs = errors.New("something else than the tour's service answered")

// OK gives the body of a call that answers 200:
//
//	me, err := client.OK(service.GetMeWithResponse(ctx))
func OK[T any, R interface {
	answer
	GetJSON200() *T
}](rsp R, err error,
) (*T, error) {
	if err != nil {
		return nil, err
	}
	return body(rsp.GetJSON200())
}

// Created gives the body of a call that answers 201.
func Created[T any, R interface {
	answer
	GetJSON201() *T
}](rsp R, err error,
) (*T, error) {
	if err != nil {
		return nil, err
	}
	return body(rsp.GetJSON201())
}

// File gives the body of a call that answers 200 with a file.
func File[R interface {
	answer
	GetBody() []byte
}](rsp R, err error) ([]byte, error) {
	if err == nil && rsp.StatusCode() != http.StatusOK {
		err = &UnreachableError{cause: errNotOurs}
	}
	if err != nil {
		return nil, err
	}
	return rsp.GetBody(), nil
}

// Done gives the error of a call that answers 204, without a body.
func Done[R answer](rsp R, err error) error {
	if err == nil && rsp.StatusCode() != http.StatusNoContent {
		return &UnreachableError{cause: errNotOurs}
	}
	return err
}

func body[T any](value *T) (*T, error) {
	if value == nil {
		return nil, &UnreachableError{cause: errNotOurs}
	}
	return value, nil
}
