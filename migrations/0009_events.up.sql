-- Outgoing events (internal/webhook): the outbox into which every act puts what it means to programs
-- outside, the endpoints that want to hear it, and what is on its way to them.

-- Every request adds to the outbox, also those of players and qualifiers who have no key, and none
-- reads it; so it has no tenant. A row is gone once its deliveries are made.
CREATE TABLE event_outbox (
    stream_id    uuid NOT NULL,
    sequence     bigint NOT NULL,
    id           uuid NOT NULL,
    type         text NOT NULL,
    owner_id     uuid, -- the director's tenant; null: the organiser's alone
    tour_id      uuid,
    satellite_id uuid,
    at           timestamptz NOT NULL,
    data         jsonb NOT NULL,
    PRIMARY KEY (stream_id, sequence)
);

-- The last place in each stream. Whoever adds to a stream has its row until he commits, so that
-- places are taken in the order in which acts become true, and without gaps.
CREATE TABLE event_streams (
    stream_id uuid PRIMARY KEY,
    last      bigint NOT NULL CHECK (last > 0)
);

CREATE TABLE webhook_endpoints (
    tenant_id     uuid NOT NULL REFERENCES tenants,
    id            uuid NOT NULL,
    everybody     boolean NOT NULL, -- it is the organiser's, and gets the events of everybody
    url           text NOT NULL,
    description   text NOT NULL,
    types         text[] NOT NULL, -- none: all
    paused_at     timestamptz,
    created_at    timestamptz NOT NULL,
    delivered_at  timestamptz,
    failed_at     timestamptz,
    failure       text NOT NULL DEFAULT '',
    failing_since timestamptz,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_endpoints_by_id ON webhook_endpoints (id);

-- With what deliveries are signed. Requests add secrets and end them; only the worker reads one.
CREATE TABLE webhook_secrets (
    tenant_id   uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    made_at     timestamptz NOT NULL,
    until_at    timestamptz, -- null: the current one
    secret      bytea NOT NULL CHECK (length(secret) >= 32),
    PRIMARY KEY (tenant_id, endpoint_id, made_at),
    FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE webhook_deliveries (
    tenant_id    uuid NOT NULL,
    endpoint_id  uuid NOT NULL,
    event_id     uuid NOT NULL,
    type         text NOT NULL,
    stream_id    uuid NOT NULL,
    sequence     bigint NOT NULL,
    satellite_id uuid,
    at           timestamptz NOT NULL,
    body         bytea NOT NULL,
    state        text NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead')),
    queued_at    timestamptz NOT NULL,
    give_up_at   timestamptz NOT NULL,
    tries        int NOT NULL DEFAULT 0,
    tried_at     timestamptz,
    status       int NOT NULL DEFAULT 0,
    failure      text NOT NULL DEFAULT '',
    ended_at     timestamptz,
    PRIMARY KEY (tenant_id, endpoint_id, event_id),
    FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (tenant_id, endpoint_id, stream_id, sequence, event_id)
    WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (tenant_id, endpoint_id) WHERE state = 'dead';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- A stream of which something waits for an endpoint, and who sends it just now.
CREATE TABLE webhook_queues (
    tenant_id    uuid NOT NULL,
    endpoint_id  uuid NOT NULL,
    stream_id    uuid NOT NULL,
    next_at      timestamptz NOT NULL,
    failures     int NOT NULL DEFAULT 0, -- in a row
    lease        uuid,
    leased_until timestamptz,
    PRIMARY KEY (tenant_id, endpoint_id, stream_id),
    FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_queues_by_time ON webhook_queues (tenant_id, endpoint_id, next_at, stream_id);

CALL nast_protect('webhook_endpoints');
CALL nast_protect('webhook_secrets');
CALL nast_protect('webhook_deliveries');
CALL nast_protect('webhook_queues');

GRANT INSERT ON event_outbox TO nast_service, nast_worker;
GRANT SELECT, INSERT, UPDATE ON event_streams TO nast_service, nast_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO nast_service;
GRANT SELECT (tenant_id, endpoint_id, made_at, until_at), INSERT, UPDATE (until_at) ON webhook_secrets TO nast_service;
GRANT SELECT, INSERT, UPDATE ON webhook_deliveries, webhook_queues TO nast_service;

GRANT SELECT, DELETE ON event_outbox TO nast_worker;
GRANT SELECT, UPDATE ON webhook_endpoints TO nast_worker;
GRANT SELECT, DELETE ON webhook_secrets TO nast_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries, webhook_queues TO nast_worker;
