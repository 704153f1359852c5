-- Who signed in, failed to, was refused or changed how they sign in. Rows only grow; `count`: so many alike within a minute.
-- `name_hash`: what was typed where nobody has such a name; it may be a password in the wrong field.
create table security_event (
  key bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  username text,
  name_hash text,
  company_id text,
  actor_name text,
  ip text not null,
  user_agent text not null,
  reason text,
  count integer not null default 1 check (count > 0)
);
create index security_event_at on security_event (at desc, key desc);
create index security_event_company on security_event (company_id, at desc, key desc);
create index security_event_username on security_event (username, at desc, key desc);
alter table security_event enable row level security;
create policy own on security_event for select using (app_operator() or company_id = app_company() or username = app_username());
revoke insert, update, delete, truncate on security_event from koba_app;

-- The one way in: notes as [{"event", "name", "name_hash", "company_id", "actor_name", "ip", "user_agent", "reason", "count"}, ...].
-- A name that somebody has, as user name or address, is kept with their company; of any other its hash alone.
create function note_security(notes jsonb) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into security_event (event, username, name_hash, company_id, actor_name, ip, user_agent, reason, count)
  select n.event, m.username, case when m.username is null then n.name_hash end, coalesce(n.company_id, m.company_id), n.actor_name,
    n.ip, n.user_agent, n.reason, coalesce(n.count, 1)
  from jsonb_to_recordset(notes) as n(event text, name text, name_hash text, company_id text, actor_name text, ip text, user_agent text,
    reason text, count integer)
  left join lateral (select username, company_id from member where lower(username) = n.name or lower(email) = n.name
    order by lower(username) = n.name desc limit 1) m on true
$$;
create function sweep_security() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from security_event where at < now() - interval '400 days'
$$;
revoke execute on function note_security(jsonb), sweep_security() from public;
grant execute on function note_security(jsonb), sweep_security() to koba_app;

-- A signed-in browser as its owner knows it again: what it is, from where, under a number that may stand in an address.
alter table session
  add column key bigint generated always as identity unique,
  add column ip text not null default '',
  add column user_agent text not null default '';
create function begin_session(hash text, username text, sealed text, at timestamptz, refresh_time timestamptz, expires_time timestamptz,
  ip text, user_agent text)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into session (hash, username, sealed, created_time, seen_time, refresh_time, expires_time, ip, user_agent)
    values ($1, $2, $3, $4, $4, $5, $6, $7, $8);
  update member set last_login_time = $4, is_invited = false where member.username = $2;
$$;
revoke execute on function begin_session(text, text, text, timestamptz, timestamptz, timestamptz, text, text) from public;
grant execute on function begin_session(text, text, text, timestamptz, timestamptz, timestamptz, text, text) to koba_app;
-- The wall shows the board for thirty days, then somebody signs in again.
update session set expires_time = least(expires_time, now() + interval '30 days') where is_display;
