import { type SQL, sql } from "drizzle-orm";

/** What one piece is worth as the books have it: the average, the last price or the standard; 支給品 0. */
export const PRICE = sql`round(case when s.num > 0 and s.stock_value > 0 then s.stock_value / s.num
  else coalesce(s.last_price, (select p.standard_price from product p where p.product_id = s.product_id and p.ownership is null), 0) end, 3)`;

/** Moves that the start does not hold, other than of this sheet's own confirmations and their undoing. */
export const movedSince = (key: number): SQL => sql`m.product_id = r.product_id and m.key > r.start_move
  and m.stocktake_key is distinct from ${key}
  and (m.reverses is null or not exists (select from stock_move o where o.key = m.reverses and o.stocktake_key = ${key}))`;

/** Whatever may differ or has to be answered: of many rows few, so that only they are reckoned. */
const NOTED = sql`(r.counted is distinct from r.start_num or m.product_id is not null or r.num_waiting > 0 or r.adjust <> 0
  or r.counted_time <= s.last_inventory_time)`;

/** R11-3 to R11-5 for what is counted of a sheet, as `stocktake.ts` says them of a row. */
export const figuresOf = (key: number, of: "noted" | "all" = "noted"): SQL => sql`
  select r.product_id, r.position, r.counted, r.counted_time, r.num_waiting, r.reason, b.book, a.adjust, b.num_minute, w.price, y.yen,
    coalesce(r.num_persons < 2 and (abs(a.adjust) > 3 and abs(a.adjust) * 20 > abs(b.book) or abs(y.yen) > 10000), false) as asks_second,
    coalesce(r.adjust is null and r.counted_time <= s.last_inventory_time, false) as is_overtaken
  from stocktake_row r join stock s on s.product_id = r.product_id
    left join (
      select r.product_id, sum(m.num) filter (where case when r.is_minute_in is not null and d.is_doubtful then r.is_minute_in
          else m.occurred_time <= r.counted_time end) as num,
        count(*) filter (where d.is_doubtful and r.is_minute_in is null) as num_minute
      from stocktake_row r join stock_move m on ${movedSince(key)}
        cross join lateral (select date_trunc('minute', m.occurred_time)
          between date_trunc('minute', r.first_time) and date_trunc('minute', r.counted_time) as is_doubtful) d
      where r.stocktake_key = ${key} and r.counted is not null and r.adjust is null group by r.product_id) m on m.product_id = r.product_id
    cross join lateral (select coalesce(r.book_at_count, r.start_num + coalesce(m.num, 0)) as book, coalesce(m.num_minute, 0) as num_minute) b
    cross join lateral (select coalesce(r.adjust, r.counted - b.book) as adjust) a
    cross join lateral (select coalesce(r.unit_price, ${PRICE}) as price) w
    cross join lateral (select round(a.adjust * w.price) as yen) y
  where r.stocktake_key = ${key} and (r.counted is not null or r.num_waiting > 0) and ${of === "all" ? sql`true` : NOTED}`;

/** Worth nothing because nobody said a price, not because it is another company's. */
export const UNPRICED = sql`(f.price = 0
  and not exists (select from product p where p.product_id = f.product_id and p.ownership = 'supplied'))`;
export const DIFFERS = sql`coalesce(f.adjust <> 0, false)`;
export const ASKS = sql`(f.num_waiting + f.num_minute > 0)`;
