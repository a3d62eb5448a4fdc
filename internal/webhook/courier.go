package webhook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/webhook/signature"
)

const (
	// PerEndpoint is how many streams of one endpoint are sent at once. Endpoints wait for none
	// but themselves: each has places of its own.
	PerEndpoint = 2

	// Timeout is how long a receiver may take to answer.
	Timeout = 10 * time.Second

	// lease is how long a turn lasts after its last step; longer than a try may take. After a
	// worker was killed another goes on when it has passed.
	lease = 30 * time.Second

	// most is how many deliveries are made in one turn, so that other streams get theirs.
	most = 50

	// batch is how many events are taken from the outbox at once.
	batch = 200
)

// Parcel is a delivery that is to be made now, with where it goes.
type Parcel struct {
	Delivery
	URL     string
	Secrets []signature.Secret
}

// Sender makes one try. A receiver that answers with anything but success, or not at all, is a
// failure in the attempt; the attempt's time is not the sender's to give.
type Sender interface {
	Send(ctx context.Context, p Parcel, at time.Time) Attempt
}

// Depot is where the worker takes events from and keeps what became of them. Every method but InTx
// joins the transaction of its context.
type Depot interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// LockOutbox makes this the one reader of the outbox until the transaction ends; false where
	// there is another.
	LockOutbox(ctx context.Context) (bool, error)
	// TakeEvents takes events out, those of a stream in their order.
	TakeEvents(ctx context.Context, limit int) ([]Event, error)
	AllEndpoints(ctx context.Context) ([]Endpoint, error)
	// AddDeliveries keeps deliveries, each once, and lets their streams be sent.
	AddDeliveries(ctx context.Context, all []Delivery) error

	// Claim takes turns in streams that can be sent now and in which nobody has one, up to a
	// number of them for each endpoint that is not paused. They last until the time given.
	Claim(ctx context.Context, now, until time.Time, perEndpoint int, newID func() uuid.UUID) ([]Turn, error)
	// Hold makes a turn last longer; false where it is over already.
	Hold(ctx context.Context, t Turn, until time.Time) (bool, error)
	// Next gives the first delivery of the stream that waits, with the secrets that count now;
	// false where there is none or the endpoint is paused. The turn is held.
	Next(ctx context.Context, t Turn, now time.Time) (Parcel, bool, error)
	// Tried keeps what became of a delivery and of the endpoint.
	Tried(ctx context.Context, d Delivery, a Attempt) error
	// Release gives a turn back: the stream can be sent again from then on, after so many failures
	// in a row. A stream in which nothing waits is dropped. The turn is held.
	Release(ctx context.Context, t Turn, failures int, from time.Time) error

	// DropOld drops deliveries that ended before the times given, and gives up what waited longer.
	DropOld(ctx context.Context, now, delivered, dead, waiting time.Time) (int64, error)
	// Backlog counts what there is to worry about.
	Backlog(ctx context.Context) (Backlog, error)
}

// Backlog is how much waits, was given up, and how many endpoints have been failing.
type Backlog struct {
	Untaken, Waiting, Dead, Failing int
}

// Courier is the worker's part: it takes events from the outbox, and delivers them. Any number of
// them may work at once; what one was killed over is done by another.
type Courier struct {
	Depot  Depot
	Sender Sender
	Now    func() time.Time
	NewID  func() uuid.UUID
}

// Sort makes a delivery for each endpoint that wants an event, of the events in the outbox, and
// says of how many. One courier sorts at a time, so that the deliveries of a stream come into being
// in its order.
func (c *Courier) Sort(ctx context.Context) (n int, err error) {
	err = c.Depot.InTx(ctx, func(ctx context.Context) error {
		n = 0
		if mine, err := c.Depot.LockOutbox(ctx); err != nil || !mine {
			return err
		}
		events, err := c.Depot.TakeEvents(ctx, batch)
		if err != nil || len(events) == 0 {
			return err
		}
		n = len(events)
		endpoints, err := c.Depot.AllEndpoints(ctx)
		if err != nil {
			return err
		}
		now := c.Now().UTC()
		var all []Delivery
		for _, event := range events {
			for _, e := range endpoints {
				if !e.older(event) || !e.Wants(event) {
					continue
				}
				d, err := e.delivery(event, now, now.Add(patience))
				if err != nil {
					return err
				}
				all = append(all, d)
			}
		}
		return c.Depot.AddDeliveries(ctx, all)
	})
	return n, err
}

// Claim takes turns that can be had now.
func (c *Courier) Claim(ctx context.Context) (turns []Turn, err error) {
	err = c.Depot.InTx(ctx, func(ctx context.Context) error {
		now := c.Now().UTC()
		turns, err = c.Depot.Claim(ctx, now, now.Add(lease), PerEndpoint, c.NewID)
		return err
	})
	return turns, err
}

// Result is a try that was made, for the log and the count.
type Result struct {
	Delivery
	Attempt
}

// Deliver makes the deliveries of a turn one after the other, until one fails, none waits, others
// have waited long enough, or tell, which is told of each, gives false. No transaction is open while
// it waits for the receiver. Where ctx ends first, the try at hand does not count. In any case the
// turn is given back.
func (c *Courier) Deliver(ctx context.Context, t Turn, tell func(Result) (goOn bool)) error {
	for range most {
		p, found, err := c.next(ctx, t)
		if err != nil || !found {
			return err
		}
		at := c.Now().UTC()
		a := c.send(ctx, p, at)
		if ctx.Err() != nil && a.Failure != "" {
			return errors.Join(ctx.Err(), c.release(context.WithoutCancel(ctx), t, t.Failures, at))
		}
		p.Delivery = p.Delivery.after(a)
		goesOn, err := c.keep(context.WithoutCancel(ctx), &t, p.Delivery, a)
		if err != nil {
			return fmt.Errorf("keep what became of the event %s: %w", p.EventID, err)
		}
		if wanted := tell(Result{p.Delivery, a}); !goesOn {
			return nil
		} else if !wanted {
			break
		}
	}
	return c.release(ctx, t, t.Failures, c.Now().UTC())
}

func (c *Courier) send(ctx context.Context, p Parcel, at time.Time) Attempt {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	a := c.Sender.Send(ctx, p, at)
	a.At = c.Now().UTC()
	return a
}

// next finds what is to be sent, and gives the turn back where that is nothing.
func (c *Courier) next(ctx context.Context, t Turn) (p Parcel, found bool, err error) {
	err = c.Depot.InTx(ctx, func(ctx context.Context) error {
		now := c.Now().UTC()
		held, err := c.Depot.Hold(ctx, t, now.Add(lease))
		if err != nil || !held {
			return err
		}
		if p, found, err = c.Depot.Next(ctx, t, now); err != nil || found {
			return err
		}
		return c.Depot.Release(ctx, t, t.Failures, now)
	})
	return p, found, err
}

// keep keeps what became of a delivery, and says whether the turn goes on. Where the turn is over,
// because the receiver and the database took too long together, somebody else is making the same
// delivery, and what he finds counts. A delivery that was given up makes way for the next at once.
func (c *Courier) keep(ctx context.Context, t *Turn, d Delivery, a Attempt) (goesOn bool, err error) {
	err = c.Depot.InTx(ctx, func(ctx context.Context) error {
		held, err := c.Depot.Hold(ctx, *t, a.At.Add(lease))
		if err != nil || !held {
			return err
		}
		if err := c.Depot.Tried(ctx, d, a); err != nil {
			return err
		}
		if a.Failure == "" {
			t.Failures, goesOn = 0, true
			return nil
		}
		again := a.At.Add(Wait(t.Failures + 1))
		if d.State == Dead {
			again = a.At
		}
		return c.Depot.Release(ctx, *t, t.Failures+1, again)
	})
	return goesOn && err == nil, err
}

func (c *Courier) release(ctx context.Context, t Turn, failures int, from time.Time) error {
	return c.Depot.InTx(ctx, func(ctx context.Context) error {
		held, err := c.Depot.Hold(ctx, t, from.Add(lease))
		if err != nil || !held {
			return err
		}
		return c.Depot.Release(ctx, t, failures, from)
	})
}

// DropOld forgets deliveries that were made a week ago or were given up a month ago, and gives up
// what has waited for a month at an endpoint that is paused. It says how many are gone.
func (c *Courier) DropOld(ctx context.Context) (n int64, err error) {
	err = c.Depot.InTx(ctx, func(ctx context.Context) error {
		now := c.Now().UTC()
		n, err = c.Depot.DropOld(ctx, now, now.Add(-keepDelivered), now.Add(-keepDead), now.Add(-keepWaiting))
		return err
	})
	return n, err
}

// Backlog counts what there is to worry about.
func (c *Courier) Backlog(ctx context.Context) (b Backlog, err error) {
	err = c.Depot.InTx(ctx, func(ctx context.Context) error {
		b, err = c.Depot.Backlog(ctx)
		return err
	})
	return b, err
}
