-- Files given out so far held sales alone: purchases of their periods are not late, they were never asked for.
alter table journal_export add column has_purchases boolean not null default false;
