DROP TABLE result_codes;

ALTER TABLE games
    DROP COLUMN disputed,
    DROP COLUMN claims;

ALTER TABLE rounds DROP COLUMN plan;

ALTER TABLE entrants
    DROP COLUMN contact,
    DROP COLUMN reserved_table,
    DROP COLUMN eligibility,
    DROP COLUMN joined_for,
    DROP COLUMN withdrawn;
