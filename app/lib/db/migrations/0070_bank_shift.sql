-- Which day is paid on where banks are closed on the day of payment (R4-4, R8-2). A shift has to be agreed in writing, so none is assumed.
alter table collaboration add column bank_shift text not null default 'none' check (bank_shift in ('none', 'previous', 'next'));
alter table factory_meta add column bank_shift text not null default 'none' check (bank_shift in ('none', 'previous', 'next'));
