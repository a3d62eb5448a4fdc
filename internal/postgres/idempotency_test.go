package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/postgres/pgtest"
)

var (
	someKey   = [32]byte{1, 2, 3}
	someBody  = [32]byte{4}
	otherBody = [32]byte{5}
)

// once does a write under a key: it claims, works and completes in one
// transaction, or gives the answer of before.
func once(h *pgtest.House, p auth.Principal, body [32]byte, work func() (string, error)) (answer string, replayed bool, err error) {
	keys := postgres.Idempotency{DB: h.DB}
	err = h.DB.InTx(pgtest.As(p), func(ctx context.Context) error {
		kept, err := keys.Claim(ctx, someKey, body)
		if err != nil {
			return err
		}
		if answer, replayed = string(kept), kept != nil; replayed {
			return nil
		}
		if answer, err = work(); err != nil {
			return err
		}
		return keys.Complete(ctx, someKey, []byte(answer))
	})
	return answer, replayed, err
}

func says(answer string) func() (string, error) { return func() (string, error) { return answer, nil } }

func TestARepeatedWriteHasTheAnswerOfTheFirst(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	answer, replayed, err := once(h, h.Dana, someBody, says("first"))
	require.NoError(t, err)
	require.False(t, replayed)
	require.Equal(t, "first", answer)
	for range 2 {
		answer, replayed, err = once(h, h.Dana, someBody, says("second"))
		require.NoError(t, err)
		require.True(t, replayed)
		require.Equal(t, "first", answer)
	}
	_, _, err = once(h, h.Dana, otherBody, says("third"))
	require.Equal(t, fault.IdempotencyMismatch, fault.CodeOf(err), "the same key with another body")
}

func TestAWriteThatFailedLeavesNothing(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	failed := errors.New("no")
	_, _, err := once(h, h.Dana, someBody, func() (string, error) { return "", failed })
	require.ErrorIs(t, err, failed)
	require.Zero(t, read[int](t, admin(t, h.Database), "SELECT count(*)::int FROM idempotency_keys")[0])
	answer, replayed, err := once(h, h.Dana, otherBody, says("again"))
	require.NoError(t, err)
	require.False(t, replayed)
	require.Equal(t, "again", answer)
}

func TestAKeyOfARequestThatStillRunsIsInProgress(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	claimed, finish, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		_, _, err := once(h, h.Dana, someBody, func() (string, error) {
			close(claimed)
			<-finish
			return "first", nil
		})
		done <- err
	}()
	<-claimed
	for _, body := range [][32]byte{someBody, otherBody} {
		_, _, err := once(h, h.Dana, body, says("second"))
		require.Equal(t, fault.IdempotencyInProgress, fault.CodeOf(err))
	}
	close(finish)
	require.NoError(t, <-done)
	answer, replayed, err := once(h, h.Dana, someBody, says("second"))
	require.NoError(t, err)
	require.True(t, replayed)
	require.Equal(t, "first", answer)
}

func TestAnAnswerIsKeptFor24Hours(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	_, _, err := once(h, h.Dana, someBody, says("first"))
	require.NoError(t, err)
	h.Clock.Advance(24*time.Hour - time.Second)
	answer, replayed, err := once(h, h.Dana, someBody, says("second"))
	require.NoError(t, err)
	require.True(t, replayed)
	require.Equal(t, "first", answer)

	h.Clock.Advance(2 * time.Second)
	answer, replayed, err = once(h, h.Dana, otherBody, says("third"))
	require.NoError(t, err)
	require.False(t, replayed, "the key is free again, for any body")
	require.Equal(t, "third", answer)
	answer, replayed, err = once(h, h.Dana, otherBody, says("fourth"))
	require.NoError(t, err)
	require.True(t, replayed, "and kept for 24 hours from then")
	require.Equal(t, "third", answer)
}

func TestTheWorkerDropsWhatHasExpired(t *testing.T) {
	t.Parallel()
	h := pgtest.NewHouse(t)
	worker := h.Open(t, postgres.WorkerRole, func(o *postgres.Options) { o.Now = h.Clock.Now })
	keys := postgres.Idempotency{DB: worker}
	_, _, err := once(h, h.Dana, someBody, says("first"))
	require.NoError(t, err)
	h.Clock.Advance(23 * time.Hour)
	_, _, err = once(h, h.Eve, someBody, says("second"))
	require.NoError(t, err)
	for _, row := range []struct {
		later time.Duration
		drops int64
	}{{0, 0}, {time.Hour + time.Second, 1}, {time.Minute, 0}} {
		h.Clock.Advance(row.later)
		dropped, err := keys.DropExpired(context.Background())
		require.NoError(t, err)
		require.Equal(t, row.drops, dropped)
	}
}
