// Package mail keeps the mail of the service in an outbox and has it sent. A letter is put into
// the outbox in the transaction of its cause, once for each key, and sent later, outside of any
// transaction, by whatever carries out Sender; without one it is only kept. The package writes no
// letters and never decides who gets one.
package mail

import (
	"context"
	"errors"
	"fmt"
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

	// batch is how many letters are taken at once.
	batch = 20
)

// State is what became of a letter.
type State string

// The states.
const (
	Waiting State = "waiting"
	Sent    State = "sent"
	Failed  State = "failed" // given up after MaxTries
	Lapsed  State = "lapsed" // not sent within Freshness
)

// Letter is a mail in plain text.
type Letter struct {
	ID       uuid.UUID
	Key      string // what it is about; there is one letter of a key
	To       string
	Subject  string
	Body     string
	QueuedAt time.Time
	SentAt   time.Time // zero until it is sent
	Tries    int
	Failure  string // of the last try
}

// State is what has become of the letter by now.
func (l Letter) State(now time.Time) State {
	switch {
	case !l.SentAt.IsZero():
		return Sent
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

	// Sent and Failed say how a try has ended.
	Sent(ctx context.Context, id uuid.UUID, at time.Time) error
	Failed(ctx context.Context, id uuid.UUID, failure string) error

	// Letters gives letters, the newest first.
	Letters(ctx context.Context, f Filter) ([]Letter, error)
}

// Sender sends one letter to where it has to go.
type Sender interface {
	Send(ctx context.Context, l Letter) error
}

// Service is the post office.
type Service struct {
	Outbox Outbox
	Sender Sender // nil: letters are only kept
	Now    func() time.Time
	NewID  func() uuid.UUID
}

// Put puts a letter into the outbox, in the transaction of the context, and says whether there was
// none of its key yet.
func (v *Service) Put(ctx context.Context, to, subject, body, key string) (bool, error) {
	if to == "" || key == "" {
		return false, fault.New(fault.InvalidRequest, "A letter needs an address and a key.")
	}
	return v.Outbox.Put(ctx, Letter{ID: v.NewID(), Key: key, To: to, Subject: subject, Body: body, QueuedAt: v.Now().UTC()})
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
	sendErr := v.Sender.Send(ctx, *l)
	if sendErr != nil && ctx.Err() != nil {
		return errors.Join(ctx.Err(), sendErr) // we are stopping; the letter is tried again later
	}
	l.Failure = ""
	if sendErr != nil {
		l.Failure = sendErr.Error()
	}
	err := v.Outbox.InTx(ctx, func(ctx context.Context) error {
		if sendErr != nil {
			return v.Outbox.Failed(ctx, l.ID, l.Failure)
		}
		return v.Outbox.Sent(ctx, l.ID, v.Now().UTC())
	})
	if err != nil {
		return fmt.Errorf("note what became of letter %s: %w", l.ID, err)
	}
	return nil
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
