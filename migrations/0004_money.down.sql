DROP TABLE mail_outbox, bank_confirmations, carryover_closings, journal_lines, journal_transactions, carryover_allocations, carryover_payments;
DROP FUNCTION journal_balances(), journal_has_lines();

REVOKE INSERT ON carryover_dues FROM nast_worker;
DROP POLICY treasurer ON carryover_dues;
DELETE FROM carryover_dues WHERE kind = 'waiver';
ALTER TABLE carryover_dues
    ALTER COLUMN due_on SET NOT NULL,
    DROP COLUMN rule,
    DROP COLUMN statement,
    DROP COLUMN reason,
    DROP COLUMN by_name,
    DROP COLUMN by_id,
    DROP COLUMN day,
    DROP COLUMN kind;

DROP POLICY treasurer ON idempotency_keys;
DO $$
DECLARE t regclass;
BEGIN
    FOR t IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'reader' LOOP
        EXECUTE format($p$ALTER POLICY reader ON %s USING ((SELECT nast_scope()) = 'reader')$p$, t);
    END LOOP;
END $$;
DROP PROCEDURE nast_protect_books(regclass);
DROP PROCEDURE nast_protect_organisers(regclass);
CREATE OR REPLACE PROCEDURE nast_protect(t regclass) LANGUAGE plpgsql AS $$
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
