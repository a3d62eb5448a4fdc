-- The bank: how the files of an account are read, which statements were taken in, and
-- their lines, each once. Rows are only ever added; what people say that lines are stands
-- in bank_confirmations. All of it is the organiser's and has no tenant; the names of
-- payers are in it, so no director's transaction meets a row of it.
CREATE PROCEDURE nast_protect_bank(t regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY keeper ON %s TO nast_service
        USING ((SELECT nast_scope()) IN ('organiser', 'treasurer'))
        WITH CHECK ((SELECT nast_scope()) IN ('organiser', 'treasurer'))$p$, t);
    EXECUTE format($p$CREATE POLICY reader ON %s FOR SELECT TO nast_service
        USING ((SELECT nast_scope()) = 'reader')$p$, t);
END $$;

CREATE TABLE bank_accounts (name text PRIMARY KEY);

-- The last one of an account counts.
CREATE TABLE bank_mappings (
    account      text NOT NULL REFERENCES bank_accounts,
    number       int NOT NULL,
    mapping      jsonb NOT NULL,
    confirmed_at timestamptz NOT NULL,
    by_id        uuid NOT NULL,
    by_name      text NOT NULL,
    PRIMARY KEY (account, number)
);

CREATE TABLE bank_statements (
    id          uuid PRIMARY KEY,
    account     text NOT NULL REFERENCES bank_accounts,
    first_day   date NOT NULL,
    last_day    date NOT NULL,
    row_count   int NOT NULL,
    added       int NOT NULL CHECK (added > 0),
    imported_at timestamptz NOT NULL,
    by_id       uuid NOT NULL,
    by_name     text NOT NULL
);

CREATE TABLE bank_lines (
    id           uuid PRIMARY KEY,
    statement_id uuid NOT NULL REFERENCES bank_statements,
    number       int NOT NULL, -- in its file, from 1
    account      text NOT NULL,
    day          date NOT NULL,
    amount       bigint NOT NULL, -- negative: it went out
    currency     text NOT NULL,
    words        text NOT NULL,
    reference    text NOT NULL,
    payer        text NOT NULL,
    cheque       text NOT NULL,
    bank_id      text NOT NULL,
    fingerprint  text NOT NULL,
    CONSTRAINT bank_lines_once UNIQUE (account, fingerprint)
);
CREATE INDEX bank_lines_by_statement ON bank_lines (statement_id, number);
CREATE INDEX bank_lines_by_day ON bank_lines (account, day);

-- Payouts and refunds that a line shows, which the books have already.
CREATE TABLE bank_seen (
    thing   text CONSTRAINT bank_seen_once PRIMARY KEY,
    line_id uuid NOT NULL REFERENCES bank_lines
);

CALL nast_protect_bank('bank_accounts');
CALL nast_protect_bank('bank_mappings');
CALL nast_protect_bank('bank_statements');
CALL nast_protect_bank('bank_lines');
CALL nast_protect_bank('bank_seen');

GRANT SELECT, INSERT ON bank_accounts, bank_mappings, bank_statements, bank_lines, bank_seen TO nast_service;
