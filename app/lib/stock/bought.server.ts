import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Lot } from "./work.read.server";

/**
 * What one piece cost that others made, by the order of each process it was sent out to: where it is bought,
 * or nobody here worked on it and it has no 標準単価. None where an order's price is open.
 */
export async function boughtPrices(db: Tx, lots: Lot[]): Promise<Map<number, string>> {
  const family = lots.map(({ key, root }) => ({ key, root }));
  if (lots.every((lot) => lot.brings === "0")) return new Map();
  const { rows } = await db.execute<{ root: number; price: string | null }>(sql`
    with family as (select * from jsonb_to_recordset(${JSON.stringify(family)}::jsonb) as f(key bigint, root bigint)),
    sent as (
      select f.root, l.group_id, bool_or(t.unit_price is null) as is_open, sum(t.num_units * t.unit_price)
        / nullif(sum(stock_units(t.num_items, t.order_unit, p.order_unit,
          coalesce(o.unit_weight, p.unit_weight), coalesce(o.pieces_per_set, p.pieces_per_set))), 0) as price
      from family f join card o on o.key = f.key join product p on p.product_id = o.product_id
        join card_link l on l.card_key = f.key and l.received_time is not null and l.cancelled_time is null
        join card t on t.key = l.partner_key
      where p.supplier_id is not null or p.standard_price is null and not exists (
        select from family h join work w on w.card_key = h.key where h.root = f.root and w.partner_id is null)
      group by f.root, l.group_id)
    select root::int, case when bool_or(is_open) then null else trim_scale(round(sum(price), 3))::text end as price
    from sent group by root`);
  const priced = new Map(rows.map(({ root, price }) => [root, price]));
  return new Map(
    lots.flatMap((lot) => {
      const price = priced.get(lot.root);
      return price == null ? [] : [[lot.key, price] as const];
    }),
  );
}
