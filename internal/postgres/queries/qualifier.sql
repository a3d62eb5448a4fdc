-- name: LockList :exec
SELECT pg_advisory_xact_lock(hashtextextended(@tour_id::text, 11));

-- name: ReportForList :one
SELECT DISTINCT ON (r.satellite_id) r.satellite_id, r.tour_id, r.body, s.name, s.ends_on, s.status
FROM reports r JOIN satellites s ON s.tenant_id = r.tenant_id AND s.id = r.satellite_id
WHERE r.satellite_id = $1
ORDER BY r.satellite_id, r.number DESC;

-- name: ReportsForList :many
SELECT DISTINCT ON (r.satellite_id) r.satellite_id, r.tour_id, r.body, s.name, s.ends_on, s.status
FROM reports r JOIN satellites s ON s.tenant_id = r.tenant_id AND s.id = r.satellite_id
WHERE r.tour_id = $1
ORDER BY r.satellite_id, r.number DESC;

-- name: SeatsOfSatellite :many
SELECT * FROM seats WHERE tour_id = $1 AND satellite_id = $2 ORDER BY player_id;

-- name: SeatsOfPlayers :many
SELECT * FROM seats WHERE tour_id = $1 AND player_id = ANY(@players::uuid[]) ORDER BY player_id, ends_on, satellite_id;

-- name: SeatsOfTour :many
SELECT * FROM seats WHERE tour_id = $1 ORDER BY player_id, ends_on, satellite_id;

-- name: DeleteSeatsOfSatellite :exec
DELETE FROM seats WHERE tour_id = $1 AND satellite_id = $2;

-- name: DeleteSeatsOfTour :exec
DELETE FROM seats WHERE tour_id = $1;

-- name: InsertSeat :batchexec
INSERT INTO seats (tour_id, satellite_id, player_id, satellite, ends_on, rank, players, rounds, half_points, spread, rating, name, association_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: ListRows :many
SELECT player_id, body FROM national_list WHERE tour_id = $1 ORDER BY player_id;

-- name: UpsertListRow :batchexec
INSERT INTO national_list (tour_id, player_id, body) VALUES ($1, $2, $3)
ON CONFLICT (tour_id, player_id) DO UPDATE SET body = excluded.body;

-- name: DeleteListRow :batchexec
DELETE FROM national_list WHERE tour_id = $1 AND player_id = $2;

-- name: ListState :one
SELECT * FROM national_list_state WHERE tour_id = $1;

-- name: TouchList :exec
INSERT INTO national_list_state (tour_id, version, as_of) VALUES (@tour_id, CASE WHEN @changed::boolean THEN 1 ELSE 0 END, @as_of)
ON CONFLICT (tour_id) DO UPDATE SET
    version = national_list_state.version + CASE WHEN @changed::boolean THEN 1 ELSE 0 END,
    as_of = excluded.as_of;
