package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
	"github.com/nast-tour/nast/internal/tour"
)

// Directors are chased until their report is there, each step once, by whichever worker; not in a
// quiet tour, and not before the satellite was sanctioned.
func TestDirectorsAreChasedUntilTheyReport(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	played := h.Play(t, h.Dana, "Springfield", 1, 5, 1, 2, 3, 4, 5, 6, 7, 8)
	silent := h.Register(t, h.Eve, "Nampa", 6)
	_, err := h.Satellites.Sanction(pgtest.As(h.Organiser), silent.ID, "")
	require.NoError(t, err)
	h.Register(t, h.Eve, "Never sanctioned", 6)
	db := h.Open(t, postgres.WorkerRole)
	post := &mail.Service{Outbox: postgres.Outbox{DB: db}, Now: h.Clock.Now, NewID: pgtest.NewID}
	chaser := &oversight.Chaser{Store: postgres.Oversight{DB: db}, Post: post, Chasing: oversight.DefaultChasing(), Now: h.Clock.Now}
	after := func(days int) (posted int) {
		t.Helper()
		h.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		posted, err := chaser.Remind(context.Background())
		require.NoError(t, err)
		again, err := chaser.Remind(context.Background())
		require.NoError(t, err)
		require.Zero(t, again, "a step is written of once")
		return posted
	}
	quiet := func(is bool) {
		t.Helper()
		_, err := h.Tours.Edit(pgtest.As(h.Organiser), h.Tour.Slug, func(tour.Tour) error { return nil }, func(t *tour.Tour) { t.Quiet = is })
		require.NoError(t, err)
	}
	require.Equal(t, []int{0, 0, 2}, []int{after(0), after(2), after(1)}, "on the third day")
	quiet(true)
	require.Zero(t, after(7))
	quiet(false)
	require.Equal(t, 2, after(0), "on the tenth")
	h.Report(t, h.Dana, played)
	require.Equal(t, 1, after(4), "on the fourteenth only the other")
	o, err := overseer(h, h.DB).Overview(pgtest.As(h.Organiser), h.Tour.Slug)
	require.NoError(t, err)
	require.Equal(t, 2, o.Silent.Count)
	require.Equal(t, h.Clock.Now().Truncate(time.Second), o.Silent.First[0].RemindedAt.Truncate(time.Second), "the overview says when he was last reminded")
	require.Equal(t, silent.ID, o.Silent.First[0].ID)
	require.True(t, o.Silent.First[1].RemindedAt.IsZero())

	_, err = h.Satellites.Cancel(pgtest.As(h.Organiser), silent.ID, "snow")
	require.NoError(t, err)
	require.Zero(t, after(7))
	letters, err := post.List(pgtest.As(h.Organiser), mail.Filter{Limit: 50})
	require.NoError(t, err)
	require.Len(t, letters, 5)
	asked := map[string]int{}
	for _, l := range letters {
		asked[l.To]++
	}
	require.Equal(t, map[string]int{"Dana@example.org": 2, "Eve@example.org": 3}, asked)
}
