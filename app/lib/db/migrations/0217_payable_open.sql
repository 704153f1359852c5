-- 買掛: from which day on nothing of a paper is owed; infinity while something is (decision 104). A table of the payer's own: a 請求書 is a row
-- that its issuer reads, and what its partner recorded as paid is none of the issuer's. Infinity is never wrong, only slower.
create table payable_open (
  company_id text not null references factory,
  partner_id text not null references factory,
  invoice_key bigint unique references invoice,
  bill_key bigint unique references payable_bill,
  date date not null,
  until date not null default 'infinity',
  check ((invoice_key is null) <> (bill_key is null))
);
create index payable_open_until on payable_open (company_id, until, date);
create index payable_open_partner on payable_open (company_id, partner_id, date, until);
alter table payable_open enable row level security;
create policy tenant on payable_open using (company_id = app_company());
revoke insert, update, delete, truncate on payable_open from koba_app;

-- A cancelled 請求書 is void from the day it was cancelled on at the latest: an earlier day would leave it out too soon.
create function payable_until_invoice(bill bigint) returns date
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when case when i.cancelled_time is null then i.total else 0 end + coalesce(r.total, 0) = coalesce(p.amount, 0) + coalesce(o.amount, 0)
      then greatest(i.invoice_date, (i.cancelled_time at time zone 'Asia/Tokyo')::date, r.day, p.day, o.day)
    else 'infinity' end
  from invoice i
  cross join lateral (select sum(r.total) filter (where r.cancelled_time is null) as total,
      max(greatest(r.invoice_date, (r.cancelled_time at time zone 'Asia/Tokyo')::date)) as day
    from invoice r where r.corrects = i.key and r.correction = 'red') r
  cross join lateral (select sum(x.amount) as amount, max(x.settled_date) as day from payout_part x where x.invoice_key = i.key) p
  cross join lateral (select sum(x.amount) filter (where c.key is null) as amount,
      max((greatest(a.said_time, c.said_time) at time zone 'Asia/Tokyo')::date) as day
    from offset_part x join offset_word a on a.offset_key = x.offset_key and a.word = 'agreed'
      left join offset_word c on c.offset_key = x.offset_key and c.word = 'cancelled'
    where x.invoice_key = i.key) o
  where i.key = bill
$$;
create function payable_until_bill(bill bigint) returns date
language sql stable security definer set search_path = public, pg_temp as $$
  select case when case when b.cancelled_date is null then b.total else 0 end = coalesce(p.amount, 0)
    then greatest(b.bill_date, b.cancelled_date, p.day) else 'infinity' end
  from payable_bill b
  cross join lateral (select sum(x.amount) as amount, max(x.settled_date) as day from payout_part x where x.bill_key = b.key) p
  where b.key = bill
$$;

-- A 赤 is part of the 請求書 that it takes back.
create function payable_by_invoice() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.correction is not distinct from 'red' then
    update payable_open set until = payable_until_invoice(new.corrects) where invoice_key = new.corrects;
  elsif tg_op = 'INSERT' then
    insert into payable_open (company_id, partner_id, invoice_key, date, until)
    values (new.buyer_id, new.seller_id, new.key, new.invoice_date, case when new.total = 0 then new.invoice_date else 'infinity' end);
  else
    update payable_open set until = payable_until_invoice(new.key) where invoice_key = new.key;
  end if;
  return null;
end $$;
create trigger payable_by_invoice after insert on invoice for each row execute function payable_by_invoice();
create trigger payable_by_voiding after update of cancelled_time on invoice for each row
  when (old.cancelled_time is distinct from new.cancelled_time) execute function payable_by_invoice();

create function payable_by_bill() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into payable_open (company_id, partner_id, bill_key, date) values (new.company_id, new.partner_id, new.key, new.bill_date);
  else
    update payable_open set until = payable_until_bill(new.key) where bill_key = new.key;
  end if;
  return null;
end $$;
create trigger payable_by_bill after insert on payable_bill for each row execute function payable_by_bill();
create trigger payable_by_cancelling after update of cancelled_date on payable_bill for each row
  when (old.cancelled_date is distinct from new.cancelled_date) execute function payable_by_bill();

create function payable_by_part() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payable_open set until = payable_until_invoice(invoice_key) where invoice_key in (select invoice_key from come);
  update payable_open set until = payable_until_bill(bill_key) where bill_key in (select bill_key from come);
  return null;
end $$;
create trigger payable_by_part after insert on payout_part referencing new table as come
  for each statement execute function payable_by_part();

create function payable_by_offset() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payable_open set until = payable_until_invoice(invoice_key)
    where invoice_key in (select x.invoice_key from offset_part x where x.offset_key = new.offset_key);
  return null;
end $$;
create trigger payable_by_offset after insert on offset_word for each row
  when (new.word in ('agreed', 'cancelled')) execute function payable_by_offset();
revoke execute on function payable_until_invoice(bigint), payable_until_bill(bigint), payable_by_invoice(), payable_by_bill(),
  payable_by_part(), payable_by_offset() from public;

create index offset_part_invoice on offset_part (invoice_key);
insert into payable_open (company_id, partner_id, invoice_key, date, until)
select buyer_id, seller_id, key, invoice_date, payable_until_invoice(key) from invoice where correction is distinct from 'red';
insert into payable_open (company_id, partner_id, bill_key, date, until)
select company_id, partner_id, key, bill_date, payable_until_bill(key) from payable_bill;

-- What a month brought and what was taken back in it, of all partners or of one.
create index invoice_voided_buyer on invoice (buyer_id, cancelled_time) where cancelled_time is not null;
create index payable_bill_voided on payable_bill (company_id, cancelled_date) where cancelled_date is not null;
create index payout_voided on payout (company_id, cancelled_date) where cancelled_date is not null;
drop index payable_bill_partner;
create index payable_bill_partner on payable_bill (company_id, partner_id, bill_date);
drop index payout_partner;
create index payout_partner on payout (company_id, partner_id, payment_date);
-- 照合 of a month.
create index invoice_month_buyer on invoice (buyer_id, ym);
create index payable_bill_month on payable_bill (company_id, (coalesce(covers_until, bill_date)));
create index delivery_line_open_buyer on delivery_line (buyer_id, seller_id) where is_live and num_billed <> num_items;
create index payable_match_word_month on payable_match_word (company_id, ym);
create index payable_match_close_month on payable_match_close (company_id, ym);

-- (6) Nothing that is owed is left out of the lists of what is open.
create function check_payable_open() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 payables', format('invoice %s: open until %s, not %s', i.key, coalesce(w.until::text, 'nothing'), payable_until_invoice(i.key))
  from invoice i left join payable_open w on w.invoice_key = i.key
  where i.correction is distinct from 'red' and (w.invoice_key is null or w.until < payable_until_invoice(i.key)
    or (w.company_id, w.partner_id, w.date) is distinct from (i.buyer_id, i.seller_id, i.invoice_date))
  union all
  select '6 payables', format('bill %s: open until %s, not %s', b.key, coalesce(w.until::text, 'nothing'), payable_until_bill(b.key))
  from payable_bill b left join payable_open w on w.bill_key = b.key
  where w.bill_key is null or w.until < payable_until_bill(b.key)
    or (w.company_id, w.partner_id, w.date) is distinct from (b.company_id, b.partner_id, b.bill_date)
$$;
alter function check_invariants() rename to check_before_payable_open;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_payable_open() union all select * from check_payable_open()
$$;
revoke execute on function check_before_payable_open(), check_payable_open(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
