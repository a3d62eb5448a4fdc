-- The roles of the service, for a database server that somebody administers. Run it once on
-- the service's database, as a superuser or as whoever may make roles there; a second run
-- changes nothing and keeps the passwords.
--
--   createdb nast
--   psql -d nast -f deploy/roles.sql
--   psql -d nast -c '\password nast_owner'      and so on for the three
--
-- nast_owner owns the schema and brings it up to date (api migrate), nast_service is what
-- requests are answered as, nast_worker what the worker works as. None may pass by row-level
-- security, and the last two own nothing.

DO $$
DECLARE r text;
BEGIN
    FOREACH r IN ARRAY ARRAY['nast_owner', 'nast_service', 'nast_worker'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN
            EXECUTE format('CREATE ROLE %I LOGIN', r);
        END IF;
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = r AND (rolsuper OR rolbypassrls)) THEN
            RAISE EXCEPTION 'The role % is a superuser or passes by row-level security. Take that from it first: ALTER ROLE % NOSUPERUSER NOBYPASSRLS', r, r;
        END IF;
        IF NOT pg_has_role(current_user, r, 'MEMBER') THEN
            EXECUTE format('GRANT %I TO CURRENT_USER', r); -- to give the schema away below
        END IF;
    END LOOP;

    -- The service works as one of the two in every transaction, whoever has logged in.
    FOREACH r IN ARRAY ARRAY['nast_service', 'nast_worker'] LOOP
        IF NOT pg_has_role('nast_owner', r, 'MEMBER') THEN
            EXECUTE format('GRANT %I TO nast_owner', r);
        END IF;
    END LOOP;

    -- The schema belongs to the owner; nobody else makes anything in the database.
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO nast_owner', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO nast_service, nast_worker', current_database());
    IF (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'public') <> 'nast_owner' THEN
        ALTER SCHEMA public OWNER TO nast_owner;
    END IF;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
END $$;
