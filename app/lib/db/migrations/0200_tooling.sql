-- 型・治具代 of a 採用 is ordered once: the line of 外注依頼 that has it says of which.
alter table order_line add column tooling_award bigint references quote_award;
-- Lines that were filled in from a 採用 before: the first that still stands has it.
update order_line l set tooling_award = t.award_key
from (
  select distinct on (w.key) w.key as award_key, x.order_key, x.line_no
  from quote_award w join quote q on q.key = w.quote_key
    join order_line x on (x.seller_id, x.buyer_id) = (w.seller_id, w.buyer_id) and x.product_id is null
      and x.name = q.name || ' 型・治具代' and x.price = w.tooling and starts_with(x.note, '見積 ' || q.number)
    join orders o on o.key = x.order_key join card c on c.key = x.card_key
  where w.tooling > 0 and w.undone_time is null and o.cancelled_time is null and c.cancelled_time is null
    and c.answer is distinct from 'declined' and c.created_time >= w.awarded_time
  order by w.key, x.order_key, x.line_no) t
where (l.order_key, l.line_no) = (t.order_key, t.line_no);
create index order_line_tooling on order_line (tooling_award) where tooling_award is not null;

-- (18) 型・治具代 stands in one order that was neither cancelled nor declined, of the pair that chose it.
create function check_tooling() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '18 quotes', format('tooling of award %s stands %s times', l.tooling_award, count(*))
  from order_line l join orders o on o.key = l.order_key join card c on c.key = l.card_key
  where l.tooling_award is not null and o.cancelled_time is null and c.cancelled_time is null and c.answer is distinct from 'declined'
  group by l.tooling_award having count(*) > 1
  union all
  select '6 company crossing', format('order %s, award %s', l.order_key, w.key)
  from order_line l join quote_award w on w.key = l.tooling_award
  where (l.seller_id, l.buyer_id) <> (w.seller_id, w.buyer_id)
$$;
alter function check_invariants() rename to check_before_tooling;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_tooling() union all select * from check_tooling()
$$;
revoke execute on function check_before_tooling(), check_tooling(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
