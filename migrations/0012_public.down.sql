REVOKE UPDATE (raw) ON card_events FROM nast_service;
DROP POLICY erasure ON card_events;
DO $$
DECLARE t regclass;
BEGIN
    FOR t IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'public' LOOP
        EXECUTE format('DROP POLICY public ON %s', t);
    END LOOP;
    FOR t IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'not_public' LOOP
        EXECUTE format('DROP POLICY not_public ON %s', t);
        EXECUTE format('DROP POLICY worker ON %s', t);
        EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', t);
    END LOOP;
END $$;
DROP PROCEDURE nast_hide_from_public(regclass);
DROP FUNCTION nast_public_satellites();
DROP FUNCTION nast_public_tours();
DROP TABLE erased_names;
ALTER TABLE idempotency_keys DROP COLUMN blanked_at;
ALTER TABLE tours DROP COLUMN public, DROP COLUMN short_names;
