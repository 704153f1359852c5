-- 照合 of what partners bill with what was received: a word on a line, and the closing of a month, each only added.
create table payable_match_word (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  partner_id text not null references factory,
  ym integer not null check (ym between 200001 and 209912),
  -- d: a line of a 納品書, c: a card received without one, i: a line of a 請求書 alone, p: papers by rate, t: tax.
  line text not null check (line ~ '^[dcipt][0-9a-z.]{1,40}$'),
  answer text not null check (answer in ('accept', 'ask', 'later', 'withdrawn', 'billed')),
  -- As they were seen: the answer is to these.
  ours bigint not null,
  theirs bigint not null,
  reason text,
  person text not null,
  said_time timestamptz not null,
  foreign key (partner_id, company_id) references collaboration (seller_id, buyer_id),
  check (answer in ('withdrawn', 'billed') or reason is not null)
);
create index payable_match_word_partner on payable_match_word (company_id, partner_id, line, key);

create table payable_match_close (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  partner_id text not null references factory,
  ym integer not null check (ym between 200001 and 209912),
  act text not null check (act in ('closed', 'reopened')),
  reason text,
  -- The lines as they were closed, and the 請求書 that they were held against.
  rows jsonb,
  papers text,
  ours bigint,
  theirs bigint,
  person text not null,
  said_time timestamptz not null,
  foreign key (partner_id, company_id) references collaboration (seller_id, buyer_id),
  check ((act = 'closed') = (rows is not null) and (act = 'closed') = (papers is not null)),
  check (act = 'closed' or reason is not null)
);
create index payable_match_close_partner on payable_match_close (company_id, partner_id, ym, key);

-- Up to which day a paper 請求書 bills what was received; of others, and those entered before, none is known.
alter table payable_bill add column covers_until date;
create index card_link_received on card_link (seller_id, partner_id) where received_time is not null and cancelled_time is null;

do $$
declare
  name text;
begin
  foreach name in array array['payable_match_word', 'payable_match_close'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (company_id = app_company()) with check (company_id = app_company())', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;

create function check_matches() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) A month is closed, opened again, and closed: never the same twice.
  select '6 payables', format('match close %s: %s after %s', key, act, coalesce(before, 'nothing'))
  from (select key, act, lag(act) over (partition by company_id, partner_id, ym order by key) as before from payable_match_close) x
  where coalesce(before, 'reopened') = act
$$;
alter function check_invariants() rename to check_before_matches;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_matches() union all select * from check_matches()
$$;
revoke execute on function check_before_matches(), check_matches(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
