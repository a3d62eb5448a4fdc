package director

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/audit"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

// Position is a place in the list of directors.
type Position struct {
	Name string    `json:"n"`
	ID   uuid.UUID `json:"i"`
}

// Store keeps tenants, principals and keys. What another tenant owns is not
// there (fault.ResourceNotFound). Every method but InTx joins the transaction
// of its context.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Insert(ctx context.Context, d Director) error
	Get(ctx context.Context, id uuid.UUID) (Director, error)
	Lock(ctx context.Context, id uuid.UUID) (Director, error)
	Update(ctx context.Context, d Director) error
	List(ctx context.Context, text string, after Position, limit int) ([]Director, error)

	InsertPrincipal(ctx context.Context, p Principal) error
	// MainPrincipal is the first principal of a tenant.
	MainPrincipal(ctx context.Context, tenant uuid.UUID) (Principal, error)
	HasSatellite(ctx context.Context, tenant, satellite uuid.UUID) (bool, error)
	InsertKey(ctx context.Context, k Key, hash [32]byte) error
	Keys(ctx context.Context, tenant, before uuid.UUID, limit int) ([]Key, error)
	Revoke(ctx context.Context, key uuid.UUID, at time.Time) (Key, error)
}

// Service registers directors and gives out keys.
type Service struct {
	Store  Store
	Audit  audit.Recorder
	Now    func() time.Time
	NewID  func() uuid.UUID
	Random io.Reader // cryptographically random
}

// Create registers a director with a first key, whose secret is given only
// here.
func (v *Service) Create(ctx context.Context, d Director) (Director, auth.Key, error) {
	d.ID, d.Kind, d.CreatedAt, d.Version = v.NewID(), Local, v.Now().UTC(), 1
	if err := d.Check(); err != nil {
		return Director{}, auth.Key{}, err
	}
	var secret auth.Key
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		if err := v.Store.Insert(ctx, d); err != nil {
			return err
		}
		p := Principal{TenantID: d.ID, ID: v.NewID(), Name: d.Name, Role: auth.Director, CreatedAt: d.CreatedAt}
		if err := v.Store.InsertPrincipal(ctx, p); err != nil {
			return err
		}
		if err := v.Audit.Record(ctx, audit.Entry{Act: "director.create", Object: d.ID.String(), After: d}); err != nil {
			return err
		}
		var err error
		_, secret, err = v.giveKey(ctx, p, "first key", nil)
		return err
	})
	return d, secret, err
}

// Get reads a director.
func (v *Service) Get(ctx context.Context, id uuid.UUID) (Director, error) {
	var d Director
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		d, err = v.Store.Get(ctx, id)
		return err
	})
	return d, err
}

// List reads a page of directors by name.
func (v *Service) List(ctx context.Context, text string, after Position, limit int) ([]Director, error) {
	var items []Director
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		items, err = v.Store.List(ctx, text, after, limit)
		return err
	})
	return items, err
}

// Edit changes a director; check sees him as he stands before.
func (v *Service) Edit(ctx context.Context, id uuid.UUID, check func(Director) error, change func(*Director)) (Director, error) {
	var after Director
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		before, err := v.Store.Lock(ctx, id)
		if err != nil {
			return err
		}
		if err := check(before); err != nil {
			return err
		}
		after = before
		change(&after)
		if err := after.Check(); err != nil || after == before {
			return err
		}
		after.Version++
		if err := v.Store.Update(ctx, after); err != nil {
			return err
		}
		return v.Audit.Record(ctx, audit.Entry{Act: "director.edit", Object: id.String(), Before: before, After: after})
	})
	return after, err
}

// KeyRequest says what key is wanted. An empty role is the tenant's own.
type KeyRequest struct {
	Label     string
	Role      auth.Role
	ExpiresAt *time.Time
	Satellite uuid.UUID // whose results a scorer enters
}

// CreateKey gives a tenant one more key. A labelled key has a principal of its
// own, so that the log says who used it.
func (v *Service) CreateKey(ctx context.Context, tenant uuid.UUID, r KeyRequest) (Key, auth.Key, error) {
	var key Key
	var secret auth.Key
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		d, err := v.Store.Get(ctx, tenant)
		if err != nil {
			return err
		}
		p, err := v.Store.MainPrincipal(ctx, tenant)
		if err != nil {
			return err
		}
		if err := v.checkRequest(ctx, d, r); err != nil {
			return err
		}
		own := r.Role == "" || r.Role == p.Role
		if r.Label != "" || !own {
			p = Principal{TenantID: tenant, ID: v.NewID(), Name: nameOf(d, r), Role: p.Role, Satellite: r.Satellite, CreatedAt: v.Now().UTC()}
			if !own {
				p.Role = r.Role
			}
			if err := v.Store.InsertPrincipal(ctx, p); err != nil {
				return err
			}
		}
		key, secret, err = v.giveKey(ctx, p, r.Label, r.ExpiresAt)
		return err
	})
	return key, secret, err
}

// rolesOf are the roles that keys of a kind of tenant can have.
func rolesOf(k Kind) []auth.Role {
	if k == Organiser {
		return []auth.Role{auth.Organiser, auth.Viewer, auth.Treasurer}
	}
	return []auth.Role{auth.Director, auth.Scorer}
}

func (v *Service) checkRequest(ctx context.Context, d Director, r KeyRequest) error {
	if (r.Role == auth.Scorer) != (r.Satellite != uuid.Nil) {
		return fault.AtField("/satellite_id", "required", "A scorer's key is for one satellite, and only a scorer's is: give role scorer and satellite_id together.")
	}
	if r.Satellite != uuid.Nil {
		if ok, err := v.Store.HasSatellite(ctx, d.ID, r.Satellite); err != nil || !ok {
			return errors.Join(err, fault.AtField("/satellite_id", "unknown", "%s has no such satellite.", d.Name))
		}
	}
	if r.Role != "" && !slices.Contains(rolesOf(d.Kind), r.Role) {
		return fault.AtField("/role", "invalid_value", "Keys of %s can be of the roles %v.", d.Name, rolesOf(d.Kind))
	}
	if r.ExpiresAt != nil && !r.ExpiresAt.After(v.Now()) {
		return fault.AtField("/expires_at", "out_of_range", "The key would have expired already.")
	}
	return nil
}

func nameOf(d Director, r KeyRequest) string {
	if r.Label == "" {
		return d.Name
	}
	return d.Name + " (" + r.Label + ")"
}

func (v *Service) giveKey(ctx context.Context, p Principal, label string, expires *time.Time) (Key, auth.Key, error) {
	secret, err := auth.NewKey(v.Random)
	if err != nil {
		return Key{}, auth.Key{}, err
	}
	k := Key{
		ID: v.NewID(), TenantID: p.TenantID, PrincipalID: p.ID, Label: label, Role: p.Role, Prefix: secret.Prefix,
		CreatedAt: v.Now().UTC(), ExpiresAt: expires,
	}
	if err := v.Store.InsertKey(ctx, k, secret.Hash); err != nil {
		return Key{}, auth.Key{}, err
	}
	return k, secret, v.Audit.Record(ctx, audit.Entry{Act: "key.create", Object: k.ID.String(), After: k})
}

// Keys reads a page of the keys of a tenant, newest first.
func (v *Service) Keys(ctx context.Context, tenant, before uuid.UUID, limit int) ([]Key, error) {
	var keys []Key
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := v.Store.Get(ctx, tenant); err != nil {
			return err
		}
		var err error
		keys, err = v.Store.Keys(ctx, tenant, before, limit)
		return err
	})
	return keys, err
}

// Revoke ends a key at once; a revoked key stays as it is.
func (v *Service) Revoke(ctx context.Context, key uuid.UUID) error {
	return v.Store.InTx(ctx, func(ctx context.Context) error {
		k, err := v.Store.Revoke(ctx, key, v.Now().UTC())
		if err != nil {
			return err
		}
		return v.Audit.Record(ctx, audit.Entry{Act: "key.revoke", Object: key.String(), Before: k})
	})
}

// Bootstrap makes the organiser's tenant on a first start, with the key given
// or a new one. A new one is given back to be shown once; "" means that there
// is nothing to show.
func (v *Service) Bootstrap(ctx context.Context, key string, exists func(context.Context) (bool, error)) (string, error) {
	if key != "" && len(key) < auth.MinKeyLength {
		return "", fault.New(fault.KeyInvalid, "The organiser's key (NAST_BOOTSTRAP_KEY) needs %d characters or more.", auth.MinKeyLength)
	}
	var shown string
	err := v.Store.InTx(ctx, func(ctx context.Context) error {
		shown = ""
		if there, err := exists(ctx); err != nil || there {
			return err
		}
		now := v.Now().UTC()
		d := Director{ID: auth.From(ctx).TenantID, Kind: Organiser, Name: "Organiser", Email: "organiser@localhost", CreatedAt: now, Version: 1}
		if err := v.Store.Insert(ctx, d); err != nil {
			return err
		}
		p := Principal{TenantID: d.ID, ID: auth.From(ctx).ID, Name: "Organiser", Role: auth.Organiser, CreatedAt: now}
		if err := v.Store.InsertPrincipal(ctx, p); err != nil {
			return err
		}
		if key != "" {
			k := Key{ID: v.NewID(), TenantID: d.ID, PrincipalID: p.ID, Label: "first key", Role: p.Role, Prefix: auth.Prefix(key), CreatedAt: now}
			return v.Store.InsertKey(ctx, k, auth.HashKey(key))
		}
		_, secret, err := v.giveKey(ctx, p, "first key", nil)
		shown = secret.Secret
		return err
	})
	return shown, err
}
