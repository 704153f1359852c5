import { and, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders, type Sorted } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { orders } from "~/lib/tables/order.table.server";
import { comingFamily, familyOf } from "~/lib/task/order.family";
import { lineRest } from "~/lib/task/order.rest";
import { today } from "~/lib/time/date";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import type { OrderFilter } from "./order.filter.schema";
import { orderConditions, ordersFor } from "./order.filter.server";
import type { OrderLineRow } from "./order.line.list";
import { linesNow } from "./order.now.server";
import { countCards, type GoodsCounts, isGoods, liveCards, orderStatus, sumGoods } from "./order.status";
import { goodsOfCards } from "./order.status.sql.server";

type Found = Pick<
  OrderLineRow,
  "key" | "order_key" | "line_no" | "order_id" | "order_date" | "seller_name" | "buyer_name"
> & { seller_id: string; buyer_id: string; cancelled_time: string | null };

const POSITION = sql`(${orders.key} * 10000 + n.line_no)`;
const ORDERS: Orders<Found> = {
  key: POSITION,
  keyOf: (row) => Number(row.key),
  by: { order_date: { by: orders.order_date, kind: "date", of: (row) => row.order_date } },
};

export async function findOrderLines(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: OrderFilter & Sorted & { size: number },
) {
  const where = await orderConditions(db, who, filter);
  const from = sql`${ordersFor(filter, today(new Date(who.now)))} cross join lateral
    (select l.line_no from order_line l where l.order_key = orders.key) n`;
  const read = async (more: SQL | undefined, order: SQL, limit: number) => {
    const { rows } = await db.execute<Found>(sql`
      select ${POSITION} as key, ${orders.key} as order_key, n.line_no, ${orders.order_id} as order_id, ${orders.order_date} as order_date,
        ${orders.seller_id} as seller_id, ${orders.buyer_id} as buyer_id, ${orders.seller} ->> 'name' as seller_name,
        ${orders.buyer} ->> 'name' as buyer_name, ${orders.cancelled_time} as cancelled_time
      from ${from} where ${and(where, more)} order by ${order} limit ${limit}`);
    return rows;
  };
  const page = await keysetPage<Found>(read, ORDERS, { after, before, sort }, size);
  const of = new Map(
    page.items.map((row) => [Number(row.order_key), { ...row, key: Number(row.order_key) }]),
  );
  const lines = await linesNow(db, [...of.values()]);
  const goods = await goodsOfCards(db, [...of.keys()], today(new Date(who.now)));
  const items = page.items.flatMap((row): OrderLineRow[] => {
    const found = lines.get(Number(row.order_key))!.find(({ line }) => line.line_no === row.line_no);
    return found ? [lineRow(row, found, goods, seesOrderAmounts(who, row))] : [];
  });
  return { ...page, ...(await countRows(db, sql`select 1 from ${from} where ${where}`)), items };
}

type Line = NonNullable<Awaited<ReturnType<typeof linesNow>> extends Map<number, (infer L)[]> ? L : never>;

function lineRow(
  row: Found,
  { line, root, all, now }: Line,
  goods: Map<number, GoodsCounts>,
  amounts: boolean,
): OrderLineRow {
  // With what was made again: it is delivered for this line too.
  const came = all.filter((one) => one.key === root.key || one.id.startsWith(`${root.id}-`));
  const off = row.cancelled_time !== null;
  const counts = countCards(familyOf(root, all));
  const { order_key, line_no, order_id, order_date, seller_name, buyer_name } = row;
  return {
    key: Number(row.key),
    order_key: Number(order_key),
    line_no,
    order_id,
    order_date,
    seller_name,
    buyer_name,
    card_id: root.id,
    status: orderStatus(off, counts, sumGoods(came.flatMap((one) => goods.get(one.key) ?? []))),
    is_cost: !isGoods(root),
    num_cards: liveCards(counts),
    num_shipped: counts.num_shipped,
    name: line.name,
    drawing_no: line.drawing_no,
    drawing_revision: line.drawing_revision,
    num_items: now.num_items,
    order_unit: now.order_unit,
    num_units: now.num_units,
    unit: now.unit,
    unit_price: amounts ? now.unit_price : null,
    price: amounts ? now.price : null,
    delivery_date: line.delivery_date,
    answered_date: root.answer === "accepted" ? (now.delivery_dates[0] ?? null) : null,
    ...lineRest(isGoods(root) ? comingFamily(root, all) : []),
    process_name: line.process_name,
    part_delivery: line.part_delivery,
    destination: line.destination,
    note: line.note,
  };
}
