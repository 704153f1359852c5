-- What a person has chosen to be told, and by which road: everything unless it was switched off ('order.mail').
-- is_invited, last_login_time: what the app itself knows, whichever user pool it signs people in with.
alter table member
  add column mail_digest text not null default 'now' check (mail_digest in ('now', 'hours', 'morning', 'never')),
  add column notices_off text[] not null default '{}',
  add column is_invited boolean not null default false,
  add column last_login_time timestamptz;

-- A browser that takes push messages. One address is one browser: whoever registers it last has it.
create table push_device (
  device_id bigint generated always as identity primary key,
  username text not null references member,
  company_id text references factory,
  endpoint text not null unique,
  auth_key text not null,
  info jsonb not null,
  user_agent text,
  created_time timestamptz not null default now(),
  used_time timestamptz not null default now()
);
create index push_device_username on push_device (username);
create index push_device_company on push_device (company_id);
alter table push_device enable row level security;
create policy own on push_device using (app_operator() or company_id = app_company() or username = app_username())
  with check (app_operator() or username = app_username());

-- The address may stand with somebody of another company, whose row nobody else can see.
create function release_device(address text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from push_device where endpoint = address and username is distinct from app_username()
$$;
revoke execute on function release_device(text) from public;
grant execute on function release_device(text) to koba_app;

-- A new browser session and the person's last sign-in, in one statement.
create function begin_session(hash text, username text, sealed text, at timestamptz, refresh_time timestamptz, expires_time timestamptz)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into session (hash, username, sealed, created_time, seen_time, refresh_time, expires_time)
    values ($1, $2, $3, $4, $4, $5, $6);
  update member set last_login_time = $4, is_invited = false where member.username = $2;
$$;
revoke execute on function begin_session(text, text, text, timestamptz, timestamptz, timestamptz) from public;
grant execute on function begin_session(text, text, text, timestamptz, timestamptz, timestamptz) to koba_app;

-- Staff of the provider: what each keeps in mind of a company.
create table company_note (
  username text not null references member,
  company_id text not null references factory,
  is_starred boolean not null default false,
  note text,
  primary key (username, company_id)
);
alter table company_note enable row level security;
create policy staff on company_note using (app_operator()) with check (app_operator());

-- Who of the staff opened a waiting letter. It outlasts the letter.
create table mail_opening (
  key bigint generated always as identity primary key,
  mail_key bigint not null,
  recipient text not null,
  subject text not null,
  username text not null references member,
  actor_name text not null,
  at timestamptz not null
);
create index mail_opening_mail on mail_opening (mail_key);
alter table mail_opening enable row level security;
create policy staff on mail_opening using (app_operator()) with check (app_operator());
revoke update, delete, truncate on mail_opening from koba_app;

-- Days on which a company is closed beside Saturday and Sunday.
create table company_holiday (
  company_id text not null references factory,
  holiday date not null,
  label text,
  primary key (company_id, holiday)
);
alter table company_holiday enable row level security;
create policy own on company_holiday using (company_id = app_company()) with check (company_id = app_company());

-- How documents are printed and numbered. What was issued keeps what it says.
alter table factory_meta
  add column paper_layout text not null default 'ruled' check (paper_layout in ('ruled', 'plain')),
  add column line_order text not null default 'given' check (line_order in ('given', 'card', 'name')),
  add column number_style text not null default 'month' check (number_style in ('month', 'year', 'run'));

-- Pictures on documents: the names of files in the file room.
alter table factory add column logo text, add column seal text;
