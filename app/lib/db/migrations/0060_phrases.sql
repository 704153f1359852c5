-- 定型文: what a company's people say again and again in the chat, in its own order. Without a row the product's own stand there.
create table chat_phrases (
  company_id text primary key references factory,
  phrases text[] not null check (cardinality(phrases) <= 30),
  version integer not null default 1
);
alter table chat_phrases enable row level security;
create policy own on chat_phrases using (company_id = app_company()) with check (company_id = app_company());
revoke delete, truncate on chat_phrases from koba_app;
