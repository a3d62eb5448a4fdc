package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/webhook"
)

type endpointPosition struct {
	ID uuid.UUID `json:"i"`
}

type deliveryPosition struct {
	ID uuid.UUID `json:"i"`
}

// CreateEndpoint has events sent to an address.
func (h *handlers) CreateEndpoint(ctx context.Context, r CreateEndpointRequestObject) (CreateEndpointResponseObject, error) {
	e, secret, err := h.Webhooks.Create(ctx, webhook.Wish{URL: &r.Body.URL, Description: r.Body.Description, Types: r.Body.Types})
	if err != nil {
		return nil, err
	}
	shown := toEndpoint(e)
	return CreateEndpoint201JSONResponse{
		ID: shown.ID, TenantID: shown.TenantID, Everybody: shown.Everybody, URL: shown.URL, Description: shown.Description, Types: shown.Types,
		Paused: shown.Paused, CreatedAt: shown.CreatedAt, Health: shown.Health, Secret: secret.String(),
	}, nil
}

// ListEndpoints lists endpoints, newest first.
func (h *handlers) ListEndpoints(ctx context.Context, r ListEndpointsRequestObject) (ListEndpointsResponseObject, error) {
	from, err := after[endpointPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	page, err := h.Webhooks.List(ctx, from.ID, limit+1)
	if err != nil {
		return nil, err
	}
	page, next, err := cut(ctx, page, limit, func(e webhook.Endpoint) any { return endpointPosition{e.ID} })
	return ListEndpoints200JSONResponse{Items: listOf(page, toEndpoint), NextCursor: next}, err
}

// GetEndpoint reads one endpoint.
func (h *handlers) GetEndpoint(ctx context.Context, r GetEndpointRequestObject) (GetEndpointResponseObject, error) {
	e, err := h.Webhooks.Get(ctx, r.EndpointID)
	if err != nil {
		return nil, err
	}
	return GetEndpoint200JSONResponse{EndpointJSONResponse(toEndpoint(e))}, nil
}

// UpdateEndpoint changes an endpoint.
func (h *handlers) UpdateEndpoint(ctx context.Context, r UpdateEndpointRequestObject) (UpdateEndpointResponseObject, error) {
	e, err := h.Webhooks.Edit(ctx, r.EndpointID, webhook.Wish{
		URL: r.Body.URL, Description: r.Body.Description, Types: r.Body.Types, Paused: r.Body.Paused,
	})
	if err != nil {
		return nil, err
	}
	return UpdateEndpoint200JSONResponse{EndpointJSONResponse(toEndpoint(e))}, nil
}

// DeleteEndpoint deletes an endpoint.
func (h *handlers) DeleteEndpoint(ctx context.Context, r DeleteEndpointRequestObject) (DeleteEndpointResponseObject, error) {
	if err := h.Webhooks.Delete(ctx, r.EndpointID); err != nil {
		return nil, err
	}
	return DeleteEndpoint204Response{}, nil
}

// RotateEndpoint gives an endpoint a new secret.
func (h *handlers) RotateEndpoint(ctx context.Context, r RotateEndpointRequestObject) (RotateEndpointResponseObject, error) {
	secret, until, err := h.Webhooks.Rotate(ctx, r.EndpointID)
	if err != nil {
		return nil, err
	}
	return RotateEndpoint200JSONResponse{Secret: secret.String(), FormerUntil: until}, nil
}

// TestEndpoint sends a ping.
func (h *handlers) TestEndpoint(ctx context.Context, r TestEndpointRequestObject) (TestEndpointResponseObject, error) {
	d, err := h.Webhooks.Test(ctx, r.EndpointID)
	if err != nil {
		return nil, err
	}
	return TestEndpoint200JSONResponse(toDelivery(d)), nil
}

// ListDeliveries lists what goes or went to an endpoint, newest first.
func (h *handlers) ListDeliveries(ctx context.Context, r ListDeliveriesRequestObject) (ListDeliveriesResponseObject, error) {
	from, err := after[deliveryPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	page, err := h.Webhooks.Deliveries(ctx, r.EndpointID, webhook.Filter{
		State: webhook.State(orZero(r.Params.Status)), Before: from.ID, Limit: limit + 1,
	})
	if err != nil {
		return nil, err
	}
	page, next, err := cut(ctx, page, limit, func(d webhook.Delivery) any { return deliveryPosition{d.EventID} })
	return ListDeliveries200JSONResponse{Items: listOf(page, toDelivery), NextCursor: next}, err
}

// ResendDelivery sends one delivery once more.
func (h *handlers) ResendDelivery(ctx context.Context, r ResendDeliveryRequestObject) (ResendDeliveryResponseObject, error) {
	d, err := h.Webhooks.Resend(ctx, r.EndpointID, r.DeliveryID)
	if err != nil {
		return nil, err
	}
	return ResendDelivery200JSONResponse(toDelivery(d)), nil
}

// ResendDeadDeliveries sends everything that was given up once more.
func (h *handlers) ResendDeadDeliveries(ctx context.Context, r ResendDeadDeliveriesRequestObject) (ResendDeadDeliveriesResponseObject, error) {
	n, err := h.Webhooks.ResendDead(ctx, r.EndpointID)
	if err != nil {
		return nil, err
	}
	return ResendDeadDeliveries200JSONResponse{Deliveries: n}, nil
}

func toEndpoint(e webhook.Endpoint) api.Endpoint {
	return api.Endpoint{
		ID: e.ID, TenantID: e.TenantID, Everybody: e.Everybody, URL: e.URL, Description: e.Description, Types: append([]string{}, e.Types...),
		Paused: e.Paused(), CreatedAt: e.CreatedAt,
		Health: api.EndpointHealth{
			FailingSince: optionalTime(e.Health.FailingSince), DeliveredAt: optionalTime(e.Health.DeliveredAt),
			FailedAt: optionalTime(e.Health.FailedAt), Failure: e.Health.Failure, Waiting: e.Health.Waiting, Dead: e.Health.Dead,
		},
	}
}

func toDelivery(d webhook.Delivery) api.Delivery {
	return api.Delivery{
		ID: d.EventID, Type: string(d.Type), Stream: d.Stream, Sequence: d.Sequence, SatelliteID: optional(d.SatelliteID), OccurredAt: d.At,
		Status: api.DeliveryStatus(d.State), QueuedAt: d.QueuedAt, Tries: d.Tries, TriedAt: optionalTime(d.TriedAt), Answer: optional(d.Status),
		Failure: d.Failure, EndedAt: optionalTime(d.EndedAt), Body: string(d.Body),
	}
}
