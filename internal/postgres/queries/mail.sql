-- name: InsertLetter :execrows
INSERT INTO mail_outbox (id, key, to_email, subject, body, queued_at, about, enclosed)
VALUES (@id, @key, @to_email, @subject, @body, @queued_at, sqlc.narg(about), sqlc.narg(enclosed))
ON CONFLICT (key) DO NOTHING;

-- name: WaitingLetters :many
SELECT * FROM mail_outbox
WHERE sent_at IS NULL AND dropped_at IS NULL AND to_email <> '' AND tries < @max_tries::int AND queued_at >= @fresh_since AND next_try_at <= @now::timestamptz
ORDER BY queued_at, id
LIMIT @count
FOR UPDATE SKIP LOCKED;

-- name: CountTry :exec
UPDATE mail_outbox SET tries = tries + 1, next_try_at = @next_try_at WHERE id = @id;

-- name: LetterSent :exec
UPDATE mail_outbox SET sent_at = @at::timestamptz, failure = '' WHERE id = @id;

-- name: LetterDropped :exec
UPDATE mail_outbox SET dropped_at = @at::timestamptz WHERE id = @id;

-- name: ForgetLetters :execrows
-- What a server has said of an address may name it.
UPDATE mail_outbox SET to_email = '', body = '', failure = ''
WHERE to_email <> '' AND coalesce(sent_at, dropped_at, queued_at) < @before;

-- name: LetterFailed :exec
UPDATE mail_outbox SET failure = @failure WHERE id = @id;

-- name: Letters :many
SELECT * FROM mail_outbox
WHERE (sqlc.narg(before)::uuid IS NULL OR id < sqlc.narg(before))
  AND (@state::text = '' OR @state = CASE
      WHEN sent_at IS NOT NULL THEN 'sent'
      WHEN dropped_at IS NOT NULL THEN 'dropped'
      WHEN tries >= @max_tries::int THEN 'failed'
      WHEN queued_at < @fresh_since THEN 'lapsed'
      ELSE 'waiting' END)
ORDER BY id DESC
LIMIT @count;
