-- Where the address stands on a company's papers, in millimetres from the sheet's left and upper edge (R5-6), and how they write a day (R5-7).
alter table factory_meta
  add column address_left integer not null default 20 check (address_left between 15 and 40),
  add column address_top integer not null default 34 check (address_top between 15 and 60),
  add column day_style text not null default 'western' check (day_style in ('western', 'era'));
