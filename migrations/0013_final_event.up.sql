-- The Final Event of a tour (R5.7): an event like a satellite with a method for each round, made
-- from the final field in the order of its seeds.

ALTER TABLE satellites
    ADD COLUMN methods text[] CHECK (cardinality(methods) BETWEEN 1 AND 40
        AND methods <@ ARRAY['preset', 'round_robin', 'swiss', 'swiss_no_repeats', 'king_of_the_hill']),
    ADD COLUMN prize_pool jsonb;

-- A tour has one, which is the organiser's.
CREATE UNIQUE INDEX satellites_one_final ON satellites (tenant_id, tour_id)
    WHERE methods IS NOT NULL AND status NOT IN ('rejected', 'cancelled');

ALTER TABLE entrants ADD COLUMN field_seed int NOT NULL DEFAULT 0;
