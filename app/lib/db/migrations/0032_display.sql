-- A browser on the wall: it shows the board, nothing else, and does not idle out.
alter table session add column is_display boolean not null default false;
