package jobs

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river"

	"github.com/nast-tour/nast/internal/carryover"
)

// Books make the journal anew from dues and payments, and compare.
type Books interface {
	Check(ctx context.Context) ([]carryover.Difference, error)
}

// CheckBooks compares the journal with what dues and payments say, and says so where they differ.
// It mends nothing: books are only ever added to, and by people (R6.7).
type CheckBooks struct{}

// Kind names the job.
func (CheckBooks) Kind() string { return "check_books" }

type checkBooks struct {
	river.WorkerDefaults[CheckBooks]
	books Books
	log   *slog.Logger
}

// Work does it.
func (w *checkBooks) Work(ctx context.Context, _ *river.Job[CheckBooks]) error {
	differences, err := w.books.Check(ctx)
	if err != nil {
		return fmt.Errorf("compare the journal with dues and payments: %w", err)
	}
	for _, d := range differences {
		w.log.ErrorContext(ctx, "the journal is not what dues and payments say", "reference", d.Reference, "wanted", d.Wanted, "posted", d.Posted)
	}
	return nil
}
