DROP INDEX satellite_log_by_satellite;
DROP TRIGGER only_erasure ON reports;
DROP TRIGGER only_erasure ON satellite_log;
DROP FUNCTION nast_only_erasure();
REVOKE UPDATE (changes, reason, actor) ON satellite_log FROM nast_service;
REVOKE UPDATE (version) ON national_list_state FROM nast_service;
REVOKE UPDATE (body) ON reports, national_list FROM nast_service;
DROP TABLE seat_rulings, signing_keys, answer_links, invitations, answers, national_list_history,
    seat_differences, seat_claims, seat_outcomes, player_decisions;
DROP INDEX players_by_person;
ALTER TABLE players DROP COLUMN person_id, DROP COLUMN erased_at;
