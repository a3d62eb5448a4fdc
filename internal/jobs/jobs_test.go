package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// patience is how long a test waits for a worker before it gives up.
const patience = time.Minute

// config is what a worker of a house is made of.
func config(t testing.TB, h *pgtest.House) jobs.Config {
	t.Helper()
	db := h.Open(t, postgres.WorkerRole, func(o *postgres.Options) { o.Now = h.Clock.Now })
	dues, post := postgres.Dues{DB: db}, &mail.Service{Outbox: postgres.Outbox{DB: db}, Now: h.Clock.Now, NewID: pgtest.NewID}
	return jobs.Config{
		DB: db, Log: slog.New(slog.DiscardHandler),
		Reminders: &carryover.Reminders{Store: dues, Addresses: dues, Post: post, Now: h.Clock.Now, Reminding: carryover.DefaultReminding()},
		Chaser:    &oversight.Chaser{Store: postgres.Oversight{DB: db}, Post: post, Chasing: oversight.DefaultChasing(), Now: h.Clock.Now},
		Nudge:     &qualifiers.Nudge{Store: postgres.Qualifiers{DB: db}, Post: post, PublicURL: "https://tour.example.org", Now: h.Clock.Now},
		Mailer:    post,
		Books:     &carryover.Checker{Records: postgres.Books{DB: db}},
		Lists:     postgres.NewKeeper(db, h.Clock.Now),
		Tours:     postgres.Tours{DB: db},
		Expirers:  []jobs.Expirer{postgres.Idempotency{DB: db}},
		Now:       time.Now, // as River's own
	}
}

// start starts a worker that is stopped with the test, cleanly.
func start(t testing.TB, c jobs.Config) *jobs.Worker {
	t.Helper()
	w, err := jobs.New(c)
	require.NoError(t, err)
	require.NoError(t, w.Start(context.Background()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		require.NoError(t, w.Stop(ctx))
	})
	return w
}

// kept counts the jobs of a kind that are in a state; "" is any state.
func kept(t testing.TB, h *pgtest.House, kind, state string) int {
	t.Helper()
	c, err := pgx.Connect(context.Background(), h.AdminURL())
	require.NoError(t, err)
	defer c.Close(context.Background())
	var n int
	require.NoError(t, c.QueryRow(context.Background(),
		"SELECT count(*) FROM river.river_job WHERE kind = $1 AND ($2 = '' OR state::text = $2)", kind, state).Scan(&n))
	return n
}

func awaitDone(t testing.TB, h *pgtest.House, kind string, n int) {
	t.Helper()
	require.Eventually(t, func() bool { return kept(t, h, kind, "completed") >= n }, patience, 50*time.Millisecond, "%d of %s", n, kind)
}

func list(t testing.TB, h *pgtest.House) (string, qualifiers.State) {
	t.Helper()
	rows, state, err := h.Lists.List(pgtest.As(h.Eve), h.Tour.ID)
	require.NoError(t, err)
	text, err := json.Marshal(rows)
	require.NoError(t, err)
	return string(text), state
}

func TestAReportPutsItsQualifiersOnTheNationalList(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	start(t, config(t, h))
	report := h.Report(t, h.Dana, id)
	require.Len(t, report.Qualifiers, 1)

	require.Eventually(t, func() bool { _, state := list(t, h); return state.Version == 1 }, patience, 50*time.Millisecond)
	rows, state, err := h.Lists.List(pgtest.As(h.Eve), h.Tour.ID)
	require.NoError(t, err)
	require.Len(t, rows, 1)
	require.Equal(t, report.Qualifiers[0].PlayerID, rows[0].PlayerID)
	require.Equal(t, id, rows[0].Best.SatelliteID)
	require.False(t, state.AsOf.IsZero(), "the list says when it was brought up to date")
}

func TestAJobThatRunsTwiceHasOneEffect(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	h.Report(t, h.Dana, id)
	start(t, config(t, h))
	start(t, config(t, h)) // any number of workers may run
	awaitDone(t, h, "refresh_list", 1)
	once, _ := list(t, h)

	for range 5 {
		require.NoError(t, h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
			return h.Announcer.Reported(ctx, h.Tour.ID, id)
		}))
	}
	awaitDone(t, h, "refresh_list", 6)
	twice, state := list(t, h)
	require.Equal(t, once, twice)
	require.EqualValues(t, 1, state.Version, "the list has changed once")
}

func TestAJobIsOfItsTransaction(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	failed := errors.New("no")
	require.ErrorIs(t, h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
		if err := h.Announcer.Reported(ctx, h.Tour.ID, uuid.New()); err != nil {
			return err
		}
		return failed
	}), failed)
	require.Zero(t, kept(t, h, "refresh_list", ""), "a job of what was rolled back does not exist")

	require.NoError(t, h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
		if err := h.Announcer.Reported(ctx, h.Tour.ID, uuid.New()); err != nil {
			return err
		}
		require.Zero(t, kept(t, h, "refresh_list", ""), "nor is it seen before the commit")
		return nil
	}))
	require.Equal(t, 1, kept(t, h, "refresh_list", "available"))
}

func TestOldAnswersAreDroppedOnceAWorkerStarts(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	require.NoError(t, h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
		_, err := postgres.Idempotency{DB: h.DB}.Claim(ctx, [32]byte{1}, [32]byte{2})
		return err
	}))
	h.Clock.Advance(25 * time.Hour)
	start(t, config(t, h))
	awaitDone(t, h, "drop_expired", 1)
	require.NoError(t, h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
		var n int
		err := postgres.Tx(ctx).QueryRow(ctx, "SELECT count(*) FROM idempotency_keys").Scan(&n)
		require.Zero(t, n)
		return err
	}))
}

// stuck is a list whose work never ends by itself.
type stuck struct{ began chan struct{} }

func (s stuck) Refresh(ctx context.Context, _ uuid.UUID, _ qualifiers.Change) error {
	s.began <- struct{}{}
	<-ctx.Done()
	return ctx.Err()
}

func (stuck) Rebuild(context.Context, uuid.UUID) (bool, error) { return false, nil }

func TestAWorkerThatMayWaitNoLongerLeavesItsJobForLater(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	c := config(t, h)
	busy := stuck{began: make(chan struct{})}
	c.Lists = busy
	w, err := jobs.New(c)
	require.NoError(t, err)
	require.NoError(t, w.Start(context.Background()))
	require.NoError(t, h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
		return h.Announcer.Reported(ctx, h.Tour.ID, uuid.New())
	}))
	<-busy.began
	hurry, cancel := context.WithCancel(context.Background())
	cancel()
	require.NoError(t, w.Stop(hurry))
	waiting := kept(t, h, "refresh_list", "retryable") + kept(t, h, "refresh_list", "available")
	require.Equal(t, 1, waiting, "the job is neither done nor lost")
}

func TestStoppingLetsTheJobAtHandEnd(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	c := config(t, h)
	slow := slowly{Lists: c.Lists, began: make(chan struct{}), finish: make(chan struct{})}
	c.Lists = slow
	w, err := jobs.New(c)
	require.NoError(t, err)
	require.NoError(t, w.Start(context.Background()))
	require.NoError(t, h.DB.InTx(pgtest.As(h.Dana), func(ctx context.Context) error {
		return h.Announcer.Reported(ctx, h.Tour.ID, uuid.New())
	}))
	<-slow.began
	stopped := make(chan error)
	go func() { stopped <- w.Stop(context.Background()) }()
	close(slow.finish)
	require.NoError(t, <-stopped)
	require.Equal(t, 1, kept(t, h, "refresh_list", "completed"))
}

// slowly is a list whose work ends when the test says so.
type slowly struct {
	jobs.Lists
	began, finish chan struct{}
}

func (s slowly) Refresh(ctx context.Context, tour uuid.UUID, change qualifiers.Change) error {
	s.began <- struct{}{}
	<-s.finish
	return s.Lists.Refresh(ctx, tour, change)
}
