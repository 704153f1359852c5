-- How early what was due came (decision 142): of each card that was whole before its 納期, by how many days. In bi_tally at group_id -3, on the day of the
-- 納期, `lead_days` before it. From how many days on that is worth a mark is each company's own to say; it is in time all the same.
alter table factory_meta add column early_days integer check (early_days between 0 and 365);

-- Between the two companies, as 納期遵守 is.
drop policy tenant on bi_tally;
alter table bi_tally drop column reader_id;
alter table bi_tally add column reader_id text generated always as (case when group_id in (0, -1, -3) and cube <= 0 then buyer_id end) stored;
create index bi_tally_reader on bi_tally (reader_id, is_month, day) where reader_id is not null;
create policy tenant on bi_tally for select using (case when app_company() in (seller_id, reader_id) then true else false end);

create or replace function facts_of_card(sign integer, c card, original date, delivered delivered_part[]) returns setof bi_fact language sql immutable as $$
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

create or replace function on_time_day_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  batch record;
begin
  perform pg_advisory_xact_lock(hashtext('on_time_day'), hashtext(new.seller_id));
  for batch in select array_agg(t.key) as keys from (select c.key, row_number() over (order by c.key) / 5000 as part from card c
      where c.seller_id = new.seller_id and c.buyer_id = new.buyer_id and c.is_billing_target and (c.shipped_time is not null or c.num_delivered > 0)) t
    group by t.part order by t.part
  loop
    perform add_bi(array(select f from card c left join agreed_due d on d.card_key = c.key
      cross join lateral (values (-1, old.on_time_day), (1, new.on_time_day)) s (sign, day),
      facts_of_card(s.sign, c, d.original_date, judged_by(c, s.day)) f where c.key = any(batch.keys) and (f.group_id < 0 or f.num_cards = 0)));
  end loop;
  return null;
end $$;

-- What is counted by now stands: the new count alone is added, for a rebuild takes a minute of each 100,000 cards.
do $$
declare
  batch record;
begin
  for batch in select array_agg(t.key) as keys
    from (select key, row_number() over (order by key) / 5000 as part from card where shipped_time is not null) t group by t.part order by t.part
  loop
    perform add_bi(array(select f from card c left join collaboration k on k.seller_id = c.seller_id and k.buyer_id = c.buyer_id,
      facts_of_card(1, c, null, judged_by(c, k.on_time_day)) f where c.key = any(batch.keys) and f.group_id = -3));
  end loop;
end $$;
