-- name: InsertDue :exec
INSERT INTO carryover_dues (tenant_id, satellite_id, number, tour_id, amount, currency, due_on, formula, posted_at,
    kind, day, by_id, by_name, reason, statement, rule)
VALUES (@tenant_id, @satellite_id, @number, @tour_id, @amount, @currency, sqlc.narg(due_on), @formula, @posted_at,
    @kind, @day, @by_id, @by_name, @reason, sqlc.narg(statement), @rule);

-- name: Dues :many
SELECT d.satellite_id, d.tenant_id, d.currency, d.due_on,
    (SELECT coalesce(sum(a.amount) FILTER (WHERE a.kind <> 'waiver'), 0) FROM carryover_dues a
     WHERE a.tenant_id = d.tenant_id AND a.satellite_id = d.satellite_id)::bigint AS amount,
    (SELECT coalesce(-sum(a.amount) FILTER (WHERE a.kind = 'waiver'), 0) FROM carryover_dues a
     WHERE a.tenant_id = d.tenant_id AND a.satellite_id = d.satellite_id)::bigint AS waived,
    (SELECT a.formula FROM carryover_dues a WHERE a.tenant_id = d.tenant_id AND a.satellite_id = d.satellite_id AND a.kind <> 'waiver'
     ORDER BY a.number DESC LIMIT 1)::text AS formula,
    (SELECT coalesce(sum(l.applied), 0) FROM carryover_allocations l
     WHERE l.satellite_id = d.satellite_id AND l.number = (SELECT max(p.number) FROM carryover_payments p WHERE p.payment_id = l.payment_id))::bigint AS received,
    (SELECT coalesce(sum(l.asked), 0) FROM carryover_allocations l
     JOIN carryover_payments p ON p.tenant_id = l.tenant_id AND p.payment_id = l.payment_id AND p.number = l.number
     WHERE l.satellite_id = d.satellite_id AND p.status = 'announced'
       AND l.number = (SELECT max(q.number) FROM carryover_payments q WHERE q.payment_id = l.payment_id))::bigint AS announced,
    s.name AS satellite, t.slug AS tour, t.quiet, n.name AS director
FROM carryover_dues d
JOIN satellites s ON s.tenant_id = d.tenant_id AND s.id = d.satellite_id
JOIN tours t ON t.id = d.tour_id
JOIN tenants n ON n.tenant_id = d.tenant_id
WHERE d.number = 1
  AND (sqlc.narg('own')::uuid IS NULL OR d.tenant_id = sqlc.narg('own'))
  AND (@tour::text = '' OR t.slug = @tour)
  AND (sqlc.narg(director)::uuid IS NULL OR d.tenant_id = sqlc.narg(director))
  AND (sqlc.narg(due_before)::date IS NULL OR d.due_on < sqlc.narg(due_before))
  AND (sqlc.narg(after_id)::uuid IS NULL OR (d.due_on, d.satellite_id) > (sqlc.narg(after_day)::date, sqlc.narg(after_id)))
ORDER BY d.due_on, d.satellite_id
LIMIT @count;
