#!/bin/sh
# Gives the roles of roles.sql their passwords. The image of Postgres runs it once, when
# compose.yaml makes its database, and only then.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres --dbname nast \
    -v owner="$NAST_OWNER_PASSWORD" -v service="$NAST_SERVICE_PASSWORD" -v worker="$NAST_WORKER_PASSWORD" <<'SQL'
ALTER ROLE nast_owner PASSWORD :'owner';
ALTER ROLE nast_service PASSWORD :'service';
ALTER ROLE nast_worker PASSWORD :'worker';
SQL
