-- The embedded user pool. Not tenant data: no company owns a row, and nothing of it is reachable through the API.
create schema pool;

create table pool.users (
  sub uuid primary key,
  username text not null,
  email text,
  email_verified boolean not null,
  name text,
  zoneinfo text,
  status text not null check (status in ('CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'UNCONFIRMED', 'RESET_REQUIRED')),
  enabled boolean not null default true,
  password_hash text,
  temporary_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_username on pool.users (lower(username));
create unique index users_email on pool.users (lower(email));

create table pool.groups (
  group_name text primary key,
  description text,
  created_at timestamptz not null
);

-- position keeps the order in which a user joined: the first group that is not reserved is the factory.
create table pool.memberships (
  sub uuid not null references pool.users on delete cascade,
  group_name text not null references pool.groups on delete cascade,
  position bigint generated always as identity,
  primary key (sub, group_name)
);
create index memberships_group on pool.memberships (group_name);

-- Kept for unknown names too (hashed), so that lock-out does not tell who exists.
create table pool.attempts (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index attempts_last on pool.attempts (last_at);

create table pool.challenges (
  session_hash text primary key,
  sub uuid not null references pool.users on delete cascade,
  client_id text not null,
  expires_at timestamptz not null
);
create index challenges_sub on pool.challenges (sub);
create index challenges_expires on pool.challenges (expires_at);

create table pool.refresh_tokens (
  token_hash text primary key,
  sub uuid not null references pool.users on delete cascade,
  client_id text not null,
  origin_jti uuid not null,
  auth_time timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create unique index refresh_tokens_origin on pool.refresh_tokens (origin_jti);
create index refresh_tokens_sub on pool.refresh_tokens (sub, expires_at);

create table pool.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null
);

grant usage on schema pool to koba_app;
grant select, insert, update, delete on all tables in schema pool to koba_app;
