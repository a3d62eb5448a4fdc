-- Oversight: who is reminded by mail, and letters to qualifiers (R6.8, R5.5, R8.2).

-- The organiser wants no reminders to be written for this tour.
ALTER TABLE tours ADD COLUMN quiet boolean NOT NULL DEFAULT false;

-- about is the satellite or the record of a player by which a letter is found; enclosed names what
-- is put into its body only when it is sent (answer_links.nonce), so that nobody reads it here;
-- dropped says that what it was about was settled before it was sent.
ALTER TABLE mail_outbox
    ADD COLUMN about uuid,
    ADD COLUMN enclosed uuid,
    ADD COLUMN dropped_at timestamptz;
CREATE INDEX mail_outbox_about ON mail_outbox (about) WHERE about IS NOT NULL;
CREATE INDEX mail_outbox_enclosed ON mail_outbox (enclosed) WHERE enclosed IS NOT NULL;

-- An erasure takes what waits for a person out, and his address out of what was sent.
GRANT DELETE ON mail_outbox TO nast_service;
GRANT UPDATE (to_email, body) ON mail_outbox TO nast_service;

-- What reminders of reports and answers are written from.
GRANT SELECT ON games, rounds, entrant_contacts, invitations, answer_links, signing_keys TO nast_worker;
