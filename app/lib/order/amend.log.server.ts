import { eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { orders } from "~/lib/tables/order.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import type { Notice } from "~/lib/vocabulary/notice";
import type { OrderHead } from "./amend.standing.server";

type Telling = { kind: Notice; title: string; text: string; path: string };

/** In the order's own log, and to the other side. The caller holds the order. */
export async function recordOrder(
  db: Tx,
  who: Who,
  order: OrderHead,
  entry: { kind: string; after: Changed; reason?: string },
  telling: Telling,
): Promise<void> {
  const version = order.version + 1;
  order.version = version;
  await db.update(orders).set({ version }).where(eq(orders.key, order.key));
  await record(db, who, {
    subject: "order",
    subject_key: order.key,
    seq: version,
    seller_id: order.seller_id,
    buyer_id: order.buyer_id,
    before: {},
    ...entry,
  });
  const other = who.company_id === order.seller_id ? order.buyer_id : order.seller_id;
  const text = `${who.company_name ?? who.company_id}：${telling.text}`;
  await giveNotices(db, [{ company_id: other, ...telling, text, at: who.now }]);
}

export const amendPath = (order_key: number, key: number) => `/task/order/${order_key}/change/${key}`;
