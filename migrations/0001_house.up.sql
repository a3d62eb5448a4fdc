-- The house: who may act, the tours, the satellites with all that happens in
-- them, and the national list. Tenant tables have tenant_id first in every
-- key and are protected by nast_protect (row-level security, forced).

-- What the transaction was told about its caller (internal/postgres sets it).
CREATE FUNCTION nast_scope() RETURNS text LANGUAGE sql STABLE
    AS $$ SELECT current_setting('nast.scope', true) $$;
CREATE FUNCTION nast_tenant() RETURNS uuid LANGUAGE sql STABLE
    AS $$ SELECT nullif(current_setting('nast.tenant', true), '')::uuid $$;
CREATE FUNCTION nast_key() RETURNS bytea LANGUAGE sql STABLE
    AS $$ SELECT decode(nullif(current_setting('nast.key', true), ''), 'hex') $$;

-- A table without a tenant's scope shows nothing and takes nothing:
-- a director has his own rows, the organiser all, a reader all to read.
CREATE PROCEDURE nast_protect(t regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %s TO nast_service
        USING ((SELECT nast_scope()) = 'tenant' AND tenant_id = (SELECT nast_tenant()))
        WITH CHECK ((SELECT nast_scope()) = 'tenant' AND tenant_id = (SELECT nast_tenant()))$p$, t);
    EXECUTE format($p$CREATE POLICY organiser ON %s TO nast_service
        USING ((SELECT nast_scope()) = 'organiser') WITH CHECK ((SELECT nast_scope()) = 'organiser')$p$, t);
    EXECUTE format($p$CREATE POLICY reader ON %s FOR SELECT TO nast_service
        USING ((SELECT nast_scope()) = 'reader')$p$, t);
    EXECUTE format($p$CREATE POLICY worker ON %s TO nast_worker USING (true) WITH CHECK (true)$p$, t);
END $$;

-- Who may act -----------------------------------------------------------------

CREATE TABLE tenants (
    tenant_id  uuid PRIMARY KEY,
    kind       text NOT NULL CHECK (kind IN ('organiser', 'director')),
    name       text NOT NULL,
    email      text NOT NULL,
    city       text NOT NULL DEFAULT '',
    region     text NOT NULL DEFAULT '',
    country    text NOT NULL DEFAULT '',
    version    bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL
);
CREATE INDEX tenants_by_name ON tenants (name, tenant_id);

CREATE TABLE principals (
    tenant_id    uuid NOT NULL REFERENCES tenants,
    id           uuid NOT NULL,
    name         text NOT NULL,
    role         text NOT NULL CHECK (role IN ('organiser', 'director', 'viewer', 'treasurer', 'scorer')),
    satellite_id uuid,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

CREATE TABLE api_keys (
    tenant_id    uuid NOT NULL,
    id           uuid NOT NULL,
    principal_id uuid NOT NULL,
    label        text NOT NULL DEFAULT '',
    prefix       text NOT NULL,
    key_hash     bytea NOT NULL CHECK (length(key_hash) = 32),
    expires_at   timestamptz,
    revoked_at   timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, key_hash),
    FOREIGN KEY (tenant_id, principal_id) REFERENCES principals (tenant_id, id)
);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);
CREATE INDEX api_keys_by_id ON api_keys (id);

CALL nast_protect('tenants');
CALL nast_protect('principals');
CALL nast_protect('api_keys');

-- Before the caller is known, the hash of the key shows its own row and no other.
CREATE POLICY by_key ON api_keys FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'key' AND key_hash = (SELECT nast_key()));
CREATE POLICY by_key ON principals FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'key' AND id IN (SELECT principal_id FROM api_keys));
CREATE POLICY by_key ON tenants FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'key' AND tenant_id IN (SELECT tenant_id FROM api_keys));

CREATE TABLE idempotency_keys (
    tenant_id  uuid NOT NULL REFERENCES tenants,
    key_hash   bytea NOT NULL,
    body_hash  bytea NOT NULL,
    answer     bytea NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CALL nast_protect('idempotency_keys');

-- The organiser's: tours and persons ---------------------------------------------

CREATE TABLE tours (
    id             uuid PRIMARY KEY,
    slug           text NOT NULL CONSTRAINT tours_slug_taken UNIQUE,
    name           text NOT NULL,
    format         text NOT NULL CHECK (format IN ('nast', 'nscf')),
    starts_on      date NOT NULL,
    ends_on        date NOT NULL,
    currency       text NOT NULL,
    default_rounds int NOT NULL,
    rules          jsonb NOT NULL,
    prize_table    jsonb,
    pairing_tables jsonb,
    rules_frozen   boolean NOT NULL DEFAULT false,
    version        bigint NOT NULL DEFAULT 1,
    created_at     timestamptz NOT NULL
);

CREATE TABLE players (
    id             uuid PRIMARY KEY,
    association_id text CONSTRAINT players_association_id UNIQUE,
    family_name    text NOT NULL,
    given_name     text NOT NULL,
    suffix         text NOT NULL,
    name_key       text NOT NULL,
    doubtful       boolean NOT NULL DEFAULT false,
    created_at     timestamptz NOT NULL
);
CREATE INDEX players_by_name ON players (name_key);

-- Acts outside satellites: who, when, what before, what after. The tenant is the actor's;
-- who acts on the machine itself has none.
CREATE TABLE audit (
    id           uuid NOT NULL,
    at           timestamptz NOT NULL,
    tenant_id    uuid NOT NULL,
    principal_id uuid NOT NULL,
    actor        text NOT NULL,
    act          text NOT NULL,
    object       text NOT NULL,
    before       jsonb,
    after        jsonb,
    PRIMARY KEY (tenant_id, id)
);
CALL nast_protect('audit');

-- A satellite ---------------------------------------------------------------------

CREATE TABLE satellites (
    tenant_id        uuid NOT NULL REFERENCES tenants,
    id               uuid NOT NULL,
    tour_id          uuid NOT NULL REFERENCES tours,
    name             text NOT NULL,
    venue            jsonb NOT NULL,
    city             text NOT NULL,
    starts_on        date NOT NULL,
    ends_on          date NOT NULL,
    time_zone        text NOT NULL,
    rounds           int NOT NULL,
    currency         text NOT NULL,
    entry_fee        bigint NOT NULL,
    planned_expenses bigint,
    expenses         bigint,
    sponsorship      bigint,
    status           text NOT NULL CHECK (status IN
        ('proposed', 'sanctioned', 'in_play', 'finished', 'reported', 'rejected', 'cancelled')),
    finished_after   int NOT NULL DEFAULT 0,
    rules            jsonb,
    seat_order       uuid[] NOT NULL DEFAULT '{}',
    prize_ties       text NOT NULL DEFAULT '' CHECK (prize_ties IN ('', 'pooled', 'by_order')),
    payouts          jsonb NOT NULL DEFAULT '[]',
    seq              bigint NOT NULL,
    version          bigint NOT NULL,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX satellites_by_id ON satellites (id);
CREATE INDEX satellites_by_day ON satellites (starts_on, id);
CREATE INDEX satellites_by_tour ON satellites (tour_id, starts_on, id);

CREATE TABLE entrants (
    tenant_id      uuid NOT NULL,
    satellite_id   uuid NOT NULL,
    id             uuid NOT NULL,
    player_id      uuid NOT NULL,
    number         int NOT NULL,
    family_name    text NOT NULL,
    given_name     text NOT NULL,
    suffix         text NOT NULL,
    association_id text,
    rating         int NOT NULL,
    seed_rating    int NOT NULL DEFAULT 0,
    standby        boolean NOT NULL,
    present        boolean NOT NULL,
    in_field       boolean NOT NULL DEFAULT false,
    fee            bigint,
    paid           bigint,
    team           text NOT NULL DEFAULT '',
    grade          text NOT NULL DEFAULT '',
    seed           int NOT NULL DEFAULT 0,
    group_number   int NOT NULL DEFAULT 0,
    version        bigint NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, id),
    CONSTRAINT entrants_association_id UNIQUE (tenant_id, satellite_id, association_id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT entrants_player UNIQUE (tenant_id, satellite_id, player_id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (tenant_id, satellite_id) REFERENCES satellites (tenant_id, id)
);
CREATE INDEX entrants_by_player ON entrants (player_id);

-- Contact data is kept apart from results (R8.1) and never enters the log.
CREATE TABLE entrant_contacts (
    tenant_id    uuid NOT NULL,
    satellite_id uuid NOT NULL,
    entrant_id   uuid NOT NULL,
    email        text NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, entrant_id),
    FOREIGN KEY (tenant_id, satellite_id, entrant_id)
        REFERENCES entrants (tenant_id, satellite_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE rounds (
    tenant_id    uuid NOT NULL,
    satellite_id uuid NOT NULL,
    number       int NOT NULL,
    method       text NOT NULL,
    state        text NOT NULL CHECK (state IN ('planned', 'open', 'complete')),
    version      bigint NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, number),
    FOREIGN KEY (tenant_id, satellite_id) REFERENCES satellites (tenant_id, id)
);

CREATE TABLE games (
    tenant_id      uuid NOT NULL,
    satellite_id   uuid NOT NULL,
    id             uuid NOT NULL,
    round          int NOT NULL,
    table_number   int NOT NULL,
    first_id       uuid NOT NULL,
    second_id      uuid,
    kind           text NOT NULL CHECK (kind IN
        ('game', 'bye', 'forfeit', 'double_forfeit', 'half_point_bye', 'zero_point_bye')),
    forfeit        text NOT NULL DEFAULT '' CHECK (forfeit IN ('', 'first', 'second', 'both')),
    first_score    int,
    second_score   int,
    first_penalty  int NOT NULL DEFAULT 0 CHECK (first_penalty >= 0),
    second_penalty int NOT NULL DEFAULT 0 CHECK (second_penalty >= 0),
    why            text NOT NULL,
    version        bigint NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, id),
    CHECK ((first_score IS NULL) = (second_score IS NULL)),
    CHECK (first_id <> second_id),
    -- A player sits once a round, whatever two scorers do at once; two games may change
    -- places within an act.
    CONSTRAINT games_first_once UNIQUE (tenant_id, satellite_id, round, first_id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT games_second_once UNIQUE (tenant_id, satellite_id, round, second_id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (tenant_id, satellite_id, round) REFERENCES rounds (tenant_id, satellite_id, number)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (tenant_id, satellite_id, first_id) REFERENCES entrants (tenant_id, satellite_id, id),
    FOREIGN KEY (tenant_id, satellite_id, second_id) REFERENCES entrants (tenant_id, satellite_id, id)
);

CREATE TABLE satellite_log (
    tenant_id    uuid NOT NULL,
    satellite_id uuid NOT NULL,
    seq          bigint NOT NULL,
    at           timestamptz NOT NULL,
    principal_id uuid NOT NULL,
    actor        text NOT NULL,
    role         text NOT NULL,
    act          text NOT NULL,
    reason       text NOT NULL DEFAULT '',
    changes      jsonb NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, seq),
    FOREIGN KEY (tenant_id, satellite_id) REFERENCES satellites (tenant_id, id)
);

CREATE TABLE reports (
    tenant_id    uuid NOT NULL,
    satellite_id uuid NOT NULL,
    number       int NOT NULL,
    tour_id      uuid NOT NULL REFERENCES tours,
    body         jsonb NOT NULL,
    reported_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, number),
    FOREIGN KEY (tenant_id, satellite_id) REFERENCES satellites (tenant_id, id)
);
CREATE INDEX reports_by_tour ON reports (tour_id, satellite_id);

CREATE TABLE carryover_dues (
    tenant_id    uuid NOT NULL,
    satellite_id uuid NOT NULL,
    number       int NOT NULL,
    tour_id      uuid NOT NULL REFERENCES tours,
    amount       bigint NOT NULL,
    currency     text NOT NULL,
    due_on       date NOT NULL,
    formula      text NOT NULL,
    posted_at    timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, number),
    FOREIGN KEY (tenant_id, satellite_id) REFERENCES satellites (tenant_id, id)
);
CREATE INDEX carryover_dues_by_day ON carryover_dues (due_on, satellite_id);

CALL nast_protect('satellites');
CALL nast_protect('entrants');
CALL nast_protect('entrant_contacts');
CALL nast_protect('rounds');
CALL nast_protect('games');
CALL nast_protect('satellite_log');
CALL nast_protect('reports');
CALL nast_protect('carryover_dues');

-- The national list: derived by the worker, never written by a request --------------

CREATE TABLE seats (
    tour_id        uuid NOT NULL REFERENCES tours,
    satellite_id   uuid NOT NULL,
    player_id      uuid NOT NULL,
    satellite      text NOT NULL,
    ends_on        date NOT NULL,
    rank           int NOT NULL,
    players        int NOT NULL,
    rounds         int NOT NULL,
    half_points    int NOT NULL,
    spread         int NOT NULL,
    rating         int NOT NULL,
    name           text NOT NULL,
    association_id text NOT NULL DEFAULT '',
    PRIMARY KEY (tour_id, satellite_id, player_id)
);
CREATE INDEX seats_by_player ON seats (tour_id, player_id);

-- One row a player; internal/qualifiers orders them.
CREATE TABLE national_list (
    tour_id   uuid NOT NULL REFERENCES tours,
    player_id uuid NOT NULL,
    body      jsonb NOT NULL,
    PRIMARY KEY (tour_id, player_id)
);

CREATE TABLE national_list_state (
    tour_id uuid PRIMARY KEY REFERENCES tours,
    version bigint NOT NULL,
    as_of   timestamptz NOT NULL
);

-- Who may do what to which table -----------------------------------------------------

GRANT USAGE ON SCHEMA public TO nast_service, nast_worker;
GRANT SELECT, INSERT, UPDATE ON tenants, principals, api_keys, idempotency_keys, tours, players TO nast_service;
GRANT DELETE ON idempotency_keys TO nast_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON satellites, entrants, entrant_contacts, rounds, games TO nast_service;
GRANT SELECT, INSERT ON satellite_log, reports, carryover_dues, audit TO nast_service;
GRANT SELECT ON seats, national_list, national_list_state TO nast_service;

GRANT SELECT ON tenants, tours, players, satellites, entrants, reports, carryover_dues TO nast_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON seats, national_list, national_list_state TO nast_worker;
GRANT SELECT, DELETE ON idempotency_keys TO nast_worker;
GRANT EXECUTE ON FUNCTION nast_scope(), nast_tenant(), nast_key() TO nast_service, nast_worker;
