-- 処置 as the factory words it, as it was when the defect was written down; what it means to the card stands beside it.
alter table defect add column treatment_label text;

-- 合流 can be taken back: then the card that took the branches in has gained nothing.
create or replace function check_work() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (4) Nobody works twice at one card, nor at a card that has left the board.
  select '4 open work', format('card %s worker %s: %s open', w.card_key, w.worker_id, count(*))
  from work w where w.work_end is null group by w.card_key, w.worker_id having count(*) > 1
  union all
  select '4 open work', format('card %s %s is off the board', c.seller_id, c.id)
  from work w join card c on c.key = w.card_key where w.work_end is null and c.group_id = 99

  union all
  -- (4) A pause lies within its work.
  select '4 pauses', format('work %s pause %s', w.key, p.key)
  from pause p join work w on w.key = p.work_key
  where p.pause_start < w.work_start or coalesce(p.pause_end, p.pause_start) > w.work_end or (w.work_end is not null and p.pause_end is null)

  union all
  -- (4) What branches brought back is what the cards that took them in have gained, family by family; what was given back counts for neither.
  select '4 merged cards', format('family %s %s: gained %s, brought %s', g.seller_id, g.family, g.gained, g.brought)
  from (
    select c.seller_id, split_part(c.id, '-', 1) as family,
      coalesce(sum((a.after ->> 'num_items')::numeric - (a.before ->> 'num_items')::numeric) filter (where a.kind in ('merged', 'unmerged')), 0) as gained,
      coalesce(sum(c.num_items) filter (where a.kind = 'absorbed' and last.kind = 'absorbed' and a.seq = last.seq), 0) as brought
    from activity a join card c on c.key = a.subject_key left join lateral (select l.kind, l.seq from activity l where l.subject = 'card'
        and l.subject_key = c.key and l.kind in ('absorbed', 'released') order by l.seq desc limit 1) last on true
    where a.subject = 'card' and a.kind in ('merged', 'unmerged', 'absorbed')
    group by c.seller_id, split_part(c.id, '-', 1)) g
  where g.gained <> g.brought

  union all
  -- (4) A branch that was taken in holds no counts any more, until it is given back.
  select '4 merged cards', format('card %s %s', c.seller_id, c.id)
  from card c where (c.cancelled_time is null or c.num_good + c.num_defective + c.num_partial <> 0) and exists (
    select 1 from activity a where a.subject = 'card' and a.subject_key = c.key and a.kind = 'absorbed' and not exists (
      select 1 from activity l where l.subject = 'card' and l.subject_key = c.key and l.kind = 'released' and l.seq > a.seq))

  union all
  -- (4) Rework is made for no more than was found defective.
  select '4 rework', format('card %s %s', c.seller_id, c.id)
  from defect d join card c on c.key = d.child_key join activity a on a.subject = 'card' and a.subject_key = c.key and a.seq = 1
  where c.task_type is distinct from 'defective' or (a.after ->> 'num_items')::numeric <> d.num or d.treatment not in ('rework', 'remake')

  union all
  -- (4) Linked cards agree: the partner's card is between the two companies, made for what was sent, and gone when it was taken back.
  select '4 linked cards', format('link %s', l.key)
  from card_link l join card c on c.key = l.card_key join card p on p.key = l.partner_key join orders o on o.key = l.order_key
  where c.seller_id <> l.seller_id or (p.seller_id, p.buyer_id) <> (l.partner_id, l.seller_id) or p.order_key is distinct from l.order_key
    or (o.seller_id, o.buyer_id) <> (l.partner_id, l.seller_id) or (l.cancelled_time is not null and p.cancelled_time is null)
    or (l.received_time is null and l.cancelled_time is null and c.group_id <> l.group_id)

  union all
  -- (6) What is kept of a card belongs to the card's own factory.
  select '6 company crossing', format('%s of card %s', x.what, x.card_key)
  from (
    select 'work' as what, card_key, seller_id from work
    union all select 'defect', card_key, seller_id from defect
    union all select 'pause', w.card_key, p.seller_id from pause p join work w on w.key = p.work_key) x
    join card c on c.key = x.card_key where c.seller_id <> x.seller_id
  union all
  select '6 company crossing', format('worker of work %s', w.key)
  from work w join worker r on r.worker_id = w.worker_id where r.company_id <> w.seller_id
$$;
