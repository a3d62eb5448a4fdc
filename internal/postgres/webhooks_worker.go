package postgres

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/webhook"
)

// LockOutbox makes this the one reader of the outbox, if there is no other.
func (s Webhooks) LockOutbox(ctx context.Context) (bool, error) {
	free, err := s.q(ctx).LockEventOutbox(ctx)
	if err != nil {
		return false, fmt.Errorf("lock the outbox of events: %w", err)
	}
	return free, nil
}

// TakeEvents takes events out of the outbox. A place in a stream is taken only once all before it
// are committed or taken, so what is read of a stream has no gap.
func (s Webhooks) TakeEvents(ctx context.Context, limit int) ([]webhook.Event, error) {
	rows, err := s.q(ctx).EventsInOutbox(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("read the outbox of events: %w", err)
	}
	events := make([]webhook.Event, len(rows))
	gone := make([]db.DropEventParams, len(rows))
	for i, row := range rows {
		o := row.EventOutbox
		gone[i] = db.DropEventParams{StreamID: o.StreamID, Sequence: o.Sequence}
		events[i] = webhook.Event{
			ID: o.ID, Type: webhook.Type(o.Type), Stream: o.StreamID, Sequence: o.Sequence, Owner: fromID(o.OwnerID), TourID: fromID(o.TourID),
			Tour: row.Tour, SatelliteID: fromID(o.SatelliteID), At: o.At.UTC(), Data: o.Data,
		}
	}
	if err := batch(len(gone), func() batchResults { return s.q(ctx).DropEvent(ctx, gone) }); err != nil {
		return nil, fmt.Errorf("empty the outbox of events: %w", err)
	}
	return events, nil
}

// AllEndpoints reads every endpoint, without its counts.
func (s Webhooks) AllEndpoints(ctx context.Context) ([]webhook.Endpoint, error) {
	rows, err := s.q(ctx).AllEndpoints(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the endpoints: %w", err)
	}
	all := make([]webhook.Endpoint, len(rows))
	for i, row := range rows {
		all[i] = fromEndpoint(row)
	}
	return all, nil
}

// AddDeliveries keeps deliveries and opens the queues of their streams.
func (s Webhooks) AddDeliveries(ctx context.Context, all []webhook.Delivery) error {
	if err := s.insertDeliveries(ctx, all); err != nil {
		return err
	}
	var queues []db.OpenWebhookQueueParams
	for _, d := range all {
		queues = append(queues, db.OpenWebhookQueueParams{TenantID: d.TenantID, EndpointID: d.EndpointID, StreamID: d.Stream, NextAt: d.QueuedAt})
	}
	order := func(a, b db.OpenWebhookQueueParams) int {
		if c := bytes.Compare(a.EndpointID[:], b.EndpointID[:]); c != 0 {
			return c
		}
		return bytes.Compare(a.StreamID[:], b.StreamID[:])
	}
	slices.SortFunc(queues, order) // the same order for everybody who locks several
	queues = slices.CompactFunc(queues, func(a, b db.OpenWebhookQueueParams) bool { return order(a, b) == 0 })
	if err := batch(len(queues), func() batchResults { return s.q(ctx).OpenWebhookQueue(ctx, queues) }); err != nil {
		return fmt.Errorf("let streams be sent: %w", err)
	}
	return nil
}

// sortedOnce gives each id once, in order.
func sortedOnce(ids []uuid.UUID) []uuid.UUID {
	return slices.Compact(slices.SortedFunc(slices.Values(ids), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }))
}

// Claim takes turns in streams in which nobody has one.
func (s Webhooks) Claim(ctx context.Context, now, until time.Time, perEndpoint int, newID func() uuid.UUID) ([]webhook.Turn, error) {
	rows, err := s.q(ctx).ClaimableQueues(ctx, db.ClaimableQueuesParams{Now: now, PerEndpoint: perEndpoint})
	if err != nil {
		return nil, fmt.Errorf("look for streams to send: %w", err)
	}
	turns := make([]webhook.Turn, len(rows))
	leases := make([]db.LeaseQueueParams, len(rows))
	for i, row := range rows {
		turns[i] = webhook.Turn{TenantID: row.TenantID, EndpointID: row.EndpointID, Stream: row.StreamID, Lease: newID(), Failures: row.Failures}
		leases[i] = db.LeaseQueueParams{TenantID: row.TenantID, EndpointID: row.EndpointID, StreamID: row.StreamID, Lease: turns[i].Lease, Until: until}
	}
	if err := batch(len(leases), func() batchResults { return s.q(ctx).LeaseQueue(ctx, leases) }); err != nil {
		return nil, fmt.Errorf("take turns: %w", err)
	}
	return turns, nil
}

// Hold makes a turn last longer, and locks its stream until the transaction ends. The endpoint is
// locked first, as it is by everybody who locks both.
func (s Webhooks) Hold(ctx context.Context, t webhook.Turn, until time.Time) (bool, error) {
	if err := s.q(ctx).LockEndpointOf(ctx, db.LockEndpointOfParams{TenantID: t.TenantID, ID: t.EndpointID}); err != nil {
		return false, fmt.Errorf("lock the endpoint: %w", err)
	}
	n, err := s.q(ctx).HoldQueue(ctx, db.HoldQueueParams{
		TenantID: t.TenantID, EndpointID: t.EndpointID, StreamID: t.Stream, Lease: t.Lease, Until: until,
	})
	if err != nil {
		return false, fmt.Errorf("hold a turn: %w", err)
	}
	return n == 1, nil
}

// Next gives the first delivery of a stream that waits.
func (s Webhooks) Next(ctx context.Context, t webhook.Turn, now time.Time) (webhook.Parcel, bool, error) {
	row, err := s.q(ctx).NextWebhookDelivery(ctx, db.NextWebhookDeliveryParams{TenantID: t.TenantID, EndpointID: t.EndpointID, StreamID: t.Stream})
	switch {
	case none(err):
		return webhook.Parcel{}, false, nil
	case err != nil:
		return webhook.Parcel{}, false, fmt.Errorf("read the next delivery: %w", err)
	}
	p := webhook.Parcel{Delivery: fromDelivery(row.WebhookDelivery), URL: row.Url}
	secrets, err := s.q(ctx).WebhookSecrets(ctx, db.WebhookSecretsParams{TenantID: t.TenantID, EndpointID: t.EndpointID, Now: now})
	if err != nil {
		return webhook.Parcel{}, false, fmt.Errorf("read the secrets: %w", err)
	}
	for _, secret := range secrets {
		p.Secrets = append(p.Secrets, secret)
	}
	return p, true, nil
}

// Tried keeps what became of a delivery and of its endpoint.
func (s Webhooks) Tried(ctx context.Context, d webhook.Delivery, a webhook.Attempt) error {
	err := s.q(ctx).SetWebhookTry(ctx, db.SetWebhookTryParams{
		TenantID: d.TenantID, EndpointID: d.EndpointID, EventID: d.EventID, State: string(d.State), Tries: d.Tries, TriedAt: toTime(d.TriedAt),
		Status: d.Status, Failure: d.Failure, EndedAt: toTime(d.EndedAt),
	})
	if err != nil {
		return fmt.Errorf("keep a try: %w", err)
	}
	if a.Failure == "" {
		err = s.q(ctx).EndpointTook(ctx, db.EndpointTookParams{TenantID: d.TenantID, ID: d.EndpointID, At: a.At})
	} else {
		err = s.q(ctx).EndpointFailed(ctx, db.EndpointFailedParams{TenantID: d.TenantID, ID: d.EndpointID, At: a.At, Failure: a.Failure})
	}
	if err != nil {
		return fmt.Errorf("keep how the endpoint does: %w", err)
	}
	return nil
}

// Release gives a turn back. The stream is locked by Hold, so nothing can be added between the look
// whether something waits and the end of the queue.
func (s Webhooks) Release(ctx context.Context, t webhook.Turn, failures int, from time.Time) error {
	n, err := s.q(ctx).ReleaseQueue(ctx, db.ReleaseQueueParams{
		TenantID: t.TenantID, EndpointID: t.EndpointID, StreamID: t.Stream, Failures: failures, NextAt: from,
	})
	if err == nil && n == 0 {
		err = s.q(ctx).DropQueue(ctx, db.DropQueueParams{TenantID: t.TenantID, EndpointID: t.EndpointID, StreamID: t.Stream})
	}
	if err != nil {
		return fmt.Errorf("give a turn back: %w", err)
	}
	return nil
}

// DropOld drops what is over, and gives up what has waited for too long.
func (s Webhooks) DropOld(ctx context.Context, now, delivered, dead, waiting time.Time) (int64, error) {
	err := s.q(ctx).GiveUpOldDeliveries(ctx, db.GiveUpOldDeliveriesParams{Now: now, Before: waiting})
	if err != nil {
		return 0, fmt.Errorf("give up old deliveries: %w", err)
	}
	if err := s.q(ctx).DropOldWebhookSecrets(ctx, now); err != nil {
		return 0, fmt.Errorf("drop old secrets: %w", err)
	}
	n, err := s.q(ctx).DropOldDeliveries(ctx, db.DropOldDeliveriesParams{Delivered: delivered, Dead: dead})
	if err != nil {
		return 0, fmt.Errorf("drop old deliveries: %w", err)
	}
	return n, nil
}

// Backlog counts what there is to worry about.
func (s Webhooks) Backlog(ctx context.Context) (webhook.Backlog, error) {
	row, err := s.q(ctx).WebhookBacklog(ctx)
	if err != nil {
		return webhook.Backlog{}, fmt.Errorf("count deliveries: %w", err)
	}
	return webhook.Backlog{Untaken: row.Untaken, Waiting: row.Waiting, Dead: row.Dead, Failing: row.Failing}, nil
}
