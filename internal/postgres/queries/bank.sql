-- name: BankMapping :one
SELECT mapping FROM bank_mappings WHERE account = $1 ORDER BY number DESC LIMIT 1;

-- name: InsertBankAccount :exec
INSERT INTO bank_accounts (name) VALUES ($1) ON CONFLICT DO NOTHING;

-- name: InsertBankMapping :exec
INSERT INTO bank_mappings (account, number, mapping, confirmed_at, by_id, by_name)
VALUES (@account, (SELECT coalesce(max(m.number), 0) + 1 FROM bank_mappings m WHERE m.account = @account), @mapping, @confirmed_at, @by_id, @by_name);

-- name: LockOfBankAccount :exec
SELECT pg_advisory_xact_lock(hashtextextended('nast bank account ' || @name::text, 0));

-- name: InsertBankStatement :exec
INSERT INTO bank_statements (id, account, first_day, last_day, row_count, added, imported_at, by_id, by_name)
VALUES (@id, @account, @first_day, @last_day, @row_count, @added, @imported_at, @by_id, @by_name);

-- name: InsertBankLine :batchexec
INSERT INTO bank_lines (id, statement_id, number, account, day, amount, currency, words, reference, payer, cheque, bank_id, fingerprint)
VALUES (@id, @statement_id, @number, @account, @day, @amount, @currency, @words, @reference, @payer, @cheque, @bank_id, @fingerprint);

-- name: BankStatements :many
SELECT sqlc.embed(s), (SELECT count(*) FROM bank_lines l
    WHERE l.statement_id = s.id AND l.amount <> 0
      AND NOT EXISTS (SELECT FROM bank_confirmations c WHERE c.line_id = l.id))::int AS open
FROM bank_statements s
WHERE (sqlc.narg(id)::uuid IS NULL OR s.id = sqlc.narg(id))
  AND (@account::text = '' OR s.account = @account)
  AND (sqlc.narg(before)::uuid IS NULL OR s.id < sqlc.narg(before))
ORDER BY s.id DESC
LIMIT @count;

-- name: BankLinesOf :many
SELECT sqlc.embed(l), c.purpose, c.payments, c.note, c.confirmed_at, c.by_id, c.by_name,
    ARRAY(SELECT s.thing FROM bank_seen s WHERE s.line_id = l.id ORDER BY s.thing)::text[] AS seen
FROM bank_lines l LEFT JOIN bank_confirmations c ON c.line_id = l.id
WHERE (sqlc.narg(statement)::uuid IS NULL OR l.statement_id = sqlc.narg(statement))
  AND (sqlc.narg(ids)::uuid[] IS NULL OR l.id = ANY(sqlc.narg(ids)::uuid[]))
  AND (@account::text = '' OR l.account = @account)
  AND (sqlc.narg(from_day)::date IS NULL OR l.day BETWEEN sqlc.narg(from_day) AND sqlc.narg(to_day)::date)
  AND (NOT @only_open::boolean OR l.amount <> 0 AND c.line_id IS NULL)
ORDER BY l.statement_id, l.number;

-- name: InsertBankSeen :exec
INSERT INTO bank_seen (thing, line_id) VALUES ($1, $2);

-- name: BankSeen :many
SELECT thing FROM bank_seen;

-- name: BankPayouts :many
SELECT id, amount, currency, arrives_on, has_left FROM card_payouts ORDER BY created_at;
