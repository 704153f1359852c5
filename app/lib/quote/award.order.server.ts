import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { standingLine, toolingOrders } from "~/lib/order/order.tooling.server";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { order_line, orders } from "~/lib/tables/order.table.server";
import {
  quote,
  quote_answer,
  quote_answer_line,
  quote_award,
  quote_seller,
} from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import { closedDaysOf } from "./answer.read.server";
import { arrivalOf, isExpired } from "./quote.compare";
import { NOUN } from "./quote.write.server";

/** By its key: the first order since it was chosen, at its price as may be, or with its 型代. */
export async function ordersSince(
  db: Tx,
  award_keys: number[],
): Promise<Map<number, { key: number; order_id: string }>> {
  if (award_keys.length === 0) return new Map();
  const rows = await db
    .select({ award_key: quote_award.key, key: orders.key, order_id: orders.order_id })
    .from(quote_award)
    .innerJoin(
      order_line,
      or(eq(order_line.product_id, quote_award.product_id), eq(order_line.tooling_award, quote_award.key)),
    )
    .innerJoin(card, eq(card.key, order_line.card_key))
    .innerJoin(orders, eq(orders.key, order_line.order_key))
    .where(
      and(
        inArray(quote_award.key, award_keys),
        standingLine,
        sql`${card.created_time} >= ${quote_award.awarded_time}`,
      ),
    )
    .orderBy(sql`${orders.key} desc`);
  return new Map(rows.map(({ award_key, ...order }) => [award_key, order]));
}

/** What 外注依頼 is filled with. */
export async function awardOrderOf(db: Tx, who: Who, key: number, award_key: number) {
  const [found] = await db
    .select({
      award: quote_award,
      answer: quote_answer,
      head: quote,
      item: product,
      lead_days: quote_answer_line.lead_days,
    })
    .from(quote_award)
    .innerJoin(quote_answer, eq(quote_answer.key, quote_award.answer_key))
    .innerJoin(
      quote_answer_line,
      and(
        eq(quote_answer_line.answer_key, quote_award.answer_key),
        eq(quote_answer_line.quantity, quote_award.quantity),
      ),
    )
    .innerJoin(quote, eq(quote.key, quote_award.quote_key))
    .innerJoin(quote_seller, eq(quote_seller.key, quote_award.seller_key))
    .innerJoin(product, eq(product.product_id, quote_award.product_id))
    .where(
      and(
        eq(quote_award.key, award_key),
        isNull(quote_award.undone_time),
        eq(quote.key, key),
        eq(quote.buyer_id, who.company_id),
      ),
    );
  if (!found) throw notFound(NOUN);
  const { award, answer, head, item, lead_days } = found;
  // Ordered on another day than it was chosen, it comes so much later.
  const day = today(new Date(who.now));
  const { date } = arrivalOf(day, lead_days, await closedDaysOf(db, award.seller_id), null);
  return {
    ...award,
    order: (await ordersSince(db, [award.key])).get(award.key) ?? null,
    tooling_order: (await toolingOrders(db, [award.key])).get(award.key) ?? null,
    delivery_date: date,
    number: head.number!,
    name: head.name,
    destination: head.destination,
    drawing_no: head.drawing_no,
    drawing_revision: head.drawing_revision,
    order_unit: head.order_unit,
    unit: head.unit,
    product_id: item.product_id,
    tooling_owner: answer.tooling_owner,
    valid_until: answer.valid_until,
    is_expired: isExpired(answer.valid_until, who.now),
  };
}
