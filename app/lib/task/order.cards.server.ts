import { and, asc, eq } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { card } from "~/lib/tables/card.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { changeCards, offBoard } from "./card.write.server";
import { cancelProblem } from "./order.cards";

/** null: all of them; with the last of them the order itself goes. */
export async function cancelCards(
  db: Tx,
  who: Who,
  key: number,
  card_keys: number[] | null,
  reason: string,
): Promise<{ key: number }> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.key, key), eq(orders.buyer_id, who.company_id)))
    .for("update");
  if (!order) throw notFound("外注依頼");
  const all = await db
    .select()
    .from(card)
    .where(eq(card.order_key, key))
    .orderBy(asc(card.key))
    .for("update");
  const cards = card_keys === null ? all : all.filter((one) => card_keys.includes(one.key));
  refuseIf(cancelProblem(order.cancelled_time !== null, cards));
  await changeCards(
    db,
    who,
    "cancelled",
    cards
      .filter((one) => one.cancelled_time === null)
      .map((one) => ({
        card: one,
        changes: {
          ...offBoard(one, who.now),
        },
      })),
    reason,
  );
  if (card_keys !== null && all.some((one) => one.cancelled_time === null && !card_keys.includes(one.key)))
    return { key };
  const version = order.version + 1;
  await db
    .update(orders)
    .set({ cancelled_time: who.now, cancel_reason: reason, version })
    .where(eq(orders.key, key));
  await record(db, who, {
    subject: "order",
    subject_key: key,
    seq: version,
    seller_id: order.seller_id,
    buyer_id: order.buyer_id,
    kind: "cancelled",
    reason,
    before: { cancelled_time: null },
    after: { cancelled_time: who.now },
  });
  return { key };
}
