-- name: InsertTour :exec
INSERT INTO tours (id, slug, name, format, starts_on, ends_on, currency, default_rounds, rules, prize_table, pairing_tables, created_at, final_rules, quiet, public, short_names)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: TourBySlug :one
SELECT * FROM tours WHERE slug = $1;

-- name: LockTourBySlug :one
SELECT * FROM tours WHERE slug = $1 FOR UPDATE;

-- name: TourByID :one
SELECT * FROM tours WHERE id = $1;

-- name: ShareTour :one
SELECT * FROM tours WHERE id = $1 FOR SHARE;

-- name: Tours :many
SELECT * FROM tours
WHERE sqlc.narg(before_id)::uuid IS NULL OR (starts_on, id) < (sqlc.narg(before_day)::date, sqlc.narg(before_id))
ORDER BY starts_on DESC, id DESC
LIMIT @count;

-- name: UpdateTour :exec
UPDATE tours SET name = $2, starts_on = $3, ends_on = $4, default_rounds = $5, rules = $6,
    prize_table = $7, pairing_tables = $8, final_rules = $9, quiet = $10, public = $11, short_names = $12, version = version + 1
WHERE id = $1;

-- name: FreezeTour :exec
UPDATE tours SET rules_frozen = true WHERE id = $1 AND NOT rules_frozen;

-- name: TourIDs :many
SELECT id FROM tours ORDER BY id;
