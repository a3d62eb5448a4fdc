// Package audit says what is recorded of acts outside of satellites (tours,
// directors, keys): who, when, what before, what after (R4.9). Acts within a
// satellite have the satellite's own log. It never holds a secret.
package audit

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// Entry is one act; the recorder adds who and when.
type Entry struct {
	Act    string // such as "tour.edit"
	Object string // what it was done to, such as the slug of the tour
	Before any    // nil: it did not exist
	After  any    // nil: it exists no more
}

// Recorder keeps entries, in the transaction of the context and for good.
type Recorder interface {
	Record(ctx context.Context, e Entry) error
}

// Record is an entry as it was kept.
type Record struct {
	ID            uuid.UUID
	At            time.Time
	PrincipalID   uuid.UUID
	Actor         string
	Act, Object   string
	Before, After json.RawMessage // nil where there is nothing
}

// Filter selects records; zero values select all.
type Filter struct {
	Act, Object  string
	PrincipalID  uuid.UUID
	Since, Until time.Time // from, and before
	Before       Position  // the last item of the page before
	Limit        int
}

// Position is a place in the list of records.
type Position struct {
	At time.Time `json:"t"`
	ID uuid.UUID `json:"i"`
}

// Store reads what was recorded, as far as the caller may see it.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Records(ctx context.Context, f Filter) ([]Record, error)
}

// Service answers what was done, when and by whom.
type Service struct{ Store Store }

// List reads a page of records, the newest first.
func (v *Service) List(ctx context.Context, f Filter) ([]Record, error) {
	var page []Record
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		page, err = v.Store.Records(ctx, f)
		return err
	})
	return page, err
}
