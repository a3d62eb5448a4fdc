REVOKE SELECT ON games, rounds, entrant_contacts, invitations, answer_links, signing_keys FROM nast_worker;
REVOKE UPDATE (to_email, body) ON mail_outbox FROM nast_service;
REVOKE DELETE ON mail_outbox FROM nast_service;
DELETE FROM mail_outbox WHERE enclosed IS NOT NULL AND sent_at IS NULL; -- nobody could fill them in
DROP INDEX mail_outbox_enclosed;
DROP INDEX mail_outbox_about;
ALTER TABLE mail_outbox DROP COLUMN dropped_at, DROP COLUMN enclosed, DROP COLUMN about;
ALTER TABLE tours DROP COLUMN quiet;
