-- name: TakePlaces :one
INSERT INTO event_streams AS s (stream_id, last) VALUES (@stream_id, @count)
ON CONFLICT (stream_id) DO UPDATE SET last = s.last + excluded.last
RETURNING last;

-- name: InsertEvent :batchexec
INSERT INTO event_outbox (stream_id, sequence, id, type, owner_id, tour_id, satellite_id, at, data)
VALUES (@stream_id, @sequence, @id, @type, @owner_id, @tour_id, @satellite_id, @at, @data);

-- name: LockEventOutbox :one
SELECT pg_try_advisory_xact_lock(hashtextextended('event_outbox', 0));

-- name: EventsInOutbox :many
SELECT sqlc.embed(o), coalesce(t.slug, '')::text AS tour
FROM event_outbox o LEFT JOIN tours t ON t.id = o.tour_id
ORDER BY o.stream_id, o.sequence
LIMIT @count;

-- name: DropEvent :batchexec
DELETE FROM event_outbox WHERE stream_id = @stream_id AND sequence = @sequence;

-- name: Endpoints :many
SELECT sqlc.embed(e),
       (SELECT count(*) FROM webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.state = 'waiting')::int AS waiting,
       (SELECT count(*) FROM webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.state = 'dead')::int AS dead
FROM webhook_endpoints e
WHERE (sqlc.narg(own)::uuid IS NULL OR e.tenant_id = sqlc.narg(own))
  AND (sqlc.narg(before)::uuid IS NULL OR e.id < sqlc.narg(before))
ORDER BY e.id DESC
LIMIT @count;

-- name: Endpoint :one
SELECT sqlc.embed(e),
       (SELECT count(*) FROM webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.state = 'waiting')::int AS waiting,
       (SELECT count(*) FROM webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.state = 'dead')::int AS dead
FROM webhook_endpoints e
WHERE e.id = @id AND (sqlc.narg(own)::uuid IS NULL OR e.tenant_id = sqlc.narg(own));

-- name: LockEndpoint :exec
SELECT 1 FROM webhook_endpoints WHERE id = @id AND (sqlc.narg(own)::uuid IS NULL OR tenant_id = sqlc.narg(own)) FOR NO KEY UPDATE;

-- name: LockEndpointsOf :exec
SELECT pg_advisory_xact_lock(hashtextextended('webhook_endpoints ' || sqlc.arg(tenant)::text, 0));

-- name: CountEndpoints :one
SELECT count(*)::int FROM webhook_endpoints WHERE tenant_id = @tenant_id;

-- name: InsertEndpoint :exec
INSERT INTO webhook_endpoints (tenant_id, id, everybody, url, description, types, paused_at, created_at)
VALUES (@tenant_id, @id, @everybody, @url, @description, @types, @paused_at, @created_at);

-- name: UpdateEndpoint :exec
UPDATE webhook_endpoints SET url = @url, description = @description, types = @types, paused_at = @paused_at
WHERE tenant_id = @tenant_id AND id = @id;

-- name: DeleteEndpoint :exec
DELETE FROM webhook_endpoints WHERE tenant_id = @tenant_id AND id = @id;

-- name: EndWebhookSecrets :exec
UPDATE webhook_secrets SET until_at = least(coalesce(until_at, 'infinity'), @until_at::timestamptz)
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id;

-- name: InsertWebhookSecret :exec
INSERT INTO webhook_secrets (tenant_id, endpoint_id, made_at, secret) VALUES (@tenant_id, @endpoint_id, @made_at, @secret);

-- name: WebhookDeliveries :many
SELECT * FROM webhook_deliveries
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id
  AND (@state::text = '' OR state = @state)
  AND (sqlc.narg(before)::uuid IS NULL OR event_id < sqlc.narg(before))
ORDER BY event_id DESC
LIMIT @count;

-- name: LockWebhookDelivery :one
SELECT * FROM webhook_deliveries WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id AND event_id = @event_id FOR UPDATE;

-- name: InsertWebhookDelivery :batchexec
INSERT INTO webhook_deliveries (tenant_id, endpoint_id, event_id, type, stream_id, sequence, satellite_id, at, body, state, queued_at, give_up_at)
VALUES (@tenant_id, @endpoint_id, @event_id, @type, @stream_id, @sequence, @satellite_id, @at, @body, 'waiting', @queued_at, @give_up_at)
ON CONFLICT (tenant_id, endpoint_id, event_id) DO NOTHING;

-- name: OpenWebhookQueue :batchexec
-- The row is locked though nothing of it changes: who finds nothing waiting drops it, and must
-- see what is new by then.
INSERT INTO webhook_queues AS q (tenant_id, endpoint_id, stream_id, next_at)
VALUES (@tenant_id, @endpoint_id, @stream_id, @next_at)
ON CONFLICT (tenant_id, endpoint_id, stream_id) DO UPDATE SET next_at = q.next_at;

-- name: HurryWebhookQueues :exec
UPDATE webhook_queues SET next_at = @now, failures = 0 WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id;

-- name: HurryWebhookDeliveries :exec
UPDATE webhook_deliveries SET give_up_at = @give_up_at
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id AND state = 'waiting';

-- name: ResendWebhookDeliveries :many
UPDATE webhook_deliveries SET state = 'waiting', give_up_at = @now::timestamptz, ended_at = NULL
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id
  AND (event_id = sqlc.narg(event_id)::uuid AND state <> 'waiting' OR sqlc.narg(event_id)::uuid IS NULL AND state = 'dead')
RETURNING stream_id;

-- name: ReopenWebhookQueue :batchexec
INSERT INTO webhook_queues AS q (tenant_id, endpoint_id, stream_id, next_at)
VALUES (@tenant_id, @endpoint_id, @stream_id, @next_at)
ON CONFLICT (tenant_id, endpoint_id, stream_id) DO UPDATE SET next_at = least(q.next_at, excluded.next_at);

-- name: AllEndpoints :many
SELECT * FROM webhook_endpoints;

-- name: ClaimableQueues :many
SELECT q.tenant_id, q.endpoint_id, q.stream_id, q.failures
FROM webhook_endpoints e
CROSS JOIN LATERAL (
    SELECT w.tenant_id, w.endpoint_id, w.stream_id, w.failures FROM webhook_queues w
    WHERE w.tenant_id = e.tenant_id AND w.endpoint_id = e.id AND w.next_at <= sqlc.arg(now)::timestamptz
      AND (w.leased_until IS NULL OR w.leased_until <= sqlc.arg(now)::timestamptz)
    ORDER BY w.next_at, w.stream_id
    LIMIT greatest(0, sqlc.arg(per_endpoint)::int - (
        SELECT count(*) FROM webhook_queues l
        WHERE l.tenant_id = e.tenant_id AND l.endpoint_id = e.id AND l.leased_until > sqlc.arg(now)::timestamptz))
    FOR UPDATE SKIP LOCKED
) q
WHERE e.paused_at IS NULL;

-- name: LeaseQueue :batchexec
UPDATE webhook_queues SET lease = @lease::uuid, leased_until = @until::timestamptz
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id AND stream_id = @stream_id;

-- name: LockEndpointOf :exec
SELECT 1 FROM webhook_endpoints WHERE tenant_id = @tenant_id AND id = @id FOR NO KEY UPDATE;

-- name: HoldQueue :execrows
UPDATE webhook_queues SET leased_until = @until::timestamptz
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id AND stream_id = @stream_id AND lease = @lease::uuid;

-- name: NextWebhookDelivery :one
SELECT sqlc.embed(d), e.url
FROM webhook_deliveries d JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
WHERE d.tenant_id = @tenant_id AND d.endpoint_id = @endpoint_id AND d.stream_id = @stream_id AND d.state = 'waiting'
  AND e.paused_at IS NULL
ORDER BY d.sequence, d.event_id
LIMIT 1;

-- name: WebhookSecrets :many
SELECT secret FROM webhook_secrets
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id AND (until_at IS NULL OR until_at > @now::timestamptz)
ORDER BY made_at DESC;

-- name: SetWebhookTry :exec
UPDATE webhook_deliveries SET state = @state, tries = @tries, tried_at = @tried_at, status = @status, failure = @failure, ended_at = @ended_at
WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id AND event_id = @event_id;

-- name: EndpointTook :exec
UPDATE webhook_endpoints SET delivered_at = @at::timestamptz, failing_since = NULL WHERE tenant_id = @tenant_id AND id = @id;

-- name: EndpointFailed :exec
UPDATE webhook_endpoints SET failed_at = @at::timestamptz, failure = @failure, failing_since = coalesce(failing_since, @at)
WHERE tenant_id = @tenant_id AND id = @id;

-- name: ReleaseQueue :execrows
UPDATE webhook_queues q SET lease = NULL, leased_until = NULL, next_at = @next_at, failures = @failures
WHERE q.tenant_id = @tenant_id AND q.endpoint_id = @endpoint_id AND q.stream_id = @stream_id AND EXISTS (
    SELECT FROM webhook_deliveries d
    WHERE d.tenant_id = q.tenant_id AND d.endpoint_id = q.endpoint_id AND d.stream_id = q.stream_id AND d.state = 'waiting');

-- name: DropQueue :exec
DELETE FROM webhook_queues WHERE tenant_id = @tenant_id AND endpoint_id = @endpoint_id AND stream_id = @stream_id;

-- name: GiveUpOldDeliveries :exec
UPDATE webhook_deliveries SET state = 'dead', ended_at = @now::timestamptz, failure = 'it waited for a month'
WHERE state = 'waiting' AND queued_at < @before;

-- name: DropOldDeliveries :execrows
DELETE FROM webhook_deliveries
WHERE state = 'delivered' AND ended_at < @delivered::timestamptz OR state = 'dead' AND ended_at < @dead::timestamptz;

-- name: DropOldWebhookSecrets :exec
DELETE FROM webhook_secrets WHERE until_at < @now::timestamptz;

-- name: WebhookBacklog :one
SELECT (SELECT count(*) FROM event_outbox)::int AS untaken,
       (SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting')::int AS waiting,
       (SELECT count(*) FROM webhook_deliveries WHERE state = 'dead')::int AS dead,
       (SELECT count(*) FROM webhook_endpoints WHERE failing_since IS NOT NULL AND paused_at IS NULL)::int AS failing;
