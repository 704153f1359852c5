-- 相殺: proposed by one side with the 請求書 of both, answered by the other; what was said is never changed.
create table offset_proposal (
  key bigint generated always as identity primary key,
  from_company text not null references factory,
  to_company text not null references factory,
  amount bigint not null check (amount > 0),
  proposed_date date not null,
  check (from_company <> to_company)
);
create index offset_proposal_from on offset_proposal (from_company, to_company);
create index offset_proposal_to on offset_proposal (to_company);

create table offset_part (
  offset_key bigint not null references offset_proposal,
  from_company text not null,
  to_company text not null,
  seller_id text not null,
  invoice_key bigint not null references invoice,
  amount bigint not null check (amount > 0),
  primary key (offset_key, invoice_key),
  check (seller_id in (from_company, to_company))
);

create table offset_word (
  key bigint generated always as identity primary key,
  offset_key bigint not null references offset_proposal,
  from_company text not null,
  to_company text not null,
  word text not null
    check (word in ('proposed', 'agreed', 'refused', 'withdrawn', 'cancel_asked', 'cancel_refused', 'cancel_withdrawn', 'cancelled')),
  company_id text not null,
  person text not null,
  words text,
  said_time timestamptz not null,
  check (company_id in (from_company, to_company)),
  check (word not in ('refused', 'cancel_asked', 'cancel_refused') or words is not null)
);
create index offset_word_offset on offset_word (offset_key, key);
create unique index offset_word_once on offset_word (offset_key, word) where word in ('proposed', 'agreed', 'refused', 'withdrawn', 'cancelled');

create table offset_payment (
  offset_key bigint not null references offset_proposal,
  from_company text not null,
  to_company text not null,
  seller_id text not null,
  payment_key bigint not null unique references payment,
  primary key (offset_key, seller_id),
  check (seller_id in (from_company, to_company))
);

do $$
declare name text;
begin
  foreach name in array array['offset_proposal', 'offset_part', 'offset_word', 'offset_payment'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (case when app_company() in (from_company, to_company) then true else false end)
      with check (app_company() in (from_company, to_company))', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;

-- (6) Of each side as much is set off as of the other; agreed, it stands in the books of both, taken back in neither.
create function check_offsets() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 company crossing', format('offset %s, invoice %s', x.offset_key, x.invoice_key)
  from offset_part x join offset_proposal o on o.key = x.offset_key join invoice i on i.key = x.invoice_key
  where (x.from_company, x.to_company) is distinct from (o.from_company, o.to_company) or x.seller_id <> i.seller_id
    or i.buyer_id <> case when x.seller_id = o.from_company then o.to_company else o.from_company end
  union all
  select '6 offsets', format('offset %s: %s sets off %s of %s', o.key, side.id, side.amount, o.amount)
  from offset_proposal o cross join lateral (
    select c.id, coalesce(sum(x.amount), 0) as amount from (values (o.from_company), (o.to_company)) c(id)
      left join offset_part x on x.offset_key = o.key and x.seller_id = c.id group by c.id) side
  where side.amount <> o.amount
  union all
  select '6 offsets', format('offset %s is %s, %s receipts stand', o.key, w.word, p.num)
  from offset_proposal o
    cross join lateral (select w.word from offset_word w where w.offset_key = o.key order by w.key desc limit 1) w
    cross join lateral (
      select count(*) as num from offset_payment l join payment p on p.key = l.payment_key and p.cancelled_time is null
        cross join lateral (select sum(y.amount) as amount from payment_line y where y.payment_key = p.key and y.kind = 'offset') y
      where l.offset_key = o.key and p.seller_id = l.seller_id and y.amount = o.amount) p
  where p.num <> case when w.word in ('agreed', 'cancel_asked', 'cancel_refused', 'cancel_withdrawn') then 2 else 0 end
$$;
alter function check_invariants() rename to check_before_offsets;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_offsets() union all select * from check_offsets()
$$;
revoke execute on function check_before_offsets(), check_offsets(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
