package webhook

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/audit"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/webhook/signature"
)

// rotation is how long the secret before is used beside a new one.
const rotation = 24 * time.Hour

// Store keeps endpoints with their deliveries. What another tenant owns is not there for the caller
// (fault.ResourceNotFound). Every method but InTx joins the transaction of its context.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Endpoints lists them, the newest first, from before an id on. Endpoint reads one;
	// LockEndpoint keeps others from changing it too.
	Endpoints(ctx context.Context, before uuid.UUID, limit int) ([]Endpoint, error)
	Endpoint(ctx context.Context, id uuid.UUID) (Endpoint, error)
	LockEndpoint(ctx context.Context, id uuid.UUID) (Endpoint, error)

	// CountEndpoints counts those of the caller's own tenant, and keeps others from adding to them.
	CountEndpoints(ctx context.Context) (int, error)
	AddEndpoint(ctx context.Context, e Endpoint) error
	SaveEndpoint(ctx context.Context, e Endpoint) error
	// DropEndpoint drops it with all its deliveries.
	DropEndpoint(ctx context.Context, e Endpoint) error

	// AddSecret keeps a new secret; those before are used until the time that is given, and no
	// longer than they were to be.
	AddSecret(ctx context.Context, e Endpoint, s signature.Secret, now, until time.Time) error

	// Deliveries lists them, the newest first.
	Deliveries(ctx context.Context, e Endpoint, f Filter) ([]Delivery, error)
	LockDelivery(ctx context.Context, e Endpoint, event uuid.UUID) (Delivery, error)
	// AddDelivery keeps a new one, and has it tried at once.
	AddDelivery(ctx context.Context, d Delivery, now time.Time) error
	// Hurry has everything that waits tried at once, and then as long as if it were new.
	Hurry(ctx context.Context, e Endpoint, now, giveUpAt time.Time) error
	// Resend makes deliveries that have ended wait again, all the dead ones where no event is
	// named. They are tried at once; if that fails they are dead again. It gives how many.
	Resend(ctx context.Context, e Endpoint, event uuid.UUID, now time.Time) (int, error)
}

// Filter selects deliveries; zero values select all.
type Filter struct {
	State  State
	Before uuid.UUID // the last event of the page before
	Limit  int
}

// Service is what people do with endpoints. Who may call what is decided before (internal/auth).
type Service struct {
	Store   Store
	Audit   audit.Recorder
	Private bool // addresses of private networks are taken
	Now     func() time.Time
	NewID   func() uuid.UUID
	Random  func([]byte)
}

// Create makes an endpoint of the caller's tenant, with the secret that is shown only this once. It
// refuses an address or types that are none, and more than MaxEndpoints (fault.TooManyEndpoints).
func (v *Service) Create(ctx context.Context, w Wish) (e Endpoint, s signature.Secret, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		p, now := auth.From(ctx), v.Now().UTC()
		e, err = Endpoint{
			ID: v.NewID(), TenantID: p.TenantID, Everybody: p.Role == auth.Organiser, CreatedAt: now,
		}.with(w, v.Private, now)
		if err != nil {
			return err
		}
		if n, err := v.Store.CountEndpoints(ctx); err != nil {
			return err
		} else if n >= MaxEndpoints {
			return fault.New(fault.TooManyEndpoints, "There are %d endpoints already; delete one that is not needed.", n)
		}
		if err := v.Store.AddEndpoint(ctx, e); err != nil {
			return err
		}
		if s, err = v.newSecret(ctx, e); err != nil {
			return err
		}
		return v.record(ctx, "webhook.create", e.ID, nil, account(e))
	})
	return e, s, err
}

func (v *Service) newSecret(ctx context.Context, e Endpoint) (signature.Secret, error) {
	s, now := make(signature.Secret, signature.Size), v.Now().UTC()
	v.Random(s)
	return s, v.Store.AddSecret(ctx, e, s, now, now.Add(rotation))
}

// List reads a page of endpoints, the newest first.
func (v *Service) List(ctx context.Context, before uuid.UUID, limit int) (page []Endpoint, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		page, err = v.Store.Endpoints(ctx, before, limit)
		return err
	})
	return page, err
}

// Get reads an endpoint.
func (v *Service) Get(ctx context.Context, id uuid.UUID) (e Endpoint, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		e, err = v.Store.Endpoint(ctx, id)
		return err
	})
	return e, err
}

// Edit changes an endpoint. Where it goes elsewhere or is paused no longer, what waits is tried at
// once.
func (v *Service) Edit(ctx context.Context, id uuid.UUID, w Wish) (e Endpoint, err error) {
	err = v.locked(ctx, id, func(ctx context.Context, was Endpoint) error {
		now := v.Now().UTC()
		if e, err = was.with(w, v.Private, now); err != nil {
			return err
		}
		if was.same(e) {
			return nil
		}
		if err := v.Store.SaveEndpoint(ctx, e); err != nil {
			return err
		}
		if e.URL != was.URL || was.Paused() && !e.Paused() {
			if err := v.Store.Hurry(ctx, e, now, now.Add(patience)); err != nil {
				return err
			}
		}
		return v.record(ctx, "webhook.edit", id, account(was), account(e))
	})
	return e, err
}

// Delete drops an endpoint with its deliveries; what waits is not sent.
func (v *Service) Delete(ctx context.Context, id uuid.UUID) error {
	return v.locked(ctx, id, func(ctx context.Context, e Endpoint) error {
		if err := v.Store.DropEndpoint(ctx, e); err != nil {
			return err
		}
		return v.record(ctx, "webhook.delete", id, account(e), nil)
	})
}

// Rotate gives an endpoint a new secret, shown only this once. For a day deliveries are signed with
// both, so that no receiver has to change at the same moment; it gives until when.
func (v *Service) Rotate(ctx context.Context, id uuid.UUID) (s signature.Secret, until time.Time, err error) {
	err = v.locked(ctx, id, func(ctx context.Context, e Endpoint) error {
		until = v.Now().UTC().Add(rotation)
		if s, err = v.newSecret(ctx, e); err != nil {
			return err
		}
		return v.record(ctx, "webhook.rotate", id, nil, nil)
	})
	return s, until, err
}

// Test sends a ping, once. It refuses an endpoint that is paused (fault.EndpointPaused).
func (v *Service) Test(ctx context.Context, id uuid.UUID) (d Delivery, err error) {
	err = v.locked(ctx, id, func(ctx context.Context, e Endpoint) error {
		if e.Paused() {
			return paused()
		}
		now := v.Now().UTC()
		ping := Event{ID: v.NewID(), Type: Ping, Stream: e.ID, At: now, Data: []byte("{}")}
		if d, err = e.delivery(ping, now, now); err != nil {
			return err
		}
		return v.Store.AddDelivery(ctx, d, now)
	})
	return d, err
}

func paused() error {
	return fault.New(fault.EndpointPaused, "The endpoint is paused; resume it first.")
}

// delivery is an event on its way to the endpoint.
func (e Endpoint) delivery(event Event, now, giveUpAt time.Time) (Delivery, error) {
	body, err := event.Body()
	if err != nil {
		return Delivery{}, fmt.Errorf("write the event %s: %w", event.ID, err)
	}
	return Delivery{
		TenantID: e.TenantID, EndpointID: e.ID, EventID: event.ID, Type: event.Type, Stream: event.Stream, Sequence: event.Sequence,
		SatelliteID: event.SatelliteID, At: event.At, Body: body, State: Waiting, QueuedAt: now, GiveUpAt: giveUpAt,
	}, nil
}

// Deliveries reads a page of what goes or went to an endpoint, the newest first.
func (v *Service) Deliveries(ctx context.Context, id uuid.UUID, f Filter) (page []Delivery, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		e, err := v.Store.Endpoint(ctx, id)
		if err != nil {
			return err
		}
		page, err = v.Store.Deliveries(ctx, e, f)
		return err
	})
	return page, err
}

// Resend sends a delivery that has ended once more, under the same id; one that still waits stays
// as it is.
func (v *Service) Resend(ctx context.Context, id, event uuid.UUID) (d Delivery, err error) {
	err = v.locked(ctx, id, func(ctx context.Context, e Endpoint) error {
		if d, err = v.Store.LockDelivery(ctx, e, event); err != nil || d.State == Waiting {
			return err
		}
		if e.Paused() {
			return paused()
		}
		if _, err := v.Store.Resend(ctx, e, event, v.Now().UTC()); err != nil {
			return err
		}
		d, err = v.Store.LockDelivery(ctx, e, event)
		return err
	})
	return d, err
}

// ResendDead sends everything that was given up once more, in order, and says how much that is.
func (v *Service) ResendDead(ctx context.Context, id uuid.UUID) (n int, err error) {
	err = v.locked(ctx, id, func(ctx context.Context, e Endpoint) error {
		if e.Paused() {
			return paused()
		}
		n, err = v.Store.Resend(ctx, e, uuid.Nil, v.Now().UTC())
		return err
	})
	return n, err
}

func (v *Service) locked(ctx context.Context, id uuid.UUID, do func(ctx context.Context, e Endpoint) error) error {
	return v.Store.InTx(ctx, func(ctx context.Context) error {
		e, err := v.Store.LockEndpoint(ctx, id)
		if err != nil {
			return err
		}
		return do(ctx, e)
	})
}

func (v *Service) record(ctx context.Context, act string, id uuid.UUID, before, after any) error {
	return v.Audit.Record(ctx, audit.Entry{Act: act, Object: id.String(), Before: before, After: after})
}

// same says whether nothing that people can change is different.
func (e Endpoint) same(o Endpoint) bool {
	return e.URL == o.URL && e.Description == o.Description && slices.Equal(e.Types, o.Types) && e.PausedAt.Equal(o.PausedAt)
}

// told is an endpoint as it is recorded: of the address no more than the host, as the rest of it
// can be a secret.
type told struct {
	Host        string    `json:"host"`
	Description string    `json:"description"`
	Types       []string  `json:"types"`
	PausedAt    time.Time `json:"paused_at,omitzero"`
}

func account(e Endpoint) told {
	t := told{Description: e.Description, Types: e.Types, PausedAt: e.PausedAt}
	if u, err := url.Parse(e.URL); err == nil {
		t.Host = u.Host
	}
	return t
}
