-- 在庫しきい値 is told once for each time that it is crossed.
alter table stock add column is_short_told boolean not null default false;
update stock set is_short_told = is_short;
grant update (is_short_told) on stock to koba_app;
