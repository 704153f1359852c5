-- Printed codes, and what was scanned.

-- Each factory seals its codes with a secret of its own: printed sheets outlive keys of the installation, and go where the data goes.
create table scan_secret (
  company_id text primary key references factory,
  secret text not null
);
create function make_scan_secret() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into scan_secret values (new.id, encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'));
  return null;
end
$$;
revoke execute on function make_scan_secret() from public;
create trigger scan_secret after insert on factory for each row execute function make_scan_secret();
insert into scan_secret select id, encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex') from factory;

-- A thing with a code has a row once it was read or issued anew; key is group_id, worker_id, the card's key or the operation's number.
create table scan_code (
  company_id text not null references factory,
  kind text not null check (kind in ('process', 'worker', 'card', 'operation')),
  key bigint not null,
  generation integer not null default 1 check (generation between 1 and 10000),
  last_read_time timestamptz,
  read_date date,
  num_reads integer not null default 0,
  pin_failures integer not null default 0,
  pin_failed_time timestamptz,
  primary key (company_id, kind, key)
);

-- One row for each scan that a device sent, under the id that the device gave it: sent again, it is answered and not done again.
-- conflict: it came too late to fit and waits for somebody's word.
create table scan (
  company_id text not null references factory,
  client_id text not null,
  username text not null,
  act text not null check (act in ('start', 'resume', 'finish', 'pause', 'next', 'undo')),
  card_key bigint references card,
  worker_id bigint references worker,
  device_time timestamptz not null,
  happened_time timestamptz not null,
  received_time timestamptz not null,
  item jsonb not null,
  state text not null check (state in ('done', 'conflict', 'discarded')),
  detail text,
  version integer,
  resolved_time timestamptz,
  resolved_by text,
  primary key (company_id, client_id),
  check (state <> 'done' or (card_key is not null and version is not null)),
  check (state = 'done' or detail is not null),
  check (state <> 'discarded' or resolved_time is not null)
);
create index scan_waiting on scan (company_id, received_time) where state = 'conflict';
create index scan_card on scan (card_key);

do $$
declare name text;
begin
  foreach name in array array['scan_secret', 'scan_code', 'scan'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I using (company_id = app_company()) with check (company_id = app_company())', name);
  end loop;
end $$;
revoke insert, update, delete, truncate on scan_secret from koba_app;
revoke delete, truncate on scan_code, scan from koba_app;
revoke update on scan from koba_app;
grant update (card_key, worker_id, happened_time, state, detail, version, resolved_time, resolved_by) on scan to koba_app;

-- The promises about scans, beside all others.
alter function check_invariants() rename to check_before_scans;

create function check_scans() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) What was scanned belongs to the factory that scanned it.
  select '6 company crossing', format('scan %s of card %s', s.client_id, s.card_key)
  from scan s join card c on c.key = s.card_key where c.seller_id <> s.company_id
  union all
  select '6 company crossing', format('scan %s of worker %s', s.client_id, s.worker_id)
  from scan s join worker w on w.worker_id = s.worker_id where w.company_id <> s.company_id
  union all
  -- (4) A scan that was done has its entry in the card's log.
  select '4 scans', format('scan %s of card %s', s.client_id, s.card_key)
  from scan s where s.state = 'done'
    and not exists (select 1 from activity a where a.subject = 'card' and a.subject_key = s.card_key and a.seq = s.version)
$$;

create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_scans() union all select * from check_scans()
$$;

revoke execute on function check_before_scans(), check_scans(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
