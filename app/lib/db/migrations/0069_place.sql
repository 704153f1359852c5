-- 段取り順: in a process that is kept in order by hand a card has a place, as text that sorts byte by byte; one without a place stands behind
-- those with one, by its date. A card that leaves its process or its lane leaves its place.
alter table process add column is_sequenced boolean not null default false;
alter table card add column place text collate "C" check (place ~ '^[0-9A-Za-z]*[1-9A-Za-z]$' and length(place) <= 1000),
  add constraint card_place_on_board check (place is null or group_id <> 99);
create unique index card_placed on card (seller_id, group_id, place) where place is not null;
create index card_sequence on card (seller_id, group_id, (case when place is null then '~' else place end), (not is_urgent),
  (case when delivery_date is null then 'infinity'::date else delivery_date end), group_update_time, key) where group_id <> 99;
