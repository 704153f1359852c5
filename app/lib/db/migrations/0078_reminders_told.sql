-- The product itself, beyond any company, tells too, as before 0072: reminders of 要回答 reached nobody.
create or replace function give_notices(told jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with given as (
    insert into notice (company_id, kind, text, path, at, actor, username)
    select t.company_id, t.kind, t.text, t.path, t.at, coalesce(app_username(), ''), t.username
    from jsonb_to_recordset(told) as t(company_id text, kind text, text text, path text, at timestamptz, username text)
    where app_operator() or t.company_id = app_company() or exists (
      select 1 from collaboration c where (c.seller_id, c.buyer_id) in ((app_company(), t.company_id), (t.company_id, app_company())))
      or (t.kind = 'partner' and exists (
        select 1 from partnership p where (p.from_company, p.to_company) in ((app_company(), t.company_id), (t.company_id, app_company()))))
    returning key, company_id, actor, at)
  insert into carriage (company_id, notice_key, actor, due_time)
  select company_id, key, actor, now() from given where at > now() - interval '1 hour';
end $$;
