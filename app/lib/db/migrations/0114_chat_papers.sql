-- 電帳法: quotations and orders come as files of the chat, too. Papers that two companies sent each other stay when their message has gone;
-- pictures, data of drawings and what a company keeps to itself go as before.
create or replace function purge_chat_files() returns void language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from file where owner_kind = 'chat' and created_time < now() - interval '30 days'
      and (partner_id is null or kind <> 'document' and media_type <> 'application/pdf') returning key, blob, company_id)
  insert into file_pending (blob, company_id, made_time)
  select distinct on (g.blob) g.blob, g.company_id, now() - interval '2 days' from gone g
  where not exists (select 1 from file f where f.blob = g.blob and f.key not in (select key from gone))
  on conflict do nothing
$$;
create index file_chat on file (company_id, created_time) where owner_kind = 'chat' and partner_id is not null;
create index file_chat_partner on file (partner_id, created_time) where owner_kind = 'chat' and partner_id is not null;
