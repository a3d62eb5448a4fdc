-- A letter that could not be sent is tried again later (internal/mail).
ALTER TABLE mail_outbox ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT 'epoch';
CREATE INDEX mail_outbox_waiting ON mail_outbox (next_try_at) WHERE sent_at IS NULL;
