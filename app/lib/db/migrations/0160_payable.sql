-- 買掛: what a company owes, in its own books. 請求書 issued here are read where they stand; these are the papers
-- entered by hand, and what was paid of either.
create table payable_bill (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  partner_id text not null references factory,
  kind text not null check (kind in ('invoice', 'expense')),
  number text,
  bill_date date not null,
  received_date date not null,
  due_date date not null,
  account text not null
    check (account in ('outsourcing', 'material', 'freight', 'supplies', 'repair', 'other')),
  registration_number text check (registration_number ~ '^T[0-9]{13}$'),
  -- Of the tax so much may be deducted, in percent; null before the measure began (R1-11).
  deduction integer check (deduction between 0 and 100),
  by_rate jsonb not null,
  subtotal bigint not null,
  tax bigint not null,
  total bigint not null check (total > 0 and total = subtotal + tax),
  note text,
  person text not null,
  recorded_time timestamptz not null,
  cancelled_time timestamptz,
  cancelled_date date,
  cancelled_by text,
  cancel_reason text,
  version integer not null default 1,
  foreign key (partner_id, company_id) references collaboration (seller_id, buyer_id),
  check ((cancelled_time is null) = (cancelled_date is null) and (cancelled_time is null) = (cancel_reason is null)),
  check (due_date >= received_date)
);
create index payable_bill_company on payable_bill (company_id, bill_date);
create index payable_bill_partner on payable_bill (partner_id, company_id);
create unique index payable_bill_number on payable_bill (company_id, partner_id, number) where number is not null and cancelled_time is null;

create table payout (
  key bigint generated always as identity primary key,
  company_id text not null references factory,
  partner_id text not null references factory,
  payment_date date not null,
  kind text not null check (kind in ('transfer', 'cash', 'densai', 'offset', 'other')),
  amount bigint not null check (amount > 0),
  -- Kept back of it for the bank, where the partner bears that.
  fee bigint not null default 0 check (fee >= 0 and fee < amount),
  maturity_date date,
  note text,
  person text not null,
  recorded_time timestamptz not null,
  cancelled_time timestamptz,
  cancelled_date date,
  cancelled_by text,
  cancel_reason text,
  version integer not null default 1,
  foreign key (partner_id, company_id) references collaboration (seller_id, buyer_id),
  check ((maturity_date is not null) = (kind = 'densai')),
  check ((cancelled_time is null) = (cancelled_date is null) and (cancelled_time is null) = (cancel_reason is null)),
  check (cancelled_date >= payment_date)
);
create index payout_company on payout (company_id, payment_date, key);
create index payout_partner on payout (partner_id, company_id);

-- How much of it pays what; rows are only added, to take back too.
create table payout_part (
  key bigint generated always as identity primary key,
  company_id text not null,
  partner_id text not null,
  payout_key bigint not null references payout,
  invoice_key bigint references invoice,
  bill_key bigint references payable_bill,
  amount bigint not null check (amount <> 0),
  settled_date date not null,
  reverses bigint unique references payout_part,
  check ((invoice_key is null) <> (bill_key is null))
);
create index payout_part_company on payout_part (company_id, settled_date);
create index payout_part_payout on payout_part (payout_key);
create index payout_part_invoice on payout_part (invoice_key) where invoice_key is not null;
create index payout_part_bill on payout_part (bill_key) where bill_key is not null;

do $$
declare
  name text;
  said text;
begin
  foreach name in array array['payable_bill', 'payout', 'payout_part'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I using (company_id = app_company()) with check (company_id = app_company())', name);
    execute format('revoke update, delete, truncate on %I from koba_app', name);
  end loop;
  select pg_get_constraintdef(oid) into strict said from pg_constraint where conname = 'file_owner_kind_check';
  alter table file drop constraint file_owner_kind_check;
  execute 'alter table file add constraint file_owner_kind_check ' || replace(said, 'ARRAY[', 'ARRAY[''payable_bill''::text, ');
end $$;
grant update (cancelled_time, cancelled_date, cancelled_by, cancel_reason, version) on payable_bill, payout to koba_app;

create function check_payables() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  -- (6) A part pays a debt of the two companies of its payment.
  select '6 company crossing', format('payout part %s', x.key)
  from payout_part x join payout p on p.key = x.payout_key left join invoice i on i.key = x.invoice_key
    left join payable_bill b on b.key = x.bill_key
  where (x.company_id, x.partner_id) is distinct from (p.company_id, p.partner_id)
    or (x.company_id, x.partner_id) is distinct from (coalesce(i.buyer_id, b.company_id), coalesce(i.seller_id, b.partner_id))
  union all
  -- (6) A payment is all in its parts, and a cancelled one in none.
  select '6 payables', format('payout %s: parts %s', p.key, coalesce(x.amount, 0))
  from payout p left join (select payout_key, sum(amount) as amount from payout_part group by 1) x on x.payout_key = p.key
  where coalesce(x.amount, 0) <> case when p.cancelled_time is null then p.amount else 0 end
  union all
  select '6 payables', format('payout part %s takes back %s', x.key, o.key)
  from payout_part x join payout_part o on o.key = x.reverses
  where (x.payout_key, x.invoice_key, x.bill_key, x.amount) is distinct from (o.payout_key, o.invoice_key, o.bill_key, -o.amount)
    or x.settled_date < o.settled_date
  union all
  -- (6) Never more than is on the paper, and nothing of a cancelled one.
  select '6 payables', format('bill %s: paid %s', b.key, sum(x.amount))
  from payable_bill b join payout_part x on x.bill_key = b.key
  group by b.key having sum(x.amount) not between 0 and case when b.cancelled_time is null then b.total else 0 end
$$;
alter function check_invariants() rename to check_before_payables;
create function check_invariants() returns table (rule text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from check_before_payables() union all select * from check_payables()
$$;
revoke execute on function check_before_payables(), check_payables(), check_invariants() from public;
grant execute on function check_invariants() to koba_app;
