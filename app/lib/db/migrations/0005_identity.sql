-- Confirmation codes, refresh tokens that are changed at each use, mail, and the limits at the front door.
alter table pool.refresh_tokens add column rotated_at timestamptz;
drop index pool.refresh_tokens_origin;
create index refresh_tokens_origin on pool.refresh_tokens (origin_jti);

-- One row for each user name that asked for a code, known or not: only the newest code counts, and requests are counted over the hour.
create table pool.codes (
  key text primary key,
  code_hash text,
  tries integer not null,
  requests integer not null,
  window_at timestamptz not null,
  expires_at timestamptz not null
);
create index codes_expires on pool.codes (expires_at);

-- Mail on its way: to the SMTP server, or to internal staff's eyes where there is none.
create table pool.outbox (
  key bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_time timestamptz not null default now(),
  tries integer not null default 0,
  next_time timestamptz not null default now(),
  problem text
);
create index outbox_next on pool.outbox (next_time);

-- rate-limiter-flexible's own shape. Counts may be lost in a crash; their writing shall cost nothing.
create unlogged table pool.limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

grant select, insert, update, delete on pool.codes, pool.outbox, pool.limits to koba_app;
