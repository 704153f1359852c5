import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { orders } from "~/lib/tables/order.table.server";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import { standingOf } from "./order.now.server";

/** What stands of an order may follow from all its cards: so many are looked at. */
const PRICED = 3000;

type Found = {
  key: string;
  seller_id: string;
  buyer_id: string;
  cancelled_time: string | null;
  price: string | null;
  is_as_sent: boolean;
};

/** Where nothing of it has changed an order is what its lines were sent for, and no card is added up. */
const AS_SENT = sql`lateral (select case when ${orders.cancelled_time} is not null then 0 when count(l.price) = count(*) then sum(l.price)::bigint end as price,
    (${orders.cancelled_time} is not null or bool_and(c.num_items = l.num_items and c.order_unit = l.order_unit and c.unit = l.unit
      and c.unit_price is not distinct from l.unit_price and c.answer is distinct from 'declined' and c.cancelled_time is null
      and c.closed_reason is null and (c.shipped_time is null or c.num_good >= c.num_items))
      and not exists (select from card d where d.order_key = orders.key and d.task_type = 'division'))
    and not exists (select from order_revision v where v.order_key = orders.key) as is_as_sent
  from order_line l join card c on c.key = l.card_key where l.order_key = orders.key) p`;

/** Of orders as they stand now, for who may see amounts. */
export async function pricedBetween(
  db: Tx,
  who: Who,
  from: SQL,
  where: SQL | undefined,
  [least, most]: [number, number],
): Promise<SQL> {
  const { rows } = await db.execute<Found>(sql`
    select ${orders.key} as key, ${orders.seller_id} as seller_id, ${orders.buyer_id} as buyer_id, ${orders.cancelled_time} as cancelled_time,
      p.price, p.is_as_sent from ${from}, ${AS_SENT} where ${where} limit ${PRICED + 1}`);
  if (rows.length > PRICED)
    throw new Refusal(
      409,
      `金額で絞り込めるのは${PRICED.toLocaleString("en-US")}件までです。依頼日や依頼先でも絞り込んでください。`,
    );
  const seen = rows.filter((row) => seesOrderAmounts(who, row));
  const changed = seen.filter((row) => !row.is_as_sent);
  const standing = await standingOf(
    db,
    changed.map((row) => ({ ...row, key: Number(row.key) })),
  );
  const priced = seen.map((row) => {
    const key = Number(row.key);
    const sent = row.price === null ? null : Number(row.price);
    return { key, price: row.is_as_sent ? sent : (standing.get(key)?.price ?? null) };
  });
  const keys = priced.flatMap(({ key, price }) =>
    price !== null && price >= least && price <= most ? [key] : [],
  );
  return sql`${orders.key} = any(${sql.param(keys)}::bigint[])`;
}
