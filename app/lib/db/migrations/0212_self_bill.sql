-- 支払通知書 that stands in for a 請求書 (仕入明細書): issued by the buyer, and a 請求書 of the pair in every other
-- way, so that one supply is on one paper, owed once.
alter table invoice
  add column is_self_billed boolean not null default false,
  add check (not is_self_billed or (is_single and correction is null and revision = 1)),
  drop constraint invoice_seller_id_number_revision_key;
-- Each numbers what it issues.
create unique index invoice_number on invoice (seller_id, number, revision) where not is_self_billed;
create index invoice_number_seller on invoice (seller_id, number, key);
create unique index invoice_self_number on invoice (buyer_id, number) where is_self_billed;

-- What two companies agreed of it, word for word; rows are only added.
create table self_bill_agreement (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  act text not null check (act in ('proposed', 'accepted', 'declined', 'ended')),
  -- Of the answer: the proposal that it is to.
  proposal_key bigint references self_bill_agreement,
  version integer not null,
  form text not null check (form in ('shown', 'sent', 'deemed')),
  days integer check (days between 1 and 90),
  words text not null,
  reason text,
  company_id text not null,
  person text not null,
  said_time timestamptz not null,
  foreign key (seller_id, buyer_id) references collaboration,
  check ((form = 'deemed') = (days is not null)),
  check ((act = 'proposed') = (proposal_key is null)),
  check (company_id in (seller_id, buyer_id))
);
create index self_bill_agreement_pair on self_bill_agreement (seller_id, buyer_id, key);
create unique index self_bill_agreement_answer on self_bill_agreement (proposal_key, act);

create table self_bill (
  invoice_key bigint primary key references invoice,
  seller_id text not null,
  buyer_id text not null,
  form text not null check (form in ('shown', 'sent', 'deemed')),
  days integer,
  -- The proposal that the supplier accepted.
  agreement_key bigint not null references self_bill_agreement,
  words text not null,
  -- The cancelled one that it takes the place of.
  replaces bigint unique references invoice,
  edition integer not null default 1 check (edition >= 1),
  sent_time timestamptz not null
);
create index self_bill_buyer on self_bill (buyer_id, invoice_key);
create index self_bill_seller on self_bill (seller_id, invoice_key);

create table self_bill_word (
  key bigint generated always as identity primary key,
  seller_id text not null,
  buyer_id text not null,
  invoice_key bigint not null references self_bill,
  word text not null check (word in ('confirmed', 'disputed')),
  reason text,
  -- By line: what the supplier says that it should be.
  lines jsonb not null default '[]',
  company_id text not null,
  person text not null,
  said_time timestamptz not null,
  check (company_id = seller_id),
  check (word = 'confirmed' or reason is not null)
);
create index self_bill_word_invoice on self_bill_word (invoice_key, key);

-- Its mails: a mail is gone from the outbox once it was taken, and also when nobody took it for a week.
create table self_bill_mail (
  mail_key bigint primary key,
  seller_id text not null,
  buyer_id text not null,
  invoice_key bigint not null references self_bill,
  taken_time timestamptz
);
create index self_bill_mail_invoice on self_bill_mail (invoice_key);

do $$
declare name text;
begin
  foreach name in array array['self_bill_agreement', 'self_bill', 'self_bill_word', 'self_bill_mail'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (case when app_company() in (seller_id, buyer_id) then true else false end)
      with check (app_company() in (seller_id, buyer_id))', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
end $$;

create function self_bill_mail_taken() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update self_bill_mail set taken_time = now() where mail_key = old.key and old.created_time > now() - interval '6 days';
  return null;
end $$;
create trigger self_bill_mail_taken after delete on pool.outbox for each row execute function self_bill_mail_taken();

-- As mail_document_readers, for who buys: its suppliers' people who may open papers.
create function mail_self_bill_readers(supplier text, subject text, body text) returns bigint[]
language sql security definer set search_path = public, pg_temp as $$
  with mails as (
    insert into pool.outbox (recipient, subject, body)
    select m.email, $2, $3 from member m where m.company_id = supplier and m.is_active and 'accounting' = any(m.permissions)
      and not ('document.mail' = any(m.notices_off))
      and exists (select 1 from collaboration c where c.buyer_id = app_company() and c.seller_id = supplier and c.is_active) returning key)
  select coalesce(array_agg(key), '{}') from mails
$$;
revoke execute on function mail_self_bill_readers(text, text, text), self_bill_mail_taken() from public, koba_app;
grant execute on function mail_self_bill_readers(text, text, text) to koba_app;

create function check_self_bills() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) Each has its 請求書 of the same two companies, under words that the supplier accepted.
  select '6 self bills', format('%s', i.number)
  from invoice i left join self_bill b on b.invoice_key = i.key and (b.seller_id, b.buyer_id) = (i.seller_id, i.buyer_id)
    left join self_bill_agreement p on p.key = b.agreement_key and p.act = 'proposed' and (p.seller_id, p.buyer_id) = (i.seller_id, i.buyer_id)
      and (p.form, p.words, p.days) is not distinct from (b.form, b.words, b.days)
    left join self_bill_agreement a on a.proposal_key = p.key and a.act = 'accepted' and a.company_id = i.seller_id
  where i.is_self_billed <> (b.invoice_key is not null) or (i.is_self_billed and a.key is null)
  union all
  -- (6) What takes another's place has its number free: the other is cancelled.
  select '6 self bills', format('%s replaces %s', i.number, o.number)
  from self_bill b join invoice i on i.key = b.invoice_key join invoice o on o.key = b.replaces
  where o.cancelled_time is null or (o.seller_id, o.buyer_id) <> (i.seller_id, i.buyer_id)
  union all
  -- (2) Document numbers are given in order from 1, each once, by who issues: as many as the counter has given.
  select '2 document numbers', format('%s %s: %s documents, last %s, counter %s', coalesce(n.company_id, c.company_id), coalesce(n.kind, c.kind), n.num, n.last, c.value)
  from (
    select company_id, split_part(number, '-', 1) as kind, count(distinct number) as num, max(split_part(number, '-', 2)::bigint) as last
    from (
      select seller_id as company_id, number from delivery
      union all select case when is_self_billed then buyer_id else seller_id end, number from invoice) numbers
    group by company_id, split_part(number, '-', 1)) n
  full join (select * from counter where kind ~ '^[NSP][0-9]{4}$') c on c.company_id = n.company_id and c.kind = n.kind
  where n.num is distinct from n.last or n.last is distinct from c.value
$$;
alter function check_invariants() rename to check_before_self_bills;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_self_bills() where rule <> '2 document numbers' union all select * from check_self_bills()
$$;
revoke execute on function check_before_self_bills(), check_self_bills(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
