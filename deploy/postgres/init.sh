#!/bin/sh
# Runs once, on an empty data directory: a role and a database of its own for every service.
set -eu
for service in agreements payments; do
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -c "create role ssc_${service}_runtime nologin"
done
for service in auth agreements payments transcription notifications; do
  variable="$(echo "$service" | tr '[:lower:]' '[:upper:]')_DATABASE_PASSWORD"
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v name="ssc_$service" -v password="$(printenv "$variable")" <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke connect on database :"name" from public;
SQL
done
for service in agreements payments; do
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -c "grant ssc_${service}_runtime to ssc_${service}"
done
