-- What anybody may see of a tour that its organiser has made public (R5.6), and what an erasure
-- leaves of answers that were kept for an idempotency key (R8.2).

ALTER TABLE tours
    ADD COLUMN public boolean NOT NULL DEFAULT false,
    ADD COLUMN short_names boolean; -- null: as the format has it (R8.2)

-- An answer that was kept before a person was erased may name him. It is gone, its key and body
-- stay, so that the write has no second effect.
ALTER TABLE idempotency_keys ADD COLUMN blanked_at timestamptz;

-- By what a day file that comes after an erasure is kept from bringing the name back: keyed digests
-- of name and number, for as long as such a day may come.
CREATE TABLE erased_names (
    player_id     uuid PRIMARY KEY,
    name_digest   bytea NOT NULL CHECK (length(name_digest) = 32),
    number_digest bytea CHECK (length(number_digest) = 32),
    erased_at     timestamptz NOT NULL
);
CREATE INDEX erased_names_by_name ON erased_names (name_digest);
CREATE INDEX erased_names_by_number ON erased_names (number_digest);
GRANT SELECT, INSERT ON erased_names TO nast_service;
GRANT SELECT, DELETE ON erased_names TO nast_worker;

-- The public scope -----------------------------------------------------------------------------

-- Who reads without a key has a scope of his own: rows of public tours, to read, and nothing else.
-- The lists are functions so that the policies cost whoever has another scope nothing.
CREATE FUNCTION nast_public_tours() RETURNS uuid[] LANGUAGE plpgsql STABLE
    AS $$ BEGIN RETURN ARRAY(SELECT id FROM tours WHERE public); END $$;
CREATE FUNCTION nast_public_satellites() RETURNS uuid[] LANGUAGE plpgsql STABLE
    AS $$ BEGIN RETURN ARRAY(SELECT id FROM satellites WHERE tour_id = ANY(nast_public_tours())); END $$;
GRANT EXECUTE ON FUNCTION nast_public_tours(), nast_public_satellites() TO nast_service, nast_worker;

-- Tables that have no policies, since they have no tenant, are shut to it one by one. A new table
-- has to be, too: a test looks at all of them.
CREATE PROCEDURE nast_hide_from_public(t regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY not_public ON %s TO nast_service
        USING ((SELECT nast_scope()) IS DISTINCT FROM 'public') WITH CHECK ((SELECT nast_scope()) IS DISTINCT FROM 'public')$p$, t);
    EXECUTE format('CREATE POLICY worker ON %s TO nast_worker USING (true) WITH CHECK (true)', t);
END $$;
DO $$
DECLARE t regclass;
BEGIN
    FOR t IN
        SELECT oid::regclass FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relrowsecurity AND relname NOT IN ('schema_migrations', 'card_events')
          AND (has_any_column_privilege('nast_service', oid, 'SELECT, INSERT, UPDATE') OR has_table_privilege('nast_service', oid, 'DELETE'))
    LOOP
        CALL nast_hide_from_public(t);
    END LOOP;
END $$;

-- What Stripe has told can name who paid. The service adds events and reads none; an erasure may
-- empty what came with them, and nothing else.
ALTER TABLE card_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY not_public ON card_events FOR INSERT TO nast_service
    WITH CHECK ((SELECT nast_scope()) IS DISTINCT FROM 'public');
CREATE POLICY erasure ON card_events FOR UPDATE TO nast_service
    USING ((SELECT nast_scope()) = 'organiser' AND raw <> '') WITH CHECK ((SELECT nast_scope()) = 'organiser' AND raw = '');
CREATE POLICY worker ON card_events TO nast_worker USING (true) WITH CHECK (true);
GRANT UPDATE (raw) ON card_events TO nast_service;

CREATE POLICY public ON tours FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND public);
CREATE POLICY public ON national_list FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND tour_id = ANY((SELECT nast_public_tours())::uuid[]));
CREATE POLICY public ON national_list_state FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND tour_id = ANY((SELECT nast_public_tours())::uuid[]));
CREATE POLICY public ON satellites FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND tour_id = ANY((SELECT nast_public_tours())::uuid[]));
CREATE POLICY public ON reports FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND tour_id = ANY((SELECT nast_public_tours())::uuid[]));
CREATE POLICY public ON entrants FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND satellite_id = ANY((SELECT nast_public_satellites())::uuid[]));
CREATE POLICY public ON rounds FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND satellite_id = ANY((SELECT nast_public_satellites())::uuid[]));
CREATE POLICY public ON games FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'public' AND satellite_id = ANY((SELECT nast_public_satellites())::uuid[]));
