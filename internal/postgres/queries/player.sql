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

-- name: ErasedOf :many
SELECT id FROM players WHERE id = ANY(@players::uuid[]) AND erased_at IS NOT NULL;

-- name: LockDecisions :exec
SELECT pg_advisory_xact_lock(17);

-- name: PlayerDecisions :many
SELECT * FROM player_decisions ORDER BY number;

-- name: InsertPlayerDecision :exec
INSERT INTO player_decisions (id, number, kind, keeps, gives, of, decided_at, by_name, reason)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: EraseDecisions :exec
UPDATE player_decisions d SET reason = ''
WHERE d.keeps = @record OR d.gives = @record
   OR d.of IN (SELECT o.id FROM player_decisions o WHERE o.keeps = @record OR o.gives = @record);

-- name: SetPerson :batchexec
UPDATE players SET person_id = $2, doubtful = false WHERE id = $1;

-- name: VisiblePerson :one
-- Directors see only the players of their own satellites.
SELECT coalesce(p.person_id, p.id)::uuid AS person FROM players p
WHERE p.id = @id AND (nast_scope() IS DISTINCT FROM 'tenant' OR EXISTS (
    SELECT FROM players r JOIN entrants e ON e.player_id = r.id AND (sqlc.narg(own)::uuid IS NULL OR e.tenant_id = sqlc.narg(own))
    WHERE r.id = coalesce(p.person_id, p.id) OR r.person_id = coalesce(p.person_id, p.id)));

-- name: RecordsOf :many
SELECT p.* FROM players p WHERE p.id = ANY(@persons::uuid[]) OR p.person_id = ANY(@persons::uuid[]) ORDER BY p.id;

-- name: AppearancesOf :many
SELECT e.player_id, s.id, s.name, s.starts_on, s.ends_on, coalesce(s.venue ->> 'region', '')::text AS region, e.rating
FROM entrants e JOIN satellites s ON s.tenant_id = e.tenant_id AND s.id = e.satellite_id
WHERE e.player_id = ANY(@records::uuid[]) AND (sqlc.narg(own)::uuid IS NULL OR e.tenant_id = sqlc.narg(own))
ORDER BY s.starts_on, s.name, s.id;

-- name: SearchPlayers :many
SELECT p.* FROM players p
WHERE p.person_id IS NULL
  AND (nast_scope() IS DISTINCT FROM 'tenant' OR EXISTS (
    SELECT FROM players r JOIN entrants e ON e.player_id = r.id AND (sqlc.narg(own)::uuid IS NULL OR e.tenant_id = sqlc.narg(own))
    WHERE r.id = p.id OR r.person_id = p.id))
  AND (@name::text = '' OR EXISTS (
    SELECT FROM players r WHERE (r.id = p.id OR r.person_id = p.id)
      AND (r.name_key LIKE '%' || @name || '%' OR r.association_id = @number::text
        OR r.erased_at IS NOT NULL AND lower(r.family_name) LIKE '%' || @name || '%')))
  AND (sqlc.narg(after_id)::uuid IS NULL OR (p.family_name, p.given_name, p.id) > (@after_family::text, @after_given::text, sqlc.narg(after_id)))
ORDER BY p.family_name, p.given_name, p.id
LIMIT @count;

-- name: Namesakes :many
SELECT p.id FROM players p
WHERE p.person_id IS NULL AND p.erased_at IS NULL AND p.name_key IN (
    SELECT q.name_key FROM players q WHERE q.person_id IS NULL AND q.erased_at IS NULL GROUP BY q.name_key HAVING count(*) > 1)
ORDER BY p.id;

-- name: NameTaken :one
SELECT EXISTS (SELECT FROM players WHERE family_name = $1 AND given_name = '' AND suffix = '') AS taken;

-- name: ToursOfPlayers :many
SELECT DISTINCT s.tour_id FROM entrants e JOIN satellites s ON s.tenant_id = e.tenant_id AND s.id = e.satellite_id
WHERE e.player_id = ANY(@records::uuid[]) ORDER BY s.tour_id;
