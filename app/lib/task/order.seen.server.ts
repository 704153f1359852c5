import { and, eq, isNull } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { orders } from "~/lib/tables/order.table.server";

export async function markOrderSeen(
  db: Tx,
  who: Who,
  { key, version: last, seller_id, buyer_id }: typeof orders.$inferSelect,
): Promise<void> {
  const version = last + 1;
  await db.update(orders).set({ viewed_time: who.now, version }).where(eq(orders.key, key));
  await record(db, who, {
    subject: "order",
    subject_key: key,
    seq: version,
    seller_id,
    buyer_id,
    kind: "viewed",
    before: { viewed_time: null },
    after: { viewed_time: who.now },
  });
}

/** Whoever holds the order just now is not waited for: they wait for the card. */
export async function seenByAnswer(db: Tx, who: Who, key: number | null): Promise<void> {
  if (key === null) return;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.key, key), eq(orders.seller_id, who.company_id), isNull(orders.viewed_time)))
    .for("update", { skipLocked: true });
  if (order) await markOrderSeen(db, who, order);
}
