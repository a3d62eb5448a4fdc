-- name: LockName :exec
SELECT pg_advisory_xact_lock(hashtextextended(@name_key::text, 7));

-- name: PlayersLike :many
SELECT id, coalesce(association_id, '') AS association_id, name_key FROM players
WHERE name_key = @name_key OR association_id = @association_id
ORDER BY id;

-- name: InsertPlayer :exec
INSERT INTO players (id, association_id, family_name, given_name, suffix, name_key, doubtful, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: SetPlayerNumber :exec
UPDATE players SET association_id = $2 WHERE id = $1 AND association_id IS NULL;
