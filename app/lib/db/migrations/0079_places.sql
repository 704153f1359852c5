-- From which networks somebody has signed in: strangers who guess lock themselves out, not these. `network` is a hash, the newest few are kept.
create table pool.places (
  sub uuid not null references pool.users on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (sub, network)
);
grant select, insert, update, delete on pool.places to koba_app;
