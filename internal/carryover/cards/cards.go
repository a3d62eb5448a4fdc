// Package cards takes carryovers and buy-ins by card through Stripe: it makes a checkout page for
// what a due still needs, keeps what Stripe tells, and lets the treasury make the books agree with
// what Stripe says when it is asked. It believes no event, which only names what to ask about, and
// never holds a transaction open while it asks.
package cards

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
)

// Service takes payments by card. What people and Stripe call (Checkout, Refund, Webhook) runs in
// the API; everything else is the work of jobs, which may run twice and have one effect.
type Service struct {
	Gateway  Gateway
	Store    Store
	Queue    Queue
	Treasury *carryover.Treasury
	Now      func() time.Time
	NewID    func() uuid.UUID
}

// Queue asks for work to be done once the transaction of the context has committed. What does
// not get done, because a worker died over it, is done by the next Poll.
type Queue interface {
	ApplyEvent(ctx context.Context, event string) error
	Review(ctx context.Context, account uuid.UUID) error // carryover.Debtor.ID
	Close(ctx context.Context, payment uuid.UUID) error
	SendRefund(ctx context.Context, refund uuid.UUID) error
}

// Store keeps what was asked of Stripe and what Stripe has told. Every method but InTx joins the
// transaction of its context.
type Store interface {
	// InTx runs fn in one transaction under the caller's rights; fn may run again after a
	// serialisation failure.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Satellite gives the name and the first day of one, TourOf the name of the tour of a buy-in.
	Satellite(ctx context.Context, id uuid.UUID) (name string, on civil.Date, err error)
	TourOf(ctx context.Context, buyIn uuid.UUID) (name string, err error)

	CheckoutStore
	EventStore
	PayoutStore
	RefundStore
}

// CheckoutStore keeps checkouts. What another tenant owns is not there for the caller.
type CheckoutStore interface {
	// Find reads a checkout (fault.ResourceNotFound); Lock keeps others from changing it too.
	Find(ctx context.Context, payment uuid.UUID) (Checkout, error)
	Lock(ctx context.Context, payment uuid.UUID) (Checkout, error)

	// LiveFor locks the checkout of a satellite or buy-in that is asked for or open, if there is one.
	LiveFor(ctx context.Context, due uuid.UUID) (c Checkout, found bool, err error)

	// LiveOf gives those of an account, and NotClosed those of everybody that are not closed.
	LiveOf(ctx context.Context, account uuid.UUID) ([]Checkout, error)
	NotClosed(ctx context.Context) ([]Checkout, error)

	// AddCheckout keeps a new one, SaveCheckout its state and what Stripe has said of it.
	AddCheckout(ctx context.Context, c Checkout) error
	SaveCheckout(ctx context.Context, c Checkout) error
}

// EventStore keeps what Stripe tells, and when it was asked.
type EventStore interface {
	// AddEvent keeps an event unless its id is known already.
	AddEvent(ctx context.Context, e Event, at time.Time) (added bool, err error)
	Event(ctx context.Context, id string) (e Event, applied bool, err error)
	EventApplied(ctx context.Context, id, outcome string, at time.Time) error
	// NotApplied gives the ids of the events that wait to be applied, the oldest first.
	NotApplied(ctx context.Context) ([]string, error)

	// PolledThrough is up to when all events are known; the zero time before the first poll.
	PolledThrough(ctx context.Context) (time.Time, error)
	SetPolledThrough(ctx context.Context, at time.Time) error

	// Ticket is taken before Stripe is asked. Looked takes the right to act on the answer: it is
	// false where somebody has acted on an answer about the same thing since the ticket was
	// taken, so that this answer may be older than the books.
	Ticket(ctx context.Context) (time.Time, error)
	Looked(ctx context.Context, thing uuid.UUID, ticket time.Time) (bool, error)
}

// PayoutStore keeps what Stripe has sent to the bank.
type PayoutStore interface {
	// SavePayout keeps a payout as it stands. Where that is anything new, it has another version
	// then and is not applied.
	SavePayout(ctx context.Context, p Payout) error
	// NotSpread gives the payouts whose payments have not been looked at since they changed, and
	// PayoutSpread says that those of a version have been.
	NotSpread(ctx context.Context) ([]PayoutVersion, error)
	PayoutSpread(ctx context.Context, p PayoutVersion) error
	// PaidIn gives what to ask about for every payment that is in a payout, or in one that came
	// back and is in it again.
	PaidIn(ctx context.Context, payout string) (objects []string, err error)
	// PaidOut sums, in cents, those movements that are in payouts that have left.
	PaidOut(ctx context.Context, movements []string) (int64, error)
}

// RefundStore keeps refunds that were asked for.
type RefundStore interface {
	AddRefund(ctx context.Context, r Refund) error
	LockRefund(ctx context.Context, id uuid.UUID) (Refund, error)
	SaveRefund(ctx context.Context, r Refund) error
	// AskedRefunds sums those of a payment that are still to be sent, in cents; NotSent gives the
	// ids of all of them.
	AskedRefunds(ctx context.Context, payment uuid.UUID) (int64, error)
	NotSent(ctx context.Context) ([]uuid.UUID, error)
}

// byStripe makes Stripe the one who acts, for what jobs do to the books.
func byStripe(ctx context.Context) context.Context {
	return auth.WithPrincipal(ctx, auth.Principal{Name: "Stripe", Role: auth.Organiser})
}

// inTx is Store.InTx for a function that gives something.
func inTx[T any](ctx context.Context, s Store, fn func(ctx context.Context) (T, error)) (T, error) {
	var got T
	err := s.InTx(ctx, func(ctx context.Context) (err error) {
		got, err = fn(ctx)
		return err
	})
	return got, err
}
