-- name: UpsertAnswer :batchexec
INSERT INTO answers (id, tour_id, player_id, answer, answered_at, day, satellites, via, by_name, note, taken_back_at, taken_back_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (id) DO UPDATE SET taken_back_at = excluded.taken_back_at, taken_back_by = excluded.taken_back_by;

-- name: LatestListedDay :one
-- Of the list, which everybody may read: who answers by his link sees no satellite.
SELECT coalesce(max(claim ->> 'ends_on'), '')::text AS day
FROM seat_outcomes o, jsonb_array_elements(o.body -> 'claims') AS claim WHERE o.tour_id = $1;

-- name: LockAnswers :exec
SELECT pg_advisory_xact_lock(hashtextextended(@tour_and_player::text, 13));

-- name: PersonOf :one
SELECT coalesce(person_id, id)::uuid AS person FROM players WHERE id = $1;

-- name: Deadline :one
SELECT max(i.deadline)::timestamptz AS deadline FROM players p JOIN invitations i ON i.tour_id = @tour_id AND i.player_id = p.id
WHERE p.id = @player_id OR p.person_id = @player_id
HAVING count(*) > 0;

-- name: SetDeadline :exec
INSERT INTO invitations (tour_id, player_id, deadline) VALUES ($1, $2, $3)
ON CONFLICT (tour_id, player_id) DO UPDATE SET deadline = excluded.deadline;

-- name: InsertLink :exec
INSERT INTO answer_links (nonce, tour_id, player_id, deadline, issued_at) VALUES ($1, $2, $3, $4, $5);

-- name: LockLink :one
SELECT * FROM answer_links WHERE nonce = $1 FOR UPDATE;

-- name: UseLink :exec
UPDATE answer_links SET used_at = $2 WHERE nonce = $1;

-- name: WithdrawLinks :exec
UPDATE answer_links SET withdrawn_at = @at
WHERE tour_id = @tour_id AND used_at IS NULL AND withdrawn_at IS NULL
  AND player_id IN (SELECT id FROM players WHERE id = @player_id OR person_id = @player_id);

-- name: SigningKey :one
SELECT key FROM signing_keys WHERE purpose = $1;

-- name: InsertSigningKey :exec
INSERT INTO signing_keys (purpose, key) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: UpsertRuling :batchexec
INSERT INTO seat_rulings (id, tour_id, satellite_id, player_id, verdict, ruled_at, by_name, reason, taken_back_at, taken_back_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (id) DO UPDATE SET taken_back_at = excluded.taken_back_at, taken_back_by = excluded.taken_back_by;

-- name: LockManyAnswers :exec
-- In one order, so that two who invite everybody do not wait in a circle.
SELECT pg_advisory_xact_lock(k) FROM (
    SELECT DISTINCT hashtextextended(key, 13) AS k FROM unnest(@keys::text[]) AS key ORDER BY 1
) ordered;

-- name: ContactsOf :many
-- The address that each person gave last, and which of his records it belongs to (R8.1).
SELECT DISTINCT ON (1) coalesce(p.person_id, p.id)::uuid AS person, p.id AS record, c.email
FROM players p
JOIN entrants e ON e.player_id = p.id
JOIN satellites s ON s.tenant_id = e.tenant_id AND s.id = e.satellite_id
JOIN entrant_contacts c ON c.tenant_id = e.tenant_id AND c.satellite_id = e.satellite_id AND c.entrant_id = e.id
WHERE (p.id = ANY(@players::uuid[]) OR p.person_id = ANY(@players::uuid[])) AND p.erased_at IS NULL AND c.email <> ''
ORDER BY 1, s.starts_on DESC, s.id DESC;

-- name: ErasedAmong :many
SELECT id FROM players WHERE id = ANY(@players::uuid[]) AND erased_at IS NOT NULL;

-- name: LiveLinks :many
-- The links of a tour by which somebody may still answer, with what became of the letters that they
-- were enclosed in; of two of one person the later comes last.
SELECT sqlc.embed(k), coalesce(p.person_id, p.id)::uuid AS person,
    EXISTS (SELECT FROM mail_outbox m WHERE m.enclosed = encode(k.nonce, 'hex')::uuid AND m.key LIKE 'invitation/%') AS written,
    EXISTS (SELECT FROM mail_outbox m WHERE m.enclosed = encode(k.nonce, 'hex')::uuid AND m.key LIKE 'invitation/%' AND m.dropped_at IS NULL
        AND (m.sent_at IS NOT NULL OR m.tries < @max_tries::int AND m.queued_at >= @fresh_since)) AS under_way
FROM answer_links k JOIN players p ON p.id = k.player_id
WHERE k.tour_id = @tour_id AND k.used_at IS NULL AND k.withdrawn_at IS NULL AND k.deadline > @now
ORDER BY k.issued_at, k.nonce;

-- name: IssuedLink :one
SELECT * FROM answer_links WHERE nonce = $1;

-- name: UnansweredLinks :many
SELECT sqlc.embed(k), t.name AS tour, l.player_id AS person, l.body
FROM answer_links k
JOIN tours t ON t.id = k.tour_id
JOIN players p ON p.id = k.player_id
JOIN national_list l ON l.tour_id = k.tour_id AND l.player_id = coalesce(p.person_id, p.id)
WHERE NOT t.quiet AND k.used_at IS NULL AND k.withdrawn_at IS NULL
  AND k.deadline > @now::timestamptz AND k.deadline <= @until::timestamptz AND k.issued_at <= k.deadline - make_interval(secs => @before_seconds::float8)
  AND l.body ->> 'answer' = 'invited'
  AND NOT EXISTS (SELECT FROM players q JOIN answers a ON a.player_id = q.id
    WHERE a.tour_id = k.tour_id AND a.taken_back_at IS NULL AND (q.id = l.player_id OR q.person_id = l.player_id))
ORDER BY k.issued_at, k.nonce;
