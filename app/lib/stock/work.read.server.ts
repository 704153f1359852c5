import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Unit } from "~/lib/vocabulary/card.schema";

/** A card as stock sees it; quantities in its product's own unit. */
export type Lot = {
  key: number;
  root: number;
  id: string;
  product_id: number | null;
  num_items: string;
  good: string;
  defective: string;
  /** What it brings into stock, by being shipped for a stock. */
  brings: string;
  /** What of it leaves with it. */
  leaves: string;
  /** In the card's own unit: done, and of it not out of stock, and still to be made. */
  done: string;
  made: string;
  to_make: string;
  shipped_time: string | null;
  cancelled_time: string | null;
  is_root: boolean;
  uses_parts: boolean;
};

/** Those of the cards that have anything to do with stock. */
export async function concerned(db: Tx, keys: number[]): Promise<number[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select c.key from card c left join factory f on f.id = c.buyer_id and f.is_stock
    where c.key = any(${sql.param(keys)}::bigint[]) and c.product_id is not null and (
      f.id is not null
      or exists (select from stock_move m where m.card_key = c.key)
      or exists (select from stock_allocation a where a.card_key = c.key)
      or exists (select from product_part p join stock s on s.product_id = p.part_id and s.is_managed where p.product_id = c.product_id)
      or (c.task_type = 'division' and exists (select from card o join stock_allocation a on a.card_key = o.key
        where o.seller_id = c.seller_id and o.id = c.parent_id)))`);
  return rows.map((row) => Number(row.key));
}

/** Each with all that was divided off it, for what is divided or merged stays the same pieces. */
export async function lotsOf(db: Tx, keys: number[]): Promise<Lot[]> {
  const { rows } = await db.execute<Lot>(sql`
    with recursive up as (
      select c.key, c.seller_id, c.id, c.parent_id, c.task_type from card c where c.key = any(${sql.param(keys)}::bigint[])
      union select o.key, o.seller_id, o.id, o.parent_id, o.task_type from up
        join card o on o.seller_id = up.seller_id and o.id = up.parent_id where up.task_type = 'division'),
    family as (
      select key as root, key, seller_id, id from up where task_type is distinct from 'division'
      union select f.root, c.key, c.seller_id, c.id from family f
        join card c on c.seller_id = f.seller_id and c.parent_id = f.id and c.task_type = 'division')
    select c.key::int, f.root::int, c.id, c.product_id::int, c.shipped_time, c.cancelled_time, c.key = f.root as is_root,
      trim_scale(card_done(c))::text as done, trim_scale(card_made(c))::text as made,
      trim_scale(card_to_make(c))::text as to_make,
      trim_scale(coalesce(stock_units(c.num_items, c.order_unit, p.order_unit, w.weight, w.in_set), 0))::text as num_items,
      trim_scale(coalesce(stock_units(c.num_good, c.order_unit, p.order_unit, w.weight, w.in_set), 0))::text as good,
      trim_scale(coalesce(stock_units(c.num_defective, c.order_unit, p.order_unit, w.weight, w.in_set), 0))::text as defective,
      trim_scale(case when c.shipped_time is null then 0
        else coalesce(stock_units(c.num_good, c.order_unit, p.order_unit, w.weight, w.in_set), 0) end)::text as leaves,
      trim_scale(case when b.id is null or s.product_id is null or c.shipped_time is null or c.task_type = 'part' then 0
        else coalesce(stock_units(c.num_good, c.order_unit, p.order_unit, w.weight, w.in_set), 0) end)::text as brings,
      not exists (select from defect d where d.child_key = c.key and d.treatment = 'rework') as uses_parts
    from family f join card c on c.key = f.key left join product p on p.product_id = c.product_id
      left join factory b on b.id = c.buyer_id and b.is_stock left join stock s on s.product_id = c.product_id and s.is_managed,
      lateral (select coalesce(c.unit_weight, p.unit_weight) as weight, coalesce(c.pieces_per_set, p.pieces_per_set) as in_set) w
    order by c.key`);
  return rows;
}

export type Need = { root: number; product_id: number; per_parent: string; order_unit: Unit };

/** What the product of each root is made of, but for the parts that have cards of their own. */
export async function needsOf(db: Tx, roots: number[], keys: number[]): Promise<Need[]> {
  const { rows } = await db.execute<Need>(sql`
    select c.key::int as root, x.part_id::int as product_id, sum(x.per_parent)::text as per_parent, p.order_unit
    from card c join product_part x on x.product_id = c.product_id join product p on p.product_id = x.part_id
      join stock s on s.product_id = x.part_id and s.is_managed
    where c.key = any(${sql.param(roots)}::bigint[]) and not exists (
      select from card o join card k on k.seller_id = o.seller_id and k.id = o.parent_id
      where k.key = any(${sql.param(keys)}::bigint[]) and o.seller_id = c.seller_id and o.task_type = 'part'
        and o.product_id = x.part_id and o.cancelled_time is null)
    group by c.key, x.part_id, p.order_unit order by c.key, x.part_id`);
  return rows;
}
