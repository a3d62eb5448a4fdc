// Package mail keeps the mail of the service in an outbox and has it sent. A letter is put into
// the outbox in the transaction of its cause, once for each key, and sent later, outside of any
// transaction, by whatever carries out Sender; without one it is only kept. The package writes no
// letters and never decides who gets one. A letter that holds a secret of its reader's is kept without
// it: what is enclosed goes in only when it is sent.
package mail

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

const (
	// MaxTries is how often a letter is tried before it is given up.
	MaxTries = 8

	// Freshness is how long a letter is worth sending. What waited longer, because nothing was
	// configured to send it, would tell people of what is long past.
	Freshness = 7 * 24 * time.Hour

	// Kept is how long it is remembered where a letter went and what it said, once it is sent or
	// given up. That there was one is never forgotten, so that none is written twice.
	Kept = 30 * 24 * time.Hour

	// Enclosure stands in the body of a letter where the text goes that Enclosed names.
	Enclosure = "{enclosed}"

	// batch is how many letters are taken at once.
	batch = 20
)

// State is what became of a letter.
type State string

// The states.
const (
	Waiting State = "waiting"
	Sent    State = "sent"
	Failed  State = "failed"  // given up after MaxTries
	Lapsed  State = "lapsed"  // not sent within Freshness
	Dropped State = "dropped" // not sent, as what it was about was settled before
)

// Draft is a mail in plain text that is to be sent.
type Draft struct {
	Key      string // what it is for; there is one letter of a key
	To       string
	Subject  string
	Body     string
	About    uuid.UUID // the satellite, or the record of the player whose address it goes to; uuid.Nil: neither
	Enclosed uuid.UUID // what stands in the place of Enclosure once it is sent; uuid.Nil: nothing
}

// OneLine is a name as it can stand in a subject or a line, whatever is in it.
func OneLine(name string) string { return strings.Join(strings.Fields(name), " ") }

// Letter is a draft in the outbox. To and Body are empty once they were forgotten (Kept).
type Letter struct {
	Draft
	ID        uuid.UUID
	QueuedAt  time.Time
	SentAt    time.Time // zero until it is sent
	DroppedAt time.Time // zero unless it was dropped
	Tries     int
	Failure   string // of the last try
}

// State is what has become of the letter by now.
func (l Letter) State(now time.Time) State {
	switch {
	case !l.SentAt.IsZero():
		return Sent
	case !l.DroppedAt.IsZero():
		return Dropped
	case l.Tries >= MaxTries:
		return Failed
	case now.Sub(l.QueuedAt) > Freshness:
		return Lapsed
	}
	return Waiting
}

// Wait is how long after a try the next one comes: a minute, then twice as long each time.
func Wait(tries int) time.Duration { return time.Minute << max(0, min(tries-1, MaxTries)) }

// Filter selects letters; zero values select all.
type Filter struct {
	State  State
	Now    time.Time // for the state
	Before uuid.UUID // the last id of the page before
	Limit  int
}

// Outbox keeps letters. Every method but InTx joins the transaction of its context.
type Outbox interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Put keeps a letter unless there is one of its key.
	Put(ctx context.Context, l Letter) (isNew bool, err error)

	// Take gives letters that wait and are to be tried now, oldest first, counts the try, and
	// keeps others from taking them until Wait has passed.
	Take(ctx context.Context, now time.Time, limit int) ([]Letter, error)

	// Sent, Dropped and Failed say how a try has ended.
	Sent(ctx context.Context, id uuid.UUID, at time.Time) error
	Dropped(ctx context.Context, id uuid.UUID, at time.Time) error
	Failed(ctx context.Context, id uuid.UUID, failure string) error

	// Forget takes address and body out of letters that were sent, dropped or else written before a
	// time.
	Forget(ctx context.Context, before time.Time) (int64, error)

	// Letters gives letters, the newest first.
	Letters(ctx context.Context, f Filter) ([]Letter, error)
}

// Sender sends one letter to where it has to go.
type Sender interface {
	Send(ctx context.Context, l Letter) error
}

// Enclosures gives what is put into letters only when they are sent, such as a link by which its
// reader acts without an account. It joins the transaction of its context.
type Enclosures interface {
	// Open gives the text, and false where it is good no more, so that the letter is dropped.
	Open(ctx context.Context, id uuid.UUID) (text string, good bool, err error)
}

// Service is the post office.
type Service struct {
	Outbox     Outbox
	Sender     Sender     // nil: letters are only kept
	Enclosures Enclosures // needed where letters with something enclosed are sent
	Now        func() time.Time
	NewID      func() uuid.UUID
}

// Post puts a letter into the outbox, in the transaction of the context, and says whether there was
// none of its key yet.
func (v *Service) Post(ctx context.Context, d Draft) (bool, error) {
	if d.To == "" || d.Key == "" {
		return false, fault.New(fault.InvalidRequest, "A letter needs an address and a key.")
	}
	return v.Outbox.Put(ctx, Letter{Draft: d, ID: v.NewID(), QueuedAt: v.Now().UTC()})
}

// SendWaiting sends what waits, and gives the letters that could not be sent with their failures.
// A process that dies between sending and noting it leaves a letter that is sent once more, under
// the same Message-ID. Without a Sender nothing happens.
func (v *Service) SendWaiting(ctx context.Context) (failed []Letter, err error) {
	if v.Sender == nil {
		return nil, nil
	}
	for {
		var taken []Letter
		err := v.Outbox.InTx(ctx, func(ctx context.Context) (err error) {
			taken, err = v.Outbox.Take(ctx, v.Now().UTC(), batch)
			return err
		})
		if err != nil || len(taken) == 0 {
			return failed, err
		}
		for _, l := range taken {
			if err := v.send(ctx, &l); err != nil {
				return failed, err
			}
			if l.Failure != "" {
				failed = append(failed, l)
			}
		}
	}
}

// send sends one letter and notes how that ended. The error is that of noting it.
func (v *Service) send(ctx context.Context, l *Letter) error {
	whole, good, sendErr := v.enclose(ctx, *l)
	if sendErr == nil && good {
		sendErr = v.Sender.Send(ctx, whole)
	}
	if sendErr != nil && ctx.Err() != nil {
		return errors.Join(ctx.Err(), sendErr) // we are stopping; the letter is tried again later
	}
	l.Failure = ""
	if sendErr != nil {
		l.Failure = sendErr.Error()
	}
	err := v.Outbox.InTx(ctx, func(ctx context.Context) error {
		switch {
		case sendErr != nil:
			return v.Outbox.Failed(ctx, l.ID, l.Failure)
		case !good:
			return v.Outbox.Dropped(ctx, l.ID, v.Now().UTC())
		}
		return v.Outbox.Sent(ctx, l.ID, v.Now().UTC())
	})
	if err != nil {
		return fmt.Errorf("note what became of letter %s: %w", l.ID, err)
	}
	return nil
}

// enclose gives the letter as its reader gets it; good is false where it has become pointless. The
// letter in the outbox stays without what is enclosed.
func (v *Service) enclose(ctx context.Context, l Letter) (whole Letter, good bool, err error) {
	if l.Enclosed == uuid.Nil {
		return l, true, nil
	}
	var text string
	err = v.Outbox.InTx(ctx, func(ctx context.Context) error {
		text, good, err = v.Enclosures.Open(ctx, l.Enclosed)
		return err
	})
	l.Body = strings.ReplaceAll(l.Body, Enclosure, text)
	return l, good, err
}

// Forget takes addresses and texts out of letters that were sent or given up long ago (Kept, R8.2),
// and says of how many.
func (v *Service) Forget(ctx context.Context) (forgotten int64, err error) {
	err = v.Outbox.InTx(ctx, func(ctx context.Context) error {
		forgotten, err = v.Outbox.Forget(ctx, v.Now().UTC().Add(-Kept))
		return err
	})
	return forgotten, err
}

// List reads a page of letters, the newest first.
func (v *Service) List(ctx context.Context, f Filter) ([]Letter, error) {
	f.Now = v.Now().UTC()
	var page []Letter
	err := v.Outbox.InTx(ctx, func(ctx context.Context) (err error) {
		page, err = v.Outbox.Letters(ctx, f)
		return err
	})
	return page, err
}
