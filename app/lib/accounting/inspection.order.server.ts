import { sql } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { goodsLines } from "~/lib/order/order.status.sql.server";
import { forEachDelivery } from "./delivery.follow.server";
import { isGoods, pendingItems } from "./inspection";
import type { InspectingLines, WaitingLine } from "./inspection.order.schema";
import { inspectDelivery } from "./inspection.server";
import { lockGoods } from "./inspection.write.server";

const plain = (number: string) => decimal(milli(number));

/** What a buyer has received of these orders and not inspected, 納品書 by 納品書. */
export async function waitingOfOrders(db: Tx, who: Who, keys: number[]) {
  const { rows: found } = await db.execute<{ key: string; order_id: string }>(sql`
    select key, order_id from orders where key = any(${sql.param(keys)}::bigint[]) and buyer_id = ${who.company_id}`);
  if (found.length < new Set(keys).size) throw notFound("外注依頼");
  const { rows } = await db.execute<WaitingLine>(sql`
    select l.delivery_key, l.line_no as delivery_line_no, d.number as delivery_number, d.delivery_date, d.seller ->> 'name' as seller_name,
      o.key as order_key, o.order_id, l.name, l.num_items, l.num_items - l.num_accepted - l.num_rejected as num_pending, l.order_unit
    from orders o cross join lateral ${goodsLines(sql`o.key`)} g
      join delivery_line l on (l.delivery_key, l.line_no) = (g.delivery_key, g.line_no) join delivery d on d.key = l.delivery_key
    where o.key = any(${sql.param(keys)}::bigint[]) and d.cancelled_time is null and g.cost_tax_rate is null and l.num_accepted + l.num_rejected < l.num_items
    order by d.delivery_date, d.key, l.line_no`);
  const items = rows.map((row) => ({
    ...row,
    delivery_key: Number(row.delivery_key),
    order_key: Number(row.order_key),
    num_items: plain(row.num_items),
    num_pending: plain(row.num_pending),
  }));
  const waits = new Set(items.map((item) => item.order_id));
  return { items, done: found.map((row) => row.order_id).filter((id) => !waits.has(id)) };
}

/** All that waits of the chosen lines is accepted; of a 納品書 all of them, or none and why. */
export async function inspectLines(
  db: Tx,
  who: Who,
  { lines, seen, received_date, inspected_date }: InspectingLines,
) {
  const shown = new Map(seen.map((one) => one.split(":") as [string, string]));
  const chosen = new Map<number, number[]>();
  for (const [key, line_no] of lines.map((name) => name.split(".").map(Number) as [number, number]))
    chosen.set(key, [...(chosen.get(key) ?? []), line_no]);
  return forEachDelivery(db, [...chosen.keys()], async (tx, key) => {
    const goods = await lockGoods(tx, key);
    const given = [...new Set(chosen.get(key)!)].map((line_no) => {
      const line = goods.lines.find((one) => one.line_no === line_no && isGoods(one));
      if (!line) throw notFound("明細");
      const [then, now] = [shown.get(`${key}.${line_no}`), pendingItems(line)];
      const counts = (number: string) => formatNumber(number);
      refuseIf(
        then !== undefined && milli(then) === milli(now)
          ? null
          : `${line.name}の検収待ちが、表示したときから変わりました（${counts(then ?? "0")} → ${counts(now)}）。`,
      );
      return { line_no, skip: false, num_accepted: now };
    });
    await inspectDelivery(tx, who, key, {
      version: undefined,
      received_date,
      inspected_date,
      rest: false,
      lines: given,
    });
  });
}
