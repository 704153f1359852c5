import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal } from "~/lib/money/decimal";
import { termsOf } from "~/lib/partner/party.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { familyOf, standingFamily } from "~/lib/task/order.family";
import { paymentOf } from "~/lib/vocabulary/terms";
import { dueNow } from "./order.due";
import { lineNow } from "./order.now";
import { cardsOf } from "./order.now.server";
import { linesOf } from "./order.revision.server";

async function deliveredOf(db: Tx, card_keys: number[]) {
  if (card_keys.length === 0) return [];
  // 再納 replaces pieces that have been counted.
  return db
    .select({
      card_key: delivery_line.card_key,
      num_items: delivery_line.num_items,
      key: delivery.key,
      number: delivery.number,
      delivery_date: delivery.delivery_date,
      due_date: invoice.due_date,
    })
    .from(delivery_line)
    .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
    .leftJoin(invoice, eq(invoice.key, delivery_line.invoice_key))
    .where(
      and(
        inArray(delivery_line.card_key, card_keys),
        eq(delivery_line.is_live, true),
        isNull(delivery_line.replaces_key),
      ),
    )
    .orderBy(delivery.delivery_date, delivery.key);
}

export type Goods = {
  order_id: string;
  delivered: {
    key: number;
    number: string;
    delivery_date: string;
    num_items: string;
    payment_date: string | null;
  }[];
  /** The day of what is still to come; undefined where nothing is. */
  coming: string | null | undefined;
};

/** What was made from supplied material, by "order line", and when each of it is paid. */
export async function goodsOf(db: Tx, order_keys: number[]): Promise<Map<string, Goods>> {
  const keys = [...new Set(order_keys)];
  if (keys.length === 0) return new Map();
  const heads = await db.select().from(orders).where(inArray(orders.key, keys));
  const cards = await cardsOf(db, keys);
  const lines = await linesOf(db, keys);
  const terms = await termsOf(db, heads);
  const delivered = await deliveredOf(
    db,
    [...cards.values()].flatMap((all) => all.map((card) => card.key)),
  );
  const found = new Map<string, Goods>();
  for (const head of heads) {
    const agreed = terms.get(`${head.seller_id} ${head.buyer_id}`);
    const all = cards.get(head.key) ?? [];
    for (const line of lines.get(head.key) ?? []) {
      const root = all.find((card) => card.key === line.card_key);
      if (!root) continue;
      const family = new Set(familyOf(root, all).map((card) => card.key));
      const came = delivered
        .filter((one) => family.has(one.card_key!))
        .map(({ card_key: _, due_date, ...one }) => ({
          ...one,
          payment_date:
            due_date ?? (agreed ? paymentOf(one.delivery_date, { ...agreed, ...head }).payment_due : null),
        }));
      const now = lineNow(line, standingFamily(root, all), agreed?.amount_rounding ?? "floor");
      const off = now.is_off || head.cancelled_time !== null;
      const isWhole =
        off || compareDecimal(addDecimal("0", ...came.map((one) => one.num_items)), now.num_items) >= 0;
      const coming = isWhole ? undefined : (dueNow(now, head, agreed).payment_due ?? line.payment_due);
      found.set(`${head.key} ${line.line_no}`, { order_id: head.order_id, delivered: came, coming });
    }
  }
  return found;
}

export const paymentDates = ({ delivered, coming }: Goods): (string | null)[] => [
  ...delivered.map((one) => one.payment_date),
  ...(coming === undefined ? [] : [coming]),
];
