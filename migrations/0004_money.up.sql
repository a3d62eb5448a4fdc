-- The books of the carryover: entries of dues, steps of payments, and the double-entry
-- journal of both (R6.5-R6.7). Rows are only ever added: nobody is granted UPDATE or DELETE.

-- A treasurer reads everything and writes the books; his own answers are kept for his
-- idempotency keys.
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
        USING ((SELECT nast_scope()) IN ('reader', 'treasurer'))$p$, t);
    EXECUTE format($p$CREATE POLICY worker ON %s TO nast_worker USING (true) WITH CHECK (true)$p$, t);
END $$;

-- The books can be written by the treasurer as well.
CREATE PROCEDURE nast_protect_books(t regclass) LANGUAGE plpgsql AS $$
BEGIN
    CALL nast_protect(t);
    EXECUTE format($p$CREATE POLICY treasurer ON %s TO nast_service
        USING ((SELECT nast_scope()) = 'treasurer') WITH CHECK ((SELECT nast_scope()) = 'treasurer')$p$, t);
END $$;

-- What belongs to the organiser alone has no tenant, and no director sees it.
CREATE PROCEDURE nast_protect_organisers(t regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY organiser ON %s TO nast_service
        USING ((SELECT nast_scope()) IN ('organiser', 'treasurer')) WITH CHECK ((SELECT nast_scope()) IN ('organiser', 'treasurer'))$p$, t);
    EXECUTE format($p$CREATE POLICY reader ON %s FOR SELECT TO nast_service USING ((SELECT nast_scope()) = 'reader')$p$, t);
    EXECUTE format($p$CREATE POLICY worker ON %s TO nast_worker USING (true) WITH CHECK (true)$p$, t);
END $$;

DO $$
DECLARE t regclass;
BEGIN
    FOR t IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'reader' LOOP
        EXECUTE format($p$ALTER POLICY reader ON %s USING ((SELECT nast_scope()) IN ('reader', 'treasurer'))$p$, t);
    END LOOP;
END $$;
CREATE POLICY treasurer ON idempotency_keys TO nast_service
    USING ((SELECT nast_scope()) = 'treasurer' AND tenant_id = (SELECT nast_tenant()))
    WITH CHECK ((SELECT nast_scope()) = 'treasurer' AND tenant_id = (SELECT nast_tenant()));

-- Dues --------------------------------------------------------------------------------

ALTER TABLE carryover_dues
    ADD COLUMN kind text NOT NULL DEFAULT 'report' CHECK (kind IN ('report', 'adjustment', 'waiver')),
    ADD COLUMN day date,
    ADD COLUMN by_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    ADD COLUMN by_name text NOT NULL DEFAULT '',
    ADD COLUMN reason text NOT NULL DEFAULT '',
    ADD COLUMN statement jsonb,
    ADD COLUMN rule text NOT NULL DEFAULT '',
    ALTER COLUMN due_on DROP NOT NULL;
UPDATE carryover_dues SET kind = CASE number WHEN 1 THEN 'report' ELSE 'adjustment' END, day = (posted_at AT TIME ZONE 'UTC')::date;
ALTER TABLE carryover_dues ALTER COLUMN day SET NOT NULL;
CREATE POLICY treasurer ON carryover_dues TO nast_service
    USING ((SELECT nast_scope()) = 'treasurer') WITH CHECK ((SELECT nast_scope()) = 'treasurer');

-- Payments ----------------------------------------------------------------------------

-- A row is a payment as it stands after one of its steps; body has all of it.
CREATE TABLE carryover_payments (
    tenant_id   uuid NOT NULL REFERENCES tenants,
    payment_id  uuid NOT NULL,
    number      int NOT NULL CHECK (number > 0),
    director_id uuid, -- null: nobody knows who has paid
    act         text NOT NULL,
    day         date NOT NULL,
    method      text NOT NULL,
    status      text NOT NULL,
    suspense    boolean NOT NULL,
    reference   text NOT NULL,
    amount      bigint NOT NULL CHECK (amount > 0),
    currency    text NOT NULL,
    body        jsonb NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, payment_id, number)
);
CREATE INDEX carryover_payment_steps ON carryover_payments (payment_id, number);
CREATE INDEX carryover_payments_by_director ON carryover_payments (director_id, payment_id);

-- What of a payment is for which due, after one of its steps, in cents.
CREATE TABLE carryover_allocations (
    tenant_id    uuid NOT NULL,
    payment_id   uuid NOT NULL,
    number       int NOT NULL,
    place        int NOT NULL,
    satellite_id uuid NOT NULL,
    asked        bigint NOT NULL,
    applied      bigint NOT NULL,
    PRIMARY KEY (tenant_id, payment_id, number, place),
    FOREIGN KEY (tenant_id, payment_id, number) REFERENCES carryover_payments (tenant_id, payment_id, number)
);
CREATE INDEX carryover_allocations_by_satellite ON carryover_allocations (satellite_id);

-- The journal -------------------------------------------------------------------------

CREATE TABLE journal_transactions (
    tenant_id   uuid NOT NULL REFERENCES tenants,
    id          uuid NOT NULL,
    recorded_at timestamptz NOT NULL,
    day         date NOT NULL,
    kind        text NOT NULL,
    reference   text NOT NULL,
    reverses    uuid,
    by_id       uuid NOT NULL,
    by_name     text NOT NULL,
    reason      text NOT NULL DEFAULT '',
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX journal_references ON journal_transactions (tenant_id, reference);
CREATE INDEX journal_transactions_by_id ON journal_transactions (id);
CREATE INDEX journal_reversals ON journal_transactions (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX journal_transactions_in_order ON journal_transactions (day, recorded_at, id);

CREATE TABLE journal_lines (
    tenant_id      uuid NOT NULL,
    transaction_id uuid NOT NULL,
    place          int NOT NULL,
    account        text NOT NULL,
    amount         bigint NOT NULL CHECK (amount <> 0), -- a debit is positive
    currency       text NOT NULL,
    PRIMARY KEY (tenant_id, transaction_id, place),
    FOREIGN KEY (tenant_id, transaction_id) REFERENCES journal_transactions (tenant_id, id)
);
CREATE INDEX journal_lines_by_account ON journal_lines (account, currency);

-- Whatever the program does, a transaction that does not balance is not committed.
CREATE FUNCTION journal_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE unbalanced text;
BEGIN
    SELECT string_agg(currency, ', ') INTO unbalanced FROM (
        SELECT currency FROM journal_lines
        WHERE tenant_id = NEW.tenant_id AND transaction_id = NEW.transaction_id
        GROUP BY currency HAVING sum(amount) <> 0) AS sums;
    IF unbalanced IS NOT NULL THEN
        RAISE EXCEPTION 'journal transaction % does not balance in %', NEW.transaction_id, unbalanced USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_balances AFTER INSERT ON journal_lines
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_balances();

CREATE FUNCTION journal_has_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM journal_lines WHERE tenant_id = NEW.tenant_id AND transaction_id = NEW.id) THEN
        RAISE EXCEPTION 'journal transaction % has no lines', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_has_lines AFTER INSERT ON journal_transactions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_has_lines();

-- Dues that were posted before there was a journal.
INSERT INTO journal_transactions (tenant_id, id, recorded_at, day, kind, reference, by_id, by_name)
SELECT tenant_id, gen_random_uuid(), posted_at, day, kind, 'due/' || satellite_id || '/' || number, by_id, by_name
FROM carryover_dues WHERE amount <> 0;
INSERT INTO journal_lines (tenant_id, transaction_id, place, account, amount, currency)
SELECT d.tenant_id, t.id, leg.place,
    CASE leg.place WHEN 0 THEN 'assets:receivable:' || d.satellite_id ELSE 'income:final-event' END,
    CASE leg.place WHEN 0 THEN d.amount ELSE -d.amount END, d.currency
FROM carryover_dues d
JOIN journal_transactions t ON t.tenant_id = d.tenant_id AND t.reference = 'due/' || d.satellite_id || '/' || d.number
CROSS JOIN (VALUES (0), (1)) AS leg (place);

-- Months that are closed: the organiser's, for all.
CREATE TABLE carryover_closings (
    through   date PRIMARY KEY,
    closed_at timestamptz NOT NULL,
    day       date NOT NULL,
    by_id     uuid NOT NULL,
    by_name   text NOT NULL,
    reason    text NOT NULL DEFAULT ''
);

-- What a person has confirmed of a line of a bank statement.
CREATE TABLE bank_confirmations (
    line_id      uuid PRIMARY KEY,
    purpose      text NOT NULL,
    payments     jsonb NOT NULL DEFAULT '[]',
    note         text NOT NULL DEFAULT '',
    confirmed_at timestamptz NOT NULL,
    day          date NOT NULL,
    by_id        uuid NOT NULL,
    by_name      text NOT NULL
);

-- Mail that waits to be sent; one of a key is sent once.
CREATE TABLE mail_outbox (
    id        uuid PRIMARY KEY,
    key       text NOT NULL UNIQUE,
    to_email  text NOT NULL,
    subject   text NOT NULL,
    body      text NOT NULL,
    queued_at timestamptz NOT NULL,
    sent_at   timestamptz,
    tries     int NOT NULL DEFAULT 0,
    failure   text NOT NULL DEFAULT ''
);

CALL nast_protect_books('carryover_payments');
CALL nast_protect_books('carryover_allocations');
CALL nast_protect_books('journal_transactions');
CALL nast_protect_books('journal_lines');
CALL nast_protect_organisers('bank_confirmations');
CALL nast_protect_organisers('mail_outbox');

GRANT SELECT, INSERT ON carryover_payments, carryover_allocations, journal_transactions, journal_lines,
    carryover_closings, bank_confirmations TO nast_service, nast_worker;
GRANT INSERT ON carryover_dues TO nast_worker;
GRANT SELECT, INSERT ON mail_outbox TO nast_service;
GRANT SELECT, INSERT, UPDATE ON mail_outbox TO nast_worker;
