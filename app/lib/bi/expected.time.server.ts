import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { DayRange } from "./period";
import { type Cell } from "./stat.cells.server";
import { cellsOf, columnOf, cubeOf, goodOf, type View } from "./stat.read.server";
import type { Axis, StandardRow } from "./stat.schema";

/** 標準時間 as the master says it now (docs/spec/bi.md), and the minutes of the same work, machines' too. */
function standards(db: Tx, view: View, range: DayRange, axis: Axis) {
  // Most steps have no 標準時間: their cells are never read. What a sum is of becomes a text when it is made.
  const timed = sql`(product_id, group_id) in (select product_id, group_id from s)`;
  const cells = cellsOf({ ...view, groups: view.making }, range, cubeOf(view, axis, true), true, timed);
  // Where nobody's time is known, there is nothing to compare with.
  return db.execute<{
    id: string;
    order_unit: string;
    standard: string;
    minutes: number;
    num_works: number;
  }>(sql`
    with s as materialized (select product_id, group_id, sum(coalesce(setup_minutes, 0)) as setup, sum(coalesce(minutes_per_item, 0)) as each
        from product_step where seller_id = ${view.who.company_id} and coalesce(setup_minutes, minutes_per_item) is not null
        group by product_id, group_id),
      made as (select ${columnOf(axis)} as id, product_id, group_id, order_unit, sum(num_works) as num_works, sum(${goodOf(view)}) as good,
        sum(minutes + machine_minutes) as minutes from (${cells}) cells group by 1, 2, 3, 4),
      t as (select id, order_unit, setup * num_works + each * good as standard, minutes, num_works,
        sum(minutes) over (partition by product_id, group_id) > 0 as is_timed from made join s using (product_id, group_id))
    select id::text as id, order_unit, round(sum(standard), 3)::text as standard, sum(minutes)::float8 as minutes,
      sum(num_works)::float8 as num_works from t where is_timed group by t.id, order_unit`);
}

/** By the axis, and by product: read once where these are the same. */
export async function standardsOf(db: Tx, view: View, range: DayRange) {
  const { rows: by_axis } = await standards(db, view, range, view.axis);
  if (view.axis === "product") return { by_axis, by_product: by_axis };
  return { by_axis, by_product: (await standards(db, view, range, "product")).rows };
}
type Standards = Awaited<ReturnType<typeof standardsOf>>;

/** The cells of an axis with what the master says of them. */
export function withStandards(cells: Cell[], { by_axis }: Standards): Cell[] {
  const key = ({ id, order_unit }: { id: string | null; order_unit: string }) => `${order_unit} ${id}`;
  const found = new Map(by_axis.map((row) => [key(row), row]));
  return cells.map((cell) => {
    const row = found.get(key(cell));
    return row
      ? { ...cell, standard_milli: Math.round(Number(row.standard) * 1000), measured_minutes: row.minutes }
      : cell;
  });
}

const FEW = 5;
const EACH_SIDE = 3;

/** The products that took least and most of their 標準時間; of fewer than five 実績 nothing is said. */
export async function standardProducts(db: Tx, { by_product }: Standards) {
  const known = by_product
    .filter(({ num_works, minutes, standard }) => num_works >= FEW && minutes > 0 && Number(standard) > 0)
    .map((row) => ({ ...row, share: Number(row.standard) / row.minutes }))
    .sort((a, b) => b.share - a.share || Number(a.id) - Number(b.id));
  const best = known.slice(0, Math.min(EACH_SIDE, Math.ceil(known.length / 2)));
  const worst = known.slice(best.length).slice(-EACH_SIDE).reverse();
  const ids = [...best, ...worst].map(({ id }) => id);
  const names = await db.execute<{ id: string; label: string }>(sql`
    select product_id::text as id, concat_ws(' ', code, name) as label from product where product_id = any(${sql.param(ids)}::bigint[])`);
  const rowOf = ({ id, standard, minutes, num_works, share }: (typeof known)[number]): StandardRow => ({
    id,
    label: names.rows.find((one) => one.id === id)?.label ?? "",
    standard_minutes: Math.round(Number(standard)),
    minutes,
    num_works,
    achieved: (share * 100).toFixed(1),
  });
  return { n: known.length, best: best.map(rowOf), worst: worst.map(rowOf) };
}
