-- Workers, the lists a factory chooses from, lanes; work at cards, what was found defective, and steps done by a partner.

create table worker (
  worker_id bigint generated always as identity primary key,
  company_id text not null references factory,
  name text not null,
  kana text,
  group_name text,
  colour text check (colour in ('blue', 'orange', 'red', 'teal', 'yellow', 'grey')),
  sort integer not null default 0,
  pin_hash text,
  is_active boolean not null default true,
  version integer not null default 1
);
create index worker_company on worker (company_id, sort, worker_id);

-- treatment: `means` is what the product does for it, whatever the factory calls it.
create table reason (
  reason_id bigint generated always as identity primary key,
  company_id text not null references factory,
  kind text not null check (kind in ('defect', 'pause', 'indirect', 'treatment', 'cancel')),
  label text not null,
  means text check (means in ('rework', 'remake', 'scrap', 'concession')),
  sort integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  check ((kind = 'treatment') = (means is not null))
);
create index reason_company on reason (company_id, kind, sort, reason_id);

-- group_id names a process for good; sort is its place on the board. One that a card ever stood in is not deleted but set aside.
alter table process
  add column sort integer not null default 0,
  add column colour text check (colour in ('blue', 'orange', 'red', 'teal', 'yellow', 'grey')),
  add column is_hidden boolean not null default false,
  add column is_active boolean not null default true,
  add column standard_days integer check (standard_days between 0 and 365),
  add column default_collab_id text references factory;
update process set sort = group_id;
create index process_order on process (company_id, sort, group_id);

create table subgroup (
  company_id text not null,
  group_id integer not null,
  subgroup_id integer not null check (subgroup_id between 1 and 999),
  label text not null,
  sort integer not null default 0,
  is_active boolean not null default true,
  primary key (company_id, group_id, subgroup_id),
  foreign key (company_id, group_id) references process
);

-- A person's (or nobody named's) time at a card in one process. Without a start: counted without timing.
create table work (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  card_key bigint not null references card,
  group_id integer not null,
  status text not null,
  worker_id bigint references worker,
  work_start timestamptz,
  work_end timestamptz,
  num_good numeric(15,3) not null default 0 check (num_good >= 0),
  num_defective numeric(15,3) not null default 0 check (num_defective >= 0),
  num_partial numeric(15,3) not null default 0 check (num_partial >= 0),
  note text,
  is_void boolean not null default false,
  check (work_end >= work_start),
  check (work_start is not null or work_end is not null)
);
create unique index work_open on work (card_key, coalesce(worker_id, 0)) where work_end is null;
create index work_card on work (card_key, key);
create index work_worker on work (seller_id, worker_id, work_start desc);
create index work_time on work (seller_id, work_start desc, key desc);

create table pause (
  key bigint generated always as identity primary key,
  seller_id text not null,
  work_key bigint not null references work,
  reason_id bigint references reason,
  reason text,
  pause_start timestamptz not null,
  pause_end timestamptz,
  check (pause_end >= pause_start)
);
create unique index pause_open on pause (work_key) where pause_end is null;
create index pause_work on pause (work_key, key);

create table defect (
  key bigint generated always as identity primary key,
  seller_id text not null,
  card_key bigint not null references card,
  group_id integer not null,
  status text not null,
  num numeric(15,3) not null check (num > 0),
  reason_id bigint references reason,
  reason text not null,
  treatment text check (treatment in ('rework', 'remake', 'scrap', 'concession')),
  cause text check (cause in ('own', 'supplied', 'design')),
  note text,
  worker_id bigint references worker,
  child_key bigint references card,
  recorded_time timestamptz not null,
  is_void boolean not null default false
);
create index defect_card on defect (card_key, key);
create index defect_time on defect (seller_id, recorded_time desc, key desc);

-- A step that a partner does: the factory's card, and the card on the partner's board that stands for it.
create table card_link (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  card_key bigint not null references card,
  group_id integer not null,
  partner_id text not null references factory,
  partner_key bigint not null references card,
  order_key bigint not null references orders,
  num_items numeric(15,3) not null,
  num_good numeric(15,3),
  num_defective numeric(15,3),
  sent_time timestamptz not null,
  received_time timestamptz,
  cancelled_time timestamptz,
  check (received_time is null or cancelled_time is null),
  check ((received_time is null) = (num_good is null))
);
create unique index card_link_open on card_link (card_key) where received_time is null and cancelled_time is null;
create unique index card_link_partner on card_link (partner_key);
create index card_link_card on card_link (card_key, key);

do $$
declare name text;
begin
  foreach name in array array['worker', 'reason', 'subgroup', 'work', 'pause', 'defect', 'card_link'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own on %I using (%2$s = app_company()) with check (%2$s = app_company())', name,
      case when name in ('worker', 'reason', 'subgroup') then 'company_id' else 'seller_id' end);
  end loop;
end $$;
create policy made on reason for insert with check (app_operator());
create policy looked on reason for select using (app_operator());
revoke delete, truncate on worker, reason, subgroup, work, pause, defect, card_link from koba_app;
revoke update on defect, card_link from koba_app;
grant update (is_void) on defect to koba_app;
grant update (num_good, num_defective, received_time, cancelled_time) on card_link to koba_app;

-- The promises about work, beside those about books, cards and their logs.
alter function check_invariants() rename to check_books;

create function check_work() returns table (rule text, detail text)
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
  -- (4) What branches brought back is what the cards that took them in have gained, family by family.
  select '4 merged cards', format('family %s %s: gained %s, brought %s', g.seller_id, g.family, g.gained, g.brought)
  from (
    select c.seller_id, split_part(c.id, '-', 1) as family,
      coalesce(sum((a.after ->> 'num_items')::numeric - (a.before ->> 'num_items')::numeric) filter (where a.kind = 'merged'), 0) as gained,
      coalesce(sum(c.num_items) filter (where a.kind = 'absorbed'), 0) as brought
    from activity a join card c on c.key = a.subject_key where a.subject = 'card' and a.kind in ('merged', 'absorbed')
    group by c.seller_id, split_part(c.id, '-', 1)) g
  where g.gained <> g.brought

  union all
  -- (4) A branch that was taken in holds no counts any more.
  select '4 merged cards', format('card %s %s', c.seller_id, c.id)
  from card c where exists (select 1 from activity a where a.subject = 'card' and a.subject_key = c.key and a.kind = 'absorbed')
    and (c.cancelled_time is null or c.num_good + c.num_defective + c.num_partial <> 0)

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

create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_books() union all select * from check_work()
$$;

revoke execute on function check_books(), check_work(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
