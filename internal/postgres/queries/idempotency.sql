-- name: TryKeyLock :one
SELECT pg_try_advisory_xact_lock(@key::bigint);

-- name: ClaimKey :execrows
INSERT INTO idempotency_keys (tenant_id, key_hash, body_hash, created_at)
VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id, key_hash) DO UPDATE
    SET body_hash = excluded.body_hash, answer = '', blanked_at = NULL, created_at = excluded.created_at
    WHERE idempotency_keys.created_at < @expired_before;

-- name: ClaimedKey :one
SELECT * FROM idempotency_keys WHERE tenant_id = $1 AND key_hash = $2;

-- name: CompleteKey :exec
UPDATE idempotency_keys SET answer = $3 WHERE tenant_id = $1 AND key_hash = $2;

-- name: BlankAnswers :exec
-- One in progress has none yet; it is written after the erasure, or waits for it.
UPDATE idempotency_keys SET answer = '', blanked_at = @at::timestamptz WHERE answer <> '';

-- name: DropExpiredKeys :execrows
DELETE FROM idempotency_keys WHERE created_at < $1;
