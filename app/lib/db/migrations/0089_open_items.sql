-- 売掛: from which day on nothing of a 請求書 or of a receipt is open; infinity while something is. No balance is stored: what is open at a
-- day looks no further back than this, and is reckoned from its rows. Infinity is never wrong, only slower.
alter table invoice add column open_until date not null default 'infinity';
alter table payment add column open_until date not null default 'infinity';

create function invoice_open_until(bill bigint) returns date
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when i.cancelled_time is not null then (i.cancelled_time at time zone 'Asia/Tokyo')::date
    when i.total = coalesce(s.amount, 0) - coalesce(r.amount, 0) then greatest(i.invoice_date, s.day, r.day)
    else 'infinity' end
  from invoice i
  cross join lateral (select sum(case when s.invoice_key = i.key then s.amount else -s.amount end) as amount, max(s.settled_date) as day
    from settlement s where i.key in (s.invoice_key, s.credit_key)) s
  cross join lateral (select sum(l.amount) filter (where p.cancelled_date is null) as amount, max(greatest(p.payment_date, p.cancelled_date)) as day
    from payment_line l join payment p on p.key = l.payment_key where l.source_credit_key = i.key) r
  where i.key = bill
$$;
create function payment_open_until(receipt bigint) returns date
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when p.cancelled_date is not null then greatest(p.cancelled_date, s.day)
    when p.direction = 'out' then p.payment_date
    when (select coalesce(sum(l.amount), 0) from payment_line l where l.payment_key = p.key) = coalesce(s.amount, 0) + coalesce(r.amount, 0)
      then greatest(p.payment_date, s.day, r.day)
    else 'infinity' end
  from payment p
  cross join lateral (select sum(s.amount) as amount, max(s.settled_date) as day from settlement s where s.payment_key = p.key) s
  cross join lateral (select sum(l.amount) filter (where o.cancelled_date is null) as amount, max(greatest(o.payment_date, o.cancelled_date)) as day
    from payment_line l join payment o on o.key = l.payment_key where l.source_payment_key = p.key) r
  where p.key = receipt
$$;

create function open_by_settlement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invoice set open_until = invoice_open_until(key) where key in (select invoice_key from come union select credit_key from come);
  update payment set open_until = payment_open_until(key) where key in (select payment_key from come);
  return null;
end $$;
create trigger open_by_settlement after insert on settlement referencing new table as come
  for each statement execute function open_by_settlement();

-- A line of a refund takes from its source; the line of a receipt from nothing.
create function open_by_line() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invoice set open_until = invoice_open_until(key) where key in (select source_credit_key from come);
  update payment set open_until = payment_open_until(key) where key in (select source_payment_key from come);
  return null;
end $$;
create trigger open_by_line after insert on payment_line referencing new table as come
  for each statement execute function open_by_line();

create function open_by_cancelling() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invoice set open_until = invoice_open_until(key)
    where key in (select l.source_credit_key from payment_line l where l.payment_key = new.key);
  update payment set open_until = payment_open_until(key)
    where key = new.key or key in (select l.source_payment_key from payment_line l where l.payment_key = new.key);
  return null;
end $$;
create trigger open_by_cancelling after update of cancelled_date on payment for each row
  when (old.cancelled_date is distinct from new.cancelled_date) execute function open_by_cancelling();

create function open_by_voiding() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invoice set open_until = invoice_open_until(key) where key = new.key;
  return null;
end $$;
create trigger open_by_voiding after update of cancelled_time on invoice for each row
  when (old.cancelled_time is distinct from new.cancelled_time) execute function open_by_voiding();
create trigger open_by_nothing after insert on invoice for each row when (new.total = 0) execute function open_by_voiding();
revoke execute on function invoice_open_until(bigint), payment_open_until(bigint), open_by_settlement(), open_by_line(),
  open_by_cancelling(), open_by_voiding() from public;

update invoice set open_until = invoice_open_until(key) where invoice_open_until(key) <> 'infinity';
update payment set open_until = payment_open_until(key) where payment_open_until(key) <> 'infinity';
create index invoice_open on invoice (seller_id, open_until);
create index payment_open on payment (seller_id, open_until);
-- What a month brought and what was taken back in it; what of a note was billed when.
create index invoice_pair on invoice (seller_id, buyer_id, invoice_date);
create index invoice_voided on invoice (seller_id, cancelled_time) where cancelled_time is not null;
create index payment_day on payment (seller_id, payment_date, key);
create index payment_voided on payment (seller_id, cancelled_date) where cancelled_date is not null;
create index delivery_voided on delivery (seller_id, cancelled_time) where cancelled_time is not null;
create index invoice_line_delivery on invoice_line (delivery_key, delivery_line_no);

-- (6) Nothing is left out of the lists of what is open.
create function check_open_items() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 open items', format('invoice %s: %s, not %s', number, open_until, invoice_open_until(key))
  from invoice where open_until < invoice_open_until(key)
  union all
  select '6 open items', format('payment %s: %s, not %s', key, open_until, payment_open_until(key))
  from payment where open_until < payment_open_until(key)
$$;
alter function check_invariants() rename to check_before_open_items;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_open_items() union all select * from check_open_items()
$$;
revoke execute on function check_before_open_items(), check_open_items(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
