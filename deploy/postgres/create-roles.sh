#!/bin/sh
# Creates the database and its two roles (docs/operations/deployment.md, section Database roles). The image runs it once, when it creates the cluster.
set -eu
psql --username=postgres --dbname=postgres --set=ON_ERROR_STOP=1 \
  --set=owner_password="$DATABASE_OWNER_PASSWORD" --set=app_password="$DATABASE_APP_PASSWORD" <<'SQL'
create role livery_owner login password :'owner_password' nosuperuser nobypassrls;
create role livery_app login password :'app_password' nosuperuser nobypassrls;
grant pg_read_all_stats to livery_owner, livery_app;
create database livery owner livery_owner;
SQL
