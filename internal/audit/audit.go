// Package audit says what is recorded of acts outside of satellites (tours,
// directors, keys): who, when, what before, what after (R4.9). Acts within a
// satellite have the satellite's own log. It never holds a secret.
package audit

import "context"

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
