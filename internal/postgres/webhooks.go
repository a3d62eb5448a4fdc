package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/webhook"
	"github.com/nast-tour/nast/internal/webhook/signature"
)

// Webhooks keeps outgoing events, for those whose acts make them and for those who want them
// (this file), and for the worker who delivers them (webhooks_worker.go).
type Webhooks struct{ *DB }

var (
	_ webhook.Outbox = Webhooks{}
	_ webhook.Store  = Webhooks{}
	_ webhook.Depot  = Webhooks{}
)

// Put adds events to the outbox, in the next places of their stream.
func (s Webhooks) Put(ctx context.Context, stream uuid.UUID, events []webhook.Event) error {
	last, err := s.q(ctx).TakePlaces(ctx, db.TakePlacesParams{StreamID: stream, Count: int64(len(events))})
	if err != nil {
		return fmt.Errorf("take places for events: %w", err)
	}
	rows := make([]db.InsertEventParams, len(events))
	for i, e := range events {
		rows[i] = db.InsertEventParams{
			StreamID: stream, Sequence: last - int64(len(events)-1-i), ID: e.ID, Type: string(e.Type), OwnerID: toID(e.Owner),
			TourID: toID(e.TourID), SatelliteID: toID(e.SatelliteID), At: e.At, Data: e.Data,
		}
	}
	if err := batch(len(rows), func() batchResults { return s.q(ctx).InsertEvent(ctx, rows) }); err != nil {
		return fmt.Errorf("put events into the outbox: %w", err)
	}
	return nil
}

// Endpoints lists endpoints, the newest first.
func (s Webhooks) Endpoints(ctx context.Context, before uuid.UUID, limit int) ([]webhook.Endpoint, error) {
	rows, err := s.q(ctx).Endpoints(ctx, db.EndpointsParams{Own: s.own(ctx), Before: toID(before), Count: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("list endpoints: %w", err)
	}
	all := make([]webhook.Endpoint, len(rows))
	for i, row := range rows {
		all[i] = fromEndpoint(row.WebhookEndpoint)
		all[i].Health.Waiting, all[i].Health.Dead = row.Waiting, row.Dead
	}
	return all, nil
}

// Endpoint reads an endpoint.
func (s Webhooks) Endpoint(ctx context.Context, id uuid.UUID) (webhook.Endpoint, error) {
	row, err := s.q(ctx).Endpoint(ctx, db.EndpointParams{ID: id, Own: s.own(ctx)})
	e := fromEndpoint(row.WebhookEndpoint)
	e.Health.Waiting, e.Health.Dead = row.Waiting, row.Dead
	return e, missing(err, "endpoint")
}

// LockEndpoint reads an endpoint and keeps it until the transaction ends.
func (s Webhooks) LockEndpoint(ctx context.Context, id uuid.UUID) (webhook.Endpoint, error) {
	if err := s.q(ctx).LockEndpoint(ctx, db.LockEndpointParams{ID: id, Own: s.own(ctx)}); err != nil {
		return webhook.Endpoint{}, fmt.Errorf("lock the endpoint: %w", err)
	}
	return s.Endpoint(ctx, id)
}

// CountEndpoints counts those of the caller's tenant, and keeps others from adding to them.
func (s Webhooks) CountEndpoints(ctx context.Context) (int, error) {
	tenant := auth.From(ctx).TenantID
	if err := s.q(ctx).LockEndpointsOf(ctx, tenant.String()); err != nil {
		return 0, fmt.Errorf("lock the endpoints: %w", err)
	}
	n, err := s.q(ctx).CountEndpoints(ctx, tenant)
	if err != nil {
		return 0, fmt.Errorf("count the endpoints: %w", err)
	}
	return n, nil
}

// AddEndpoint keeps a new endpoint.
func (s Webhooks) AddEndpoint(ctx context.Context, e webhook.Endpoint) error {
	err := s.q(ctx).InsertEndpoint(ctx, db.InsertEndpointParams{
		TenantID: e.TenantID, ID: e.ID, Everybody: e.Everybody, Url: e.URL, Description: e.Description, Types: texts(e.Types),
		PausedAt: toTime(e.PausedAt), CreatedAt: e.CreatedAt,
	})
	if err != nil {
		return fmt.Errorf("keep an endpoint: %w", err)
	}
	return nil
}

// texts gives an empty array for none.
func texts(all []string) []string { return append([]string{}, all...) }

// SaveEndpoint keeps what people have changed of an endpoint.
func (s Webhooks) SaveEndpoint(ctx context.Context, e webhook.Endpoint) error {
	err := s.q(ctx).UpdateEndpoint(ctx, db.UpdateEndpointParams{
		TenantID: e.TenantID, ID: e.ID, Url: e.URL, Description: e.Description, Types: texts(e.Types), PausedAt: toTime(e.PausedAt),
	})
	if err != nil {
		return fmt.Errorf("save an endpoint: %w", err)
	}
	return nil
}

// DropEndpoint drops an endpoint with all that hangs on it.
func (s Webhooks) DropEndpoint(ctx context.Context, e webhook.Endpoint) error {
	if err := s.q(ctx).DeleteEndpoint(ctx, db.DeleteEndpointParams{TenantID: e.TenantID, ID: e.ID}); err != nil {
		return fmt.Errorf("delete an endpoint: %w", err)
	}
	return nil
}

// AddSecret keeps a new secret and ends those before.
func (s Webhooks) AddSecret(ctx context.Context, e webhook.Endpoint, secret signature.Secret, now, until time.Time) error {
	if err := s.q(ctx).EndWebhookSecrets(ctx, db.EndWebhookSecretsParams{TenantID: e.TenantID, EndpointID: e.ID, UntilAt: until}); err != nil {
		return fmt.Errorf("end a secret: %w", err)
	}
	err := s.q(ctx).InsertWebhookSecret(ctx, db.InsertWebhookSecretParams{TenantID: e.TenantID, EndpointID: e.ID, MadeAt: now, Secret: secret})
	if err != nil {
		return fmt.Errorf("keep a secret: %w", err)
	}
	return nil
}

// Deliveries lists deliveries, the newest first.
func (s Webhooks) Deliveries(ctx context.Context, e webhook.Endpoint, f webhook.Filter) ([]webhook.Delivery, error) {
	rows, err := s.q(ctx).WebhookDeliveries(ctx, db.WebhookDeliveriesParams{
		TenantID: e.TenantID, EndpointID: e.ID, State: string(f.State), Before: toID(f.Before), Count: int32(f.Limit),
	})
	if err != nil {
		return nil, fmt.Errorf("list deliveries: %w", err)
	}
	all := make([]webhook.Delivery, len(rows))
	for i, row := range rows {
		all[i] = fromDelivery(row)
	}
	return all, nil
}

// LockDelivery reads a delivery and keeps it until the transaction ends.
func (s Webhooks) LockDelivery(ctx context.Context, e webhook.Endpoint, event uuid.UUID) (webhook.Delivery, error) {
	row, err := s.q(ctx).LockWebhookDelivery(ctx, db.LockWebhookDeliveryParams{TenantID: e.TenantID, EndpointID: e.ID, EventID: event})
	return fromDelivery(row), missing(err, "delivery")
}

// AddDelivery keeps a new delivery and has it tried at once.
func (s Webhooks) AddDelivery(ctx context.Context, d webhook.Delivery, now time.Time) error {
	if err := s.insertDeliveries(ctx, []webhook.Delivery{d}); err != nil {
		return err
	}
	return s.reopen(ctx, d.TenantID, d.EndpointID, []uuid.UUID{d.Stream}, now)
}

// Hurry has what waits tried at once, and again as long as if it were new.
func (s Webhooks) Hurry(ctx context.Context, e webhook.Endpoint, now, giveUpAt time.Time) error {
	if err := s.q(ctx).HurryWebhookQueues(ctx, db.HurryWebhookQueuesParams{TenantID: e.TenantID, EndpointID: e.ID, Now: now}); err != nil {
		return fmt.Errorf("hurry deliveries: %w", err)
	}
	err := s.q(ctx).HurryWebhookDeliveries(ctx, db.HurryWebhookDeliveriesParams{TenantID: e.TenantID, EndpointID: e.ID, GiveUpAt: giveUpAt})
	if err != nil {
		return fmt.Errorf("hurry deliveries: %w", err)
	}
	return nil
}

// Resend makes one delivery wait again, or all that are dead.
func (s Webhooks) Resend(ctx context.Context, e webhook.Endpoint, event uuid.UUID, now time.Time) (int, error) {
	streams, err := s.q(ctx).ResendWebhookDeliveries(ctx, db.ResendWebhookDeliveriesParams{
		TenantID: e.TenantID, EndpointID: e.ID, EventID: toID(event), Now: now,
	})
	if err != nil {
		return 0, fmt.Errorf("make deliveries wait again: %w", err)
	}
	return len(streams), s.reopen(ctx, e.TenantID, e.ID, streams, now)
}

// reopen lets streams be sent at once, each once and always in the same order, so that two who do
// it do not lock each other out.
func (s Webhooks) reopen(ctx context.Context, tenant, endpoint uuid.UUID, streams []uuid.UUID, now time.Time) error {
	var rows []db.ReopenWebhookQueueParams
	for _, stream := range sortedOnce(streams) {
		rows = append(rows, db.ReopenWebhookQueueParams{TenantID: tenant, EndpointID: endpoint, StreamID: stream, NextAt: now})
	}
	if err := batch(len(rows), func() batchResults { return s.q(ctx).ReopenWebhookQueue(ctx, rows) }); err != nil {
		return fmt.Errorf("let streams be sent: %w", err)
	}
	return nil
}

func (s Webhooks) insertDeliveries(ctx context.Context, all []webhook.Delivery) error {
	rows := make([]db.InsertWebhookDeliveryParams, len(all))
	for i, d := range all {
		rows[i] = db.InsertWebhookDeliveryParams{
			TenantID: d.TenantID, EndpointID: d.EndpointID, EventID: d.EventID, Type: string(d.Type), StreamID: d.Stream, Sequence: d.Sequence,
			SatelliteID: toID(d.SatelliteID), At: d.At, Body: d.Body, QueuedAt: d.QueuedAt, GiveUpAt: d.GiveUpAt,
		}
	}
	if err := batch(len(rows), func() batchResults { return s.q(ctx).InsertWebhookDelivery(ctx, rows) }); err != nil {
		return fmt.Errorf("keep deliveries: %w", err)
	}
	return nil
}

func fromEndpoint(row db.WebhookEndpoint) webhook.Endpoint {
	return webhook.Endpoint{
		ID: row.ID, TenantID: row.TenantID, Everybody: row.Everybody, URL: row.Url, Description: row.Description, Types: row.Types,
		PausedAt: fromTime(row.PausedAt), CreatedAt: row.CreatedAt.UTC(),
		Health: webhook.Health{
			DeliveredAt: fromTime(row.DeliveredAt), FailedAt: fromTime(row.FailedAt), Failure: row.Failure, FailingSince: fromTime(row.FailingSince),
		},
	}
}

func fromDelivery(row db.WebhookDelivery) webhook.Delivery {
	return webhook.Delivery{
		TenantID: row.TenantID, EndpointID: row.EndpointID, EventID: row.EventID, Type: webhook.Type(row.Type), Stream: row.StreamID,
		Sequence: row.Sequence, SatelliteID: fromID(row.SatelliteID), At: row.At.UTC(), Body: row.Body, State: webhook.State(row.State),
		QueuedAt: row.QueuedAt.UTC(), GiveUpAt: row.GiveUpAt.UTC(), Tries: row.Tries, TriedAt: fromTime(row.TriedAt), Status: row.Status,
		Failure: row.Failure, EndedAt: fromTime(row.EndedAt),
	}
}
