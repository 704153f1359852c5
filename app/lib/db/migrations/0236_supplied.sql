-- 支給品: another company's goods, kept and counted here, worth nothing in our books.
alter table product add column ownership text check (ownership = 'supplied');
