DROP INDEX mail_outbox_waiting;
ALTER TABLE mail_outbox DROP COLUMN next_try_at;
