-- The moves of a 棚卸 come by the thousand, each product's once in a statement: their stock is written with all of them at once.
-- They are neither 入庫 nor 出庫, so that no day of those changes with them, nor when they are taken back.
drop trigger stock_moved on stock_move;
create trigger stock_moved before insert on stock_move for each row when (new.stocktake_key is null) execute function keep_move();
drop trigger stock_reversed on stock_move;
create trigger stock_reversed after insert on stock_move for each row when (new.reverses is not null and new.stocktake_key is null)
  execute function keep_dates();

create function number_counted_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select seller_id, buyer_id, num + new.num into new.seller_id, new.buyer_id, new.num_after
  from stock where product_id = new.product_id for no key update;
  if not found then raise exception 'product % has no stock', new.product_id; end if;
  return new;
end $$;
create trigger stock_counted before insert on stock_move for each row when (new.stocktake_key is not null) execute function number_counted_move();

create function keep_counted_moves() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from come where stocktake_key is not null) then return null; end if;
  if exists (select from come where stocktake_key is not null group by product_id having count(*) > 1) then
    raise exception 'a product is counted twice in one statement';
  end if;
  update stock s set num = s.num + c.num, version = s.version + 1, last_move_time = greatest(s.last_move_time, c.recorded_time),
    is_over = s.num_allocated > greatest(s.num + c.num, 0)
  from come c where c.stocktake_key is not null and s.product_id = c.product_id;
  return null;
end $$;
create trigger counted_moves after insert on stock_move referencing new table as come for each statement execute function keep_counted_moves();
revoke execute on function number_counted_move(), keep_counted_moves() from public;
