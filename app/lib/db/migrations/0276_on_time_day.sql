-- 納期遵守 by the day of 出荷 or of 納品, as each pair has it (decision 140).
alter table collaboration add column on_time_day text not null default 'shipped' check (on_time_day in ('shipped', 'delivered'));

-- What of a card stands on a live 納品書 of a day.
create type delivered_part as (card_key bigint, day date, num numeric);
create function deliveries_of(card_key bigint) returns delivered_part[] language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg((l.card_key, d.delivery_date, l.num_items)::delivered_part), '{}')
  from delivery_line l join delivery d on d.key = l.delivery_key where l.card_key = deliveries_of.card_key and l.is_live
$$;
-- Its 納品書 are read once for all that a card counts for: where a function's body is put in place of its call, its arguments are reckoned wherever
-- they stand in it, ten times a card (`offset 0`, below, keeps them apart).
-- Null: by 出荷, as everything is that is not billed and so never stands on a 納品書.
create function judged_by(c card, on_time_day text) returns delivered_part[] language sql stable as $$
  select case when on_time_day = 'delivered' and c.is_billing_target then deliveries_of(c.key) end
$$;

create function facts_of_card(sign integer, c card, original date, delivered delivered_part[]) returns setof bi_fact language sql immutable as $$
  select c.seller_id, f.day, f.group_id, c.order_unit, coalesce(c.product_id, 0), c.buyer_id, 0::bigint, '', coalesce(c.task_type, ''), f.lead_days,
    0, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::bigint, 0, 0::bigint, 0::bigint, sign * f.cards, sign * f.shipped, sign * f.price,
    sign * f.due, sign * f.kept, sign * f.due_items, sign * f.kept_items, sign * f.due0, sign * f.kept0, sign * f.due0_items, sign * f.kept0_items,
    0::numeric, 0::numeric, 0::numeric, 0, 0::bigint
  from (
    select 0, tokyo_day(c.shipped_time), case when c.task_type = 'part' then -1 else tokyo_day(c.shipped_time) - tokyo_day(c.created_time) end,
      1, c.num_good, case when c.is_billing_target then coalesce(c.price, 0) else 0 end, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric
    where c.shipped_time is not null
    union all
    select 0, d.day, -1, 0, 0::numeric, 0::bigint,
      case when d.original then 0 else 1 end, case when d.original then 0 else kept::integer end,
      case when d.original then 0 else c.num_items end, case when d.original then 0 else sent end,
      case when d.original then 1 else 0 end, case when d.original then kept::integer else 0 end,
      case when d.original then c.num_items else 0 end, case when d.original then sent else 0 end
    from (values (c.delivery_date, false), (original, true)) d (day, original),
      lateral (select case
        when delivered is not null then (select coalesce(sum(p.num), 0) from unnest(delivered) p where p.day <= d.day)
        when tokyo_day(c.shipped_time) <= d.day then c.num_good else 0 end as num) t,
      lateral (select t.num >= c.num_items as kept, least(c.num_items, t.num) as sent) k
    where d.day is not null and c.cancelled_time is null and coalesce(c.answer, 'accepted') = 'accepted' and c.task_type is distinct from 'part'
    union all
    select -3, c.delivery_date, c.delivery_date - w.day, 1, 0::numeric, 0::bigint, 0, 0, 0::numeric, 0::numeric, 0, 0, 0::numeric, 0::numeric
    from (select case
      when delivered is not null then (select min(t.day) from (
        select p.day, sum(sum(p.num)) over (order by p.day) as num from unnest(delivered) p group by p.day) t where t.num >= c.num_items)
      when c.num_good >= c.num_items then tokyo_day(c.shipped_time) end as day) w
    where w.day < c.delivery_date and c.cancelled_time is null and coalesce(c.answer, 'accepted') = 'accepted' and c.task_type is distinct from 'part'
  ) f (group_id, day, lead_days, cards, shipped, price, due, kept, due_items, kept_items, due0, kept0, due0_items, kept0_items)
$$;

create or replace function bi_facts(since date) returns setof bi_fact language sql stable set search_path = public, pg_temp as $$
  select f.* from card c left join agreed_due d on d.card_key = c.key
      left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id,
    lateral (select judged_by(c, k.on_time_day) as parts offset 0) j, facts_of_card(1, c, d.original_date, j.parts) f where f.day >= since
  union all select f.* from card c left join card_lead l on l.card_key = c.key, facts_of_lead(1, c, l.accepted_day, l.started_day) f
    where c.shipped_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work w join card c on c.key = w.card_key, facts_of_work(1, c, w) f
    where w.work_end >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from defect d join card c on c.key = d.card_key, facts_of_defect(1, c, d) f
    where d.recorded_time >= since::timestamp at time zone 'Asia/Tokyo'
  union all select f.* from work_minute m join work w on w.key = m.work_key join card c on c.key = w.card_key, facts_of_minutes(1, c, w, m) f where m.day >= since
  union all select f.* from card_stay s join card c on c.key = s.card_key, facts_of_stay(1, c, s) f
    where s.left_time >= since::timestamp at time zone 'Asia/Tokyo'
$$;

-- Whoever counts by the choice of a pair shares it; whoever changes one waits for them, and counts what they wrote.
create function share_on_time_day(sellers text[]) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('on_time_day'), hashtext(s)) from (select distinct s from unnest(sellers) s order by s) t;
end $$;

create or replace function bi_card_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
begin
  perform share_on_time_day(array(select distinct c.seller_id from come c));
  insert into agreed_due (card_key, seller_id, original_date)
  select c.key, c.seller_id, c.delivery_date from come c where c.delivery_date is not null and coalesce(c.answer, 'accepted') = 'accepted';
  insert into card_stay (seller_id, card_key, group_id, entered_time)
  select c.seller_id, c.key, c.group_id, c.group_update_time from come c where c.group_id <> 99;
  select array_agg(f) into facts from come c left join agreed_due d on d.card_key = c.key
    left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id,
    lateral (select judged_by(c::card, k.on_time_day) as parts offset 0) j, facts_of_card(1, c::card, d.original_date, j.parts) f;
  perform add_bi(facts);
  return null;
end $$;

create or replace function bi_card_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  facts bi_fact[];
  moved bigint[];
begin
  perform share_on_time_day(array(select distinct c.seller_id from come c));
  with pair as materialized (select g::card as g, c::card as c, d.original_date as was, agreed_after(d.original_date, g::card, c::card) as original,
        (g.product_id, g.buyer_id, g.task_type, g.order_unit) is distinct from (c.product_id, c.buyer_id, c.task_type, c.order_unit) as is_another,
        b.on_time_day as day_before, k.on_time_day as day_now
      from gone g join come c on c.key = g.key left join agreed_due d on d.card_key = c.key
        left join collaboration b on b.seller_id = g.seller_id and b.buyer_id = g.buyer_id
        left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id
      where (g.shipped_time, g.cancelled_time, g.num_good, g.num_items, g.price, g.is_billing_target, g.delivery_date, g.answer, g.product_id, g.buyer_id,
          g.task_type, g.order_unit) is distinct from
        (c.shipped_time, c.cancelled_time, c.num_good, c.num_items, c.price, c.is_billing_target, c.delivery_date, c.answer, c.product_id, c.buyer_id,
          c.task_type, c.order_unit)),
    due as (insert into agreed_due (card_key, seller_id, original_date) select (p.c).key, (p.c).seller_id, p.original from pair p
      where p.original is not null and p.original is distinct from p.was on conflict (card_key) do update set original_date = excluded.original_date)
  select array_agg(f) into facts from (
    select f from pair p, lateral (select judged_by(p.g, p.day_before) as parts offset 0) j, facts_of_card(-1, p.g, p.was, j.parts) f
    union all select f from pair p, lateral (select judged_by(p.c, p.day_now) as parts offset 0) j, facts_of_card(1, p.c, p.original, j.parts) f
    union all select f from pair p, facts_within_card(-1, p.c, p.g) f where p.is_another
    union all select f from pair p, facts_within_card(1, p.c, p.c) f where p.is_another) f;
  perform add_bi(facts);
  moved := array(select c.key from gone g join come c on c.key = g.key
    where (g.group_id, g.group_update_time) is distinct from (c.group_id, c.group_update_time));
  if cardinality(moved) > 0 then perform move_stays(moved); end if;
  return null;
end $$;
drop function facts_of_card(integer, card, date);

-- `undone`: what would have to be added to the live 納品書 of now to have them as they were.
create function keep_delivered(undone delivered_part[]) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if cardinality(undone) = 0 then return; end if;
  perform share_on_time_day(array(select c.seller_id from card c where c.key in (select u.card_key from unnest(undone) u)));
  perform add_bi(array(select f
    from (select u.card_key, array_agg(u::delivered_part) as parts from unnest(undone) u group by 1) t
      join card c on c.key = t.card_key and c.is_billing_target
      join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id and k.on_time_day = 'delivered'
      left join agreed_due d on d.card_key = c.key
      cross join lateral (select deliveries_of(c.key) as parts offset 0) now
      cross join lateral (values (-1, now.parts || t.parts), (1, now.parts) offset 0) s (sign, parts),
      facts_of_card(s.sign, c, d.original_date, s.parts) f));
end $$;
create function bi_delivered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_delivered(array(select (c.card_key, d.delivery_date, -c.num_items)::delivered_part
    from come c join delivery d on d.key = c.delivery_key where c.card_key is not null and c.is_live));
  return null;
end $$;
create trigger bi_delivered after insert on delivery_line referencing new table as come for each statement execute function bi_delivered();
create function bi_delivery_kept() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_delivered(array(select (c.card_key, d.delivery_date, case when c.is_live then -c.num_items else c.num_items end)::delivered_part
    from gone g join come c on c.delivery_key = g.delivery_key and c.line_no = g.line_no join delivery d on d.key = c.delivery_key
    where c.card_key is not null and g.is_live <> c.is_live));
  return null;
end $$;
create trigger bi_delivery_kept after update on delivery_line referencing old table as gone new table as come for each statement
  execute function bi_delivery_kept();

-- A few thousand cards at a time.
create function on_time_day_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  batch record;
begin
  perform pg_advisory_xact_lock(hashtext('on_time_day'), hashtext(new.seller_id));
  for batch in select array_agg(t.key) as keys from (select c.key, row_number() over (order by c.key) / 5000 as part from card c
      where c.seller_id = new.seller_id and c.buyer_id = new.buyer_id and c.is_billing_target and (c.shipped_time is not null or c.num_delivered > 0)) t
    group by t.part order by t.part
  loop
    perform add_bi(array(select f from card c left join agreed_due d on d.card_key = c.key
      cross join lateral (values (-1, old.on_time_day), (1, new.on_time_day)) s (sign, day)
      cross join lateral (select judged_by(c, s.day) as parts offset 0) j,
      facts_of_card(s.sign, c, d.original_date, j.parts) f where c.key = any(batch.keys) and (f.group_id < 0 or f.num_cards = 0)));
  end loop;
  return null;
end $$;
create trigger on_time_day_changed after update on collaboration for each row when (old.on_time_day <> new.on_time_day)
  execute function on_time_day_changed();

revoke execute on function deliveries_of, judged_by, facts_of_card, bi_facts, share_on_time_day, bi_card_insert, bi_card_update, keep_delivered,
  bi_delivered, bi_delivery_kept, on_time_day_changed from public;
