package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/postgres"
)

// cardQueue is a queue of its own, so that nothing else waits while Stripe does not answer.
const cardQueue = "cards"

// CardQueue inserts the jobs of payments by card.
type CardQueue struct{ *Announcer }

var _ cards.Queue = CardQueue{}

// ApplyEvent asks for an event of Stripe's to be applied.
func (q CardQueue) ApplyEvent(ctx context.Context, event string) error {
	return q.insert(ctx, ApplyCardEvent{EventID: event})
}

// Review asks for the open pages of a director to be looked at.
func (q CardQueue) Review(ctx context.Context, director uuid.UUID) error {
	return q.insert(ctx, ReviewCheckouts{DirectorID: director})
}

// Close asks for a page to be closed.
func (q CardQueue) Close(ctx context.Context, payment uuid.UUID) error {
	return q.insert(ctx, CloseCheckout{PaymentID: payment})
}

// SendRefund asks for a refund to be sent.
func (q CardQueue) SendRefund(ctx context.Context, refund uuid.UUID) error {
	return q.insert(ctx, SendCardRefund{RefundID: refund})
}

func (q CardQueue) insert(ctx context.Context, args river.JobArgs) error {
	if _, err := q.client.InsertTx(ctx, postgres.Tx(ctx), args, &river.InsertOpts{Queue: cardQueue}); err != nil {
		return fmt.Errorf("ask for %s: %w", args.Kind(), err)
	}
	return nil
}

// Cards does the work of payments by card.
type Cards interface {
	ApplyEvent(ctx context.Context, id string) (*cards.Applied, error)
	Review(ctx context.Context, director uuid.UUID) error
	Close(ctx context.Context, payment uuid.UUID) error
	SendRefund(ctx context.Context, refund uuid.UUID) error
	Poll(ctx context.Context) error
	PollPayouts(ctx context.Context) error
}

// ApplyCardEvent makes the books agree with what an event is about.
type ApplyCardEvent struct {
	EventID string `json:"event_id"`
}

// Kind names the job.
func (ApplyCardEvent) Kind() string { return "apply_card_event" }

// applyCardEvent says of what is out of order; an event itself is never logged.
type applyCardEvent struct {
	river.WorkerDefaults[ApplyCardEvent]
	cards Cards
	log   *slog.Logger
}

// Work does it; doing it twice is doing it once.
func (w *applyCardEvent) Work(ctx context.Context, job *river.Job[ApplyCardEvent]) error {
	done, err := w.cards.ApplyEvent(ctx, job.Args.EventID)
	if err != nil {
		return fmt.Errorf("apply the event %s: %w", job.Args.EventID, err)
	}
	if done != nil && done.Trouble {
		w.log.WarnContext(ctx, "an event of Stripe's is not as it should be", "event", done.ID, "type", done.Type,
			"api_version", done.Version, "foreign", done.Foreign, "outcome", done.Outcome)
	}
	return nil
}

// ReviewCheckouts closes the pages of a director that are no longer needed.
type ReviewCheckouts struct {
	DirectorID uuid.UUID `json:"director_id"`
}

// Kind names the job.
func (ReviewCheckouts) Kind() string { return "review_checkouts" }

// CloseCheckout closes a page at Stripe.
type CloseCheckout struct {
	PaymentID uuid.UUID `json:"payment_id"`
}

// Kind names the job.
func (CloseCheckout) Kind() string { return "close_checkout" }

// SendCardRefund sends a refund to Stripe.
type SendCardRefund struct {
	RefundID uuid.UUID `json:"refund_id"`
}

// Kind names the job.
func (SendCardRefund) Kind() string { return "send_card_refund" }

// PollCards looks for events and pages that were lost on the way.
type PollCards struct{}

// Kind names the job.
func (PollCards) Kind() string { return "poll_cards" }

// PollPayouts keeps what Stripe has sent to the bank.
type PollPayouts struct{}

// Kind names the job.
func (PollPayouts) Kind() string { return "poll_payouts" }

// manyCalls is how long a job may take that asks Stripe about many things: the first poll reads a
// month, and a payout can have hundreds of payments in it.
const manyCalls = 10 * time.Minute

// calling is a job that is one call of a service.
type calling[A river.JobArgs] struct {
	river.WorkerDefaults[A]
	call    func(context.Context, A) error
	timeout time.Duration // 0: River's own
}

// Work does it.
func (w *calling[A]) Work(ctx context.Context, job *river.Job[A]) error {
	if err := w.call(ctx, job.Args); err != nil {
		return fmt.Errorf("%s: %w", job.Kind, err)
	}
	return nil
}

// Timeout is how long the job may take.
func (w *calling[A]) Timeout(*river.Job[A]) time.Duration { return w.timeout }

// Timeout is how long the job may take.
func (w *applyCardEvent) Timeout(*river.Job[ApplyCardEvent]) time.Duration { return manyCalls }

func addCardWorkers(workers *river.Workers, c Cards, log *slog.Logger) {
	river.AddWorker(workers, &applyCardEvent{cards: c, log: log})
	river.AddWorker(workers, &calling[ReviewCheckouts]{call: func(ctx context.Context, a ReviewCheckouts) error { return c.Review(ctx, a.DirectorID) }})
	river.AddWorker(workers, &calling[CloseCheckout]{call: func(ctx context.Context, a CloseCheckout) error { return c.Close(ctx, a.PaymentID) }})
	river.AddWorker(workers, &calling[SendCardRefund]{call: func(ctx context.Context, a SendCardRefund) error { return c.SendRefund(ctx, a.RefundID) }})
	river.AddWorker(workers, &calling[PollCards]{call: func(ctx context.Context, _ PollCards) error { return c.Poll(ctx) }, timeout: manyCalls})
	river.AddWorker(workers, &calling[PollPayouts]{call: func(ctx context.Context, _ PollPayouts) error { return c.PollPayouts(ctx) }, timeout: manyCalls})
}

// cardPolls are the polls, each once in its time however many workers run, and once when a worker
// takes the lead: the one before may have died over its jobs. One that fails is not tried again,
// for the next one does the same.
func cardPolls() []*river.PeriodicJob {
	every := func(period time.Duration, args river.JobArgs) *river.PeriodicJob {
		began := false
		return river.NewPeriodicJob(river.PeriodicInterval(period), func() (river.JobArgs, *river.InsertOpts) {
			opts := &river.InsertOpts{Queue: cardQueue, MaxAttempts: 1}
			if began {
				opts.UniqueOpts = river.UniqueOpts{ByPeriod: period}
			}
			began = true
			return args, opts
		}, &river.PeriodicJobOpts{RunOnStart: true})
	}
	return []*river.PeriodicJob{every(time.Minute, PollCards{}), every(time.Hour, PollPayouts{})}
}
