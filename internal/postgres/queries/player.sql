-- name: LockNames :exec
-- In one order, so that nobody waits in a circle, and of 1024 locks in all, so
-- that a large roster does not use up those of the server.
SELECT pg_advisory_xact_lock(k) FROM (
    SELECT DISTINCT hashtextextended(key, 7) & 1023 AS k FROM unnest(@keys::text[]) AS key ORDER BY 1
) ordered;

-- name: PlayersLike :many
SELECT id, coalesce(association_id, '') AS association_id, name_key FROM players
WHERE name_key = @name_key OR association_id = @association_id
ORDER BY id;

-- name: InsertPlayer :exec
INSERT INTO players (id, association_id, family_name, given_name, suffix, name_key, doubtful, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: SetPlayerNumber :exec
UPDATE players SET association_id = $2 WHERE id = $1 AND association_id IS NULL;
