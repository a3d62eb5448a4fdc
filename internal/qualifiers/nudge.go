package qualifiers

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Unanswered is a link whose player has not answered, and whose deadline comes near.
type Unanswered struct {
	Link
	Tour string // its name
	Row  ListRow
}

// UnansweredStore reads what reminders of answers are written from. Every method but InTx joins the
// transaction of its context.
type UnansweredStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Unanswered are the links that end after now and not after until, were made by before, and whose
	// players are in the list and have not answered; of tours in which people are reminded.
	Unanswered(ctx context.Context, now, until time.Time, before time.Duration) ([]Unanswered, error)
	Contacts(ctx context.Context, players []uuid.UUID) (map[uuid.UUID]Contact, error)
}

// RemindBefore is how long before the deadline a qualifier who has not answered is reminded.
const RemindBefore = 3 * 24 * time.Hour

// Nudge reminds qualifiers who have not answered, once, RemindBefore their deadline, with the link
// that they have. Whoever had less time from the beginning is not reminded.
type Nudge struct {
	Store     UnansweredStore
	Post      Post
	PublicURL string // empty: nobody is reminded, for the letter would lead nowhere
	From      string
	Now       func() time.Time
}

// Remind posts the reminders that are due now and says how many there were. It can be called as
// often as one likes.
func (n *Nudge) Remind(ctx context.Context) (posted int, err error) {
	if n.PublicURL == "" {
		return 0, nil
	}
	err = n.Store.InTx(ctx, func(ctx context.Context) error {
		posted = 0
		now := n.Now().UTC()
		open, err := n.Store.Unanswered(ctx, now, now.Add(RemindBefore), RemindBefore)
		if err != nil {
			return err
		}
		players := make([]uuid.UUID, len(open))
		for i, u := range open {
			players[i] = u.Row.PlayerID
		}
		contacts, err := n.Store.Contacts(ctx, players)
		if err != nil {
			return err
		}
		for _, u := range open {
			to, known := contacts[u.Row.PlayerID]
			if !known {
				continue
			}
			w := letter{Tour: u.Tour, Name: u.Row.Name, Seats: u.Row.Satellites, Link: u.Link, To: to, PublicURL: n.PublicURL, From: n.From}
			isNew, err := n.Post.Post(ctx, w.reminder())
			if err != nil {
				return fmt.Errorf("remind of an answer: %w", err)
			}
			if isNew {
				posted++
			}
		}
		return nil
	})
	return posted, err
}

// LinkStore reads what a link is made anew from.
type LinkStore interface {
	LinkKey(ctx context.Context) ([]byte, error)
	// IssuedLink is what is kept of a link; false: nothing.
	IssuedLink(ctx context.Context, id uuid.UUID) (IssuedLink, bool, error)
}

// Enclosed makes the tokens of links at the moment at which letters with them are sent, so that they
// need not be kept (mail.Enclosures).
type Enclosed struct {
	Store LinkStore
	Now   func() time.Time
}

// Open gives the token of a link, and false where nobody can answer with it any more.
func (e Enclosed) Open(ctx context.Context, id uuid.UUID) (token string, good bool, err error) {
	l, known, err := e.Store.IssuedLink(ctx, id)
	if err != nil || !known || l.Check() != nil || !e.Now().Before(l.Deadline) {
		return "", false, err
	}
	key, err := e.Store.LinkKey(ctx)
	if err != nil {
		return "", false, err
	}
	return l.Token(key), true, nil
}
