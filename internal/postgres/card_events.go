package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// AddEvent keeps an event of Stripe's, once.
func (s Cards) AddEvent(ctx context.Context, e cards.Event, at time.Time) (bool, error) {
	added, err := s.q(ctx).InsertCardEvent(ctx, db.InsertCardEventParams{
		ID: e.ID, Type: e.Type, ApiVersion: e.Version, ForeignVersion: e.Foreign, Object: e.Object, Payout: e.Payout,
		HappenedAt: e.At, ReceivedAt: at, Raw: e.Raw,
	})
	if err != nil {
		return false, fmt.Errorf("keep an event: %w", err)
	}
	return added == 1, nil
}

// Event reads an event, and whether it was applied.
func (s Cards) Event(ctx context.Context, id string) (cards.Event, bool, error) {
	row, err := s.q(ctx).CardEvent(ctx, id)
	if err != nil {
		return cards.Event{}, false, missing(err, "event")
	}
	return cards.Event{
		ID: row.ID, Type: row.Type, Version: row.ApiVersion, Foreign: row.ForeignVersion, At: row.HappenedAt.UTC(),
		Object: row.Object, Payout: row.Payout, Raw: row.Raw,
	}, row.AppliedAt != nil, nil
}

// EventApplied keeps what came of an event.
func (s Cards) EventApplied(ctx context.Context, id, outcome string, at time.Time) error {
	if err := s.q(ctx).CardEventApplied(ctx, db.CardEventAppliedParams{ID: id, Outcome: outcome, At: at}); err != nil {
		return fmt.Errorf("keep the outcome of an event: %w", err)
	}
	return nil
}

// rawKept is how long an event stays as Stripe has sent it, after it was applied. Nothing reads it
// but a person who looks for a fault; a payer's name and address can stand in it.
const rawKept = 30 * 24 * time.Hour

// DropExpired empties what came with events that were applied long ago, for the worker. The events
// themselves stay, so that none is taken twice.
func (s Cards) DropExpired(ctx context.Context) (int64, error) {
	var emptied int64
	err := s.InTx(ctx, func(ctx context.Context) (err error) {
		emptied, err = s.q(ctx).EmptyOldCardEvents(ctx, s.clock().Add(-rawKept))
		return err
	})
	return emptied, err
}

// NotApplied lists events that wait to be applied.
func (s Cards) NotApplied(ctx context.Context) ([]string, error) {
	ids, err := s.q(ctx).CardEventsWaiting(ctx)
	if err != nil {
		return nil, fmt.Errorf("list events that wait: %w", err)
	}
	return ids, nil
}

// PolledThrough reads up to when all events are known.
func (s Cards) PolledThrough(ctx context.Context) (time.Time, error) {
	through, err := s.q(ctx).CardsPolledThrough(ctx)
	switch {
	case none(err):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, fmt.Errorf("read the last poll: %w", err)
	}
	return through.UTC(), nil
}

// SetPolledThrough keeps up to when all events are known.
func (s Cards) SetPolledThrough(ctx context.Context, at time.Time) error {
	if err := s.q(ctx).SetCardsPolledThrough(ctx, at); err != nil {
		return fmt.Errorf("keep the last poll: %w", err)
	}
	return nil
}

// Ticket is the database's own time, for all who ask Stripe go by one clock.
func (s Cards) Ticket(ctx context.Context) (time.Time, error) {
	at, err := s.q(ctx).CardTicket(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("take a ticket: %w", err)
	}
	return at, nil
}

// Looked takes the right to act on an answer that was asked for with a ticket.
func (s Cards) Looked(ctx context.Context, thing uuid.UUID, ticket time.Time) (bool, error) {
	n, err := s.q(ctx).CardLooked(ctx, db.CardLookedParams{Thing: thing, Ticket: ticket})
	if err != nil {
		return false, fmt.Errorf("use a ticket: %w", err)
	}
	return n == 1, nil
}

// SavePayout keeps a payout with what is in it.
func (s Cards) SavePayout(ctx context.Context, p cards.Payout) error {
	err := s.q(ctx).SaveCardPayout(ctx, db.SaveCardPayoutParams{
		ID: p.ID, Status: p.Status, Amount: p.Amount.Amount, Currency: string(p.Amount.Currency), HasLeft: p.Left,
		CreatedAt: p.CreatedAt, ArrivesOn: toDate(p.ArrivesOn), Text: p.Text, Movements: len(p.Movements),
	})
	if err != nil {
		return fmt.Errorf("keep a payout: %w", err)
	}
	for _, m := range p.Movements {
		err := s.q(ctx).InsertCardMovement(ctx, db.InsertCardMovementParams{
			ID: m.ID, PayoutID: p.ID, Net: m.Net(), Object: m.Object, Returned: m.Payout,
		})
		if err != nil {
			return fmt.Errorf("keep what is in a payout: %w", err)
		}
	}
	return nil
}

// NotSpread lists payouts whose payments are to be looked at.
func (s Cards) NotSpread(ctx context.Context) ([]cards.PayoutVersion, error) {
	rows, err := s.q(ctx).CardPayoutsNotSpread(ctx)
	if err != nil {
		return nil, fmt.Errorf("list payouts that have changed: %w", err)
	}
	changed := make([]cards.PayoutVersion, len(rows))
	for i, row := range rows {
		changed[i] = cards.PayoutVersion{ID: row.ID, Version: row.Version}
	}
	return changed, nil
}

// PayoutSpread keeps that the payments in a payout were looked at.
func (s Cards) PayoutSpread(ctx context.Context, p cards.PayoutVersion) error {
	if err := s.q(ctx).CardPayoutSpread(ctx, db.CardPayoutSpreadParams{ID: p.ID, Version: p.Version}); err != nil {
		return fmt.Errorf("keep that a payout was applied: %w", err)
	}
	return nil
}

// PaidIn lists what to ask about for the payments in a payout.
func (s Cards) PaidIn(ctx context.Context, payout string) ([]string, error) {
	objects, err := s.q(ctx).CardObjectsIn(ctx, payout)
	if err != nil {
		return nil, fmt.Errorf("list what is in a payout: %w", err)
	}
	return objects, nil
}

// PaidOut sums movements that have left for the bank.
func (s Cards) PaidOut(ctx context.Context, movements []string) (int64, error) {
	sum, err := s.q(ctx).CardsPaidOut(ctx, movements)
	if err != nil {
		return 0, fmt.Errorf("sum what was paid out: %w", err)
	}
	return sum, nil
}
