import { and, eq, inArray, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { activity } from "~/lib/tables/activity.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { tokyoDate } from "~/lib/time/date";
import { cardsOf } from "./order.now.server";
import { countCards, orderStatus } from "./order.status";

/** 催促 of those that nobody has answered, once a day; the log is what tells that it was. */
export async function remindOrders(db: Tx, who: Who, asked: number[]): Promise<{ num: number }> {
  const keys = [...new Set(asked)].sort((a, b) => a - b);
  const found = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.key, keys), eq(orders.buyer_id, who.company_id)))
    .orderBy(orders.key)
    .for("update");
  if (found.length < keys.length) throw notFound("外注依頼");
  const cards = await cardsOf(db, keys);
  const told = await db
    .select({ key: activity.subject_key })
    .from(activity)
    .where(
      and(
        eq(activity.subject, "order"),
        inArray(activity.subject_key, keys),
        eq(activity.kind, "reminded"),
        sql`(${activity.at} at time zone 'Asia/Tokyo')::date = ${tokyoDate(who.now)}::date`,
      ),
    );
  const today = new Set(told.map((row) => row.key));
  const owing = found.filter(
    ({ key, cancelled_time }) =>
      !today.has(key) && orderStatus(cancelled_time !== null, countCards(cards.get(key) ?? [])) === "waiting",
  );
  for (const { key, version: last, order_id, seller_id, buyer_id } of owing) {
    const version = last + 1;
    await db.update(orders).set({ version }).where(eq(orders.key, key));
    await record(db, who, {
      subject: "order",
      subject_key: key,
      seq: version,
      seller_id,
      buyer_id,
      kind: "reminded",
      before: {},
      after: { order_id },
    });
  }
  return { num: owing.length };
}
