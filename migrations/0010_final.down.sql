-- Pages and payments of buy-ins have no place in the schema before; the journal keeps what
-- was posted of them.
DELETE FROM card_sessions WHERE buy_in_id IS NOT NULL;
ALTER TABLE card_sessions DROP COLUMN buy_in_id, ALTER COLUMN satellite_id SET NOT NULL;
ALTER TABLE carryover_payments DROP COLUMN buy_in_id;
DROP TABLE buy_in_dues, buy_ins;
ALTER TABLE tours DROP COLUMN final_rules;
