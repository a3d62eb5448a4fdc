-- name: BeginErasing :exec
SELECT set_config('nast.erasing', 'yes', true);

-- name: EndErasing :exec
SELECT set_config('nast.erasing', '', true);

-- name: ErasePlayer :exec
UPDATE players SET family_name = $2, given_name = '', suffix = '', name_key = '', association_id = NULL,
    doubtful = false, erased_at = $3
WHERE id = $1;

-- name: SatellitesNaming :many
-- Where the player was at any time: also those he was taken out of again.
SELECT DISTINCT l.satellite_id FROM satellite_log l
WHERE jsonb_path_exists(l.changes, '$.entrants[*].*.player_id ? (@ == $id)', jsonb_build_object('id', @player_id::text))
ORDER BY l.satellite_id;

-- name: InsertErasedName :exec
INSERT INTO erased_names (player_id, name_digest, number_digest, erased_at) VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING;

-- name: ErasedLike :many
-- By number where both have one, otherwise by name (R5.8).
SELECT p.* FROM erased_names n JOIN players p ON p.id = n.player_id
WHERE n.erased_at > @at AND CASE WHEN n.number_digest IS NULL OR @number_digest::bytea IS NULL
    THEN n.name_digest = @name_digest ELSE n.number_digest = @number_digest END
ORDER BY p.id;

-- name: DropErasedNames :execrows
DELETE FROM erased_names WHERE erased_at < $1;

-- name: FormerRecords :many
-- What an entrant is corrected to can make him another record; the one before may be nobody's then:
-- in no field, and nothing was ever decided of it.
WITH states AS (
    SELECT l.satellite_id, s #>> '{id}' AS entrant, (s #>> '{player_id}')::uuid AS player
    FROM satellite_log l, jsonb_path_query(l.changes, '$.entrants[*].*') AS s
    WHERE l.satellite_id = ANY(@satellites::uuid[])
)
SELECT p.* FROM players p
WHERE p.erased_at IS NULL AND p.person_id IS NULL AND p.id <> ALL(@records::uuid[])
  AND p.id IN (
    SELECT was.player FROM states own JOIN states was ON was.satellite_id = own.satellite_id AND was.entrant = own.entrant
    WHERE own.player = ANY(@records::uuid[]))
  AND NOT EXISTS (SELECT FROM entrants e WHERE e.player_id = p.id)
  AND NOT EXISTS (SELECT FROM players r WHERE r.person_id = p.id)
  AND NOT EXISTS (SELECT FROM player_decisions d WHERE d.keeps = p.id OR d.gives = p.id)
ORDER BY p.id;

-- name: EmailsOf :many
SELECT DISTINCT c.email FROM entrant_contacts c
JOIN entrants e ON e.tenant_id = c.tenant_id AND e.satellite_id = c.satellite_id AND e.id = c.entrant_id
WHERE e.player_id = $1 ORDER BY c.email;

-- name: EraseRuling :batchexec
UPDATE seat_rulings SET reason = $2 WHERE id = $1;

-- name: EraseEntrants :exec
UPDATE entrants SET family_name = @family_name, given_name = '', suffix = '', association_id = NULL WHERE player_id = @player_id;

-- name: EraseContacts :exec
DELETE FROM entrant_contacts c USING entrants e
WHERE e.player_id = $1 AND c.tenant_id = e.tenant_id AND c.satellite_id = e.satellite_id AND c.entrant_id = e.id;

-- name: DropLetters :exec
DELETE FROM mail_outbox WHERE about = @record::uuid AND sent_at IS NULL;

-- name: EraseLetters :exec
UPDATE mail_outbox SET to_email = '', body = '' WHERE about = @record::uuid;

-- name: EraseLog :batchexec
UPDATE satellite_log SET changes = $4, reason = $5, actor = $6 WHERE tenant_id = $1 AND satellite_id = $2 AND seq = $3;

-- name: AllReports :many
SELECT number, body FROM reports WHERE tenant_id = $1 AND satellite_id = $2 ORDER BY number;

-- name: EraseReport :batchexec
UPDATE reports SET body = $4 WHERE tenant_id = $1 AND satellite_id = $2 AND number = $3;

-- name: EraseAnswers :exec
UPDATE answers SET note = '' WHERE player_id = $1;

-- name: ToursListing :many
SELECT h.tour_id FROM national_list_history h WHERE h.player_id = @player_id
UNION SELECT d.tour_id FROM seat_differences d WHERE d.player_id = @player_id
UNION SELECT c.tour_id FROM seat_claims c WHERE c.player_id = @player_id
ORDER BY 1;

-- name: HistoryOfPlayer :many
SELECT from_at, body FROM national_list_history WHERE tour_id = $1 AND player_id = $2 ORDER BY from_at;

-- name: EraseListRow :exec
UPDATE national_list SET body = $3 WHERE tour_id = $1 AND player_id = $2;

-- name: EraseHistory :batchexec
UPDATE national_list_history SET body = $4 WHERE tour_id = $1 AND player_id = $2 AND from_at = $3;

-- name: DifferencesOfPlayer :many
SELECT at, satellite_id, body FROM seat_differences WHERE tour_id = $1 AND player_id = $2 ORDER BY at, satellite_id;

-- name: EraseDifference :batchexec
UPDATE seat_differences SET body = $5 WHERE tour_id = $1 AND player_id = $2 AND at = $3 AND satellite_id = $4;

-- name: EraseOutcome :batchexec
UPDATE seat_outcomes SET body = $3 WHERE tour_id = $1 AND satellite_id = $2;

-- name: CountListChange :exec
UPDATE national_list_state SET version = version + 1 WHERE tour_id = $1;
