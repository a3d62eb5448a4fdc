package httpapi

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nast-tour/nast/internal/fault"
)

// cursor is where a page of a list ends. It is opaque to clients and bound to
// the operation that made it.
type cursor struct {
	Operation string          `json:"o"`
	After     json.RawMessage `json:"a"`
}

// encodeCursor makes the cursor of the next page for the operation of the
// context; after has to be JSON.
func encodeCursor(ctx context.Context, after any) (string, error) {
	raw, err := json.Marshal(after)
	if err != nil {
		return "", fmt.Errorf("encode a cursor: %w", err)
	}
	whole, err := json.Marshal(cursor{Operation: exchangeOf(ctx).operationID(), After: raw})
	if err != nil {
		return "", fmt.Errorf("encode a cursor: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(whole), nil
}

// decodeCursor reads a cursor back, nil where none was sent. A cursor of another
// operation, or one that was not made here, is fault.InvalidRequest at
// /query/cursor.
func decodeCursor[T any](ctx context.Context, sent *string) (*T, error) {
	if sent == nil || *sent == "" {
		return nil, nil
	}
	var c cursor
	after := new(T)
	raw, err := base64.RawURLEncoding.DecodeString(*sent)
	if err == nil {
		err = decodeStrictly(raw, &c)
	}
	if err == nil && c.Operation != exchangeOf(ctx).operationID() {
		err = fmt.Errorf("a cursor of %q", c.Operation)
	}
	if err == nil {
		err = decodeStrictly(c.After, after)
	}
	if err != nil {
		return nil, fault.AtField("/query/cursor", "wrong_format", "Send next_cursor of the page before as it was, or no cursor to begin again.")
	}
	return after, nil
}

func decodeStrictly(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("something follows")
	}
	return nil
}

func (x *exchange) operationID() string {
	if x.operation == nil {
		return ""
	}
	return x.operation.id
}
