-- Files that belong to no 下書き any more: one past its undo, one that was sent (the order has its own copies),
-- or taken off its form. Their bytes are swept like those of posts that never came to an end.
create function purge_draft_files() returns void language sql security definer set search_path = public, pg_temp as $$
  with past as (
    delete from order_draft where deleted_time < now() - interval '30 days' returning key
  ), gone as (
    delete from file f where f.owner_kind = 'order_draft' and f.created_time < now() - interval '30 days'
      and not exists (
        select 1 from order_draft d where d.buyer_id = f.company_id and d.key not in (select key from past)
          and position(f.key in d.fields::text) > 0
      )
    returning f.key, f.blob, f.company_id
  )
  insert into file_pending (blob, company_id, made_time)
  select distinct on (g.blob) g.blob, g.company_id, now() - interval '2 days' from gone g
  where not exists (select 1 from file f where f.blob = g.blob and f.key not in (select key from gone))
  on conflict do nothing
$$;
revoke execute on function purge_draft_files() from public;
grant execute on function purge_draft_files() to koba_app;
