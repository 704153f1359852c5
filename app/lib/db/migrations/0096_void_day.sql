-- 売掛 of a day: from when on a cancelled 請求書 counts no more; null while it stands. The one issued, or restored, in its place may be dated back:
-- the same sale counts by one of them on every day. In plpgsql: written into a query a dozen times it cost more to plan than to answer.
create function void_day(bill invoice) returns date
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if bill.cancelled_time is null then
    return null;
  end if;
  return greatest(bill.invoice_date, least((bill.cancelled_time at time zone 'Asia/Tokyo')::date, (
    select min(later.invoice_date) from invoice later
    where later.seller_id = bill.seller_id and later.buyer_id = bill.buyer_id and later.key <> bill.key
      and (later.issued_time >= bill.cancelled_time or exists (select from activity a where a.subject = 'invoice'
        and a.subject_key = later.key and a.kind = 'restored' and a.at >= bill.cancelled_time))
      and (later.corrects = bill.key or exists (select from invoice_line x
        join invoice_line y using (delivery_key, delivery_line_no) where x.invoice_key = bill.key and y.invoice_key = later.key)))));
end $$;
revoke execute on function void_day(invoice) from public;
grant execute on function void_day(invoice) to koba_app;

-- What is open at a day lies between its date and the day from which on it is not: for a day long ago, too, only that is read.
drop index invoice_open;
create index invoice_open on invoice (seller_id, open_until, invoice_date);
drop index payment_open;
create index payment_open on payment (seller_id, open_until, payment_date);
