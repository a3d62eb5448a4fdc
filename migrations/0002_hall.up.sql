-- What happens in the hall: who withdraws, returns or comes late, who keeps a
-- table, and the plan of a round, from which its pairs follow (R2.2, R3.12, R4.7).

ALTER TABLE entrants
    ADD COLUMN withdrawn boolean NOT NULL DEFAULT false,
    ADD COLUMN joined_for int NOT NULL DEFAULT 0,
    ADD COLUMN eligibility text NOT NULL DEFAULT '' CHECK (eligibility IN ('', 'eligible', 'ineligible')),
    ADD COLUMN reserved_table int NOT NULL DEFAULT 0,
    ADD COLUMN contact int NOT NULL DEFAULT 0;

ALTER TABLE rounds ADD COLUMN plan jsonb NOT NULL DEFAULT '[]';

-- What players send themselves, and the codes with which they may.
ALTER TABLE games
    ADD COLUMN claims jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN disputed boolean NOT NULL DEFAULT false;

CREATE TABLE result_codes (
    tenant_id    uuid NOT NULL,
    satellite_id uuid NOT NULL,
    game_id      uuid NOT NULL,
    side         text NOT NULL CHECK (side IN ('first', 'second')),
    entrant_id   uuid NOT NULL,
    code         text NOT NULL,
    PRIMARY KEY (tenant_id, satellite_id, game_id, side),
    UNIQUE (tenant_id, code),
    FOREIGN KEY (tenant_id, satellite_id) REFERENCES satellites (tenant_id, id)
);
CREATE INDEX result_codes_by_code ON result_codes (code);
CALL nast_protect('result_codes');
CREATE POLICY by_key ON result_codes FOR SELECT TO nast_service
    USING ((SELECT nast_scope()) = 'key' AND convert_to(code, 'UTF8') = (SELECT nast_key()));
GRANT SELECT, INSERT, DELETE ON result_codes TO nast_service;
