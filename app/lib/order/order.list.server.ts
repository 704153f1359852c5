import { and, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders, type Sorted } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { orders } from "~/lib/tables/order.table.server";
import { answerOverdue } from "~/lib/task/answer";
import { factoryDays } from "~/lib/task/due.warning.server";
import { today } from "~/lib/time/date";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import type { OrderFilter } from "./order.filter.schema";
import { orderConditions, ordersFor, unreadAnswer } from "./order.filter.server";
import { standingOf } from "./order.now.server";
import { orderRow } from "./order.row.schema";
import { FOUND } from "./order.search.server";
import { type CardCounts, type GoodsCounts, liveCards, orderStatus } from "./order.status";
import { cardsOn, goodsOn } from "./order.status.sql.server";

type Derived =
  | "status"
  | "answered_date"
  | "changes"
  | "is_late"
  | "is_unanswered"
  | "num_lines_delivered"
  | "quantities";
type Found = Omit<z.output<typeof orderRow>, Derived> &
  CardCounts &
  GoodsCounts & { num_late: number; waiting_since: string | null; cancelled_time: string | null };

const ORDERS: Orders<Found> = {
  key: orders.key,
  keyOf: (row) => Number(row.key),
  by: {
    order_id: { by: orders.order_id, kind: "text", of: (row) => row.order_id },
    order_date: { by: orders.order_date, kind: "date", of: (row) => row.order_date },
  },
};

/** Each of them is added up from all of its cards. */
const SUMMED = 500;

async function sumOf(db: Tx, who: Who, from: SQL, where: SQL | undefined) {
  const { rows } = await db.execute<{ key: string; seller_id: string; buyer_id: string }>(sql`
    select ${orders.key} as key, ${orders.seller_id} as seller_id, ${orders.buyer_id} as buyer_id
    from ${from} where ${where} and ${orders.cancelled_time} is null`);
  const seen = rows.filter((row) => seesOrderAmounts(who, row));
  if (seen.length === 0) return {};
  const standing = await standingOf(
    db,
    seen.map((row) => ({ ...row, key: Number(row.key), cancelled_time: null })),
  );
  const prices = [...standing.values()].map(({ price }) => price);
  return {
    price: prices.reduce<number>((sum, price) => sum + (price ?? 0), 0),
    undetermined: prices.filter((price) => price === null).length,
  };
}

export async function findOrders(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: OrderFilter & Sorted & { size: number },
) {
  const where = await orderConditions(db, who, filter);
  const unread = who.company_type === "buyer" ? unreadAnswer : sql`false`;
  const day = today(new Date(who.now));
  const [cards, goods] = [cardsOn(day), goodsOn(day)];
  const page = await keysetPage<Found>(
    async (further, order, limit) => {
      const { rows } = await db.execute<Found>(sql`
      select ${orders.key} as key, ${orders.order_id} as order_id, ${orders.order_date} as order_date, ${orders.seller_id} as seller_id,
        ${orders.buyer_id} as buyer_id, ${orders.seller} ->> 'name' as seller_name, ${orders.buyer} ->> 'name' as buyer_name,
        ${orders.viewed_time} as viewed_time, ${orders.cancelled_time} as cancelled_time, ${unread} as is_unread, c.*, g.*, l.*
      from ${orders}, ${cards}, ${goods}, lateral (select (count(*) filter (where k.cost_tax_rate is null))::int as num_lines,
        min(coalesce(r.delivery_date, n.delivery_date)) filter (where r.is_off is not true and k.cost_tax_rate is null) as delivery_date,
        (array_agg(n.name order by n.line_no))[1] as name,
        (array_agg(n.card_key order by n.line_no))[1]::int as card_key,
        case when count(n.price) filter (where n.revision = 1) = count(*) filter (where n.revision = 1)
          then (sum(n.price) filter (where n.revision = 1))::bigint end as sent_price, coalesce(max(r.revision), 1) as revision
        from order_line n left join card k on k.key = n.card_key
          left join lateral (select * from order_revision_line v where v.order_key = n.order_key and v.line_no = n.line_no
          order by v.revision desc limit 1) r on true where n.order_key = orders.key) l
      where ${and(where, further)} order by ${order} limit ${limit}`);
      return rows;
    },
    ORDERS,
    { after, before, sort },
    size,
  );
  const from = ordersFor(filter, day);
  // A state follows from all cards of its order.
  const isSought = filter.q || filter.status || filter.late || filter.unanswered;
  const count = await countRows(db, sql`select 1 from ${from} where ${where}`, isSought ? FOUND : undefined);
  const sums = count.total > SUMMED ? undefined : await sumOf(db, who, from, where);
  const standing = await standingOf(
    db,
    page.items.map((row) => ({ ...row, key: Number(row.key) })),
  );
  const closed = await factoryDays(db, [...new Set(page.items.map((row) => row.seller_id))], day);
  const items = page.items.map((row) => {
    const key = Number(row.key);
    const amounts = seesOrderAmounts(who, row);
    const { price, ...rest } = standing.get(key)!;
    const status = orderStatus(row.cancelled_time !== null, row, row);
    return orderRow.parse({
      ...row,
      ...rest,
      key,
      num_cards: liveCards(row),
      price: amounts ? price : null,
      sent_price: amounts && row.sent_price !== null ? Number(row.sent_price) : null,
      status,
      is_unanswered:
        row.cancelled_time === null &&
        row.num_waiting > 0 &&
        answerOverdue(new Date(row.waiting_since!).toISOString(), day, closed.get(row.seller_id)?.closed),
      is_late: row.cancelled_time === null && row.num_late > 0,
    });
  });
  return { ...page, ...count, items, sums };
}
