package postgres_test

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

func TestInTxJoinsTheTransactionOfItsContext(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	failed := errors.New("no")
	err := h.DB.InTx(pgtest.As(h.Dana), func(outer context.Context) error {
		// Within a transaction its scope stands, whoever is in the context.
		err := h.DB.InTx(outer, func(inner context.Context) error {
			require.Same(t, postgres.Tx(outer), postgres.Tx(inner))
			_, err := postgres.Tx(inner).Exec(inner, "UPDATE tenants SET city = 'Springfield'")
			return err
		})
		require.NoError(t, err)
		return failed
	})
	require.ErrorIs(t, err, failed)
	dana, err := h.Directors.Get(pgtest.As(h.Dana), h.Dana.TenantID)
	require.NoError(t, err)
	require.Empty(t, dana.City, "the inner call's write went with the outer transaction")
}

func TestInTxRollsBackAfterAPanic(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	require.PanicsWithValue(t, "oh", func() {
		_ = h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
			_, err := postgres.Tx(ctx).Exec(ctx, "UPDATE tenants SET city = 'Springfield'")
			require.NoError(t, err)
			panic("oh")
		})
	})
	dana, err := h.Directors.Get(pgtest.As(h.Dana), h.Dana.TenantID)
	require.NoError(t, err)
	require.Empty(t, dana.City)
}

func TestAnErrorThatWasOverlookedRollsBackAndIsTold(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	err := h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
		_, err := postgres.Tx(ctx).Exec(ctx, "UPDATE tenants SET city = 'Springfield'")
		require.NoError(t, err)
		_, _ = postgres.Tx(ctx).Exec(ctx, "SELECT 1/0")
		return nil
	})
	require.Error(t, err)
	dana, err := h.Directors.Get(pgtest.As(h.Dana), h.Dana.TenantID)
	require.NoError(t, err)
	require.Empty(t, dana.City)
}

func TestAQueryOutsideOfATransactionIsAMistakeOfTheProgram(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t).Open(t, postgres.ServiceRole)
	require.Nil(t, postgres.Tx(context.Background()))
	require.Panics(t, func() { _, _ = postgres.Satellites{DB: db}.Load(context.Background(), uuid.New()) })
}

func TestOnlySerialisationFailuresAndDeadlocksAreTriedAgain(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t).Open(t, postgres.ServiceRole)
	for _, row := range []struct {
		err  error
		runs int
	}{
		{&pgconn.PgError{Code: "40001"}, 5},
		{&pgconn.PgError{Code: "40P01"}, 5},
		{fault.Wrap(&pgconn.PgError{Code: "40P01"}, fault.InternalError, "wrapped"), 5},
		{&pgconn.PgError{Code: "23505"}, 1},
		{errors.New("no"), 1},
		{fault.New(fault.WrongStatus, "no"), 1},
	} {
		runs := 0
		err := db.InTx(context.Background(), func(context.Context) error { runs++; return row.err })
		require.Equal(t, row.err, err)
		require.Equal(t, row.runs, runs, "%v", row.err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	runs := 0
	require.Error(t, db.InTx(ctx, func(context.Context) error { runs++; cancel(); return &pgconn.PgError{Code: "40001"} }))
	require.Equal(t, 1, runs, "nobody waits any more")
}

// with sets parameters of the sessions of a connection string.
func with(t testing.TB, address string, parameters map[string]string) string {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	query := u.Query()
	for name, value := range parameters {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

func TestADeadlockIsTriedAgainUntilBothAreDone(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	url := with(t, h.AdminURL(), map[string]string{"deadlock_timeout": "20ms"})
	db := h.Open(t, postgres.ServiceRole, func(o *postgres.Options) { o.URL = url })

	// In their first run both hold one row before they ask for the other's.
	var holding sync.WaitGroup
	holding.Add(2)
	var runs atomic.Int32
	add := func(first, then uuid.UUID) error {
		again := false
		return db.InTx(pgtest.As(h.Organiser), func(ctx context.Context) error {
			runs.Add(1)
			for _, id := range []uuid.UUID{first, then} {
				if _, err := postgres.Tx(ctx).Exec(ctx, "UPDATE tenants SET city = city || 'x' WHERE tenant_id = $1", id); err != nil {
					return err
				}
				if !again {
					again = true
					holding.Done()
					holding.Wait()
				}
			}
			return nil
		})
	}
	done := make(chan error, 2)
	go func() { done <- add(h.Dana.TenantID, h.Eve.TenantID) }()
	go func() { done <- add(h.Eve.TenantID, h.Dana.TenantID) }()
	require.NoError(t, <-done)
	require.NoError(t, <-done)
	require.EqualValues(t, 3, runs.Load(), "one of the two was the victim, once")
	require.Equal(t, []string{"xx", "xx"}, read[string](t, admin(t, h.Database), "SELECT city FROM tenants WHERE kind = 'director'"))
}

func TestASerialisationFailureIsTriedAgainAndNothingIsLost(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	url := with(t, h.AdminURL(), map[string]string{"default_transaction_isolation": "serializable"})
	db := h.Open(t, postgres.ServiceRole, func(o *postgres.Options) { o.URL = url })
	var seen sync.WaitGroup
	seen.Add(2)
	var runs atomic.Int32
	add := func() error {
		again := false
		return db.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
			runs.Add(1)
			var city string
			if err := postgres.Tx(ctx).QueryRow(ctx, "SELECT city FROM tenants").Scan(&city); err != nil {
				return err
			}
			if !again {
				again = true
				seen.Done()
				seen.Wait()
			}
			_, err := postgres.Tx(ctx).Exec(ctx, "UPDATE tenants SET city = $1", city+"x")
			return err
		})
	}
	done := make(chan error, 2)
	go func() { done <- add() }()
	go func() { done <- add() }()
	require.NoError(t, <-done)
	require.NoError(t, <-done)
	require.EqualValues(t, 3, runs.Load())
	dana, err := h.Directors.Get(pgtest.As(h.Dana), h.Dana.TenantID)
	require.NoError(t, err)
	require.Equal(t, "xx", dana.City)
}

func TestOpenSaysWhatIsWrongWithTheURLAndNotThePassword(t *testing.T) {
	t.Parallel()
	_, err := postgres.Open(context.Background(), postgres.Options{URL: "postgres://nast:geheim@[broken/nast"})
	require.ErrorContains(t, err, "postgres://user:password@host")
	require.NotContains(t, err.Error(), "geheim")
}
