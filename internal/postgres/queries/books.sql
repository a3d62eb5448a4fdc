-- name: LockOfAccount :exec
SELECT pg_advisory_xact_lock(hashtextextended('nast carryover account ' || @director::uuid, 0));

-- name: LockOfLine :exec
SELECT pg_advisory_xact_lock(hashtextextended('nast bank line ' || @line::uuid, 0));

-- name: LockOfPeriodShared :exec
SELECT pg_advisory_xact_lock_shared(hashtextextended('nast carryover period', 0));

-- name: LockOfPeriod :exec
SELECT pg_advisory_xact_lock(hashtextextended('nast carryover period', 0));

-- name: ClosedThrough :one
SELECT max(through)::date AS through FROM carryover_closings;

-- name: Closings :many
SELECT * FROM carryover_closings ORDER BY through DESC;

-- name: InsertClosing :exec
INSERT INTO carryover_closings (through, closed_at, day, by_id, by_name, reason)
VALUES (@through, @closed_at, @day, @by_id, @by_name, @reason);

-- name: OrganisersTenant :one
SELECT tenant_id FROM tenants WHERE kind = 'organiser' ORDER BY created_at LIMIT 1;

-- name: DebtorOfPayment :one
SELECT director_id, buy_in_id FROM carryover_payments WHERE payment_id = @payment ORDER BY number DESC LIMIT 1;

-- name: DebtorOfDue :one
(SELECT tenant_id::uuid AS director_id, '00000000-0000-0000-0000-000000000000'::uuid AS buy_in_id
 FROM carryover_dues WHERE satellite_id = @due LIMIT 1)
UNION ALL
SELECT '00000000-0000-0000-0000-000000000000', buy_in_id FROM buy_in_dues WHERE buy_in_id = @due AND number = 1;

-- name: LedgerEntries :many
SELECT d.*, s.name AS satellite, t.slug AS tour
FROM carryover_dues d
JOIN satellites s ON s.tenant_id = d.tenant_id AND s.id = d.satellite_id
JOIN tours t ON t.id = d.tour_id
WHERE (sqlc.narg(director)::uuid IS NULL OR d.tenant_id = sqlc.narg(director))
  AND (@tour::text = '' OR t.slug = @tour)
  AND (sqlc.narg(through)::date IS NULL OR d.day <= sqlc.narg(through))
ORDER BY d.satellite_id, d.number;

-- name: PaymentsOfAccount :many
SELECT p.body FROM carryover_payments p
WHERE p.director_id IS NOT DISTINCT FROM sqlc.narg(director)::uuid
  AND p.buy_in_id IS NOT DISTINCT FROM sqlc.narg(buy_in)::uuid
  AND p.number = (SELECT max(q.number) FROM carryover_payments q WHERE q.payment_id = p.payment_id)
ORDER BY p.payment_id;

-- name: PaymentSteps :many
SELECT body FROM carryover_payments
WHERE (sqlc.narg(director)::uuid IS NULL OR director_id = sqlc.narg(director))
  AND (sqlc.narg(buy_in)::uuid IS NULL OR buy_in_id = sqlc.narg(buy_in))
  AND (sqlc.narg(payment)::uuid IS NULL OR payment_id = sqlc.narg(payment))
  AND (sqlc.narg(through)::date IS NULL OR day <= sqlc.narg(through))
ORDER BY payment_id, number;

-- name: Payments :many
SELECT p.body FROM carryover_payments p
WHERE p.number = (SELECT max(q.number) FROM carryover_payments q WHERE q.payment_id = p.payment_id)
  AND (sqlc.narg('own')::uuid IS NULL OR p.tenant_id = sqlc.narg('own'))
  AND (sqlc.narg(director)::uuid IS NULL OR p.director_id = sqlc.narg(director))
  AND (sqlc.narg(buy_in)::uuid IS NULL OR p.buy_in_id = sqlc.narg(buy_in))
  AND (sqlc.narg(satellite)::uuid IS NULL OR EXISTS (SELECT FROM carryover_allocations l
       WHERE l.tenant_id = p.tenant_id AND l.payment_id = p.payment_id AND l.number = p.number AND l.satellite_id = sqlc.narg(satellite)))
  AND (@method::text = '' OR p.method = @method)
  AND (@status::text = '' OR p.status = @status)
  AND (sqlc.narg(suspense)::boolean IS NULL OR p.suspense = sqlc.narg(suspense))
  AND (sqlc.narg(before)::uuid IS NULL OR p.payment_id < sqlc.narg(before))
ORDER BY p.payment_id DESC
LIMIT @count;

-- name: InsertPaymentStep :exec
INSERT INTO carryover_payments (tenant_id, payment_id, number, director_id, buy_in_id, act, day, method, status, suspense, reference, amount, currency, body, recorded_at)
VALUES (@tenant_id, @payment_id, @number, sqlc.narg(director_id), sqlc.narg(buy_in_id), @act, @day, @method, @status, @suspense, @reference, @amount, @currency, @body, @recorded_at);

-- name: InsertAllocation :exec
INSERT INTO carryover_allocations (tenant_id, payment_id, number, place, satellite_id, asked, applied)
VALUES (@tenant_id, @payment_id, @number, @place, @satellite_id, @asked, @applied);

-- name: InsertTransaction :exec
INSERT INTO journal_transactions (tenant_id, id, recorded_at, day, kind, reference, reverses, by_id, by_name, reason)
VALUES (@tenant_id, @id, @recorded_at, @day, @kind, @reference, sqlc.narg(reverses), @by_id, @by_name, @reason);

-- name: InsertLine :exec
INSERT INTO journal_lines (tenant_id, transaction_id, place, account, amount, currency)
VALUES (@tenant_id, @transaction_id, @place, @account, @amount, @currency);

-- name: Transaction :one
SELECT t.*, coalesce((SELECT r.id FROM journal_transactions r WHERE r.reverses = t.id), '00000000-0000-0000-0000-000000000000')::uuid AS reversed_by
FROM journal_transactions t WHERE t.id = @id;

-- name: Transactions :many
SELECT t.* FROM journal_transactions t
WHERE (sqlc.narg(from_day)::date IS NULL OR t.day >= sqlc.narg(from_day))
  AND (sqlc.narg(to_day)::date IS NULL OR t.day <= sqlc.narg(to_day))
  AND (@account::text = '' OR EXISTS (SELECT FROM journal_lines l WHERE l.tenant_id = t.tenant_id AND l.transaction_id = t.id AND l.account = @account))
  AND (sqlc.narg(after_id)::uuid IS NULL OR (t.day, t.recorded_at, t.id) > (sqlc.narg(after_day)::date, sqlc.narg(after_at)::timestamptz, sqlc.narg(after_id)))
ORDER BY t.day, t.recorded_at, t.id
LIMIT sqlc.narg(count);

-- name: LinesOf :many
SELECT * FROM journal_lines WHERE transaction_id = ANY(@transactions::uuid[]) ORDER BY transaction_id, place;

-- name: Balances :many
SELECT l.account, l.currency, sum(l.amount)::bigint AS amount
FROM journal_lines l
JOIN journal_transactions t ON t.tenant_id = l.tenant_id AND t.id = l.transaction_id
WHERE sqlc.narg(through)::date IS NULL OR t.day <= sqlc.narg(through)
GROUP BY l.account, l.currency
HAVING sum(l.amount) <> 0
ORDER BY l.account, l.currency;

-- name: Receivables :many
-- Entries of dues are posted against one of three accounts; anything else of a receivable is a payment's.
SELECT r.account AS owed, coalesce(o.account, '')::text AS against, r.currency, sum(r.amount)::bigint AS amount
FROM journal_lines r
JOIN journal_transactions t ON t.tenant_id = r.tenant_id AND t.id = r.transaction_id
LEFT JOIN journal_lines o ON o.tenant_id = r.tenant_id AND o.transaction_id = r.transaction_id
    AND o.account IN ('income:final-event', 'income:buy-ins', 'expenses:write-off')
WHERE t.day <= @through
  AND r.account IN (
    SELECT 'assets:receivable:' || d.satellite_id FROM carryover_dues d JOIN tours q ON q.id = d.tour_id WHERE q.slug = @tour
    UNION
    SELECT 'assets:receivable:' || b.id FROM buy_ins b JOIN tours q ON q.id = b.tour_id WHERE q.slug = @tour)
GROUP BY r.account, o.account, r.currency
ORDER BY r.account, o.account, r.currency;

-- name: ConfirmedLines :many
SELECT line_id FROM bank_confirmations WHERE line_id = ANY(@lines::uuid[]);

-- name: InsertConfirmation :exec
INSERT INTO bank_confirmations (line_id, purpose, payments, note, confirmed_at, day, by_id, by_name)
VALUES (@line_id, @purpose, @payments, @note, @confirmed_at, @day, @by_id, @by_name);

-- name: DirectorNames :many
SELECT tenant_id, name FROM tenants;

-- name: NamesOf :many
SELECT tenant_id AS id, name FROM tenants WHERE tenant_id = ANY(@directors::uuid[])
UNION ALL
SELECT id, name FROM satellites WHERE id = ANY(@satellites::uuid[]);

-- name: BuyersOf :many
-- Who has bought in, by buy-in; without any named, all.
SELECT b.id, w.family_name, w.given_name, w.suffix FROM buy_ins b
JOIN players p ON p.id = b.player_id
JOIN players w ON w.id = coalesce(p.person_id, p.id)
WHERE @every::boolean OR b.id = ANY(@buy_ins::uuid[]);

-- name: BuyInEntries :many
SELECT sqlc.embed(d), b.tour_id, t.slug AS tour FROM buy_in_dues d
JOIN buy_ins b ON b.id = d.buy_in_id
JOIN tours t ON t.id = b.tour_id
WHERE (sqlc.narg(buy_in)::uuid IS NULL OR d.buy_in_id = sqlc.narg(buy_in))
  AND (@tour::text = '' OR t.slug = @tour)
  AND (sqlc.narg(through)::date IS NULL OR d.day <= sqlc.narg(through))
ORDER BY d.buy_in_id, d.number;

-- name: InsertBuyInDue :exec
INSERT INTO buy_in_dues (buy_in_id, number, kind, amount, currency, due_on, formula, posted_at, day, by_id, by_name, reason, rule)
VALUES (@buy_in_id, @number, @kind, @amount, @currency, sqlc.narg(due_on), @formula, @posted_at, @day, @by_id, @by_name, @reason, @rule);

-- name: AddressesOf :many
SELECT tenant_id, email FROM tenants WHERE tenant_id = ANY(@directors::uuid[]) AND email <> '';
