package jobs_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/jobs"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

// pages is a log that a test reads while it is written.
type pages struct {
	mu   sync.Mutex
	text strings.Builder
}

func (p *pages) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *pages) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// check asks for the nightly check now.
func check(t testing.TB, db *postgres.DB) {
	t.Helper()
	client, err := river.NewClient(riverpgxv5.New(db.Pool()), &river.Config{Schema: postgres.JobsSchema})
	require.NoError(t, err)
	_, err = client.Insert(context.Background(), jobs.CheckLists{}, nil)
	require.NoError(t, err)
}

func TestTheNightlyCheckMendsAListAndSaysSo(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	h.Report(t, h.Dana, id)
	c, said := config(t, h), &pages{}
	c.Log = slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelError}))
	start(t, c)
	awaitDone(t, h, "refresh_list", 1)
	want, _ := list(t, h)

	check(t, c.DB)
	awaitDone(t, h, "check_lists", 1)
	require.Empty(t, said.String(), "after a healthy day it finds nothing")

	admin, err := pgx.Connect(context.Background(), h.AdminURL())
	require.NoError(t, err)
	_, err = admin.Exec(context.Background(), "UPDATE national_list SET body = jsonb_set(body, '{rating}', '1')")
	require.NoError(t, err)
	require.NoError(t, admin.Close(context.Background()))
	check(t, c.DB)
	// Not by the number of checks: one comes of itself at the start.
	require.Eventually(t, func() bool { got, _ := list(t, h); return got == want }, patience, 50*time.Millisecond)
	require.Eventually(t, func() bool { return said.String() != "" }, patience, 50*time.Millisecond)
	require.Contains(t, said.String(), "was not what the reports say")
	require.Contains(t, said.String(), h.Tour.ID.String())
}

// Issue 7, must show 5: what a worker had begun when it was killed the list follows all the same.
func TestARefreshThatWasGivenUpIsTakenUp(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	id := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	h.Report(t, h.Dana, id)
	admin, err := pgx.Connect(context.Background(), h.AdminURL())
	require.NoError(t, err)
	defer admin.Close(context.Background())
	_, err = admin.Exec(context.Background(), `UPDATE river.river_job SET state = 'running', attempt = 1,
		attempted_at = now() - interval '1 minute', attempted_by = ARRAY['killed'] WHERE kind = 'refresh_list'`)
	require.NoError(t, err)
	start(t, config(t, h))
	require.Eventually(t, func() bool { _, state := list(t, h); return state.Version == 1 }, patience, 50*time.Millisecond)
	awaitDone(t, h, "take_up_lists", 1)
	require.Equal(t, 1, kept(t, h, "refresh_list", "running"), "it is River's to end it")
	require.Equal(t, 1, kept(t, h, "refresh_list", ""))
}
