-- 計上基準 of a pair, by the day of delivery; and after how many business days a line that nobody has inspected counts as accepted.
create table billing_basis (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  from_date date not null,
  basis text not null check (basis in ('shipped', 'delivered', 'inspected')),
  inspection_days integer check (inspection_days between 1 and 60),
  set_by text not null,
  set_time timestamptz not null,
  foreign key (seller_id, buyer_id) references collaboration
);
create index billing_basis_pair on billing_basis (seller_id, buyer_id, from_date desc, key desc);

-- 検収 and what follows from it: rows that are only ever added. 自動 has no company.
create table inspection (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  delivery_key bigint not null,
  line_no integer not null,
  kind text not null check (kind in ('inspected', 'deemed', 'reworked', 'reversed', 'price', 'asked')),
  received_date date not null,
  inspected_date date not null,
  num_accepted numeric(15,3) not null default 0,
  num_rejected numeric(15,3) not null default 0,
  difference text check (difference in ('quality', 'quantity', 'price')),
  treatment text check (treatment in ('return_refill', 'return', 'rework_seller', 'rework_buyer', 'concession', 'scrap')),
  cause text check (cause in ('seller', 'supplied', 'design', 'transport', 'buyer', 'unknown')),
  unit_price numeric(15,3),
  words text,
  actor_name text not null,
  actor_company text,
  recorded_time timestamptz not null,
  reverses bigint unique references inspection,
  about bigint references inspection,
  foreign key (seller_id, buyer_id) references collaboration,
  foreign key (delivery_key, line_no) references delivery_line,
  check ((kind = 'reversed') = (reverses is not null)),
  check ((kind in ('reworked', 'asked')) = (about is not null)),
  check ((kind = 'deemed') = (actor_company is null)),
  check (case kind
    when 'inspected' then num_accepted >= 0 and num_rejected >= 0 and num_accepted + num_rejected > 0
      and (num_rejected > 0) = (treatment is not null and cause is not null and difference is not null)
      and coalesce(treatment = 'concession', false) = (unit_price is not null)
    when 'deemed' then num_accepted > 0 and num_rejected = 0
    when 'reworked' then num_accepted > 0 and num_rejected = -num_accepted
    when 'price' then num_accepted = 0 and num_rejected = 0 and unit_price is not null
    when 'asked' then num_accepted = 0 and num_rejected = 0
    else true end)
);
create index inspection_line on inspection (delivery_key, line_no, key);
create index inspection_about on inspection (about) where about is not null;
create table inspection_answer (
  inspection_key bigint primary key references inspection,
  seller_id text not null,
  buyer_id text not null,
  agreed boolean not null,
  words text,
  actor_name text not null,
  actor_company text not null,
  answered_time timestamptz not null,
  check (agreed or words is not null)
);

-- What the buyer says to a 請求書; its last word counts (R1-10).
create table invoice_answer (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  invoice_key bigint not null references invoice,
  agreed boolean not null,
  words text,
  actor_name text not null,
  actor_company text not null,
  answered_time timestamptz not null,
  foreign key (seller_id, buyer_id) references collaboration,
  check (agreed or words is not null)
);
create index invoice_answer_invoice on invoice_answer (invoice_key, key desc);

do $$
declare name text;
begin
  foreach name in array array['billing_basis', 'inspection', 'inspection_answer', 'invoice_answer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (case when app_company() in (seller_id, buyer_id) then true else false end)
      with check (app_company() in (seller_id, buyer_id))', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;
alter table file drop constraint file_owner_kind_check, add constraint file_owner_kind_check
  check (owner_kind in ('card', 'defect', 'product', 'chat', 'logo', 'seal', 'record', 'inspection')) not valid;
alter table file validate constraint file_owner_kind_check;

alter table delivery_line
  add column num_accepted numeric(15,3) not null default 0,
  add column num_rejected numeric(15,3) not null default 0,
  add column num_concession numeric(15,3) not null default 0,
  add column num_lost numeric(15,3) not null default 0,
  add column inspected_date date,
  add column num_billed numeric(15,3) not null default 0,
  add column replaces_key bigint,
  add column replaces_line integer,
  add foreign key (replaces_key, replaces_line) references delivery_line,
  add check ((replaces_key is null) = (replaces_line is null)),
  add check (num_accepted >= 0 and num_rejected >= 0 and num_accepted + num_rejected <= greatest(num_items, 0)),
  add check (num_concession >= 0 and num_lost >= 0 and num_concession + num_lost <= num_rejected),
  add check (num_billed between least(num_items, 0) and greatest(num_items, 0));
alter table invoice_line
  add column num_items numeric(15,3),
  add column inspection_key bigint references inspection;
update delivery_line set num_billed = num_items where invoice_key is not null;
update invoice_line x set num_items = l.num_items from delivery_line l where l.delivery_key = x.delivery_key and l.line_no = x.delivery_line_no;
grant update (num_accepted, num_rejected, num_concession, num_lost, inspected_date, num_billed) on delivery_line to koba_app;
drop index delivery_line_unbilled;
create index delivery_line_open on delivery_line (seller_id, buyer_id, sales_date) where is_live and num_billed <> num_items;
create index delivery_line_pending on delivery_line (seller_id, buyer_id)
  where is_live and (card_key is not null or replaces_key is not null) and num_accepted + num_rejected < num_items;
create index delivery_line_replaces on delivery_line (replaces_key, replaces_line) where replaces_key is not null;
create index invoice_line_inspection on invoice_line (inspection_key) where inspection_key is not null;

-- 納品書 that may have come to their day of みなし検収; which day that is, is for the calendar to say.
create function deemable_deliveries(asked date) returns table (seller_id text, buyer_id text, delivery_key bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct l.seller_id, l.buyer_id, l.delivery_key
  from (select distinct t.seller_id, t.buyer_id from billing_basis t where t.inspection_days is not null) p
    join delivery_line l on (l.seller_id, l.buyer_id) = (p.seller_id, p.buyer_id) and l.is_live
      and (l.card_key is not null or l.replaces_key is not null) and l.num_accepted + l.num_rejected < l.num_items
    join delivery d on d.key = l.delivery_key
    cross join lateral (select t.inspection_days from billing_basis t
      where (t.seller_id, t.buyer_id) = (d.seller_id, d.buyer_id) and t.from_date <= d.delivery_date order by t.from_date desc, t.key desc limit 1) b
  where app_operator() and b.inspection_days is not null and d.delivery_date + b.inspection_days < asked
  order by 1, 2, 3
$$;
revoke all on function deemable_deliveries(date) from public;
grant execute on function deemable_deliveries(date) to koba_app;

create function check_inspections() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (2) A line's sums are those of its 検収 that nobody has taken back.
  select '2 inspections', format('%s line %s', d.number, l.line_no)
  from delivery_line l join delivery d on d.key = l.delivery_key left join lateral (
    select sum(i.num_accepted) as accepted, sum(i.num_rejected) as rejected, max(i.inspected_date) filter (where i.num_accepted <> 0 or i.num_rejected <> 0) as day,
      sum(i.num_rejected) filter (where i.treatment = 'concession' and a.agreed) as concession,
      sum(i.num_rejected) filter (where i.treatment in ('return', 'scrap')) as lost
    from inspection i left join inspection_answer a on a.inspection_key = i.key
    where i.delivery_key = l.delivery_key and i.line_no = l.line_no and i.kind <> 'reversed'
      and not exists (select from inspection r where r.reverses = i.key)) s on true
  where (l.num_accepted, l.num_rejected, l.num_concession, l.num_lost, l.inspected_date)
    is distinct from (coalesce(s.accepted, 0), coalesce(s.rejected, 0), coalesce(s.concession, 0), coalesce(s.lost, 0), s.day)
  union all
  select '2 inspections', format('%s reverses %s', r.key, i.key)
  from inspection r join inspection i on i.key = r.reverses
  where (r.delivery_key, r.line_no, r.num_accepted, r.num_rejected) <> (i.delivery_key, i.line_no, -i.num_accepted, -i.num_rejected)

  union all
  -- (2) What is billed of a line stands on 請求書 that are live, no 赤, and not taken back by one; each 特採 once.
  select '2 billed once', format('%s line %s: %s billed, %s on invoices', d.number, l.line_no, l.num_billed, b.num)
  from delivery_line l join delivery d on d.key = l.delivery_key left join lateral (
    select sum(x.num_items) as num, max(i.key) as key, count(x.inspection_key) - count(distinct x.inspection_key) as twice
    from invoice_line x join invoice i on i.key = x.invoice_key and i.cancelled_time is null
    where x.delivery_key = l.delivery_key and x.delivery_line_no = l.line_no and i.correction is distinct from 'red'
      and not exists (select from invoice r where r.corrects = i.key and r.correction = 'red')) b on true
  where coalesce(b.num, 0) <> l.num_billed or b.key is distinct from l.invoice_key or b.twice > 0

  union all
  -- (2) An invoice's line is the delivery note's line, unchanged but for how much of it; only a correction may word it anew.
  select '2 frozen lines', format('%s line %s', i.number, x.line_no)
  from invoice_line x join invoice i on i.key = x.invoice_key
    left join delivery_line l on l.delivery_key = x.delivery_key and l.line_no = x.delivery_line_no
    left join delivery d on d.key = l.delivery_key left join inspection c on c.key = x.inspection_key
  where x.delivery_key is not null and (d.number is distinct from x.delivery_number or (i.corrects is null and (
    (l.sales_date, l.order_id, l.name, l.drawing_no, l.unit, coalesce(c.unit_price, l.unit_price), l.tax_rate)
      is distinct from (x.sales_date, x.order_id, x.name, x.drawing_no, x.unit, x.unit_price, x.tax_rate)
    or case when x.num_items = l.num_items and x.inspection_key is null
      then (l.num_units, l.price) is distinct from (x.num_units, x.price)
      else x.price is distinct from rounded(x.num_units * x.unit_price, d.amount_rounding) end)))

  union all
  -- (6) What is said of a line or a 請求書 is between its two companies.
  select '6 company crossing', format('inspection %s', i.key)
  from inspection i join delivery_line l on l.delivery_key = i.delivery_key and l.line_no = i.line_no
    left join inspection_answer a on a.inspection_key = i.key
  where (i.seller_id, i.buyer_id) <> (l.seller_id, l.buyer_id) or (a.seller_id, a.buyer_id) <> (i.seller_id, i.buyer_id)
    or (i.actor_company is not null and i.actor_company not in (i.seller_id, i.buyer_id))
  union all
  select '6 company crossing', format('answer %s to invoice %s', a.key, i.number)
  from invoice_answer a join invoice i on i.key = a.invoice_key
  where (a.seller_id, a.buyer_id) <> (i.seller_id, i.buyer_id) or a.actor_company <> i.buyer_id
$$;
alter function check_invariants() rename to check_before_inspections;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_inspections() where rule not in ('2 billed once', '2 frozen lines') union all select * from check_inspections()
$$;
revoke execute on function check_before_inspections(), check_inspections(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
