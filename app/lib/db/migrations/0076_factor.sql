-- The second factor of an account in the embedded pool: a TOTP secret, sealed. `new_sealed`: associated, not yet confirmed by a code.
-- `last_step`: the half minute of the last code that was taken; none at or before it is taken again.
create table pool.factors (
  sub uuid primary key references pool.users on delete cascade,
  secret_sealed text,
  new_sealed text,
  is_enabled boolean not null default false,
  last_step bigint not null default 0,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on pool.factors to koba_app;
alter table pool.challenges add column name text not null default 'NEW_PASSWORD_REQUIRED';

-- Recovery codes: each works once, and takes the second factor off. Whichever pool the person is in.
create table recovery_code (
  username text not null references member on delete cascade,
  code_hash text not null,
  used_time timestamptz,
  primary key (username, code_hash)
);
alter table recovery_code enable row level security;
create policy own on recovery_code using (app_operator() or username = app_username()) with check (app_operator() or username = app_username());

-- Of whom a company asks the second factor; of staff it is asked always. `factor_waived`: people of a sample world alone, set by nothing else.
alter table factory add column factor_rule text not null default 'none' check (factor_rule in ('none', 'admins', 'everyone'));
alter table member add column factor_waived boolean not null default false;
-- Signed in as far as the password, and nobody anywhere but where the second factor is set up.
alter table session add column is_enrolling boolean not null default false;
-- Confirmation codes are counted by the day too: how many were asked for, and how many wrong ones were tried.
alter table pool.codes
  add column day_at timestamptz not null default now(),
  add column day_requests integer not null default 0,
  add column wrong integer not null default 0;
