import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { order_line, orders } from "~/lib/tables/order.table.server";
import { quote_award } from "~/lib/tables/quote.table.server";
import type { Errors } from "./order.line";
import type { OrderInput } from "./order.schema";

const awardKeys = ({ lines }: OrderInput) =>
  [...new Set(lines.flatMap((line) => line.tooling_award ?? []))].sort((a, b) => a - b);

/** A line that was neither cancelled nor declined, with its order. */
export const standingLine = and(
  isNull(orders.cancelled_time),
  isNull(card.cancelled_time),
  sql`${card.answer} is distinct from 'declined'`,
);

/** By the 採用: the order in which its 型・治具代 stands. */
export async function toolingOrders(
  db: Tx,
  award_keys: number[],
): Promise<Map<number, { key: number; order_id: string }>> {
  if (award_keys.length === 0) return new Map();
  const rows = await db
    .select({ award_key: order_line.tooling_award, key: orders.key, order_id: orders.order_id })
    .from(order_line)
    .innerJoin(orders, eq(orders.key, order_line.order_key))
    .innerJoin(card, eq(card.key, order_line.card_key))
    .where(and(inArray(order_line.tooling_award, award_keys), standingLine))
    .orderBy(desc(orders.key));
  return new Map(rows.map(({ award_key, ...order }) => [award_key!, order]));
}

/** Of an order: the lines that are 型・治具代 of a 採用. */
export async function toolingLines(db: Tx, order_key: number): Promise<Set<number>> {
  const rows = await db
    .select({ line_no: order_line.line_no })
    .from(order_line)
    .where(and(eq(order_line.order_key, order_key), sql`${order_line.tooling_award} is not null`));
  return new Set(rows.map((row) => row.line_no));
}

/** Of two drafts that are sent at once one has it. */
export async function holdTooling(db: Tx, input: OrderInput): Promise<void> {
  const keys = awardKeys(input);
  if (keys.length === 0) return;
  await db
    .select({ key: quote_award.key })
    .from(quote_award)
    .where(inArray(quote_award.key, keys))
    .orderBy(quote_award.key)
    .for("update");
}

export async function toolingErrors(db: Tx, who: Who, input: OrderInput): Promise<Errors> {
  const keys = awardKeys(input);
  if (keys.length === 0) return {};
  const standing = await db
    .select({ key: quote_award.key })
    .from(quote_award)
    .where(
      and(
        inArray(quote_award.key, keys),
        eq(quote_award.buyer_id, who.company_id),
        eq(quote_award.seller_id, input.seller_id),
        isNull(quote_award.undone_time),
      ),
    );
  const ordered = await toolingOrders(db, keys);
  const problemOf = (award: number, index: number): string | null => {
    const order = ordered.get(award);
    if (!standing.some(({ key }) => key === award))
      return "この型・治具代の見積は、採用されていないか、採用が取り消されました。この行を削除してください";
    if (order) return `この型・治具代は、依頼 ${order.order_id} で依頼しています。この行を削除してください`;
    const first = input.lines.findIndex((line) => line.tooling_award === award);
    return first < index ? "同じ型・治具代の行が二つあります。一つを削除してください" : null;
  };
  return Object.fromEntries(
    input.lines.flatMap(({ tooling_award }, index) => {
      const problem = tooling_award === undefined ? null : problemOf(tooling_award, index);
      return problem ? [[`lines[${index}].name`, [problem]]] : [];
    }),
  );
}
