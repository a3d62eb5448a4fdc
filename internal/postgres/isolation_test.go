package postgres_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/webhook"
)

// fullHouse is a house in which both directors have rows in every tenant
// table, with row-level security standing alone.
func fullHouse(t testing.TB) (h *pgtest.House, danas, eves uuid.UUID) {
	t.Helper()
	h = pgtest.NewHouse(t)
	people := []int{1, 2, 3, 4, 5, 6}
	danas = h.Play(t, h.Dana, "Dana's", 1, 6, people...)
	eves = h.Play(t, h.Eve, "Eve's", 2, 6, people...)
	for p, id := range map[auth.Principal]uuid.UUID{h.Dana: danas, h.Eve: eves} {
		_, codes, err := h.Satellites.CodesOf(pgtest.As(p), id, 1)
		require.NoError(t, err)
		require.Len(t, codes, len(people))
	}
	h.Report(t, h.Dana, danas)
	h.Report(t, h.Eve, eves)
	for _, p := range []auth.Principal{h.Dana, h.Eve} {
		paid, err := h.Treasury.Record(pgtest.As(p), carryover.Told{Terms: carryover.Terms{
			DirectorID: p.TenantID, Method: carryover.Cheque, Reference: "1042", Amount: money.Money{Amount: 10_00, Currency: money.USD},
		}})
		require.NoError(t, err)
		_, err = h.Treasury.Receive(pgtest.As(h.Organiser), paid.ID, carryover.Doing{}, 0)
		require.NoError(t, err)
	}
	atStripe := postgres.Cards{DB: h.DB}
	for p, id := range map[auth.Principal]uuid.UUID{h.Dana: danas, h.Eve: eves} {
		amount := money.Money{Amount: 10_00, Currency: money.USD}
		require.NoError(t, h.DB.InTx(pgtest.As(p), func(ctx context.Context) error {
			return atStripe.AddCheckout(ctx, cards.Checkout{
				PaymentID: pgtest.NewID(), DirectorID: p.TenantID, SatelliteID: id, Amount: amount, State: cards.Open,
				AskedAt: h.Clock.Now(), ExpiresAt: h.Clock.Now(),
			})
		}))
		require.NoError(t, h.DB.InTx(pgtest.As(h.Organiser), func(ctx context.Context) error {
			return atStripe.AddRefund(ctx, cards.Refund{
				ID: pgtest.NewID(), PaymentID: pgtest.NewID(), DirectorID: p.TenantID, Amount: amount, State: cards.RefundAsked, AskedAt: h.Clock.Now(),
			})
		}))
	}
	for _, p := range []auth.Principal{h.Dana, h.Eve} {
		address := "https://events.example.org/" + p.Name
		e, _, err := h.Webhooks.Create(pgtest.As(p), webhook.Wish{URL: &address})
		require.NoError(t, err)
		_, err = h.Webhooks.Test(pgtest.As(p), e.ID)
		require.NoError(t, err)
	}
	keys := postgres.Idempotency{DB: h.DB}
	for _, p := range []auth.Principal{h.Dana, h.Eve} {
		require.NoError(t, h.DB.InTx(pgtest.As(p), func(ctx context.Context) error {
			if _, err := keys.Claim(ctx, [32]byte{1}, [32]byte{2}); err != nil {
				return err
			}
			return keys.Complete(ctx, [32]byte{1}, []byte(p.Name))
		}))
		director, err := h.Directors.Get(pgtest.As(p), p.TenantID)
		require.NoError(t, err)
		_, err = h.Directors.Edit(pgtest.As(p), p.TenantID, accept, set(director.Name, "Springfield"))
		require.NoError(t, err)
	}
	alone := h.Open(t, postgres.ServiceRole, func(o *postgres.Options) { o.NoTenantFilter, o.Now = true, h.Clock.Now })
	h.Services = pgtest.NewServices(t, alone, h.Clock)
	return h, danas, eves
}

// rawly runs a statement within a transaction of the service as a principal.
func rawly(t testing.TB, db *postgres.DB, ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	t.Helper()
	return db.InTx(ctx, func(ctx context.Context) error { return do(ctx, postgres.Tx(ctx)) })
}

func count(t testing.TB, db *postgres.DB, ctx context.Context, sql string, args ...any) int {
	t.Helper()
	n := -1
	require.NoError(t, rawly(t, db, ctx, func(ctx context.Context, tx pgx.Tx) error {
		return tx.QueryRow(ctx, sql, args...).Scan(&n)
	}))
	return n
}

func TestRowLevelSecurityAloneHidesEveryRowOfAnother(t *testing.T) {
	t.Parallel()
	h, _, _ := fullHouse(t)
	nobody := context.Background()
	stranger := pgtest.As(auth.Principal{ID: pgtest.NewID(), TenantID: h.Dana.TenantID, Role: "stranger"})
	homeless := pgtest.As(auth.Principal{ID: pgtest.NewID(), Role: auth.Director})
	viewer := pgtest.As(auth.Principal{ID: pgtest.NewID(), TenantID: h.Organiser.TenantID, Role: auth.Viewer})
	for _, table := range tenantTables(t, admin(t, h.Database)) {
		t.Run(table, func(t *testing.T) {
			all := "SELECT count(*) FROM " + table
			own, others := all+" WHERE tenant_id = $1", all+" WHERE tenant_id <> $1"
			for _, p := range []auth.Principal{h.Dana, h.Eve} {
				require.Positive(t, count(t, h.DB, pgtest.As(p), own, p.TenantID), "the test has rows of %s", p.Name)
				require.Zero(t, count(t, h.DB, pgtest.As(p), others, p.TenantID), "%s sees another's", p.Name)
			}
			whole := read[int](t, admin(t, h.Database), "SELECT count(*)::int FROM "+table)[0]
			require.Equal(t, whole, count(t, h.DB, pgtest.As(h.Organiser), all))
			require.Equal(t, whole, count(t, h.DB, viewer, all))
			for _, ctx := range []context.Context{nobody, stranger, homeless} {
				require.Zero(t, count(t, h.DB, ctx, all), "without a scope nothing is seen")
			}
		})
	}
}

// sayNo are the codes by which Postgres refuses a write: no right, or against
// a policy.
const sayNo = "42501"

func TestRowLevelSecurityAloneRefusesEveryWriteToAnother(t *testing.T) {
	t.Parallel()
	h, _, _ := fullHouse(t)
	c := admin(t, h.Database)
	viewer := auth.Principal{ID: pgtest.NewID(), TenantID: h.Organiser.TenantID, Role: auth.Viewer}
	for _, table := range tenantTables(t, c) {
		t.Run(table, func(t *testing.T) {
			before := read[string](t, c, "SELECT t::text FROM "+table+" t ORDER BY 1")
			for _, p := range []auth.Principal{h.Dana, viewer, {}} {
				for verb, sql := range map[string]string{
					"insert":    "INSERT INTO %[1]s SELECT (jsonb_populate_record(NULL::%[1]s, $2)).* WHERE $1::uuid IS NOT NULL",
					"update":    "UPDATE %[1]s SET tenant_id = tenant_id WHERE tenant_id = $1 AND $2::jsonb IS NOT NULL",
					"delete":    "DELETE FROM %[1]s WHERE tenant_id = $1 AND $2::jsonb IS NOT NULL",
					"give away": "UPDATE %[1]s SET tenant_id = $1 WHERE tenant_id <> $1 AND $2::jsonb IS NOT NULL",
				} {
					row := read[string](t, c, "SELECT to_jsonb(t)::text FROM "+table+" t WHERE tenant_id = $1 LIMIT 1", h.Eve.TenantID)[0]
					var tag pgconn.CommandTag
					err := rawly(t, h.DB, pgtest.As(p), func(ctx context.Context, tx pgx.Tx) (err error) {
						tag, err = tx.Exec(ctx, fmt.Sprintf(sql, table), h.Eve.TenantID, row)
						return err
					})
					var refused *pgconn.PgError
					switch {
					case err == nil:
						require.NotEqual(t, "insert", verb, "%q may insert into %s", p.Role, table)
						require.Zero(t, tag.RowsAffected(), "%q: %s", p.Role, verb)
					default:
						require.ErrorAs(t, err, &refused)
						require.Equal(t, sayNo, refused.Code, "%q: %s: %v", p.Role, verb, err)
					}
				}
			}
			require.Equal(t, before, read[string](t, c, "SELECT t::text FROM "+table+" t ORDER BY 1"))
		})
	}
}

func TestOnlyTheOrganiserMakesATenant(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	for _, p := range []auth.Principal{h.Dana, {}} {
		err := rawly(t, h.DB, pgtest.As(p), func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO tenants (tenant_id, kind, name, email, created_at) VALUES ($1, 'director', 'x', 'x@y', now())", pgtest.NewID())
			return err
		})
		require.ErrorContains(t, err, "row-level security")
	}
}

func TestTheServiceActsAsItsRoleWhoeverHasLoggedIn(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	for _, role := range []postgres.Role{postgres.ServiceRole, postgres.WorkerRole} {
		db, err := postgres.Open(context.Background(), postgres.Options{URL: h.AdminURL(), Role: role, MaxConns: 1})
		require.NoError(t, err)
		t.Cleanup(db.Close)
		const who = "SELECT concat_ws(' ', current_user, current_setting('nast.scope', true), current_setting('nast.tenant', true))"
		var inside, after string
		require.NoError(t, rawly(t, db, pgtest.As(h.Dana), func(ctx context.Context, tx pgx.Tx) error {
			return tx.QueryRow(ctx, who).Scan(&inside)
		}))
		require.Equal(t, fmt.Sprintf("%s tenant %s", role, h.Dana.TenantID), inside)

		// The one connection of the pool keeps nothing of it.
		require.NoError(t, db.Pool().QueryRow(context.Background(), who).Scan(&after))
		user := map[postgres.Role]string{postgres.ServiceRole: "postgres", postgres.WorkerRole: "nast_worker"}[role]
		require.Equal(t, user+"  ", after)
	}
}
