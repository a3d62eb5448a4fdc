-- name: LockNames :exec
-- In one order, so that nobody waits in a circle, and of 1024 locks in all, so
-- that a large roster does not use up those of the server.
SELECT pg_advisory_xact_lock(k) FROM (
    SELECT DISTINCT hashtextextended(key, 7) & 1023 AS k FROM unnest(@keys::text[]) AS key ORDER BY 1
) ordered;

-- name: PlayersLike :many
-- All records of every person of whom one fits; nobody who was erased.
SELECT DISTINCT r.id, r.person_id, coalesce(r.association_id, '') AS association_id, r.name_key FROM players p
JOIN players r ON r.id = coalesce(p.person_id, p.id) OR r.person_id = coalesce(p.person_id, p.id)
WHERE p.erased_at IS NULL AND r.erased_at IS NULL AND (p.name_key = @name_key OR p.association_id = @association_id)
ORDER BY r.id;

-- name: InsertPlayer :exec
INSERT INTO players (id, association_id, family_name, given_name, suffix, name_key, doubtful, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: SetPlayerNumber :exec
UPDATE players SET association_id = $2 WHERE id = $1 AND association_id IS NULL;
