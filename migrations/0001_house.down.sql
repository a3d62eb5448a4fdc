DROP TABLE national_list_state, national_list, seats, carryover_dues, reports, satellite_log, games, rounds,
    entrant_contacts, entrants, satellites, audit, players, tours, idempotency_keys, api_keys, principals, tenants;
DROP PROCEDURE nast_protect(regclass);
DROP FUNCTION nast_scope(), nast_tenant(), nast_key();
