-- name: InsertDue :exec
INSERT INTO carryover_dues (tenant_id, satellite_id, number, tour_id, amount, currency, due_on, formula, posted_at)
VALUES (@tenant_id, @satellite_id,
    (SELECT coalesce(max(number), 0) + 1 FROM carryover_dues WHERE tenant_id = @tenant_id AND satellite_id = @satellite_id),
    @tour_id, @amount, @currency, @due_on, @formula, @posted_at);

-- name: Dues :many
SELECT d.satellite_id, d.tenant_id, d.currency, d.due_on,
    (SELECT sum(a.amount) FROM carryover_dues a WHERE a.tenant_id = d.tenant_id AND a.satellite_id = d.satellite_id)::bigint AS amount,
    (SELECT a.formula FROM carryover_dues a WHERE a.tenant_id = d.tenant_id AND a.satellite_id = d.satellite_id
     ORDER BY a.number DESC LIMIT 1)::text AS formula,
    s.name AS satellite, t.slug AS tour, n.name AS director
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
