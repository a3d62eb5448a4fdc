-- name: CardSatellite :one
SELECT name, starts_on FROM satellites
WHERE id = @id AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'));

-- name: TourOfBuyIn :one
SELECT t.name FROM buy_ins b JOIN tours t ON t.id = b.tour_id WHERE b.id = @buy_in;

-- name: CardSession :one
SELECT * FROM card_sessions
WHERE payment_id = @payment AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'));

-- name: LockCardSession :one
SELECT * FROM card_sessions
WHERE payment_id = @payment AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'))
FOR UPDATE;

-- name: LiveCardSession :one
SELECT * FROM card_sessions
WHERE (satellite_id = @due::uuid OR buy_in_id = @due) AND state IN ('asked', 'open') AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'))
FOR UPDATE;

-- name: LiveCardSessionsOf :many
SELECT * FROM card_sessions
WHERE (tenant_id = @account::uuid AND satellite_id IS NOT NULL OR buy_in_id = @account) AND state IN ('asked', 'open') ORDER BY payment_id;

-- name: CardSessionsNotClosed :many
SELECT * FROM card_sessions WHERE state <> 'closed' ORDER BY payment_id;

-- name: InsertCardSession :exec
INSERT INTO card_sessions (tenant_id, payment_id, satellite_id, buy_in_id, amount, currency, description, state, session_id, url, asked_at, expires_at)
VALUES (@tenant_id, @payment_id, sqlc.narg(satellite_id), sqlc.narg(buy_in_id), @amount, @currency, @description, @state, @session_id, @url, @asked_at, @expires_at);

-- name: UpdateCardSession :exec
UPDATE card_sessions SET state = @state, session_id = @session_id, url = @url
WHERE payment_id = @payment_id AND (tenant_id = @tenant_id OR buy_in_id IS NOT NULL);

-- name: InsertCardEvent :execrows
INSERT INTO card_events (id, type, api_version, foreign_version, object, payout, happened_at, received_at, raw)
VALUES (@id, @type, @api_version, @foreign_version, @object, @payout, @happened_at, @received_at, @raw)
ON CONFLICT DO NOTHING;

-- name: CardEvent :one
SELECT * FROM card_events WHERE id = @id;

-- name: CardEventApplied :exec
UPDATE card_events SET applied_at = @at::timestamptz, outcome = @outcome WHERE id = @id AND applied_at IS NULL;

-- name: EmptyCardEvents :exec
-- Which ones the policy says: those that are not empty (0012_public).
UPDATE card_events SET raw = '';

-- name: EmptyOldCardEvents :execrows
UPDATE card_events SET raw = '' WHERE applied_at < @before::timestamptz AND raw <> '';

-- name: CardEventsWaiting :many
SELECT id FROM card_events WHERE applied_at IS NULL ORDER BY received_at, id;

-- name: CardsPolledThrough :one
SELECT through FROM card_polls;

-- name: SetCardsPolledThrough :exec
INSERT INTO card_polls (through) VALUES (@through) ON CONFLICT (one) DO UPDATE SET through = excluded.through;

-- name: CardTicket :one
SELECT clock_timestamp()::timestamptz AS ticket;

-- name: CardLooked :execrows
INSERT INTO card_looks (thing, looked_at) VALUES (@thing, clock_timestamp())
ON CONFLICT (thing) DO UPDATE SET looked_at = clock_timestamp() WHERE card_looks.looked_at < @ticket::timestamptz;

-- name: SaveCardPayout :exec
INSERT INTO card_payouts (id, status, amount, currency, has_left, created_at, arrives_on, text, movements)
VALUES (@id, @status, @amount, @currency, @has_left, @created_at, @arrives_on, @text, @movements)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, has_left = excluded.has_left, arrives_on = excluded.arrives_on,
    text = excluded.text, movements = excluded.movements, version = card_payouts.version + 1
WHERE (card_payouts.status, card_payouts.has_left, card_payouts.arrives_on, card_payouts.text, card_payouts.movements)
    IS DISTINCT FROM (excluded.status, excluded.has_left, excluded.arrives_on, excluded.text, excluded.movements);

-- name: CardPayoutsNotSpread :many
SELECT id, version FROM card_payouts WHERE spread < version ORDER BY id;

-- name: CardPayoutSpread :exec
UPDATE card_payouts SET spread = greatest(spread, @version) WHERE id = @id;

-- name: InsertCardMovement :exec
INSERT INTO card_movements (id, payout_id, net, object, returned) VALUES (@id, @payout_id, @net, @object, @returned)
ON CONFLICT (id) DO NOTHING;

-- What came back with a payout that failed goes out with the one that carries its return.
-- name: CardObjectsIn :many
WITH RECURSIVE carried AS (
    SELECT m.object, m.returned FROM card_movements m WHERE m.payout_id = @payout
    UNION
    SELECT m.object, m.returned FROM carried c JOIN card_movements m ON m.payout_id = c.returned
)
SELECT DISTINCT object FROM carried WHERE object <> '' ORDER BY object;

-- name: CardsPaidOut :one
WITH RECURSIVE carried AS (
    SELECT m.net, m.payout_id FROM card_movements m WHERE m.id = ANY(@movements::text[])
    UNION ALL
    SELECT c.net, m.payout_id FROM carried c JOIN card_movements m ON m.returned = c.payout_id
)
SELECT coalesce(sum(c.net), 0)::bigint FROM carried c JOIN card_payouts p ON p.id = c.payout_id WHERE p.has_left;

-- name: InsertCardRefund :exec
INSERT INTO card_refunds (tenant_id, id, payment_id, director_id, charge, amount, currency, reason, state, detail, asked_at, asked_by)
VALUES (@tenant_id, @id, @payment_id, sqlc.narg(director_id), @charge, @amount, @currency, @reason, @state, @detail, @asked_at, @asked_by);

-- name: LockCardRefund :one
SELECT * FROM card_refunds WHERE id = @id FOR UPDATE;

-- name: UpdateCardRefund :exec
UPDATE card_refunds SET state = @state, detail = @detail WHERE id = @id;

-- name: CardRefundsNotSent :many
SELECT id FROM card_refunds WHERE state = 'asked' ORDER BY id;

-- name: AskedCardRefunds :one
SELECT coalesce(sum(amount), 0)::bigint FROM card_refunds WHERE payment_id = @payment AND state = 'asked';
