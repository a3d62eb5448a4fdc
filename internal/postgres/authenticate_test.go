package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

func TestAKeySpeaksForItsPrincipalUntilItIsRevokedOrExpires(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	directors := postgres.Directors{DB: h.DB}
	expires := h.Clock.Now().Add(time.Hour)
	key, secret, err := h.Directors.CreateKey(pgtest.As(h.Dana), h.Dana.TenantID, director.KeyRequest{Label: "laptop", ExpiresAt: &expires})
	require.NoError(t, err)
	revoked, spent, err := h.Directors.CreateKey(pgtest.As(h.Dana), h.Dana.TenantID, director.KeyRequest{})
	require.NoError(t, err)
	require.NoError(t, h.Directors.Revoke(pgtest.As(h.Dana), revoked.ID))
	require.NoError(t, h.Directors.Revoke(pgtest.As(h.Dana), revoked.ID), "a revoked key stays as it is")

	p, err := directors.Authenticate(context.Background(), secret.Hash)
	require.NoError(t, err)
	require.Equal(t, auth.Principal{
		ID: key.PrincipalID, TenantID: h.Dana.TenantID, Name: "Dana (laptop)", TenantName: "Dana", Role: auth.Director, KeyID: key.ID,
	}, p)

	// Who asks already makes no difference.
	again, err := directors.Authenticate(pgtest.As(h.Eve), secret.Hash)
	require.NoError(t, err)
	require.Equal(t, p, again)

	refused := func(hash [32]byte, says string) {
		t.Helper()
		p, err := directors.Authenticate(context.Background(), hash)
		require.Equal(t, fault.KeyInvalid, fault.CodeOf(err))
		require.ErrorContains(t, err, says)
		require.Zero(t, p)
	}
	refused([32]byte{}, "not known")
	refused(auth.HashKey("nast_AbCd1234_unknown"), "not known")
	refused(spent.Hash, "revoked")
	h.Clock.Advance(time.Hour)
	refused(secret.Hash, "expired")
}

func TestTheScopeOfAKeyShowsItsOwnRowsAndNoOthers(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	c := admin(t, h.Database)
	hash := read[[]byte](t, c, "SELECT key_hash FROM api_keys WHERE id = $1", h.Dana.KeyID)[0]
	exec(t, c, "SELECT set_config('role', 'nast_service', false), set_config('nast.scope', 'key', false), set_config('nast.key', encode($1, 'hex'), false)", hash)
	for _, table := range []string{"tenants", "principals", "api_keys"} {
		require.Equal(t, []string{h.Dana.TenantID.String()}, read[string](t, c, "SELECT tenant_id::text FROM "+table), table)
	}
	for _, table := range []string{"satellites", "audit", "reports", "idempotency_keys"} {
		require.Zero(t, read[int](t, c, "SELECT count(*)::int FROM "+table)[0], table)
	}
}

func TestOnlyOneOfManyFirstStartsMakesTheOrganiser(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	services := pgtest.NewServices(t, d.Open(t, postgres.ServiceRole), &pgtest.Clock{})
	const starts = 8
	shown := make(chan string, starts)
	for range starts {
		go func() {
			p := auth.Principal{ID: pgtest.NewID(), TenantID: pgtest.NewID(), Name: "Organiser", Role: auth.Organiser}
			key, err := services.Directors.Bootstrap(pgtest.As(p), "", postgres.Directors{DB: services.DB}.HasOrganiser)
			if err != nil {
				key = err.Error()
			}
			shown <- key
		}()
	}
	var keys []string
	for range starts {
		if key := <-shown; key != "" {
			keys = append(keys, key)
		}
	}
	require.Len(t, keys, 1)
	p, err := postgres.Directors{DB: services.DB}.Authenticate(context.Background(), auth.HashKey(keys[0]))
	require.NoError(t, err)
	require.Equal(t, auth.Organiser, p.Role)
}
