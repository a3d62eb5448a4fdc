ALTER TABLE entrants DROP COLUMN field_seed;

DROP INDEX satellites_one_final;

ALTER TABLE satellites
    DROP COLUMN prize_pool,
    DROP COLUMN methods;
