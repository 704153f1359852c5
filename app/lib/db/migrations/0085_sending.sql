-- 送付: what was sent to a buyer, or handed over on paper. `mail_keys`: its letters in the outbox, where those nobody has taken still stand.
create table document_sending (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  subject text not null check (subject in ('delivery', 'invoice')),
  subject_key bigint not null,
  channel text not null check (channel in ('chat_mail', 'paper')),
  sent_date date not null,
  sent_time timestamptz not null,
  mail_keys bigint[] not null default '{}',
  username text not null,
  name text not null,
  foreign key (seller_id, buyer_id) references collaboration
);
create index document_sending_subject on document_sending (subject, subject_key);
alter table document_sending enable row level security;
create policy tenant on document_sending using (case when app_company() in (seller_id, buyer_id) then true else false end)
  with check (app_company() = seller_id);
revoke update, delete, truncate on document_sending from koba_app;

-- Those of a buyer who may open its documents. A seller counts them and writes to them, and never reads who they are.
create function document_readers(company text) returns setof member language sql stable security definer set search_path = public, pg_temp as $$
  select m.* from member m where m.company_id = company and m.is_active and 'accounting' = any(m.permissions)
    and exists (select 1 from collaboration c where c.seller_id = app_company() and c.buyer_id = company)
$$;
create function count_document_readers(company text) returns integer language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from document_readers(company)
$$;
create function mail_document_readers(company text, subject text, body text) returns bigint[]
language sql security definer set search_path = public, pg_temp as $$
  with mails as (
    insert into pool.outbox (recipient, subject, body)
    select r.email, $2, $3 from document_readers(company) r where not ('document.mail' = any(r.notices_off)) returning key)
  select coalesce(array_agg(key), '{}') from mails
$$;
revoke execute on function document_readers(text), count_document_readers(text), mail_document_readers(text, text, text) from public, koba_app;
grant execute on function count_document_readers(text), mail_document_readers(text, text, text) to koba_app;

-- (6) What was sent is a document of that pair.
create function check_sendings() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select '6 sendings', format('sending %s of %s %s', s.key, s.subject, s.subject_key) from document_sending s
  left join (select 'delivery' as subject, key, seller_id, buyer_id from delivery union all select 'invoice', key, seller_id, buyer_id from invoice) d
    on (d.subject, d.key, d.seller_id, d.buyer_id) = (s.subject, s.subject_key, s.seller_id, s.buyer_id)
  where d.key is null
$$;
alter function check_invariants() rename to check_before_sendings;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_sendings() union all select * from check_sendings()
$$;
revoke execute on function check_before_sendings(), check_sendings(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
