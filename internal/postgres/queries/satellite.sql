-- name: InsertSatellite :exec
INSERT INTO satellites (tenant_id, id, tour_id, name, venue, city, starts_on, ends_on, time_zone, rounds, currency,
    entry_fee, planned_expenses, expenses, sponsorship, status, finished_after, rules, seat_order, prize_ties, payouts, seq, version, created_at, first_colour,
    methods, prize_pool)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27);

-- name: UpdateSatellite :exec
UPDATE satellites SET name = $3, venue = $4, city = $5, starts_on = $6, ends_on = $7, time_zone = $8, rounds = $9, currency = $10,
    entry_fee = $11, planned_expenses = $12, expenses = $13, sponsorship = $14, status = $15, finished_after = $16,
    rules = $17, seat_order = $18, prize_ties = $19, payouts = $20, version = $21, first_colour = $22,
    methods = $23, prize_pool = $24
WHERE tenant_id = $1 AND id = $2;

-- name: SetSeq :exec
UPDATE satellites SET seq = $3 WHERE tenant_id = $1 AND id = $2;

-- name: Satellite :one
SELECT sqlc.embed(s), t.slug, t.format FROM satellites s JOIN tours t ON t.id = s.tour_id
WHERE s.id = @id AND (sqlc.narg('own')::uuid IS NULL OR s.tenant_id = sqlc.narg('own'));

-- name: FinalOf :one
SELECT id FROM satellites
WHERE tour_id = @tour_id AND methods IS NOT NULL AND status NOT IN ('rejected', 'cancelled')
  AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'))
ORDER BY created_at, id
LIMIT 1;

-- name: FinalStarted :one
SELECT EXISTS (SELECT FROM satellites
    WHERE tour_id = @tour_id AND methods IS NOT NULL AND status IN ('in_play', 'finished', 'reported')) AS started;

-- name: SatelliteSeq :one
SELECT seq FROM satellites WHERE tenant_id = $1 AND id = $2;

-- name: LockSatellite :one
SELECT sqlc.embed(s), t.slug, t.format FROM satellites s JOIN tours t ON t.id = s.tour_id
WHERE s.id = @id AND (sqlc.narg('own')::uuid IS NULL OR s.tenant_id = sqlc.narg('own'))
FOR UPDATE OF s;

-- name: Satellites :many
SELECT sqlc.embed(s), t.slug, t.format FROM satellites s JOIN tours t ON t.id = s.tour_id
WHERE (sqlc.narg('own')::uuid IS NULL OR s.tenant_id = sqlc.narg('own'))
  AND (@tour::text = '' OR t.slug = @tour)
  AND (@status::text = '' OR s.status = @status)
  AND (sqlc.narg(director)::uuid IS NULL OR s.tenant_id = sqlc.narg(director))
  AND (sqlc.narg(from_day)::date IS NULL OR s.starts_on >= sqlc.narg(from_day))
  AND (sqlc.narg(to_day)::date IS NULL OR s.starts_on <= sqlc.narg(to_day))
  AND (@q::text = '' OR s.name ILIKE '%' || @q || '%' OR s.city ILIKE '%' || @q || '%')
  AND (sqlc.narg(after_id)::uuid IS NULL OR (s.starts_on, s.id) > (sqlc.narg(after_day)::date, sqlc.narg(after_id)))
ORDER BY s.starts_on, s.id
LIMIT @count;

-- name: Entrants :many
SELECT * FROM entrants WHERE tenant_id = $1 AND satellite_id = $2 ORDER BY number;

-- name: UpsertEntrant :batchexec
INSERT INTO entrants (tenant_id, satellite_id, id, player_id, number, family_name, given_name, suffix, association_id,
    rating, seed_rating, standby, present, in_field, fee, paid, team, grade, seed, group_number,
    withdrawn, joined_for, eligibility, reserved_table, contact, version, byes, field_seed)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)
ON CONFLICT (tenant_id, satellite_id, id) DO UPDATE SET
    player_id = excluded.player_id, family_name = excluded.family_name, given_name = excluded.given_name,
    suffix = excluded.suffix, association_id = excluded.association_id, rating = excluded.rating,
    seed_rating = excluded.seed_rating, standby = excluded.standby, present = excluded.present,
    in_field = excluded.in_field, fee = excluded.fee, paid = excluded.paid, team = excluded.team, grade = excluded.grade,
    seed = excluded.seed, group_number = excluded.group_number, withdrawn = excluded.withdrawn,
    joined_for = excluded.joined_for, eligibility = excluded.eligibility, reserved_table = excluded.reserved_table,
    contact = excluded.contact, version = excluded.version, byes = excluded.byes,
    field_seed = excluded.field_seed;

-- name: DeleteEntrant :batchexec
DELETE FROM entrants WHERE tenant_id = $1 AND satellite_id = $2 AND id = $3;

-- name: Rounds :many
SELECT * FROM rounds WHERE tenant_id = $1 AND satellite_id = $2 ORDER BY number;

-- name: UpsertRound :batchexec
INSERT INTO rounds (tenant_id, satellite_id, number, method, state, plan, version)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (tenant_id, satellite_id, number) DO UPDATE SET
    method = excluded.method, state = excluded.state, plan = excluded.plan, version = excluded.version;

-- name: DeleteRound :batchexec
DELETE FROM rounds WHERE tenant_id = $1 AND satellite_id = $2 AND number = $3;

-- name: Games :many
SELECT * FROM games WHERE tenant_id = $1 AND satellite_id = $2
ORDER BY round, table_number = 0, table_number, id;

-- name: UpsertGame :batchexec
INSERT INTO games (tenant_id, satellite_id, id, round, table_number, first_id, second_id, kind, forfeit,
    first_score, second_score, first_penalty, second_penalty, why, claims, disputed, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
ON CONFLICT (tenant_id, satellite_id, id) DO UPDATE SET
    table_number = excluded.table_number, first_id = excluded.first_id, second_id = excluded.second_id,
    kind = excluded.kind, forfeit = excluded.forfeit, first_score = excluded.first_score,
    second_score = excluded.second_score, first_penalty = excluded.first_penalty,
    second_penalty = excluded.second_penalty, why = excluded.why, claims = excluded.claims,
    disputed = excluded.disputed, version = excluded.version;

-- name: DeleteGame :batchexec
DELETE FROM games WHERE tenant_id = $1 AND satellite_id = $2 AND id = $3;

-- name: Contacts :many
SELECT entrant_id, email FROM entrant_contacts WHERE tenant_id = $1 AND satellite_id = $2;

-- name: SetContact :exec
INSERT INTO entrant_contacts (tenant_id, satellite_id, entrant_id, email) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id, satellite_id, entrant_id) DO UPDATE SET email = excluded.email;

-- name: DropContact :exec
DELETE FROM entrant_contacts WHERE tenant_id = $1 AND satellite_id = $2 AND entrant_id = $3;

-- name: InsertLog :exec
INSERT INTO satellite_log (tenant_id, satellite_id, seq, at, principal_id, actor, role, act, reason, changes)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: Log :many
SELECT * FROM satellite_log
WHERE tenant_id = $1 AND satellite_id = $2 AND seq > @after
ORDER BY seq LIMIT @count;

-- name: InsertReport :exec
INSERT INTO reports (tenant_id, satellite_id, number, tour_id, body, reported_at)
VALUES (@tenant_id, @satellite_id,
    (SELECT coalesce(max(number), 0) + 1 FROM reports WHERE tenant_id = @tenant_id AND satellite_id = @satellite_id),
    @tour_id, @body, @reported_at);

-- name: LatestReport :one
SELECT * FROM reports WHERE tenant_id = $1 AND satellite_id = $2 ORDER BY number DESC LIMIT 1;
