-- Payments by card: the checkout pages that were asked for, what Stripe has told, and what it
-- has sent to the bank. The books themselves are those of 0004_money.

-- A page on which a due can be paid. The row is there before Stripe is asked; its payment_id is
-- the key and the reference at Stripe, and the id of the payment that it becomes.
CREATE TABLE card_sessions (
    tenant_id    uuid NOT NULL,
    payment_id   uuid NOT NULL,
    satellite_id uuid NOT NULL,
    amount       bigint NOT NULL CHECK (amount > 0),
    currency     text NOT NULL,
    description  text NOT NULL,
    state        text NOT NULL CHECK (state IN ('asked', 'open', 'closing', 'closed')),
    session_id   text NOT NULL DEFAULT '',
    url          text NOT NULL DEFAULT '',
    asked_at     timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, payment_id),
    FOREIGN KEY (tenant_id, satellite_id) REFERENCES satellites (tenant_id, id)
);
CREATE UNIQUE INDEX card_sessions_live ON card_sessions (tenant_id, satellite_id) WHERE state IN ('asked', 'open');
CREATE INDEX card_sessions_by_payment ON card_sessions (payment_id);
CREATE INDEX card_sessions_not_closed ON card_sessions (expires_at) WHERE state <> 'closed';

-- Refunds of payments by card that were asked for; those of unknown payers are the organiser's.
CREATE TABLE card_refunds (
    tenant_id   uuid NOT NULL REFERENCES tenants,
    id          uuid NOT NULL,
    payment_id  uuid NOT NULL,
    director_id uuid,
    charge      text NOT NULL,
    amount      bigint NOT NULL CHECK (amount > 0),
    currency    text NOT NULL,
    reason      text NOT NULL DEFAULT '',
    state       text NOT NULL CHECK (state IN ('asked', 'done', 'refused')),
    detail      text NOT NULL DEFAULT '',
    asked_at    timestamptz NOT NULL,
    asked_by    text NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX card_refunds_by_id ON card_refunds (id);
CREATE INDEX card_refunds_by_payment ON card_refunds (payment_id);

CALL nast_protect_books('card_sessions');
CALL nast_protect_books('card_refunds');

-- Events as they came, once each. Whose they are is known only when they are applied, so they
-- have no tenant: a request can add one and read none.
CREATE TABLE card_events (
    id              text PRIMARY KEY,
    type            text NOT NULL,
    api_version     text NOT NULL,
    foreign_version boolean NOT NULL,
    object          text NOT NULL,
    payout          text NOT NULL,
    happened_at     timestamptz NOT NULL,
    received_at     timestamptz NOT NULL,
    raw             bytea NOT NULL,
    applied_at      timestamptz,
    outcome         text NOT NULL DEFAULT ''
);
CREATE INDEX card_events_waiting ON card_events (received_at) WHERE applied_at IS NULL;

-- When somebody last acted on an answer of Stripe's about a payment or payout.
CREATE TABLE card_looks (
    thing     uuid PRIMARY KEY,
    looked_at timestamptz NOT NULL
);

-- Up to when all events are known: one row.
CREATE TABLE card_polls (
    one     boolean PRIMARY KEY DEFAULT true CHECK (one),
    through timestamptz NOT NULL
);

-- What Stripe has sent to the bank: a payout is one line of a bank statement.
CREATE TABLE card_payouts (
    id         text PRIMARY KEY,
    status     text NOT NULL,
    amount     bigint NOT NULL,
    currency   text NOT NULL,
    has_left   boolean NOT NULL, -- Stripe, and has not come back
    created_at timestamptz NOT NULL,
    arrives_on date,
    text       text NOT NULL DEFAULT '',
    movements  int NOT NULL,
    version    int NOT NULL DEFAULT 1, -- counts what was new
    spread     int NOT NULL DEFAULT 0  -- the version up to which its payments were looked at
);
CREATE INDEX card_payouts_by_day ON card_payouts (arrives_on);
CREATE INDEX card_payouts_not_spread ON card_payouts (id) WHERE spread < version;

-- Which changes of the balance at Stripe a payout carries.
CREATE TABLE card_movements (
    id        text PRIMARY KEY,
    payout_id text NOT NULL REFERENCES card_payouts,
    net       bigint NOT NULL,
    object    text NOT NULL, -- what to ask about, where it belongs to a payment
    returned  text NOT NULL  -- the payout that came back with it
);
CREATE INDEX card_movements_by_payout ON card_movements (payout_id);
CREATE INDEX card_movements_by_returned ON card_movements (returned) WHERE returned <> '';

GRANT SELECT, INSERT, UPDATE ON card_sessions TO nast_service;
GRANT SELECT, INSERT ON card_refunds TO nast_service;
GRANT INSERT ON card_events TO nast_service;
GRANT SELECT ON card_payouts TO nast_service;
GRANT SELECT, UPDATE ON card_sessions, card_refunds TO nast_worker;
GRANT SELECT, INSERT, UPDATE ON card_events, card_looks, card_polls, card_payouts, card_movements TO nast_worker;
