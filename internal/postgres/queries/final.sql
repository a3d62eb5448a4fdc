-- name: LockFinal :one
-- Others may refer to the tour meanwhile, as every entry into its tables does.
SELECT * FROM tours WHERE id = $1 FOR NO KEY UPDATE;

-- name: BuyIns :many
SELECT sqlc.embed(b), t.slug AS tour, w.id AS person, w.family_name, w.given_name, w.suffix,
    coalesce((SELECT max(r.association_id) FROM players r WHERE r.id = w.id OR r.person_id = w.id), '')::text AS association_id,
    (SELECT coalesce(sum(d.amount) FILTER (WHERE d.kind <> 'waiver'), 0) FROM buy_in_dues d WHERE d.buy_in_id = b.id)::bigint AS due,
    (SELECT coalesce(-sum(d.amount) FILTER (WHERE d.kind = 'waiver'), 0) FROM buy_in_dues d WHERE d.buy_in_id = b.id)::bigint AS waived,
    (SELECT coalesce(sum(l.applied), 0) FROM carryover_allocations l
     WHERE l.satellite_id = b.id AND l.number = (SELECT max(p.number) FROM carryover_payments p WHERE p.payment_id = l.payment_id))::bigint AS received,
    (SELECT coalesce(sum(p.amount), 0) FROM carryover_payments p
     WHERE p.buy_in_id = b.id AND p.status = 'announced'
       AND p.number = (SELECT max(q.number) FROM carryover_payments q WHERE q.payment_id = p.payment_id))::bigint AS announced,
    (SELECT coalesce(-sum(l.amount), 0) FROM journal_lines l
     WHERE l.account = 'liabilities:credit:' || b.id AND l.currency = b.currency)::bigint AS credit,
    (SELECT d.due_on FROM buy_in_dues d WHERE d.buy_in_id = b.id AND d.number = 1) AS due_on
FROM buy_ins b
JOIN tours t ON t.id = b.tour_id
JOIN players p ON p.id = b.player_id
JOIN players w ON w.id = coalesce(p.person_id, p.id)
WHERE sqlc.narg(tour_id)::uuid IS NULL OR b.tour_id = sqlc.narg(tour_id)
ORDER BY b.bought_at, b.id;

-- name: InsertBuyIn :exec
INSERT INTO buy_ins (id, tour_id, player_id, rating, price, currency, bought_at, by_name, email, note)
VALUES (@id, @tour_id, @player_id, @rating, @price, @currency, @bought_at, @by_name, @email, @note);

-- name: WithdrawBuyIn :exec
UPDATE buy_ins SET withdrawn_at = @withdrawn_at, withdrawn_by = @withdrawn_by, reason = @reason, fee_kept = @fee_kept
WHERE id = @id AND withdrawn_at IS NULL;

-- name: Buyer :one
SELECT w.id, w.family_name, w.given_name, w.suffix, w.erased_at,
    coalesce((SELECT max(r.association_id) FROM players r WHERE r.id = w.id OR r.person_id = w.id), '')::text AS association_id,
    coalesce((SELECT e.rating FROM players r
        JOIN entrants e ON e.player_id = r.id
        JOIN satellites s ON s.tenant_id = e.tenant_id AND s.id = e.satellite_id
        WHERE (r.id = w.id OR r.person_id = w.id) AND e.rating > 0
        ORDER BY s.ends_on DESC, s.id DESC LIMIT 1), 0)::int AS rating
FROM players p JOIN players w ON w.id = coalesce(p.person_id, p.id)
WHERE p.id = @record;

-- name: EraseBuyIns :exec
UPDATE buy_ins SET email = '', note = '', reason = CASE reason WHEN '' THEN '' ELSE 'erased' END WHERE player_id = $1;
