package oversight

import (
	"context"
	"fmt"
	"time"

	"github.com/nast-tour/nast/internal/mail"
)

// UnreportedStore reads of which satellites a report may be missing.
type UnreportedStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Unreported are the satellites of all tours in which people are reminded that were sanctioned, are
	// not rejected or cancelled, and of which no report has ever come.
	Unreported(ctx context.Context) ([]Event, error)
}

// Post takes letters, once for each key, in the transaction of the context.
type Post interface {
	Post(ctx context.Context, d mail.Draft) (isNew bool, err error)
}

// Chaser reminds directors of reports that have not come.
type Chaser struct {
	Store     UnreportedStore
	Post      Post
	Chasing   Chasing
	PublicURL string // where the service is reached; empty: not known
	From      string // who signs
	Now       func() time.Time
}

// Remind posts the reminders that are to be sent today, by the calendar of each venue, and says how
// many there were. It can be called at any time and as often as one likes: a step of a satellite is
// written of once.
func (c *Chaser) Remind(ctx context.Context) (posted int, err error) {
	err = c.Store.InTx(ctx, func(ctx context.Context) error {
		posted = 0
		events, err := c.Store.Unreported(ctx)
		if err != nil {
			return fmt.Errorf("read what is not reported: %w", err)
		}
		for _, e := range events {
			d, due := Chase(e, c.Now(), c.Chasing, c.PublicURL, c.From)
			if !due {
				continue
			}
			isNew, err := c.Post.Post(ctx, d)
			if err != nil {
				return fmt.Errorf("remind of the report of %s: %w", e.ID, err)
			}
			if isNew {
				posted++
			}
		}
		return nil
	})
	return posted, err
}
