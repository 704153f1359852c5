import { and, eq } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal } from "~/lib/money/decimal";
import { type Card, card as cards } from "~/lib/tables/card.table.server";
import { collaboration } from "~/lib/tables/factory.table.server";
import { order_line } from "~/lib/tables/order.table.server";
import { comingFamily } from "./order.family";
import { overOrder, type ShipLimit } from "./ship.limit";

async function limitOf(db: Tx, { key, order_key }: Card): Promise<ShipLimit | null> {
  if (order_key === null) return null;
  const lines = await db
    .select({ root: order_line.card_key, own: order_line.over_pct, agreed: collaboration.over_pct })
    .from(order_line)
    .innerJoin(
      collaboration,
      and(eq(collaboration.seller_id, order_line.seller_id), eq(collaboration.buyer_id, order_line.buyer_id)),
    )
    .where(eq(order_line.order_key, order_key));
  const all = await db.select().from(cards).where(eq(cards.order_key, order_key));
  for (const { root: root_key, own, agreed } of lines) {
    const root = all.find((one) => one.key === root_key);
    const family = root ? comingFamily(root, all) : [];
    const members = family.flatMap((one) => [one, ...one.remade]);
    if (!root || !members.some((one) => one.key === key)) continue;
    const stands = family.filter((one) => one.cancelled_time === null && one.answer !== "declined");
    const others = members.filter((one) => one.key !== key && one.cancelled_time === null);
    return {
      ordered: addDecimal("0", ...stands.map((one) => one.num_items)),
      left: addDecimal("0", ...others.map((one) => (one.shipped_time ? one.num_good : one.num_delivered))),
      over_pct: own ?? agreed,
      order_unit: root.order_unit,
    };
  }
  return null;
}

export async function overOrderOf(db: Tx, card: Card, num_good: string): Promise<string | null> {
  const limit = await limitOf(db, card);
  return limit && overOrder(limit, num_good);
}
