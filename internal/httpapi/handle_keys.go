package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/fault"
)

// GetMe says who the key is.
func (h *handlers) GetMe(ctx context.Context, _ GetMeRequestObject) (GetMeResponseObject, error) {
	p := auth.From(ctx)
	return GetMe200JSONResponse{
		Principal: api.Named{ID: p.ID, Name: p.Name}, Role: api.Role(p.Role), Tenant: api.Named{ID: p.TenantID, Name: p.TenantName},
	}, nil
}

// CreateDirector registers a director with a first key.
func (h *handlers) CreateDirector(ctx context.Context, r CreateDirectorRequestObject) (CreateDirectorResponseObject, error) {
	d, key, err := h.Directors.Create(ctx, director.Director{
		Name: r.Body.Name, Email: r.Body.Email, City: orZero(r.Body.City), Region: orZero(r.Body.Region), Country: orZero(r.Body.Country),
	})
	if err != nil {
		return nil, err
	}
	shown := toDirector(d)
	return CreateDirector201JSONResponse{
		ID: shown.ID, Name: shown.Name, Email: shown.Email, City: shown.City, Region: shown.Region, Country: shown.Country,
		CreatedAt: shown.CreatedAt, APIKey: key.Secret,
	}, nil
}

// ListDirectors lists directors by name.
func (h *handlers) ListDirectors(ctx context.Context, r ListDirectorsRequestObject) (ListDirectorsResponseObject, error) {
	from, err := after[director.Position](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	items, err := h.Directors.List(ctx, orZero(r.Params.Q), from, limit+1)
	if err != nil {
		return nil, err
	}
	items, next, err := cut(ctx, items, limit, func(d director.Director) any { return director.Position{Name: d.Name, ID: d.ID} })
	return ListDirectors200JSONResponse{Items: listOf(items, toDirector), NextCursor: next}, err
}

// GetDirector reads one director.
func (h *handlers) GetDirector(ctx context.Context, r GetDirectorRequestObject) (GetDirectorResponseObject, error) {
	d, err := h.Directors.Get(ctx, r.DirectorID)
	if err != nil {
		return nil, err
	}
	return GetDirector200JSONResponse{directorAnswer(d)}, nil
}

// UpdateDirector changes a director.
func (h *handlers) UpdateDirector(ctx context.Context, r UpdateDirectorRequestObject) (UpdateDirectorResponseObject, error) {
	m, err := match(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	check := func(d director.Director) error { return m.Check(d.Version, d) }
	d, err := h.Directors.Edit(ctx, r.DirectorID, check, func(d *director.Director) {
		set(&d.Name, r.Body.Name)
		set(&d.Email, r.Body.Email)
		set(&d.City, r.Body.City)
		set(&d.Region, r.Body.Region)
		set(&d.Country, r.Body.Country)
	})
	if err != nil {
		return nil, withCurrent(err, func(d director.Director) any { return toDirector(d) })
	}
	return UpdateDirector200JSONResponse{directorAnswer(d)}, nil
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// CreateKey gives a tenant one more key.
func (h *handlers) CreateKey(ctx context.Context, r CreateKeyRequestObject) (CreateKeyResponseObject, error) {
	body := orZero(r.Body)
	k, secret, err := h.Directors.CreateKey(ctx, r.DirectorID, director.KeyRequest{
		Label: orZero(body.Label), Role: auth.Role(orZero(body.Role)), ExpiresAt: body.ExpiresAt, Satellite: orZero(body.SatelliteID),
	})
	if err != nil {
		return nil, err
	}
	shown := toKey(k)
	return CreateKey201JSONResponse{
		ID: shown.ID, PrincipalID: shown.PrincipalID, Label: shown.Label, Role: shown.Role, Prefix: shown.Prefix,
		CreatedAt: shown.CreatedAt, ExpiresAt: shown.ExpiresAt, RevokedAt: shown.RevokedAt, APIKey: secret.Secret,
	}, nil
}

type keyPosition struct {
	ID uuid.UUID `json:"i"`
}

// ListKeys lists the keys of a tenant, newest first.
func (h *handlers) ListKeys(ctx context.Context, r ListKeysRequestObject) (ListKeysResponseObject, error) {
	from, err := after[keyPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := limitOf(r.Params.Limit)
	keys, err := h.Directors.Keys(ctx, r.DirectorID, from.ID, limit+1)
	if err != nil {
		return nil, err
	}
	keys, next, err := cut(ctx, keys, limit, func(k director.Key) any { return keyPosition{k.ID} })
	return ListKeys200JSONResponse{Items: listOf(keys, toKey), NextCursor: next}, err
}

// RevokeKey ends a key at once, but never the one it is asked with.
func (h *handlers) RevokeKey(ctx context.Context, r RevokeKeyRequestObject) (RevokeKeyResponseObject, error) {
	if auth.From(ctx).KeyID == r.KeyID {
		return nil, fault.New(fault.NotAllowed, "A key cannot revoke itself; use another one, so that you are not locked out.")
	}
	if err := h.Directors.Revoke(ctx, r.KeyID); err != nil {
		return nil, err
	}
	return RevokeKey204Response{}, nil
}

func directorAnswer(d director.Director) DirectorJSONResponse {
	return DirectorJSONResponse{Body: toDirector(d), Headers: DirectorResponseHeaders{ETag: ptr(etag(d.Version))}}
}

func toDirector(d director.Director) api.Director {
	return api.Director{
		ID: d.ID, Name: d.Name, Email: d.Email, City: optional(d.City), Region: optional(d.Region), Country: optional(d.Country),
		CreatedAt: d.CreatedAt,
	}
}

func toKey(k director.Key) api.Key {
	return api.Key{
		ID: k.ID, PrincipalID: k.PrincipalID, Label: k.Label, Role: api.Role(k.Role), Prefix: k.Prefix,
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, RevokedAt: k.RevokedAt,
	}
}
