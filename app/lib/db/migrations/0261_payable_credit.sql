-- 値引・返品 on paper: a paper below zero, taken off what is paid next. It bills nothing that was received, and says why (R2-9).
alter table payable_bill drop constraint payable_bill_kind_check;
alter table payable_bill add constraint payable_bill_kind_check check (kind in ('invoice', 'expense', 'credit'));
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
  where conrelid = 'payable_bill'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%subtotal%';
  execute format('alter table payable_bill drop constraint %I', name);
end $$;
alter table payable_bill add constraint payable_bill_total_check
  check (total = subtotal + tax and case kind when 'credit' then total < 0 else total > 0 end);
alter table payable_bill add constraint payable_bill_credit_check
  check (kind <> 'credit' or (note is not null and covers_until is null and account <> 'interest'));

create or replace function check_payables() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) A part pays a debt of the two companies of its payment.
  select '6 company crossing', format('payout part %s', x.key)
  from payout_part x join payout p on p.key = x.payout_key left join invoice i on i.key = x.invoice_key
    left join payable_bill b on b.key = x.bill_key
  where (x.company_id, x.partner_id) is distinct from (p.company_id, p.partner_id)
    or (x.company_id, x.partner_id) is distinct from (coalesce(i.buyer_id, b.company_id), coalesce(i.seller_id, b.partner_id))
  union all
  -- (6) A payment is all in its parts, and a cancelled one in none.
  select '6 payables', format('payout %s: parts %s', p.key, coalesce(x.amount, 0))
  from payout p left join (select payout_key, sum(amount) as amount from payout_part group by 1) x on x.payout_key = p.key
  where coalesce(x.amount, 0) <> case when p.cancelled_time is null then p.amount else 0 end
  union all
  select '6 payables', format('payout part %s takes back %s', x.key, o.key)
  from payout_part x join payout_part o on o.key = x.reverses
  where (x.payout_key, x.invoice_key, x.bill_key, x.amount) is distinct from (o.payout_key, o.invoice_key, o.bill_key, -o.amount)
    or x.settled_date < o.settled_date
  union all
  -- (6) Never more than is on the paper, and nothing of a cancelled one.
  select '6 payables', format('bill %s: paid %s', b.key, sum(x.amount))
  from payable_bill b join payout_part x on x.bill_key = b.key
  group by b.key
  having sum(x.amount) not between case when b.cancelled_time is null then least(b.total, 0) else 0 end
    and case when b.cancelled_time is null then greatest(b.total, 0) else 0 end
$$;
