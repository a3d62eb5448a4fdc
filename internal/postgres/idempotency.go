package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// keyLifetime is how long the answer to a repeated write is kept.
const keyLifetime = 24 * time.Hour

// Idempotency keeps the answers of writes that can be repeated.
type Idempotency struct{ *DB }

// Claim takes a key for a request, or gives the answer that it had.
func (s Idempotency) Claim(ctx context.Context, key, body [32]byte) ([]byte, error) {
	free, err := s.q(ctx).TryKeyLock(ctx, int64(binary.BigEndian.Uint64(key[:8])))
	if err != nil {
		return nil, fmt.Errorf("lock the idempotency key: %w", err)
	}
	if !free {
		return nil, fault.New(fault.IdempotencyInProgress, "A request with this Idempotency-Key is still running; try again in a moment.")
	}
	now, tenant := s.clock(), auth.From(ctx).TenantID
	claimed, err := s.q(ctx).ClaimKey(ctx, db.ClaimKeyParams{
		TenantID: tenant, KeyHash: key[:], BodyHash: body[:], CreatedAt: now, ExpiredBefore: now.Add(-keyLifetime),
	})
	if err != nil {
		return nil, fmt.Errorf("claim the idempotency key: %w", err)
	}
	if claimed > 0 {
		return nil, nil
	}
	row, err := s.q(ctx).ClaimedKey(ctx, db.ClaimedKeyParams{TenantID: tenant, KeyHash: key[:]})
	if err != nil {
		return nil, fmt.Errorf("read the idempotency key: %w", err)
	}
	if !bytes.Equal(row.BodyHash, body[:]) {
		return nil, fault.New(fault.IdempotencyMismatch, "This Idempotency-Key was used for another request; use a new one.")
	}
	if row.BlankedAt != nil {
		return nil, fault.New(fault.AnswerErased, "The write with this Idempotency-Key has happened, on %s. Its answer is not kept any more, because "+
			"a person was erased since; read the resource as it is now.", row.CreatedAt.UTC().Format("2006-01-02 15:04 UTC"))
	}
	return row.Answer, nil
}

// Complete keeps the answer of a claimed key.
func (s Idempotency) Complete(ctx context.Context, key [32]byte, sealed []byte) error {
	return s.q(ctx).CompleteKey(ctx, db.CompleteKeyParams{TenantID: auth.From(ctx).TenantID, KeyHash: key[:], Answer: sealed})
}

// DropExpired forgets the answers that are too old, for the worker.
func (s Idempotency) DropExpired(ctx context.Context) (int64, error) {
	var dropped int64
	err := s.InTx(ctx, func(ctx context.Context) (err error) {
		dropped, err = s.q(ctx).DropExpiredKeys(ctx, s.clock().Add(-keyLifetime))
		return err
	})
	return dropped, err
}
