package carryover

import (
	"context"

	"github.com/nast-tour/nast/internal/carryover/journal"
)

// Records read everything that the books hold.
type Records interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Snapshot gives all entries of dues, all steps of payments and the whole journal, as they
	// were at one moment.
	Snapshot(ctx context.Context) (dues []DueEntry, steps []Payment, kept []journal.Transaction, err error)
}

// Checker compares the journal with what it is made from.
type Checker struct{ Records Records }

// Check gives what differs: nothing on a healthy day (see Audit).
func (c *Checker) Check(ctx context.Context) ([]Difference, error) {
	var found []Difference
	err := c.Records.InTx(ctx, func(ctx context.Context) error {
		dues, steps, kept, err := c.Records.Snapshot(ctx)
		if err != nil {
			return err
		}
		found, err = Audit(dues, steps, kept)
		return err
	})
	return found, err
}
