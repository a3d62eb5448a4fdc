package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// season is a house in which some satellites, with people in common, are
// reported, and a worker that keeps the list.
type season struct {
	*pgtest.House
	worker  *qualifiers.Keeper
	reports []uuid.UUID // the satellites
	seats   int         // that the reports give
}

func newSeason(t testing.TB, satellites int) *season {
	t.Helper()
	h := pgtest.NewHouse(t)
	db := h.Open(t, postgres.WorkerRole)
	y := &season{House: h, worker: postgres.NewKeeper(db, h.Clock.Now)}
	random := rand.New(rand.NewPCG(5, 6))
	for i := range satellites {
		p := []auth.Principal{h.Dana, h.Eve}[i%2]
		id := h.Play(t, p, fmt.Sprint("Satellite ", i), uint64(i), 5, random.Perm(14)[:11]...) // 11 of 14 people: 2 seats
		y.seats += len(h.Report(t, p, id).Qualifiers)
		y.reports = append(y.reports, id)
	}
	require.Equal(t, 2*satellites, y.seats)
	return y
}

// list is the national list as everybody reads it, as JSON.
func (y *season) list(t testing.TB) (string, qualifiers.State) {
	t.Helper()
	rows, state, err := y.Lists.List(pgtest.As(y.Dana), y.Tour.ID)
	require.NoError(t, err)
	text, err := json.MarshalIndent(rows, "", " ")
	require.NoError(t, err)
	return string(text), state
}

func (y *season) refresh(t testing.TB, order ...uuid.UUID) {
	t.Helper()
	for _, id := range order {
		require.NoError(t, y.worker.Refresh(context.Background(), y.Tour.ID, reported(id)))
	}
}

func reported(satellite uuid.UUID) qualifiers.Change {
	return qualifiers.Change{Satellites: []uuid.UUID{satellite}}
}

func (y *season) rebuild(t testing.TB) (changed bool) {
	t.Helper()
	changed, err := y.worker.Rebuild(context.Background(), y.Tour.ID)
	require.NoError(t, err)
	return changed
}

func (y *season) forget(t testing.TB) {
	t.Helper()
	exec(t, admin(t, y.Database), "TRUNCATE seat_outcomes, seat_claims, national_list, national_list_state, national_list_history")
}

func TestTheListIsTheSameInWhateverOrderTheReportsCame(t *testing.T) {
	t.Parallel()
	y := newSeason(t, 6)
	require.True(t, y.rebuild(t))
	want, _ := y.list(t)
	var rows []qualifiers.ListRow
	require.NoError(t, json.Unmarshal([]byte(want), &rows))
	seats := 0
	for _, row := range rows {
		seats += row.Seats
	}
	require.Equal(t, y.seats, seats)
	require.Less(t, len(rows), seats, "somebody has won two seats, or the test shows little")

	random := rand.New(rand.NewPCG(8, 9))
	for range 3 {
		y.forget(t)
		random.Shuffle(len(y.reports), func(i, j int) { y.reports[i], y.reports[j] = y.reports[j], y.reports[i] })
		y.refresh(t, y.reports...)
		got, _ := y.list(t)
		require.Equal(t, want, got)
		require.False(t, y.rebuild(t), "a rebuild finds nothing to change")
		got, _ = y.list(t)
		require.Equal(t, want, got, "byte for byte")
	}

	y.forget(t)
	for _, err := range atOnce(2, func(worker int) error {
		for i := range y.reports {
			if worker == 1 {
				i = len(y.reports) - 1 - i
			}
			if err := y.worker.Refresh(context.Background(), y.Tour.ID, reported(y.reports[i])); err != nil {
				return err
			}
		}
		return nil
	}) {
		require.NoError(t, err)
	}
	got, state := y.list(t)
	require.Equal(t, want, got, "with two workers at once")
	require.Positive(t, state.Version)
	require.LessOrEqual(t, state.Version, int64(len(y.reports)), "a report changes the list once, or one that follows from it has before")
}

func TestRefreshingTwiceIsRefreshingOnce(t *testing.T) {
	t.Parallel()
	y := newSeason(t, 1)
	_, never := y.list(t)
	require.Zero(t, never)
	y.refresh(t, y.reports[0])
	once, first := y.list(t)
	y.refresh(t, y.reports[0])
	twice, second := y.list(t)
	require.Equal(t, once, twice)
	require.EqualValues(t, 1, first.Version)
	require.Equal(t, first.Version, second.Version)
	require.True(t, second.AsOf.After(first.AsOf), "but it was looked at again")
}

// A correction posts a second report; the list follows it, and drops whom no
// seat is left.
func TestTheListFollowsTheLatestReport(t *testing.T) {
	t.Parallel()
	y := newSeason(t, 3)
	y.refresh(t, y.reports...)
	exec(t, admin(t, y.Database), `
		INSERT INTO reports (tenant_id, satellite_id, number, tour_id, body, reported_at)
		SELECT tenant_id, satellite_id, 2, tour_id, jsonb_set(body, '{seats}', '1'), reported_at
		FROM reports WHERE satellite_id = $1`, y.reports[0])
	y.refresh(t, y.reports[0])
	got, _ := y.list(t)
	require.False(t, y.rebuild(t))
	want, _ := y.list(t)
	require.Equal(t, want, got)
	require.Equal(t, y.seats-1, read[int](t, admin(t, y.Database), "SELECT count(*)::int FROM seat_claims")[0])
}

func TestARebuildMendsAListThatWasSpoiled(t *testing.T) {
	t.Parallel()
	y := newSeason(t, 2)
	y.refresh(t, y.reports...)
	want, _ := y.list(t)
	for _, spoil := range []string{
		"DELETE FROM national_list WHERE player_id = (SELECT max(player_id::text)::uuid FROM national_list)",
		"UPDATE national_list SET body = jsonb_set(body, '{rating}', '1')",
		"INSERT INTO national_list SELECT tour_id, gen_random_uuid(), body FROM national_list LIMIT 1",
	} {
		exec(t, admin(t, y.Database), spoil)
		require.True(t, y.rebuild(t), spoil)
		got, _ := y.list(t)
		require.Equal(t, want, got, spoil)
	}
}

func TestASatelliteWithoutAReportGivesNoSeats(t *testing.T) {
	t.Parallel()
	y := newSeason(t, 0)
	id := y.Play(t, y.Dana, "Springfield", 1, 5, people(8)...)
	y.refresh(t, id)
	text, state := y.list(t)
	require.Equal(t, "[]", text)
	require.Zero(t, state.Version)
}

// torn is a worker whose connection is cut while it saves the list, as by a kill -9.
type torn struct {
	postgres.Qualifiers
	admin *pgx.Conn
}

func (s torn) SaveRows(ctx context.Context, tour uuid.UUID, rows []qualifiers.ListRow, gone []uuid.UUID, at time.Time) error {
	if err := s.Qualifiers.SaveRows(ctx, tour, rows, gone, at); err != nil {
		return err
	}
	_, err := s.admin.Exec(ctx, "SELECT pg_terminate_backend($1)", postgres.Tx(ctx).Conn().PgConn().PID())
	return err
}

// Issue 7, must show 5: a worker that is killed in the middle leaves nothing half done, and the next
// one comes to the same list.
func TestAWorkerThatIsKilledLeavesNothingHalfDone(t *testing.T) {
	t.Parallel()
	y := newSeason(t, 3)
	y.refresh(t, y.reports[0])
	before, _ := y.list(t)
	c := admin(t, y.Database)
	kept := read[string](t, c, "SELECT body::text FROM seat_outcomes ORDER BY 1")
	killed := *y.worker
	killed.Store = torn{y.worker.Store.(postgres.Qualifiers), c}
	y.Report(t, y.Eve, y.Play(t, y.Eve, "Elgin", 77, 5, people(11)...))
	_, err := killed.Rebuild(context.Background(), y.Tour.ID)
	require.Error(t, err)
	after, _ := y.list(t)
	require.Equal(t, before, after)
	require.Equal(t, kept, read[string](t, c, "SELECT body::text FROM seat_outcomes ORDER BY 1"))

	require.True(t, y.rebuild(t))
	want, _ := y.list(t)
	y.forget(t)
	y.rebuild(t)
	got, _ := y.list(t)
	require.Equal(t, want, got)
	require.NotEqual(t, before, got)
}
