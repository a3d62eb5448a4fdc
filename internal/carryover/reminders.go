package carryover

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/mail"
)

// Post takes letters and says whether there was none of the key yet.
type Post interface {
	Post(ctx context.Context, d mail.Draft) (isNew bool, err error)
}

// Addresses tells where directors get their mail; those without an address are not in it.
type Addresses interface {
	Addresses(ctx context.Context, directors []uuid.UUID) (map[uuid.UUID]string, error)
}

// Reminders reminds directors of dues that are not settled.
type Reminders struct {
	Store     Store
	Addresses Addresses
	Post      Post
	Now       func() time.Time
	Zone      *time.Location // of the treasurer's calendar; nil is UTC
	Reminding Reminding
}

// Remind posts the reminders that are to be sent today, and says how many there were. It can be
// called at any time and as often as one likes: a stage of a due is reminded of once.
func (r *Reminders) Remind(ctx context.Context) (posted int, err error) {
	today := r.today()
	dues := &Service{Store: r.Store, Now: r.Now}
	err = r.Store.InTx(ctx, func(ctx context.Context) error {
		posted = 0
		all, err := dues.List(ctx, Filter{Limit: allDues})
		if err != nil {
			return fmt.Errorf("read the dues to remind of: %w", err)
		}
		var directors []uuid.UUID
		for _, d := range all {
			directors = append(directors, d.DirectorID)
		}
		addresses, err := r.Addresses.Addresses(ctx, directors)
		if err != nil {
			return fmt.Errorf("read where to remind: %w", err)
		}
		for _, d := range all {
			m, due := Reminder(d, addresses[d.DirectorID], today, r.Reminding)
			if !due {
				continue
			}
			isNew, err := r.Post.Post(ctx, m)
			if err != nil {
				return fmt.Errorf("remind of the due of %s: %w", d.SatelliteID, err)
			}
			if isNew {
				posted++
			}
		}
		return nil
	})
	return posted, err
}

// allDues is more than all dues that there ever are.
const allDues = 1_000_000

func (r *Reminders) today() civil.Date {
	zone := r.Zone
	if zone == nil {
		zone = time.UTC
	}
	return civil.Of(r.Now().In(zone))
}
