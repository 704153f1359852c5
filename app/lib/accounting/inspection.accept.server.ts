import { eq } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { delivery } from "~/lib/tables/delivery.table.server";
import { isGoods, pendingItems } from "./inspection";
import { inspectDelivery } from "./inspection.server";
import { lockGoods, refuseNotBuyer } from "./inspection.write.server";

/** 検収済みにする: what waits of these 納品書; those that have nothing to wait for are left alone. */
export async function acceptDeliveries(
  db: Tx,
  who: Who,
  { keys, inspected_date }: { keys: number[]; inspected_date?: string },
) {
  let accepted = 0;
  for (const key of [...new Set(keys)].sort((a, b) => a - b)) {
    const [found] = await db
      .select({ buyer_id: delivery.buyer_id, cancelled_time: delivery.cancelled_time })
      .from(delivery)
      .where(eq(delivery.key, key));
    if (!found) throw notFound("納品書");
    if (found.cancelled_time) continue;
    const goods = await lockGoods(db, key);
    refuseNotBuyer(who, goods);
    const waits = goods.lines.some((line) => isGoods(line) && milli(pendingItems(line)) > 0n);
    if (!waits) continue;
    await inspectDelivery(db, who, key, {
      version: undefined,
      inspected_date,
      received_date: undefined,
      rest: true,
      lines: [],
    });
    accepted += 1;
  }
  return { accepted, skipped: new Set(keys).size - accepted };
}
