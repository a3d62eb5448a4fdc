-- name: LockList :exec
SELECT pg_advisory_xact_lock(hashtextextended(@tour_id::text, 11));

-- name: ListedSatellites :many
-- The Final Event gives no seats (R5.7).
SELECT s.id FROM satellites s
WHERE s.tour_id = @tour_id AND s.status IN ('reported', 'finished') AND s.methods IS NULL
  AND EXISTS (SELECT FROM reports r WHERE r.tenant_id = s.tenant_id AND r.satellite_id = s.id)
UNION
SELECT o.satellite_id FROM seat_outcomes o WHERE o.tour_id = @tour_id
ORDER BY 1;

-- name: ListedSatellitesOf :many
SELECT s.id FROM players p
JOIN entrants e ON e.player_id = p.id
JOIN satellites s ON s.tenant_id = e.tenant_id AND s.id = e.satellite_id
WHERE (p.id = ANY(@players::uuid[]) OR p.person_id = ANY(@players::uuid[]))
  AND s.tour_id = @tour_id AND s.status IN ('reported', 'finished') AND s.methods IS NULL
  AND EXISTS (SELECT FROM reports r WHERE r.tenant_id = s.tenant_id AND r.satellite_id = s.id)
UNION
SELECT c.satellite_id FROM seat_claims c WHERE c.tour_id = @tour_id AND c.player_id = ANY(@players::uuid[])
ORDER BY 1;

-- name: StandingsOf :many
-- While a satellite is reopened its seats stand as issued (R4.6).
SELECT s.id, s.name, s.ends_on, s.seat_order, r.body FROM satellites s
CROSS JOIN LATERAL (
    SELECT body FROM reports WHERE tenant_id = s.tenant_id AND satellite_id = s.id ORDER BY number DESC LIMIT 1
) r
WHERE s.id = ANY(@satellites::uuid[]) AND s.status IN ('reported', 'finished') AND s.methods IS NULL
ORDER BY s.id;

-- name: PersonsOf :many
SELECT id, person_id::uuid AS person_id FROM players WHERE id = ANY(@records::uuid[]) AND person_id IS NOT NULL;

-- name: AnswersOf :many
SELECT sqlc.embed(a), coalesce(p.person_id, p.id)::uuid AS person FROM players p
JOIN answers a ON a.tour_id = @tour_id AND a.player_id = p.id
WHERE p.id = ANY(@players::uuid[]) OR p.person_id = ANY(@players::uuid[])
ORDER BY a.answered_at, a.id;

-- name: RulingsOf :many
SELECT sqlc.embed(r), coalesce(p.person_id, p.id)::uuid AS person FROM seat_rulings r
JOIN players p ON p.id = r.player_id
WHERE r.satellite_id = ANY(@satellites::uuid[])
ORDER BY r.ruled_at, r.id;

-- name: OutcomesOf :many
SELECT body FROM seat_outcomes WHERE tour_id = $1 AND satellite_id = ANY(@satellites::uuid[]) ORDER BY satellite_id;

-- name: ClaimedSatellites :many
SELECT satellite_id FROM seat_claims WHERE player_id = ANY(@players::uuid[]) AND tour_id = @tour_id;

-- name: UpsertOutcome :batchexec
INSERT INTO seat_outcomes (tour_id, satellite_id, body) VALUES ($1, $2, $3)
ON CONFLICT (tour_id, satellite_id) DO UPDATE SET body = excluded.body;

-- name: DeleteOutcome :batchexec
DELETE FROM seat_outcomes WHERE tour_id = $1 AND satellite_id = $2;

-- name: DeleteClaims :batchexec
DELETE FROM seat_claims WHERE tour_id = $1 AND satellite_id = $2;

-- name: InsertClaim :batchexec
INSERT INTO seat_claims (tour_id, player_id, satellite_id) VALUES ($1, $2, $3);

-- name: InsertDifference :batchexec
INSERT INTO seat_differences (tour_id, at, satellite_id, player_id, body) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tour_id, at, satellite_id, player_id) DO UPDATE SET body = excluded.body;

-- name: Differences :many
SELECT at, satellite_id, player_id, body FROM seat_differences
WHERE tour_id = @tour_id
  AND (sqlc.narg(before_at)::timestamptz IS NULL
    OR (at, satellite_id, player_id) < (sqlc.narg(before_at), sqlc.narg(before_satellite)::uuid, sqlc.narg(before_player)::uuid))
ORDER BY at DESC, satellite_id DESC, player_id DESC
LIMIT @count;

-- name: ListRows :many
SELECT player_id, body FROM national_list WHERE tour_id = $1 ORDER BY player_id;

-- name: ListRowsOf :many
SELECT player_id, body FROM national_list WHERE tour_id = $1 AND player_id = ANY(@players::uuid[]) ORDER BY player_id;

-- name: ListRowsAt :many
SELECT player_id, body, from_at, until_at FROM national_list_history
WHERE tour_id = @tour_id AND from_at <= @at AND (until_at IS NULL OR until_at > @at)
ORDER BY player_id;

-- name: UpsertListRow :batchexec
INSERT INTO national_list (tour_id, player_id, body) VALUES ($1, $2, $3)
ON CONFLICT (tour_id, player_id) DO UPDATE SET body = excluded.body;

-- name: DeleteListRow :batchexec
DELETE FROM national_list WHERE tour_id = $1 AND player_id = $2;

-- name: EndListRow :batchexec
UPDATE national_list_history SET until_at = @at WHERE tour_id = @tour_id AND player_id = @player_id AND until_at IS NULL;

-- name: InsertListHistory :batchexec
INSERT INTO national_list_history (tour_id, player_id, from_at, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (tour_id, player_id, from_at) DO UPDATE SET body = excluded.body, until_at = NULL;

-- name: ListState :one
SELECT * FROM national_list_state WHERE tour_id = $1;

-- name: TouchList :exec
INSERT INTO national_list_state (tour_id, version, as_of) VALUES (@tour_id, CASE WHEN @changed::boolean THEN 1 ELSE 0 END, @as_of)
ON CONFLICT (tour_id) DO UPDATE SET
    version = national_list_state.version + CASE WHEN @changed::boolean THEN 1 ELSE 0 END,
    as_of = excluded.as_of;
