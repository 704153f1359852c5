-- When a claim that pays is cash (R2-7): counted from the day of payment, so that it can be compared with the 60 days.
alter table collaboration
  add column payment_method text not null default 'transfer' check (payment_method in ('transfer', 'factoring', 'electronic')),
  add column maturity integer check (maturity between 0 and 365),
  add column maturity_unit text check (maturity_unit in ('days', 'months'));
alter table orders
  add column maturity integer check (maturity between 0 and 365),
  add column maturity_unit text check (maturity_unit in ('days', 'months'));
