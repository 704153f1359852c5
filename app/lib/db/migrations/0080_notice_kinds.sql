-- 合意 and 断り are told by kinds of their own. `title`: what a mail's subject says, where the kind alone does not.
alter table notice add column title text;
alter table notice drop constraint notice_kind_check, add constraint notice_kind_check
  check (kind in ('order', 'delivery_date', 'agreed', 'declined', 'shipped', 'defect', 'quote', 'document', 'stock', 'chat', 'ask', 'partner')) not valid;
alter table notice validate constraint notice_kind_check;
create or replace function give_notices(told jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with given as (
    insert into notice (company_id, kind, text, path, at, actor, username, title)
    select t.company_id, t.kind, t.text, t.path, t.at, coalesce(app_username(), ''), t.username, t.title
    from jsonb_to_recordset(told) as t(company_id text, kind text, text text, path text, at timestamptz, username text, title text)
    where app_operator() or t.company_id = app_company() or exists (
      select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), t.company_id), (t.company_id, app_company())))
      or (t.kind = 'partner' and exists (
        select 1 from partnership p where (p.from_company, p.to_company) in ((app_company(), t.company_id), (t.company_id, app_company()))))
    returning key, company_id, actor, at)
  insert into carriage (company_id, notice_key, actor, due_time)
  select company_id, key, actor, now() from given where at > now() - interval '1 hour';
end $$;
-- Whoever had switched off both kinds by which these were told hears no more of them than before.
update member set notices_off = notices_off || array(
  select kind || '.' || road from unnest(array['agreed', 'declined']) kind, unnest(array['push', 'mail', 'screen']) road
  where notices_off @> array['order.' || road, 'delivery_date.' || road])
where notices_off && array['order.push', 'order.mail', 'order.screen'];
