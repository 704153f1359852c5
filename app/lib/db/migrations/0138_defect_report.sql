-- 不良報告書: defects as they were told to the buyer, each version as it was sent, and what it answers.
create table defect_report (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  -- Of the first version, which has none.
  first_key bigint references defect_report,
  version integer not null check (version > 0),
  corrects bigint unique references defect_report,
  rows jsonb not null,
  cause text,
  words text,
  person text not null,
  sent_time timestamptz not null,
  foreign key (seller_id, buyer_id) references collaboration,
  check ((first_key is null) = (version = 1) and (corrects is null) = (version = 1))
);
create index defect_report_seller on defect_report (seller_id, key desc);
create index defect_report_buyer on defect_report (buyer_id, key desc);
create index defect_report_rows on defect_report using gin (rows jsonb_path_ops);
-- Without a 処置 the factory has withdrawn it.
create table defect_report_answer (
  key bigint generated always as identity primary key,
  report_key bigint not null unique references defect_report,
  seller_id text not null,
  buyer_id text not null,
  treatment text check (treatment in ('rework', 'remake', 'scrap', 'concession')),
  words text,
  person text not null,
  answered_time timestamptz not null
);
create index defect_report_answer_seller on defect_report_answer (seller_id);
create index defect_report_answer_buyer on defect_report_answer (buyer_id);

do $$
declare
  name text;
  said text;
begin
  foreach name in array array['defect_report', 'defect_report_answer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
  select pg_get_constraintdef(oid) into strict said from pg_constraint where conname = 'file_owner_kind_check';
  alter table file drop constraint file_owner_kind_check;
  execute 'alter table file add constraint file_owner_kind_check ' || replace(said, 'ARRAY[', 'ARRAY[''defect_report''::text, ');
end $$;
create policy tenant on defect_report using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() = seller_id);
create policy tenant on defect_report_answer using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() = case when treatment is null then seller_id else buyer_id end);

alter function check_invariants() rename to check_before_defect_reports;
create function check_defect_reports() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) A version and an answer are between the two companies of the report, and a version follows the one before it.
  select '6 defect reports', format('report %s', r.key)
  from defect_report r join defect_report b on b.key = r.corrects
  where (r.seller_id, r.buyer_id, r.version, r.first_key) is distinct from (b.seller_id, b.buyer_id, b.version + 1, coalesce(b.first_key, b.key))
  union all
  select '6 defect reports', format('answer %s', a.key)
  from defect_report_answer a join defect_report r on r.key = a.report_key
  where (a.seller_id, a.buyer_id) <> (r.seller_id, r.buyer_id) or exists (select from defect_report n where n.corrects = r.key)
$$;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_defect_reports() union all select * from check_defect_reports()
$$;
revoke execute on function check_before_defect_reports(), check_defect_reports(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
