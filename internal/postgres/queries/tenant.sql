-- name: InsertTenant :exec
INSERT INTO tenants (tenant_id, kind, name, email, city, region, country, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: Organiser :one
SELECT * FROM tenants WHERE kind = 'organiser';

-- name: Tenant :one
SELECT * FROM tenants
WHERE tenant_id = @id AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'));

-- name: LockTenant :one
SELECT * FROM tenants
WHERE tenant_id = @id AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'))
FOR UPDATE;

-- name: UpdateTenant :exec
UPDATE tenants SET name = $2, email = $3, city = $4, region = $5, country = $6, version = version + 1
WHERE tenant_id = $1;

-- name: Directors :many
SELECT * FROM tenants
WHERE kind = 'director'
  AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'))
  AND (@q::text = '' OR name ILIKE '%' || @q || '%' OR email ILIKE '%' || @q || '%')
  AND (sqlc.narg(after_id)::uuid IS NULL OR (name, tenant_id) > (@after_name::text, sqlc.narg(after_id)))
ORDER BY name, tenant_id
LIMIT @count;

-- name: InsertPrincipal :exec
INSERT INTO principals (tenant_id, id, name, role, satellite_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: MainPrincipal :one
SELECT * FROM principals WHERE tenant_id = $1 ORDER BY created_at, id LIMIT 1;

-- name: InsertKey :exec
INSERT INTO api_keys (tenant_id, id, principal_id, label, prefix, key_hash, expires_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: Keys :many
SELECT k.id, k.principal_id, k.label, k.prefix, k.created_at, k.expires_at, k.revoked_at, p.role
FROM api_keys k JOIN principals p ON p.tenant_id = k.tenant_id AND p.id = k.principal_id
WHERE k.tenant_id = @tenant_id
  AND (sqlc.narg(before_id)::uuid IS NULL OR k.id < sqlc.narg(before_id))
ORDER BY k.id DESC
LIMIT @count;

-- name: RevokeKey :one
UPDATE api_keys SET revoked_at = coalesce(revoked_at, @at)
WHERE id = @id AND (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'))
RETURNING *;

-- name: PrincipalByKey :one
SELECT k.id AS key_id, k.expires_at, k.revoked_at, p.tenant_id, p.id, p.name, p.role, p.satellite_id, t.name AS tenant_name
FROM api_keys k
JOIN principals p ON p.tenant_id = k.tenant_id AND p.id = k.principal_id
JOIN tenants t ON t.tenant_id = k.tenant_id
WHERE k.key_hash = $1;

-- name: InsertAudit :exec
INSERT INTO audit (id, at, tenant_id, principal_id, actor, act, object, before, after)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: AuditEntries :many
SELECT * FROM audit
WHERE (sqlc.narg('own')::uuid IS NULL OR tenant_id = sqlc.narg('own'))
  AND (@act::text = '' OR act = @act)
  AND (@object::text = '' OR object = @object)
  AND (sqlc.narg(principal)::uuid IS NULL OR principal_id = sqlc.narg(principal))
  AND (sqlc.narg(since)::timestamptz IS NULL OR at >= sqlc.narg(since))
  AND (sqlc.narg(until)::timestamptz IS NULL OR at < sqlc.narg(until))
  AND (sqlc.narg(before_id)::uuid IS NULL OR (at, id) < (sqlc.narg(before_at)::timestamptz, sqlc.narg(before_id)))
ORDER BY at DESC, id DESC
LIMIT @count;

-- name: LockBootstrap :exec
SELECT pg_advisory_xact_lock(726913);
