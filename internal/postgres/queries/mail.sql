-- name: InsertLetter :execrows
INSERT INTO mail_outbox (id, key, to_email, subject, body, queued_at)
VALUES (@id, @key, @to_email, @subject, @body, @queued_at)
ON CONFLICT (key) DO NOTHING;

-- name: WaitingLetters :many
SELECT * FROM mail_outbox
WHERE sent_at IS NULL AND tries < @max_tries::int AND queued_at >= @fresh_since AND next_try_at <= @now::timestamptz
ORDER BY queued_at, id
LIMIT @count
FOR UPDATE SKIP LOCKED;

-- name: CountTry :exec
UPDATE mail_outbox SET tries = tries + 1, next_try_at = @next_try_at WHERE id = @id;

-- name: LetterSent :exec
UPDATE mail_outbox SET sent_at = @at::timestamptz, failure = '' WHERE id = @id;

-- name: LetterFailed :exec
UPDATE mail_outbox SET failure = @failure WHERE id = @id;

-- name: Letters :many
SELECT * FROM mail_outbox
WHERE (sqlc.narg(before)::uuid IS NULL OR id < sqlc.narg(before))
  AND (@state::text = '' OR @state = CASE
      WHEN sent_at IS NOT NULL THEN 'sent'
      WHEN tries >= @max_tries::int THEN 'failed'
      WHEN queued_at < @fresh_since THEN 'lapsed'
      ELSE 'waiting' END)
ORDER BY id DESC
LIMIT @count;
