-- One person over many satellites, and what the national list follows from: who is the same
-- person, who has which seat, who has answered, what the organiser has ruled (R5.4-R5.8, R8.2).

-- Persons ---------------------------------------------------------------------------------

-- Null is a person of his own; otherwise the person that the record belongs to by the merges in
-- force. It follows from player_decisions. An erased record has no key of a name, so that nobody
-- who enters later is taken for it.
ALTER TABLE players
    ADD COLUMN person_id uuid,
    ADD COLUMN erased_at timestamptz;
CREATE INDEX players_by_person ON players (person_id) WHERE person_id IS NOT NULL;

-- What the organiser has decided of two persons: only ever added to.
CREATE TABLE player_decisions (
    id         uuid PRIMARY KEY,
    number     bigint NOT NULL UNIQUE CHECK (number > 0),
    kind       text NOT NULL CHECK (kind IN ('merged', 'not_same', 'taken_back')),
    keeps      uuid,
    gives      uuid,
    of         uuid,
    decided_at timestamptz NOT NULL,
    by_name    text NOT NULL,
    reason     text NOT NULL DEFAULT ''
);
CALL nast_protect_organisers('player_decisions');

-- Seats: derived by the worker ----------------------------------------------------------------

-- What the seats of a satellite have come to, and by which players it is found. The table seats
-- is not written any more; a later release drops it.
CREATE TABLE seat_outcomes (
    tour_id      uuid NOT NULL REFERENCES tours,
    satellite_id uuid NOT NULL,
    body         jsonb NOT NULL,
    PRIMARY KEY (tour_id, satellite_id)
);
CREATE TABLE seat_claims (
    tour_id      uuid NOT NULL REFERENCES tours,
    player_id    uuid NOT NULL,
    satellite_id uuid NOT NULL,
    PRIMARY KEY (player_id, tour_id, satellite_id) -- the player first: never all of a tour
);
CREATE INDEX seat_claims_by_satellite ON seat_claims (satellite_id);

-- What became different of a list that was issued (R4.6).
CREATE TABLE seat_differences (
    tour_id      uuid NOT NULL REFERENCES tours,
    at           timestamptz NOT NULL,
    satellite_id uuid NOT NULL,
    player_id    uuid NOT NULL,
    body         jsonb NOT NULL,
    PRIMARY KEY (tour_id, at, satellite_id, player_id)
);
CREATE INDEX seat_differences_by_player ON seat_differences (player_id);

-- Rows of the list with the time in which they stood.
CREATE TABLE national_list_history (
    tour_id   uuid NOT NULL REFERENCES tours,
    player_id uuid NOT NULL,
    from_at   timestamptz NOT NULL,
    until_at  timestamptz, -- null: it stands
    body      jsonb NOT NULL,
    PRIMARY KEY (tour_id, player_id, from_at)
);
CREATE INDEX national_list_history_by_time ON national_list_history (tour_id, from_at);
INSERT INTO national_list_history (tour_id, player_id, from_at, body)
SELECT l.tour_id, l.player_id, s.as_of, l.body FROM national_list l JOIN national_list_state s USING (tour_id);

-- Answers: the organiser's, and by a signed link the qualifier's ------------------------------

CREATE TABLE answers (
    id            uuid PRIMARY KEY,
    tour_id       uuid NOT NULL REFERENCES tours,
    player_id     uuid NOT NULL,
    answer        text NOT NULL CHECK (answer IN ('accepted', 'declined', 'no_answer')),
    answered_at   timestamptz NOT NULL,
    day           date NOT NULL,
    satellites    uuid[] NOT NULL,
    via           text NOT NULL CHECK (via IN ('link', 'organiser')),
    by_name       text NOT NULL,
    note          text NOT NULL DEFAULT '',
    taken_back_at timestamptz,
    taken_back_by text NOT NULL DEFAULT ''
);
CREATE INDEX answers_by_player ON answers (tour_id, player_id);

CREATE TABLE invitations (
    tour_id   uuid NOT NULL REFERENCES tours,
    player_id uuid NOT NULL,
    deadline  timestamptz NOT NULL,
    PRIMARY KEY (tour_id, player_id)
);

CREATE TABLE answer_links (
    nonce        bytea PRIMARY KEY CHECK (length(nonce) = 16),
    tour_id      uuid NOT NULL REFERENCES tours,
    player_id    uuid NOT NULL,
    deadline     timestamptz NOT NULL,
    issued_at    timestamptz NOT NULL,
    used_at      timestamptz,
    withdrawn_at timestamptz
);
CREATE INDEX answer_links_by_player ON answer_links (tour_id, player_id);

-- With which links are signed; made by the first process that needs one.
CREATE TABLE signing_keys (
    purpose text PRIMARY KEY,
    key     bytea NOT NULL CHECK (length(key) >= 32)
);

CREATE TABLE seat_rulings (
    id            uuid PRIMARY KEY,
    tour_id       uuid NOT NULL REFERENCES tours,
    satellite_id  uuid NOT NULL,
    player_id     uuid NOT NULL,
    verdict       text NOT NULL CHECK (verdict IN ('keeps', 'replaced', 'both')),
    ruled_at      timestamptz NOT NULL,
    by_name       text NOT NULL,
    reason        text NOT NULL,
    taken_back_at timestamptz,
    taken_back_by text NOT NULL DEFAULT ''
);
CREATE INDEX seat_rulings_by_satellite ON seat_rulings (satellite_id);
CALL nast_protect_organisers('seat_rulings');

-- Erasure (R8.2) ------------------------------------------------------------------------------

-- The log and the reports stand as they were written. The one thing that may change in them is
-- the name of a person who is erased, and only for the organiser.
CREATE FUNCTION nast_only_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF nast_scope() IS DISTINCT FROM 'organiser' OR current_setting('nast.erasing', true) IS DISTINCT FROM 'yes' THEN
        RAISE EXCEPTION '% stands as it was written', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER only_erasure BEFORE UPDATE ON satellite_log FOR EACH ROW
    WHEN (current_user = 'nast_service') EXECUTE FUNCTION nast_only_erasure();
CREATE TRIGGER only_erasure BEFORE UPDATE ON reports FOR EACH ROW
    WHEN (current_user = 'nast_service') EXECUTE FUNCTION nast_only_erasure();
CREATE INDEX satellite_log_by_satellite ON satellite_log (satellite_id);

-- Who may do what -----------------------------------------------------------------------------

GRANT SELECT, INSERT ON player_decisions TO nast_service;
GRANT UPDATE (reason) ON player_decisions TO nast_service;
GRANT SELECT, INSERT, UPDATE ON answers, invitations, answer_links, seat_rulings TO nast_service;
GRANT SELECT, INSERT ON signing_keys TO nast_service;
GRANT SELECT ON seat_outcomes, seat_claims, seat_differences, national_list_history TO nast_service;
GRANT UPDATE (changes, reason, actor) ON satellite_log TO nast_service;
GRANT UPDATE (version) ON national_list_state TO nast_service;
GRANT UPDATE (body) ON reports, seat_outcomes, seat_differences, national_list, national_list_history TO nast_service;

GRANT SELECT ON player_decisions, answers, seat_rulings TO nast_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON seat_outcomes, seat_claims, seat_differences, national_list_history TO nast_worker;
