-- The final field (R5.7): the rules of the final, who has bought in, and what he owes for it. All
-- of it is the organiser's; no director's transaction meets a row of it.

-- Null: no buy-ins, seeded by rating.
ALTER TABLE tours ADD COLUMN final_rules jsonb;

-- Name and number are those of the person that player_id belongs to by the merges in force.
CREATE TABLE buy_ins (
    id           uuid PRIMARY KEY,
    tour_id      uuid NOT NULL REFERENCES tours,
    player_id    uuid NOT NULL REFERENCES players,
    rating       int NOT NULL,
    price        bigint NOT NULL CHECK (price >= 0),
    currency     text NOT NULL,
    bought_at    timestamptz NOT NULL,
    by_name      text NOT NULL,
    email        text NOT NULL DEFAULT '', -- R8.1
    note         text NOT NULL DEFAULT '',
    withdrawn_at timestamptz,
    withdrawn_by text NOT NULL DEFAULT '',
    reason       text NOT NULL DEFAULT '', -- of the withdrawal
    fee_kept     boolean NOT NULL DEFAULT false
);
CREATE INDEX buy_ins_by_tour ON buy_ins (tour_id, bought_at, id);
CREATE INDEX buy_ins_by_player ON buy_ins (player_id);
CALL nast_protect_organisers('buy_ins');

-- What a buy-in owes: entries as those of carryover_dues, which are of satellites. Only added to.
CREATE TABLE buy_in_dues (
    buy_in_id uuid NOT NULL REFERENCES buy_ins,
    number    int NOT NULL CHECK (number > 0),
    kind      text NOT NULL CHECK (kind IN ('buy_in', 'withdrawal', 'waiver')),
    amount    bigint NOT NULL,
    currency  text NOT NULL,
    due_on    date,
    formula   text NOT NULL,
    posted_at timestamptz NOT NULL,
    day       date NOT NULL,
    by_id     uuid NOT NULL,
    by_name   text NOT NULL,
    reason    text NOT NULL DEFAULT '',
    rule      text NOT NULL DEFAULT '',
    PRIMARY KEY (buy_in_id, number)
);
CALL nast_protect_organisers('buy_in_dues');

-- A payment is a director's, for a buy-in, or of nobody known.
ALTER TABLE carryover_payments
    ADD COLUMN buy_in_id uuid,
    ADD CONSTRAINT carryover_payments_one_payer CHECK (director_id IS NULL OR buy_in_id IS NULL);
CREATE INDEX carryover_payments_by_buy_in ON carryover_payments (buy_in_id, payment_id) WHERE buy_in_id IS NOT NULL;

-- A page for paying by card is of a satellite's due or of a buy-in.
ALTER TABLE card_sessions
    ALTER COLUMN satellite_id DROP NOT NULL,
    ADD COLUMN buy_in_id uuid,
    ADD CONSTRAINT card_sessions_one_due CHECK ((satellite_id IS NULL) <> (buy_in_id IS NULL));
CREATE UNIQUE INDEX card_sessions_live_of_buy_in ON card_sessions (tenant_id, buy_in_id) WHERE buy_in_id IS NOT NULL AND state IN ('asked', 'open');

GRANT SELECT, INSERT ON buy_ins TO nast_service;
GRANT UPDATE (email, note, withdrawn_at, withdrawn_by, reason, fee_kept) ON buy_ins TO nast_service;
GRANT SELECT, INSERT ON buy_in_dues TO nast_service;
GRANT SELECT ON buy_ins, buy_in_dues TO nast_worker;
