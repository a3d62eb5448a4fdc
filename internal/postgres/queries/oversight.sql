-- name: OverseenEvents :many
-- The satellites of a tour, or of all tours whose organisers want reminders, with what the overview
-- and the reminders of reports need to know of each; what has not been is at the epoch. A Final Event
-- is no satellite.
SELECT s.id, s.tenant_id, s.name, s.city, s.status, s.starts_on, s.ends_on, s.time_zone, s.currency, s.rounds, s.rules,
    t.rules AS tour_rules, t.format, t.slug, t.name AS tour, n.name AS director, n.email AS director_email,
    e.entrants, e.field,
    (SELECT count(*) FROM rounds r WHERE r.tenant_id = s.tenant_id AND r.satellite_id = s.id AND r.state = 'complete')::int AS complete_rounds,
    EXISTS (SELECT FROM games g WHERE g.tenant_id = s.tenant_id AND g.satellite_id = s.id
        AND (g.first_score IS NOT NULL OR g.forfeit <> '')) AS has_results,
    coalesce((SELECT max(p.reported_at) FROM reports p WHERE p.tenant_id = s.tenant_id AND p.satellite_id = s.id), 'epoch')::timestamptz AS reported_at,
    coalesce((SELECT max(m.queued_at) FROM mail_outbox m WHERE m.about = s.id AND m.key LIKE 'report-reminder/%'), 'epoch')::timestamptz AS reminded_at
FROM satellites s
JOIN tours t ON t.id = s.tour_id
JOIN tenants n ON n.tenant_id = s.tenant_id
CROSS JOIN LATERAL (
    SELECT count(*)::int AS entrants, coalesce(sum(in_field::int), 0)::int AS field FROM entrants
    WHERE tenant_id = s.tenant_id AND satellite_id = s.id
) e
WHERE s.methods IS NULL
  AND (sqlc.narg(tour_id)::uuid IS NULL AND NOT t.quiet OR s.tour_id = sqlc.narg(tour_id))
  AND (NOT @unreported::boolean OR s.status IN ('sanctioned', 'in_play', 'finished')
    AND NOT EXISTS (SELECT FROM reports p WHERE p.tenant_id = s.tenant_id AND p.satellite_id = s.id))
ORDER BY s.starts_on, s.ends_on, s.id;

-- name: FinalEventOf :one
SELECT id, name, status, starts_on FROM satellites
WHERE tour_id = $1 AND methods IS NOT NULL AND status NOT IN ('rejected', 'cancelled')
ORDER BY created_at, id
LIMIT 1;

-- name: DifferentPlayers :one
SELECT count(DISTINCT coalesce(p.person_id, p.id))::int AS persons
FROM satellites s
JOIN entrants e ON e.tenant_id = s.tenant_id AND e.satellite_id = s.id
JOIN players p ON p.id = e.player_id
WHERE s.tour_id = $1 AND s.methods IS NULL AND s.status NOT IN ('rejected', 'cancelled');

-- name: SeatCounts :many
SELECT (claim ->> 'state')::text AS state, count(*)::int AS seats
FROM seat_outcomes o, jsonb_array_elements(o.body -> 'claims') AS claim WHERE o.tour_id = @tour_id GROUP BY 1
UNION ALL
SELECT 'vacant', coalesce(sum((vacant ->> 'seats')::int), 0)::int
FROM seat_outcomes o, jsonb_array_elements(o.body -> 'vacant') AS vacant WHERE o.tour_id = @tour_id;

-- name: PendingSeats :many
SELECT o.satellite_id, (claim ->> 'satellite')::text AS satellite, (claim ->> 'player_id')::uuid AS player_id, (claim ->> 'name')::text AS name
FROM seat_outcomes o, jsonb_array_elements(o.body -> 'claims') AS claim
WHERE o.tour_id = $1 AND claim ->> 'state' = 'pending'
ORDER BY 2, 4, 3;

-- name: TiedSeats :many
-- Satellites of which a seat has passed down to several who are tied (R4.4).
SELECT s.id, s.name, n.name AS director, sum((vacant ->> 'seats')::int)::int AS seats
FROM seat_outcomes o
JOIN satellites s ON s.id = o.satellite_id
JOIN tenants n ON n.tenant_id = s.tenant_id,
    jsonb_array_elements(o.body -> 'vacant') AS vacant
WHERE o.tour_id = $1 AND vacant ->> 'why' = 'tied'
GROUP BY s.id, s.name, n.name, s.ends_on
ORDER BY s.ends_on, s.id;

-- name: AnswerCounts :many
SELECT (l.body ->> 'answer')::text AS answer, count(*)::int AS players,
    (count(*) - count(asked.deadline))::int AS not_asked,
    coalesce(sum(CASE WHEN asked.deadline < @now::timestamptz THEN 1 ELSE 0 END), 0)::int AS past
FROM national_list l LEFT JOIN (
    SELECT coalesce(p.person_id, p.id) AS person, max(i.deadline) AS deadline
    FROM invitations i JOIN players p ON p.id = i.player_id WHERE i.tour_id = @tour_id GROUP BY 1
) asked ON asked.person = l.player_id
WHERE l.tour_id = @tour_id GROUP BY 1;

-- name: OverdueAnswers :many
SELECT l.player_id, (l.body ->> 'name')::text AS name, max(i.deadline)::timestamptz AS deadline
FROM invitations i
JOIN players p ON p.id = i.player_id
JOIN national_list l ON l.tour_id = i.tour_id AND l.player_id = coalesce(p.person_id, p.id)
WHERE i.tour_id = @tour_id AND l.body ->> 'answer' = 'invited'
GROUP BY l.player_id, l.body ->> 'name'
HAVING max(i.deadline) < @now::timestamptz
ORDER BY 3, 1
LIMIT @count;

-- name: OpenBankLines :many
SELECT l.id, l.statement_id, l.account, l.day, l.amount, l.currency, count(*) OVER ()::int AS open
FROM bank_lines l
WHERE l.amount <> 0 AND NOT EXISTS (SELECT FROM bank_confirmations c WHERE c.line_id = l.id)
ORDER BY l.day, l.id
LIMIT @count;

-- name: DeadLetters :many
-- Letters that nobody sends by himself any more, until their addresses are forgotten.
SELECT id, subject, queued_at, count(*) OVER ()::int AS dead
FROM mail_outbox
WHERE sent_at IS NULL AND dropped_at IS NULL AND to_email <> '' AND (tries >= @max_tries::int OR queued_at < @fresh_since)
ORDER BY queued_at, id
LIMIT @count;

-- name: SatellitesByID :many
SELECT sqlc.embed(s), t.slug, t.format FROM satellites s JOIN tours t ON t.id = s.tour_id
WHERE s.id = ANY(@satellites::uuid[]) ORDER BY s.id;

-- name: EntrantsOfMany :many
SELECT * FROM entrants WHERE satellite_id = ANY(@satellites::uuid[]) ORDER BY number;

-- name: RoundsOfMany :many
SELECT * FROM rounds WHERE satellite_id = ANY(@satellites::uuid[]) ORDER BY number;

-- name: GamesOfMany :many
SELECT * FROM games WHERE satellite_id = ANY(@satellites::uuid[]) ORDER BY round, table_number = 0, table_number, id;
