-- 過納・不足の許容差 of an ordered line, over all that comes of it (R9-3): for what is delivered from now on.
alter table collaboration
  add column over_pct numeric(15,3) not null default 0 check (over_pct between 0 and 100),
  add column under_pct numeric(15,3) not null default 0 check (under_pct between 0 and 100),
  add column over_bill text not null default 'delivered' check (over_bill in ('ordered', 'delivered'));
