-- 入金: what is received settles 請求書 by rows that are only ever added. What none of them names is 前受 until somebody uses it.
alter table payment
  add column direction text not null default 'in' check (direction in ('in', 'out')),
  add column cancelled_date date;
update payment set cancelled_date = (cancelled_time at time zone 'Asia/Tokyo')::date where cancelled_time is not null;
alter table payment add check ((cancelled_time is null) = (cancelled_date is null));
grant update (cancelled_date) on payment to koba_app;

-- A line of a refund names the receipt or the 請求書 below zero whose money goes back; 値引 the rate of tax that it lowers (R1-9).
alter table payment_line drop constraint payment_line_kind_check, drop constraint payment_line_amount_check;
alter table payment_line
  add column maturity_date date,
  add column tax_rate integer,
  add column source_payment_key bigint references payment,
  add column source_credit_key bigint references invoice,
  add check (kind in ('transfer', 'cash', 'check', 'bill', 'densai', 'offset', 'discount', 'fee', 'rounding', 'gain', 'other')),
  add check (amount <> 0),
  add check (amount > 0 or kind in ('rounding', 'gain', 'other')),
  add check (maturity_date is null or kind in ('check', 'bill', 'densai')),
  add check (tax_rate is null or kind = 'discount'),
  add check (num_nonnulls(source_payment_key, source_credit_key) <= 1);
create index payment_line_source on payment_line (source_payment_key) where source_payment_key is not null;
create index payment_line_credit on payment_line (source_credit_key) where source_credit_key is not null;

alter table settlement rename to settlement_named;
drop index settlement_invoice;
create table settlement (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  payment_key bigint references payment,
  credit_key bigint references invoice,
  invoice_key bigint not null references invoice,
  amount bigint not null,
  settled_date date not null,
  recorded_time timestamptz not null,
  reverses bigint unique references settlement,
  foreign key (seller_id, buyer_id) references collaboration,
  check (num_nonnulls(payment_key, credit_key) = 1),
  check (credit_key <> invoice_key),
  check (amount <> 0 and (amount < 0) = (reverses is not null))
);
create index settlement_invoice on settlement (invoice_key);
create index settlement_payment on settlement (payment_key) where payment_key is not null;
create index settlement_credit on settlement (credit_key) where credit_key is not null;
create index settlement_pair on settlement (seller_id, buyer_id, settled_date);
alter table settlement enable row level security;
create policy tenant on settlement using (seller_id = app_company()) with check (seller_id = app_company());
revoke update, delete, truncate on settlement from koba_app;

insert into settlement (seller_id, buyer_id, payment_key, invoice_key, amount, settled_date, recorded_time)
select p.seller_id, p.buyer_id, p.key, i.key, s.amount, greatest(p.payment_date, i.invoice_date), p.recorded_time
from settlement_named s join payment p on p.key = s.payment_key join invoice i on i.key = s.invoice_key
order by p.recorded_time, p.key, i.key;
insert into settlement (seller_id, buyer_id, payment_key, invoice_key, amount, settled_date, recorded_time, reverses)
select s.seller_id, s.buyer_id, s.payment_key, s.invoice_key, -s.amount, greatest(s.settled_date, p.cancelled_date), p.cancelled_time, s.key
from settlement s join payment p on p.key = s.payment_key where p.cancelled_date is not null;
drop table settlement_named;

-- Until now money that names no 請求書 paid the oldest by itself in every list: what was seen as paid stays so.
with source as (
  select *, sum(free) over so_far as high, sum(free) over so_far - free as low
  from (
    select p.seller_id, p.buyer_id, p.key as payment_key, null::bigint as credit_key, p.payment_date as day,
      (select coalesce(sum(l.amount), 0) from payment_line l where l.payment_key = p.key)
        - (select coalesce(sum(s.amount), 0) from settlement s where s.payment_key = p.key) as free
    from payment p where p.cancelled_time is null
    union all
    select seller_id, buyer_id, null, key, invoice_date, -total from invoice where cancelled_time is null and total < 0) money
  where free > 0
  window so_far as (partition by seller_id, buyer_id order by day, payment_key, credit_key rows unbounded preceding)),
owed as (
  select *, sum(open) over so_far as high, sum(open) over so_far - open as low
  from (
    select seller_id, buyer_id, key as invoice_key, invoice_date as day,
      total - (select coalesce(sum(s.amount), 0) from settlement s where s.invoice_key = invoice.key) as open
    from invoice where cancelled_time is null) bills
  where open > 0
  window so_far as (partition by seller_id, buyer_id order by day, invoice_key rows unbounded preceding))
insert into settlement (seller_id, buyer_id, payment_key, credit_key, invoice_key, amount, settled_date, recorded_time)
select s.seller_id, s.buyer_id, s.payment_key, s.credit_key, o.invoice_key, least(s.high, o.high) - greatest(s.low, o.low),
  greatest(s.day, o.day), now()
from source s join owed o using (seller_id, buyer_id)
where least(s.high, o.high) > greatest(s.low, o.low);

-- (6) No 請求書 is paid beyond what it asks for, no receipt and no 請求書 below zero gives more than it has, and the two ways to a
-- balance agree.
create function check_receipts() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  with receipt as (
    select p.key, p.seller_id, p.buyer_id, p.direction, p.payment_date, p.cancelled_date,
      (select coalesce(sum(l.amount), 0) from payment_line l where l.payment_key = p.key) as amount,
      (select coalesce(sum(s.amount), 0) from settlement s where s.payment_key = p.key)
        + (select coalesce(sum(l.amount), 0) from payment_line l join payment o on o.key = l.payment_key and o.cancelled_date is null
           where l.source_payment_key = p.key) as used
    from payment p),
  bill as (
    select i.key, i.seller_id, i.buyer_id, i.number, i.total, i.cancelled_time,
      (select coalesce(sum(s.amount), 0) from settlement s where s.invoice_key = i.key) as paid,
      (select coalesce(sum(s.amount), 0) from settlement s where s.credit_key = i.key)
        + (select coalesce(sum(l.amount), 0) from payment_line l join payment o on o.key = l.payment_key and o.cancelled_date is null
           where l.source_credit_key = i.key) as used
    from invoice i)
  select '6 settlements', format('invoice %s: %s of %s paid', number, paid, total)
  from bill where paid < 0 or paid > case when cancelled_time is null then greatest(total, 0) else 0 end
  union all
  select '6 settlements', format('credit %s: %s of %s used', number, used, -total)
  from bill where used < 0 or used > case when cancelled_time is null then greatest(-total, 0) else 0 end
  union all
  select '6 settlements', format('payment %s: %s of %s used', key, used, amount)
  from receipt where used < 0 or used > case when direction = 'in' and cancelled_date is null then amount else 0 end
  union all
  select '6 settlements', format('settlement %s reverses %s', s.key, o.key)
  from settlement s join settlement o on o.key = s.reverses
  where (s.payment_key, s.credit_key, s.invoice_key, s.amount) is distinct from (o.payment_key, o.credit_key, o.invoice_key, -o.amount)
    or o.reverses is not null or s.settled_date < o.settled_date
  union all
  select '6 settlements', format('settlement %s before what it joins', s.key)
  from settlement s join invoice i on i.key = s.invoice_key left join payment p on p.key = s.payment_key left join invoice c on c.key = s.credit_key
  where s.settled_date < i.invoice_date or s.settled_date < coalesce(p.payment_date, c.invoice_date)
  union all
  select '6 settlements', format('line %s of payment %s', l.line_no, l.payment_key)
  from payment_line l join payment p on p.key = l.payment_key
  where (p.direction = 'out') <> (num_nonnulls(l.source_payment_key, l.source_credit_key) = 1)
  union all
  select '6 company crossing', format('settlement %s', s.key)
  from settlement s join invoice i on i.key = s.invoice_key left join payment p on p.key = s.payment_key left join invoice c on c.key = s.credit_key
  where (s.seller_id, s.buyer_id) <> (i.seller_id, i.buyer_id)
    or (s.seller_id, s.buyer_id) <> (coalesce(p.seller_id, c.seller_id), coalesce(p.buyer_id, c.buyer_id))
  union all
  select '6 company crossing', format('refund %s', p.key)
  from payment_line l join payment p on p.key = l.payment_key left join payment s on s.key = l.source_payment_key
    left join invoice c on c.key = l.source_credit_key
  where (p.seller_id, p.buyer_id) <> (coalesce(s.seller_id, c.seller_id), coalesce(s.buyer_id, c.buyer_id))
  union all
  select '6 balances', format('%s %s: %s by documents, %s by what is open', seller_id, buyer_id, sum(ledger), sum(items))
  from (
    select seller_id, buyer_id, total as ledger, total - paid + used as items from bill where cancelled_time is null
    union all
    select seller_id, buyer_id, case direction when 'in' then -amount else amount end, case direction when 'in' then used - amount else 0 end
    from receipt where cancelled_date is null) accounts
  group by seller_id, buyer_id having sum(ledger) <> sum(items)
$$;
alter function check_invariants() rename to check_before_receipts;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_receipts() where rule <> '6 settlements' union all select * from check_receipts()
$$;
revoke execute on function check_before_receipts(), check_receipts(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
