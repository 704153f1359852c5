import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { orders } from "~/lib/tables/order.table.server";
import { cancelCards } from "~/lib/task/order.cards.server";
import { markOrderSeen } from "~/lib/task/order.seen.server";
import type { answersSeen, cancelInput } from "./order.schema";

export async function cancelOrder(
  db: Tx,
  who: Who,
  key: number,
  { reason }: z.output<typeof cancelInput>,
): Promise<{ key: number }> {
  return cancelCards(db, who, key, null, reason);
}

/** What the seller answered, as its page showed it: what came since then stays unread. */
export async function seeAnswers(
  db: Tx,
  who: Who,
  key: number,
  { until }: z.output<typeof answersSeen>,
): Promise<{ key: number }> {
  const time = until < who.now ? until : who.now;
  const seen = await db
    .update(orders)
    .set({ answer_seen_time: sql`greatest(${orders.answer_seen_time}, ${time}::timestamptz)` })
    .where(and(eq(orders.key, key), eq(orders.buyer_id, who.company_id)))
    .returning({ key: orders.key });
  if (seen.length === 0) throw notFound("外注依頼");
  return { key };
}

export async function viewOrder(db: Tx, who: Who, key: number): Promise<{ key: number }> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.key, key), eq(orders.seller_id, who.company_id)))
    .for("update");
  if (!order) throw notFound("外注依頼");
  if (order.viewed_time === null) await markOrderSeen(db, who, order);
  return { key };
}
