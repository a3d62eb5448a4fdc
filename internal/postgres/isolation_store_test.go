package postgres_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/webhook"
)

func accept(director.Director) error { return nil }

func set(name, city string) func(*director.Director) {
	return func(d *director.Director) { d.Name, d.City = name, city }
}

// The stores as director Dana asks them for what is Eve's, with the tenant left
// out of the queries, and with it: the answer is that it does not exist.
func TestTheStoresHideWhatIsAnothers(t *testing.T) {
	t.Parallel()
	alone, danas, eves := fullHouse(t)
	filtered := *alone
	filtered.Services = pgtest.NewServices(t, alone.Open(t, postgres.ServiceRole, func(o *postgres.Options) { o.Now = alone.Clock.Now }), alone.Clock)
	for name, h := range map[string]*pgtest.House{"row-level security alone": alone, "both": &filtered} {
		t.Run(name, func(t *testing.T) {
			eve, err := h.Satellites.Get(pgtest.As(h.Eve), eves)
			require.NoError(t, err)
			ctx := pgtest.As(h.Dana)
			requireSatellitesHidden(t, h, ctx, danas, eve)
			requireDirectorsHidden(t, h, ctx)
			dues, err := h.Dues.List(ctx, carryover.Filter{Limit: 10})
			require.NoError(t, err)
			require.Len(t, dues, 1)
			require.Equal(t, h.Dana.TenantID, dues[0].DirectorID)
			dues, err = h.Dues.List(ctx, carryover.Filter{Limit: 10, Director: h.Eve.TenantID})
			require.NoError(t, err)
			require.Empty(t, dues)
			requireEndpointsHidden(t, h, ctx)
			requireOwnAnswer(t, h)
		})
	}
}

func requireEndpointsHidden(t *testing.T, h *pgtest.House, ctx context.Context) {
	t.Helper()
	eves, err := h.Webhooks.List(pgtest.As(h.Eve), uuid.Nil, 10)
	require.NoError(t, err)
	require.Len(t, eves, 1)
	id := eves[0].ID
	own, err := h.Webhooks.List(ctx, uuid.Nil, 10)
	require.NoError(t, err)
	require.Len(t, own, 1)
	require.NotEqual(t, id, own[0].ID)
	for what, ask := range map[string]func() error{
		"get":        func() error { _, err := h.Webhooks.Get(ctx, id); return err },
		"edit":       func() error { _, err := h.Webhooks.Edit(ctx, id, webhook.Wish{Paused: ptr(true)}); return err },
		"delete":     func() error { return h.Webhooks.Delete(ctx, id) },
		"rotate":     func() error { _, _, err := h.Webhooks.Rotate(ctx, id); return err },
		"test":       func() error { _, err := h.Webhooks.Test(ctx, id); return err },
		"deliveries": func() error { _, err := h.Webhooks.Deliveries(ctx, id, webhook.Filter{Limit: 1}); return err },
		"resend":     func() error { _, err := h.Webhooks.ResendDead(ctx, id); return err },
	} {
		require.Equal(t, fault.ResourceNotFound, fault.CodeOf(ask()), what)
	}
	same, err := h.Webhooks.List(pgtest.As(h.Eve), uuid.Nil, 10)
	require.NoError(t, err)
	require.Equal(t, eves, same)
}

func requireSatellitesHidden(t *testing.T, h *pgtest.House, ctx context.Context, danas uuid.UUID, eve *satellite.Satellite) {
	t.Helper()
	store := postgres.Satellites{DB: h.DB}
	items, err := h.Satellites.List(ctx, satellite.Filter{Limit: 10})
	require.NoError(t, err)
	require.Len(t, items, 1)
	require.Equal(t, danas, items[0].ID)
	items, err = h.Satellites.List(ctx, satellite.Filter{Limit: 10, Director: h.Eve.TenantID})
	require.NoError(t, err)
	require.Empty(t, items)

	require.NoError(t, h.DB.InTx(ctx, func(ctx context.Context) error {
		for what, ask := range map[string]func() error{
			"load":   func() error { _, err := store.Load(ctx, eve.ID); return err },
			"lock":   func() error { _, err := store.Lock(ctx, eve.ID); return err },
			"log":    func() error { _, err := store.Log(ctx, eve.ID, 0, 10); return err },
			"report": func() error { _, err := store.LatestReport(ctx, eve); return err },
		} {
			require.Equal(t, fault.ResourceNotFound, fault.CodeOf(ask()), what)
		}
		contacts, err := store.Contacts(ctx, eve)
		require.NoError(t, err)
		require.Empty(t, contacts)
		return nil
	}))
	before, err := h.Satellites.Get(pgtest.As(h.Eve), eve.ID)
	require.NoError(t, err)
	_, _, err = h.Satellites.SetResult(ctx, eve.ID, eve.Games[0].ID, satellite.ResultInput{First: ptr(1), Second: ptr(2)}, "", satellite.Match{})
	require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
	require.Error(t, h.DB.InTx(ctx, func(ctx context.Context) error {
		return store.SetContact(ctx, eve, eve.Entrants[0].ID, "dana@example.org")
	}))
	after, err := h.Satellites.Get(pgtest.As(h.Eve), eve.ID)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func requireDirectorsHidden(t *testing.T, h *pgtest.House, ctx context.Context) {
	t.Helper()
	directors, err := h.Directors.List(ctx, "", director.Position{}, 10)
	require.NoError(t, err)
	require.Len(t, directors, 1)
	require.Equal(t, h.Dana.TenantID, directors[0].ID)

	store := postgres.Directors{DB: h.DB}
	require.NoError(t, h.DB.InTx(ctx, func(ctx context.Context) error {
		for what, ask := range map[string]func() error{
			"get":       func() error { _, err := store.Get(ctx, h.Eve.TenantID); return err },
			"lock":      func() error { _, err := store.Lock(ctx, h.Eve.TenantID); return err },
			"principal": func() error { _, err := store.MainPrincipal(ctx, h.Eve.TenantID); return err },
			"revoke":    func() error { _, err := store.Revoke(ctx, h.Eve.KeyID, h.Clock.Now()); return err },
		} {
			require.Equal(t, fault.ResourceNotFound, fault.CodeOf(ask()), what)
		}
		keys, err := store.Keys(ctx, h.Eve.TenantID, uuid.Nil, 10)
		require.NoError(t, err)
		require.Empty(t, keys)
		return store.Update(ctx, director.Director{ID: h.Eve.TenantID, Name: "taken"})
	}))
	eve, err := h.Directors.Get(pgtest.As(h.Eve), h.Eve.TenantID)
	require.NoError(t, err)
	require.Equal(t, "Eve", eve.Name)
}

// The same Idempotency-Key of two tenants is two keys.
func requireOwnAnswer(t *testing.T, h *pgtest.House) {
	t.Helper()
	for _, p := range []auth.Principal{h.Dana, h.Eve} {
		require.NoError(t, h.DB.InTx(pgtest.As(p), func(ctx context.Context) error {
			answer, err := postgres.Idempotency{DB: h.DB}.Claim(ctx, [32]byte{1}, [32]byte{2})
			require.Equal(t, p.Name, string(answer))
			return err
		}))
	}
}

func TestAReaderSeesAllAndLocksNothing(t *testing.T) {
	t.Parallel()
	h, danas, eves := fullHouse(t)
	for _, role := range []auth.Role{auth.Viewer, auth.Treasurer} {
		ctx := pgtest.As(auth.Principal{ID: pgtest.NewID(), TenantID: h.Organiser.TenantID, Role: role})
		for _, id := range []uuid.UUID{danas, eves} {
			s, err := h.Satellites.Get(ctx, id)
			require.NoError(t, err)
			_, _, err = h.Satellites.SetResult(ctx, id, s.Games[0].ID, satellite.ResultInput{First: ptr(1), Second: ptr(2)}, "", satellite.Match{})
			require.Equal(t, fault.ResourceNotFound, fault.CodeOf(err))
		}
		dues, err := h.Dues.List(ctx, carryover.Filter{Limit: 10})
		require.NoError(t, err)
		require.Len(t, dues, 2)
	}
}
