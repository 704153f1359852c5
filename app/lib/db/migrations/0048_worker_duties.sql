-- 作業者: the processes that somebody is for, and the account by which they sign in where they have one.
alter table worker add column group_ids integer[] not null default '{}';
alter table worker add column username text;
create unique index worker_username on worker (company_id, username) where username is not null;
