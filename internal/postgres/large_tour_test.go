package postgres_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
)

// largeTour is a tour of regions, each with 10 reported satellites of 30 players out of its own 100,
// written straight into the tables.
type largeTour struct {
	*pgtest.House
	conn   *pgx.Conn
	keeper *qualifiers.Keeper
}

func numbered(kind byte, n int) uuid.UUID {
	id := uuid.UUID{0: 1, 1: kind}
	binary.BigEndian.PutUint32(id[12:], uint32(n))
	return id
}

func newLargeTour(t *testing.T, regions int) largeTour {
	t.Helper()
	h := pgtest.NewHouse(t)
	y := largeTour{h, admin(t, h.Database), postgres.NewKeeper(h.Open(t, postgres.WorkerRole), h.Clock.Now)}
	var people [][]any
	for n := range 100 * regions {
		people = append(people, []any{numbered(1, n), fmt.Sprintf("Player %05d", n), "", "", fmt.Sprintf("player %05d", n), h.Clock.Now()})
	}
	y.copy(t, "players", []string{"id", "family_name", "given_name", "suffix", "name_key", "created_at"}, people)
	for region := range regions {
		chance := rand.New(rand.NewPCG(uint64(region), 5))
		for n := range 10 {
			y.report(t, region, n, chance.Perm(100)[:30])
		}
	}
	_, err := y.conn.Exec(context.Background(), "ANALYZE")
	require.NoError(t, err)
	_, err = y.keeper.Rebuild(context.Background(), h.Tour.ID)
	require.NoError(t, err)
	_, err = y.conn.Exec(context.Background(), "ANALYZE")
	require.NoError(t, err)
	return y
}

func (y largeTour) copy(t *testing.T, table string, columns []string, rows [][]any) {
	t.Helper()
	_, err := y.conn.CopyFrom(context.Background(), pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	require.NoError(t, err)
}

// report writes the nth satellite of a region, reported with its players in their order, and 4 seats.
func (y largeTour) report(t *testing.T, region, n int, order []int) uuid.UUID {
	t.Helper()
	id, day := numbered(2, 100*region+n), civil.New(2026, 1, 3).AddDays(7*n)
	r := satellite.Report{SatelliteID: id, TourID: y.Tour.ID, Players: 30, Rounds: 6, Seats: 4}
	var entrants [][]any
	for i, k := range order {
		player, entrant := numbered(1, 100*region+k), numbered(3, 100_000*region+1000*n+k)
		name := fmt.Sprintf("Player %05d", 100*region+k)
		r.Standing = append(r.Standing, satellite.Placing{Seed: i + 1, Eligible: true, Qualifier: satellite.Qualifier{
			Rank: i + 1, EntrantID: entrant, PlayerID: player, Name: name, Rating: 1500, HalfPoints: max(0, 12-i), Spread: 500 - 10*i,
		}})
		entrants = append(entrants, []any{y.Dana.TenantID, id, entrant, player, i + 1, name, "", "", 1500, false, true, 1})
	}
	body, err := json.Marshal(r)
	require.NoError(t, err)
	exec(t, y.conn, `INSERT INTO satellites (tenant_id, id, tour_id, name, venue, city, starts_on, ends_on, time_zone, rounds, currency,
		entry_fee, status, seq, version, created_at) VALUES ($1, $2, $3, $4, '{}', '', $5, $5, 'UTC', 6, 'USD', 3000, 'reported', 1, 1, now())`,
		y.Dana.TenantID, id, y.Tour.ID, fmt.Sprintf("Satellite %d of %d", n, region), day.String())
	y.copy(t, "entrants", []string{
		"tenant_id", "satellite_id", "id", "player_id", "number", "family_name", "given_name", "suffix", "rating", "standby", "present", "version",
	}, entrants)
	exec(t, y.conn, "INSERT INTO reports (tenant_id, satellite_id, number, tour_id, body, reported_at) VALUES ($1, $2, 1, $3, $4, now())",
		y.Dana.TenantID, id, y.Tour.ID, body)
	return id
}

// oneMore reports another satellite of the first region and counts the rows that its refresh reads
// and writes, table by table. At this size Postgres reads some tables whole because that is cheaper
// than their indexes; it is told not to, so that what is counted is what the queries ask for.
func (y largeTour) oneMore(t *testing.T) map[string]int {
	t.Helper()
	id, touched := y.report(t, 0, 20, rand.New(rand.NewPCG(1, 1)).Perm(100)[:30]), map[string]int{}
	require.NoError(t, y.keeper.Store.InTx(context.Background(), func(ctx context.Context) error {
		if _, err := postgres.Tx(ctx).Exec(ctx, "SET LOCAL enable_seqscan = off"); err != nil {
			return err
		}
		// Of the connection's earlier transactions Postgres may not have written down all yet.
		if err := addTouched(ctx, touched, -1); err != nil {
			return err
		}
		if err := y.keeper.Refresh(ctx, y.Tour.ID, reported(id)); err != nil {
			return err
		}
		return addTouched(ctx, touched, 1)
	}))
	return touched
}

// addTouched adds, or with -1 takes away, the rows that a connection has touched by now.
func addTouched(ctx context.Context, touched map[string]int, sign int) error {
	rows, err := postgres.Tx(ctx).Query(ctx, `SELECT relname::text, (seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)::int
		FROM pg_stat_xact_user_tables WHERE schemaname = 'public'`)
	if err != nil {
		return err
	}
	var table string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&table, &n}, func() error {
		touched[table] += sign * n
		return nil
	})
	return err
}

// Issue 7, must show 5: 500 satellites of 30 players: one more report changes the list with work that
// does not grow with the tour, and the full rebuild agrees.
func TestOneMoreReportTouchesNoMoreRowsInALargerTour(t *testing.T) {
	t.Parallel()
	small, large := newLargeTour(t, 10), newLargeTour(t, 50)
	few, many := small.oneMore(t), large.oneMore(t)
	for table, rows := range many {
		require.LessOrEqual(t, rows, 2*few[table]+30, "five times the satellites: %s\n%v\n%v", table, few, many)
	}
	changed, err := large.keeper.Rebuild(context.Background(), large.Tour.ID)
	require.NoError(t, err)
	require.False(t, changed, "the full rebuild agrees")
}
