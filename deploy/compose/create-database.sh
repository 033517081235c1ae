#!/bin/sh
# Runs once, when the volume of Postgres is empty. The role of svc owns its database and is not a superuser.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$SVC_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE svc LOGIN PASSWORD :'password';
CREATE DATABASE svc OWNER svc;
SQL
