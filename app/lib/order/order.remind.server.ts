import { and, eq, inArray, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { postMessage } from "~/lib/chat/message.server";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { activity } from "~/lib/tables/activity.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { tokyoDate } from "~/lib/time/date";
import { cardsOf } from "./order.now.server";
import { countCards } from "./order.status";

/** 催促 of those with a line that nobody has answered, once a day; the log is what tells that it was. */
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
      !today.has(key) && cancelled_time === null && countCards(cards.get(key) ?? []).num_waiting > 0,
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
  for (const seller_id of [...new Set(owing.map((order) => order.seller_id))].sort())
    await sayReminded(
      db,
      who,
      owing.filter((order) => order.seller_id === seller_id),
      cards,
    );
  return { num: owing.length };
}

const NAMED = 10;

/** One message for a seller, in the room where it talks with the buyer. */
async function sayReminded(
  db: Tx,
  who: Who,
  owing: (typeof orders.$inferSelect)[],
  cards: Awaited<ReturnType<typeof cardsOf>>,
): Promise<void> {
  const [first, ...more] = owing as [(typeof owing)[number], ...typeof owing];
  const waiting = cards
    .get(first.key)
    ?.find((one) => one.answer === "waiting" && one.cancelled_time === null);
  const named = owing.slice(0, NAMED).map(({ order_id }) => order_id);
  const rest = owing.length > NAMED ? ` ほか${owing.length - NAMED}件` : "";
  await postMessage(
    db,
    who,
    {
      id: `order-reminded-${first.key}-${first.version + 1}`,
      roomId: `${first.seller_id}_${first.buyer_id}`,
      productId: undefined,
      taskId: more.length === 0 ? waiting?.key : undefined,
      message: `依頼 ${named.join("、")}${rest} への回答をお願いします。`,
    },
    more.length === 0 ? { order_key: first.key } : {},
  );
}
