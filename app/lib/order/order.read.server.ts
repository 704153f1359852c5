import { and, asc, eq } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { notFound } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/task/activity.server";
import { withoutAccounts } from "~/lib/setting/party.server";
import { card } from "~/lib/task/card.table.server";
import { lineRest } from "~/lib/task/ship";
import { order, orderCard, type Order } from "./order.row.schema";
import { cancelProblem, countCards, orderStatus } from "./order.status";
import { order_line, orders } from "./order.table.server";

/** Prices on orders are for people with the accounting permission, and for whoever may order: those of the own company's orders (decision 006). */
export const seesOrderAmounts = (who: Who, { buyer_id }: { buyer_id: string }) =>
  who.permissions.includes("accounting") || (who.company_type === "buyer" && who.company_id === buyer_id);

/** The order as sent, each line with its card as that stands now. Another company's is not found. */
export async function findOrder(db: Tx, who: Who, key: number): Promise<Order> {
  const [found] = await db.select().from(orders).where(eq(orders.key, key));
  if (!found || (found.seller_id !== who.company_id && found.buyer_id !== who.company_id)) throw notFound("外注依頼");
  const rows = await db.select({ line: order_line, card }).from(order_line).innerJoin(card, eq(card.key, order_line.card_key))
    .where(eq(order_line.order_key, key)).orderBy(asc(order_line.line_no));
  const { id, task_type, num_items, num_good, num_delivered, is_billing_target, answer, shipped_time, cancelled_time } = card;
  const cards = await db.select({ id, task_type, num_items, num_good, num_delivered, is_billing_target, answer, shipped_time, cancelled_time }).from(card)
    .where(and(eq(card.order_key, key)));
  const amounts = seesOrderAmounts(who, found);
  const cancelled = found.cancelled_time !== null;
  return order.parse({
    ...found, seller: withoutAccounts(found.seller), buyer: withoutAccounts(found.buyer), amounts, log: await activityOf(db, who, "order", key),
    status: orderStatus(cancelled, countCards(cards)),
    cancel_problem: who.company_id === found.buyer_id ? cancelProblem(cancelled, cards) : "依頼元だけが取り消せます。",
    lines: rows.map(({ line, card: of }) => ({
      ...line, unit_price: amounts ? line.unit_price : null, price: amounts ? line.price : null, card: orderCard.parse(of),
      ...lineRest(cards.filter((one) => one.id === of.id || (one.task_type === "division" && one.id.startsWith(`${of.id}-`)))),
    })),
  });
}
