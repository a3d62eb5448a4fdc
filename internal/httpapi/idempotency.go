package httpapi

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

const idempotencyHeader = "Idempotency-Key"

// errNotStored rolls back the transaction of an answer that is an error: nothing
// happened, so nothing is kept, and the same key may try again.
var errNotStored = errors.New("an error answer is not stored")

// replay runs a write that carries an Idempotency-Key together with the record
// of its answer in one transaction, and answers a repeated one from the record.
// The transaction may run the write several times; each run begins with the
// body from the start and an empty answer.
func (s *server) replay(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r, x := c.Request(), exchangeOf(c.Request().Context())
		sent := r.Header.Get(idempotencyHeader)
		if sent == "" || !x.operation.replays {
			return next(c)
		}
		key := digest("nast idempotency key v1", auth.From(r.Context()).ID.String(), sent)
		body := digest("nast idempotency body v1", r.Method, r.URL.Path, r.URL.RawQuery, string(x.body))
		seal, err := newSealer(x.seed, key, body)
		if err != nil {
			return err
		}
		outer := c.Response()
		defer func() {
			c.SetResponse(outer)
			c.SetRequest(r)
		}()
		var result *answer
		var stored []byte
		err = s.Tx.InTx(r.Context(), func(ctx context.Context) error {
			result = newAnswer()
			if stored, err = s.Idempotency.Claim(ctx, key, body); err != nil || stored != nil {
				return err
			}
			c.SetRequest(r.WithContext(ctx))
			c.SetResponse(echo.NewResponse(result, c.Echo()))
			rewind(c)
			if err := next(c); err != nil {
				return err
			}
			if result.status >= http.StatusBadRequest {
				return errNotStored
			}
			sealed, err := seal.close(result)
			if err != nil {
				return err
			}
			return s.Idempotency.Complete(ctx, key, sealed)
		})
		if err != nil && !errors.Is(err, errNotStored) {
			return err
		}
		if stored != nil {
			if result, err = seal.open(stored); err != nil {
				return err
			}
			x.header.Set("Idempotent-Replayed", "true")
		}
		*x.answer = *result
		return nil
	}
}

// digest hashes strings so that no two lists of them give the same input.
func digest(parts ...string) [32]byte {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return [32]byte(h.Sum(nil))
}

// sealer keeps a stored answer from whoever reads the database: some answers
// show a new API key. What opens it is derived from the caller's own key, of
// which the database has only a hash.
type sealer struct {
	aead    cipher.AEAD
	belongs []byte // what the answer belongs to
}

func newSealer(seed, key, body [32]byte) (sealer, error) {
	secret, err := hkdf.Key(sha256.New, seed[:], key[:], "nast idempotency answer v1", 32)
	if err != nil {
		return sealer{}, fmt.Errorf("derive the key of a stored answer: %w", err)
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return sealer{}, fmt.Errorf("derive the key of a stored answer: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return sealer{}, fmt.Errorf("derive the key of a stored answer: %w", err)
	}
	return sealer{aead: aead, belongs: append(key[:], body[:]...)}, nil
}

// storedAnswer is the form in which an answer is kept.
type storedAnswer struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

func (s sealer) close(a *answer) ([]byte, error) {
	plain, err := json.Marshal(storedAnswer{Status: a.status, Header: a.header, Body: a.body})
	if err != nil {
		return nil, fmt.Errorf("keep an answer: %w", err)
	}
	return s.aead.Seal(nil, nil, plain, s.belongs), nil
}

// open reads a stored answer. It cannot be read with another key of the same
// principal; then only a new Idempotency-Key helps.
func (s sealer) open(sealed []byte) (*answer, error) {
	plain, err := s.aead.Open(nil, nil, sealed, s.belongs)
	if err != nil {
		return nil, fault.Wrap(err, fault.IdempotencyMismatch, "The Idempotency-Key was used with another API key; look whether the write has happened, and use a new one.")
	}
	var kept storedAnswer
	if err := json.Unmarshal(plain, &kept); err != nil {
		return nil, fmt.Errorf("read a stored answer: %w", err)
	}
	return &answer{header: kept.Header, status: kept.Status, body: kept.Body}, nil
}
