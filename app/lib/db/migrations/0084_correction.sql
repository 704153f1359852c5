-- 都度請求, 赤黒 and 訂正版: 請求書 that close no period, or replace the one that did under its own number.
alter table invoice
  add column is_single boolean not null default false,
  add column corrects bigint references invoice,
  add column correction text check (correction in ('red', 'black')),
  add column revision integer not null default 1 check (revision >= 1),
  add check ((correction is not null or revision > 1) = (corrects is not null)),
  drop constraint invoice_seller_id_number_key,
  add unique (seller_id, number, revision);
drop index invoice_live;
create unique index invoice_live on invoice (seller_id, buyer_id, ym) where cancelled_time is null and not is_single and correction is null;
create unique index invoice_corrected on invoice (corrects, correction) where correction is not null;
create index invoice_corrects on invoice (corrects) where corrects is not null;
create index invoice_extra on invoice (seller_id, buyer_id, key) where is_single or correction is not null;
grant update (invoice_key) on closed_period to koba_app;

-- What a closing will add to a partner's delivered lines: kept until it is issued, seen by the partner too (照合).
create table closing_draft (
  seller_id text not null,
  buyer_id text not null,
  ym integer not null check (ym between 190001 and 299912 and ym % 100 between 1 and 12),
  note text,
  lines jsonb not null default '[]',
  version integer not null default 1,
  updated_time timestamptz not null,
  primary key (seller_id, buyer_id, ym),
  foreign key (seller_id, buyer_id) references collaboration
);
alter table closing_draft enable row level security;
create policy seen on closing_draft for select using (app_company() in (seller_id, buyer_id));
create policy own on closing_draft using (seller_id = app_company()) with check (seller_id = app_company());
revoke truncate on closing_draft from koba_app;

-- 照合: what each side says of a line before it is billed; the last word of a side counts.
create table billing_check (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  company_id text not null,
  delivery_key bigint not null,
  delivery_line_no integer not null,
  agrees boolean not null,
  reason text,
  person text,
  checked_time timestamptz not null,
  foreign key (seller_id, buyer_id) references collaboration,
  foreign key (delivery_key, delivery_line_no) references delivery_line,
  check (company_id in (seller_id, buyer_id)),
  check (agrees or reason is not null)
);
create index billing_check_line on billing_check (delivery_key, delivery_line_no, company_id, key desc);
alter table billing_check enable row level security;
create policy seen on billing_check for select using (case when app_company() in (seller_id, buyer_id) then true else false end);
create policy own on billing_check for insert with check (company_id = app_company());
revoke update, delete, truncate on billing_check from koba_app;

create function check_corrections() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (1) 鑑: what a closing carries over is all that was issued before it and dated in its period or earlier, less what was counted as received.
  select '1 invoice summary', format('%s: %s - %s - %s = %s, %s', i.number, i.prev_billed, i.received, i.adjustment, i.carried_over, i.billed_now)
  from (
    select v.*, v.is_single or v.correction is not null as is_extra,
      sum(v.total - v.received - v.adjustment) over (partition by v.seller_id, v.buyer_id order by v.key rows between unbounded preceding and 1 preceding) as before
    from invoice v where v.cancelled_time is null) i
  where i.carried_over <> i.prev_billed - i.received - i.adjustment
    or i.billed_now <> i.total + case when i.show_carry_over then i.carried_over else 0 end
    or case when i.is_extra then (i.prev_billed, i.received, i.adjustment) <> (0, 0, 0) else
      i.prev_billed <> coalesce(i.before, 0) - (
        select coalesce(sum(v.total), 0) from invoice v
        where v.seller_id = i.seller_id and v.buyer_id = i.buyer_id and v.cancelled_time is null and (v.is_single or v.correction is not null)
          and v.key < i.key and v.invoice_date > i.end_date) end

  union all
  -- (1) 赤 takes back its 請求書 to the yen, rate by rate.
  select '1 red invoices', format('%s of %s', r.number, o.number)
  from invoice r join invoice o on o.key = r.corrects
  where r.correction = 'red' and ((r.subtotal, r.tax, r.total) <> (-o.subtotal, -o.tax, -o.total) or exists (
    select from (select tax_rate, base, tax from jsonb_to_recordset(o.by_rate) as a (tax_rate numeric, base bigint, tax bigint)
      union all select tax_rate, base, tax from jsonb_to_recordset(r.by_rate) as b (tax_rate numeric, base bigint, tax bigint)) x
    group by tax_rate having sum(base) <> 0 or sum(tax) <> 0))

  union all
  -- (2) A line stands on the one 請求書 that it names: live, no 赤, and not taken back by one.
  select '2 billed once', format('%s line %s', d.number, l.line_no)
  from delivery_line l join delivery d on d.key = l.delivery_key
    left join lateral (
      select count(*) as live, max(i.key) as key from invoice_line x join invoice i on i.key = x.invoice_key and i.cancelled_time is null
      where x.delivery_key = l.delivery_key and x.delivery_line_no = l.line_no and i.correction is distinct from 'red'
        and not exists (select from invoice r where r.corrects = i.key and r.correction = 'red')) b on true
  where b.live > 1 or b.key is distinct from l.invoice_key

  union all
  -- (2) An invoice's line is the delivery note's line, unchanged; a 赤 has it below zero, and only a correction may word it anew.
  select '2 frozen lines', format('%s line %s', i.number, x.line_no)
  from invoice_line x join invoice i on i.key = x.invoice_key
    left join delivery_line l on l.delivery_key = x.delivery_key and l.line_no = x.delivery_line_no
    left join delivery d on d.key = l.delivery_key
  where x.delivery_key is not null and (d.number is distinct from x.delivery_number or (i.corrects is null
    and (l.sales_date, l.order_id, l.name, l.drawing_no, l.num_units, l.unit, l.unit_price, l.price, l.tax_rate, l.note)
      is distinct from (x.sales_date, x.order_id, x.name, x.drawing_no, x.num_units, x.unit, x.unit_price, x.price, x.tax_rate, x.note)))

  union all
  -- (6) A correction and a check of a line belong to the two companies of what they speak of.
  select '6 company crossing', format('correction %s', i.number)
  from invoice i join invoice o on o.key = i.corrects where (i.seller_id, i.buyer_id) <> (o.seller_id, o.buyer_id)
  union all
  select '6 company crossing', format('check %s', c.key)
  from billing_check c join delivery_line l on l.delivery_key = c.delivery_key and l.line_no = c.delivery_line_no
  where (c.seller_id, c.buyer_id) <> (l.seller_id, l.buyer_id)

  union all
  -- (8) A live monthly 請求書 is the closing of its period; a line billed is not dated after its period.
  select '8 invoice periods', format('%s', i.number)
  from invoice i left join closed_period p on p.invoice_key = i.key and p.start_date = i.start_date and p.end_date = i.end_date
  where (i.cancelled_time is null and not i.is_single and i.correction is null) <> (p.ym is not null)
    or exists (select 1 from invoice_line l where l.invoice_key = i.key and l.sales_date > i.end_date)
$$;
alter function check_invariants() rename to check_before_corrections;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_corrections()
  where rule not in ('1 invoice summary', '2 billed once', '2 frozen lines', '8 invoice periods') union all select * from check_corrections()
$$;
revoke execute on function check_before_corrections(), check_corrections(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
