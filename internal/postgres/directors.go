package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/audit"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Directors is the store of internal/director, the authenticator, and the
// recorder of acts outside of satellites.
type Directors struct{ *DB }

var (
	_ director.Store     = Directors{}
	_ auth.Authenticator = Directors{}
	_ audit.Recorder     = Directors{}
	_ audit.Store        = Directors{}
)

// Authenticate finds who a key speaks for; fault.KeyInvalid where it does not
// count (any more).
func (s Directors) Authenticate(ctx context.Context, hash [32]byte) (auth.Principal, error) {
	var p auth.Principal
	err := s.inScope(ctx, auth.Scope{Kind: auth.ScopeNone}, hash[:], func(ctx context.Context) error {
		row, err := s.q(ctx).PrincipalByKey(ctx, hash[:])
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.New(fault.KeyInvalid, "This key is not known. Check that it was copied whole.")
		}
		if err != nil {
			return fmt.Errorf("find the key: %w", err)
		}
		if row.RevokedAt != nil {
			return fault.New(fault.KeyInvalid, "This key has been revoked. Ask for a new one.")
		}
		if row.ExpiresAt != nil && !row.ExpiresAt.After(s.clock()) {
			return fault.New(fault.KeyInvalid, "This key has expired. Ask for a new one.")
		}
		p = auth.Principal{
			ID: row.ID, TenantID: row.TenantID, Name: row.Name, TenantName: row.TenantName, Role: auth.Role(row.Role),
			SatelliteID: fromID(row.SatelliteID), KeyID: row.KeyID,
		}
		return nil
	})
	return p, err
}

// Record keeps an act outside of satellites.
func (s Directors) Record(ctx context.Context, e audit.Entry) error {
	before, err := auditJSON(e.Before)
	if err != nil {
		return err
	}
	after, err := auditJSON(e.After)
	if err != nil {
		return err
	}
	p := auth.From(ctx)
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	err = s.q(ctx).InsertAudit(ctx, db.InsertAuditParams{
		ID: id, At: s.clock(), TenantID: p.TenantID, PrincipalID: p.ID, Actor: p.Name, Act: e.Act, Object: e.Object, Before: before, After: after,
	})
	if err != nil {
		return fmt.Errorf("record %s: %w", e.Act, err)
	}
	return nil
}

// Records reads a page of what was recorded, the newest first.
func (s Directors) Records(ctx context.Context, f audit.Filter) ([]audit.Record, error) {
	rows, err := s.q(ctx).AuditEntries(ctx, db.AuditEntriesParams{
		Own: s.own(ctx), Act: f.Act, Object: f.Object, Principal: toID(f.PrincipalID), Since: toInstant(f.Since), Until: toInstant(f.Until),
		BeforeAt: toInstant(f.Before.At), BeforeID: toID(f.Before.ID), Count: int32(f.Limit),
	})
	if err != nil {
		return nil, fmt.Errorf("read the audit: %w", err)
	}
	records := make([]audit.Record, len(rows))
	for i, row := range rows {
		records[i] = audit.Record{
			ID: row.ID, At: row.At.UTC(), PrincipalID: row.PrincipalID, Actor: row.Actor, Act: row.Act, Object: row.Object,
			Before: row.Before, After: row.After,
		}
	}
	return records, nil
}

func auditJSON(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	return json.Marshal(v)
}

// HasOrganiser says whether the first start is over; starts at once wait for
// each other here.
func (s Directors) HasOrganiser(ctx context.Context) (bool, error) {
	if err := s.q(ctx).LockBootstrap(ctx); err != nil {
		return false, err
	}
	_, err := s.q(ctx).Organiser(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// OrganiserID is the organiser's tenant, in a transaction of its own.
func (s Directors) OrganiserID(ctx context.Context) (uuid.UUID, error) {
	var id uuid.UUID
	err := s.InTx(ctx, func(ctx context.Context) error {
		row, err := s.q(ctx).Organiser(ctx)
		id = row.TenantID
		return missing(err, "organiser yet; start the service once")
	})
	return id, err
}

// Insert keeps a new tenant.
func (s Directors) Insert(ctx context.Context, d director.Director) error {
	return s.q(ctx).InsertTenant(ctx, db.InsertTenantParams{
		TenantID: d.ID, Kind: string(d.Kind), Name: d.Name, Email: d.Email, City: d.City, Region: d.Region, Country: d.Country,
		CreatedAt: d.CreatedAt,
	})
}

// Get reads a tenant.
func (s Directors) Get(ctx context.Context, id uuid.UUID) (director.Director, error) {
	row, err := s.q(ctx).Tenant(ctx, db.TenantParams{ID: id, Own: s.own(ctx)})
	return fromTenant(row), missing(err, "director")
}

// Lock reads a tenant and keeps it until the transaction ends.
func (s Directors) Lock(ctx context.Context, id uuid.UUID) (director.Director, error) {
	row, err := s.q(ctx).LockTenant(ctx, db.LockTenantParams{ID: id, Own: s.own(ctx)})
	return fromTenant(row), missing(err, "director")
}

// Update writes a tenant back.
func (s Directors) Update(ctx context.Context, d director.Director) error {
	return s.q(ctx).UpdateTenant(ctx, db.UpdateTenantParams{
		TenantID: d.ID, Name: d.Name, Email: d.Email, City: d.City, Region: d.Region, Country: d.Country,
	})
}

// List reads a page of directors by name.
func (s Directors) List(ctx context.Context, text string, after director.Position, limit int) ([]director.Director, error) {
	rows, err := s.q(ctx).Directors(ctx, db.DirectorsParams{
		Own: s.own(ctx), Q: likeText(text), AfterID: toID(after.ID), AfterName: after.Name, Count: int32(limit),
	})
	if err != nil {
		return nil, fmt.Errorf("list directors: %w", err)
	}
	items := make([]director.Director, len(rows))
	for i, row := range rows {
		items[i] = fromTenant(row)
	}
	return items, nil
}

// InsertPrincipal keeps a new principal.
func (s Directors) InsertPrincipal(ctx context.Context, p director.Principal) error {
	return s.q(ctx).InsertPrincipal(ctx, db.InsertPrincipalParams{
		TenantID: p.TenantID, ID: p.ID, Name: p.Name, Role: string(p.Role), SatelliteID: toID(p.Satellite), CreatedAt: p.CreatedAt,
	})
}

// HasSatellite says whether a satellite is of a tenant.
func (s Directors) HasSatellite(ctx context.Context, tenant, satellite uuid.UUID) (bool, error) {
	return s.q(ctx).HasSatellite(ctx, db.HasSatelliteParams{TenantID: tenant, ID: satellite})
}

// MainPrincipal reads the first principal of a tenant.
func (s Directors) MainPrincipal(ctx context.Context, tenant uuid.UUID) (director.Principal, error) {
	row, err := s.q(ctx).MainPrincipal(ctx, tenant)
	return director.Principal{
		TenantID: row.TenantID, ID: row.ID, Name: row.Name, Role: auth.Role(row.Role), CreatedAt: row.CreatedAt,
	}, missing(err, "director")
}

// InsertKey keeps a key by its hash.
func (s Directors) InsertKey(ctx context.Context, k director.Key, hash [32]byte) error {
	return s.q(ctx).InsertKey(ctx, db.InsertKeyParams{
		TenantID: k.TenantID, ID: k.ID, PrincipalID: k.PrincipalID, Label: k.Label, Prefix: k.Prefix, KeyHash: hash[:],
		ExpiresAt: k.ExpiresAt, CreatedAt: k.CreatedAt,
	})
}

// Keys reads a page of a tenant's keys, newest first.
func (s Directors) Keys(ctx context.Context, tenant, before uuid.UUID, limit int) ([]director.Key, error) {
	rows, err := s.q(ctx).Keys(ctx, db.KeysParams{TenantID: tenant, BeforeID: toID(before), Count: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	keys := make([]director.Key, len(rows))
	for i, row := range rows {
		keys[i] = director.Key{
			ID: row.ID, TenantID: tenant, PrincipalID: row.PrincipalID, Label: row.Label, Role: auth.Role(row.Role), Prefix: row.Prefix,
			CreatedAt: row.CreatedAt.UTC(), ExpiresAt: row.ExpiresAt, RevokedAt: row.RevokedAt,
		}
	}
	return keys, nil
}

// Revoke ends a key.
func (s Directors) Revoke(ctx context.Context, key uuid.UUID, at time.Time) (director.Key, error) {
	row, err := s.q(ctx).RevokeKey(ctx, db.RevokeKeyParams{ID: key, Own: s.own(ctx), At: &at})
	if err != nil {
		return director.Key{}, missing(err, "key")
	}
	return director.Key{ID: row.ID, TenantID: row.TenantID, PrincipalID: row.PrincipalID, Label: row.Label, Prefix: row.Prefix}, nil
}

func fromTenant(row db.Tenant) director.Director {
	return director.Director{
		ID: row.TenantID, Kind: director.Kind(row.Kind), Name: row.Name, Email: row.Email, City: row.City, Region: row.Region,
		Country: row.Country, Version: row.Version, CreatedAt: row.CreatedAt.UTC(),
	}
}
