import { eq, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal } from "~/lib/money/decimal";
import { type Card, card as cards } from "~/lib/tables/card.table.server";
import { comingFamily } from "./order.family";
import { overOrder, type ShipLimit } from "./ship.limit";

async function limitOf(db: Tx, { key, order_key }: Card): Promise<ShipLimit | null> {
  if (order_key === null) return null;
  // A line's own is of its last version; the others are bound as the two companies were when it was sent.
  const { rows: lines } = await db.execute<{ root: number; over_pct: string }>(sql`
    select l.card_key::int as root, coalesce(case when r.line_no is null then l.over_pct else r.over_pct end, o.over_pct, b.over_pct) as over_pct
    from order_line l join orders o on o.key = l.order_key
      join collaboration b on (b.seller_id, b.buyer_id) = (l.seller_id, l.buyer_id)
      left join lateral (select v.line_no, v.over_pct from order_revision_line v where (v.order_key, v.line_no) = (l.order_key, l.line_no)
        order by v.revision desc limit 1) r on true
    where l.order_key = ${order_key}`);
  const all = await db.select().from(cards).where(eq(cards.order_key, order_key));
  for (const { root: root_key, over_pct } of lines) {
    const root = all.find((one) => one.key === root_key);
    const family = root ? comingFamily(root, all) : [];
    const members = family.flatMap((one) => [one, ...one.remade]);
    if (!root || !members.some((one) => one.key === key)) continue;
    const stands = family.filter((one) => one.cancelled_time === null && one.answer !== "declined");
    const others = members.filter((one) => one.key !== key && one.cancelled_time === null);
    return {
      ordered: addDecimal("0", ...stands.map((one) => one.num_items)),
      left: addDecimal("0", ...others.map((one) => (one.shipped_time ? one.num_good : one.num_delivered))),
      over_pct,
      order_unit: root.order_unit,
    };
  }
  return null;
}

export async function overOrderOf(db: Tx, card: Card, num_good: string): Promise<string | null> {
  const limit = await limitOf(db, card);
  return limit && overOrder(limit, num_good);
}
