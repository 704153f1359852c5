-- A line that is not billed is delivered for nothing: it never stands on a 請求書.
alter table delivery_line add column is_billing_target boolean not null default true, add column close_reason text,
  add check (is_billing_target or (price = 0 and invoice_key is null));
-- 打切: why nothing more of a card is delivered, though something is left; a 納品書 says so, or nobody.
alter table card add column closed_reason text;

-- 下書き of a 納品書: what was typed so far, as its form's fields; the company's own, and no document yet.
create table delivery_draft (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  step text not null check (step in ('lines', 'terms', 'check')),
  fields jsonb not null,
  num_cards integer not null,
  name text not null,
  updated_time timestamptz not null,
  version integer not null default 1,
  foreign key (seller_id, buyer_id) references collaboration
);
create index delivery_draft_seller on delivery_draft (seller_id, key);
alter table delivery_draft enable row level security;
create policy own on delivery_draft using (seller_id = app_company()) with check (seller_id = app_company());
revoke truncate on delivery_draft from koba_app;

-- (2) What is closed was closed by a 納品書 that still counts.
create function check_closed_cards() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '2 closed cards', format('card %s %s', c.seller_id, c.id) from card c
  where c.closed_reason is not null
    and not exists (select 1 from delivery_line l where l.card_key = c.key and l.is_live and l.close_reason is not null)
$$;
alter function check_invariants() rename to check_before_closed_cards;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_closed_cards() union all select * from check_closed_cards()
$$;
revoke execute on function check_before_closed_cards(), check_closed_cards(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
