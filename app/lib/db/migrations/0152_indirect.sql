-- 間接作業 and 勤務時間. What 間接作業 a factory knows is a list of メタ情報 as 中断理由 is (0008); a row keeps the words as they were.
alter table reason add column is_break boolean not null default false check (not is_break or kind = 'indirect');
update reason set is_break = true where kind = 'indirect' and label in ('休憩', '昼休み');
insert into reason (company_id, kind, label, is_break, sort)
select r.company_id, 'indirect', new.label, new.is_break, max(r.sort) + new.at
from reason r cross join (values ('待ち', false, 1), ('休憩', true, 2)) new (label, is_break, at)
where r.kind = 'indirect' group by r.company_id, new.label, new.is_break, new.at
having bool_and(r.label <> new.label or not r.is_active);

-- A reference names the company too, so that no row can point at another's.
alter table worker add constraint worker_of_company unique (company_id, worker_id);
alter table reason add constraint reason_of_company unique (company_id, reason_id);

create table indirect_work (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  worker_id bigint not null,
  reason_id bigint not null,
  label text not null,
  is_break boolean not null,
  work_start timestamptz not null,
  work_end timestamptz,
  note text,
  origin text not null,
  -- 後から記入.
  is_late boolean not null default false,
  -- まだ続き: until when nobody is asked about it any more.
  goes_on_until timestamptz,
  voided_time timestamptz,
  void_reason text,
  version integer not null default 1,
  check (work_end >= work_start),
  check ((voided_time is null) = (void_reason is null)),
  foreign key (seller_id, worker_id) references worker (company_id, worker_id),
  foreign key (seller_id, reason_id) references reason (company_id, reason_id),
  -- Nobody does two of them at once. A running one lasts for ever, as far as is known.
  constraint indirect_once exclude using gist (int8range(worker_id, worker_id, '[]') with &&, tstzrange(work_start, work_end) with &&)
    where (voided_time is null)
);
create index indirect_work_time on indirect_work (seller_id, work_start desc, key desc);
create index indirect_work_worker on indirect_work (worker_id, work_start desc);

alter table work add column goes_on_until timestamptz;
-- The 間接作業 for which work was interrupted.
alter table pause add column indirect_key bigint references indirect_work;
create index pause_indirect on pause (indirect_key) where indirect_key is not null;

-- 勤務時間: of everybody, a group or one person, the nearest counts. In minutes of the day of Tokyo on which it begins; a night ends beyond 1440.
create table shift (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  group_name text,
  worker_id bigint,
  shift_start smallint not null check (shift_start between 0 and 1439),
  shift_end smallint not null,
  breaks jsonb not null default '[]' check (jsonb_typeof(breaks) = 'array'),
  check (shift_end > shift_start and shift_end <= shift_start + 1440),
  check (group_name is null or worker_id is null),
  foreign key (company_id, worker_id) references worker (company_id, worker_id)
);
create unique index shift_whose on shift (company_id, coalesce(group_name, ''), coalesce(worker_id, 0));

-- What was said of one person's day: 休み, another 始業 or 終業 (半日, 残業), 休憩なし.
create table worker_day (
  key bigint generated always as identity primary key,
  seller_id text not null references factory,
  worker_id bigint not null,
  day date not null,
  is_absent boolean not null default false,
  shift_start smallint check (shift_start between 0 and 1439),
  shift_end smallint,
  is_without_breaks boolean not null default false,
  version integer not null default 1,
  unique (worker_id, day),
  check ((shift_start is null) = (shift_end is null)),
  check (shift_end > shift_start and shift_end <= shift_start + 1440),
  foreign key (seller_id, worker_id) references worker (company_id, worker_id)
);

alter table indirect_work enable row level security;
create policy own on indirect_work using (seller_id = app_company()) with check (seller_id = app_company());
alter table shift enable row level security;
create policy own on shift using (company_id = app_company()) with check (company_id = app_company());
alter table worker_day enable row level security;
create policy own on worker_day using (seller_id = app_company()) with check (seller_id = app_company());
revoke delete, truncate on indirect_work, worker_day from koba_app;
