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
