#!/bin/sh
# PostgreSQL の最初の起動のときに一度だけ、役割とデータベースを作る（公式イメージが /docker-entrypoint-initdb.d から実行する）。
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$KOBA_OWNER_PASSWORD" -v app="$KOBA_APP_PASSWORD" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role koba_app nologin;
create role koba_owner login password :'owner';
create role koba login password :'app' in role koba_app;
create database koba owner koba_owner encoding 'UTF8' template template0;
revoke connect on database koba from public;
grant connect on database koba to koba;
SQL
