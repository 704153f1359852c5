import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { changeCard } from "~/lib/task/card.write.server";
import { cannotCancel } from "./delivery";
import { deliveredOf } from "./delivery.follow";
import { returnsOf } from "./delivery.read.server";
import { deliveryKind } from "./delivery.schema";
import { type DocumentStore, lockDocument, markCancelled, refuseOthers } from "./document.server";
import { wasInspected } from "./inspection";

export const DELIVERIES: DocumentStore<typeof delivery.$inferSelect> = {
  ...deliveryKind,
  table: delivery,
  locked: (db, key) => db.select().from(delivery).where(eq(delivery.key, key)).for("update"),
};

export async function lockDelivery(db: Tx, who: Who, key: number, version?: number) {
  const note = await lockDocument(db, DELIVERIES, key, version);
  const lines = await db
    .select({ line: delivery_line, number: invoice.number })
    .from(delivery_line)
    .leftJoin(invoice, eq(invoice.key, delivery_line.invoice_key))
    .where(eq(delivery_line.delivery_key, key))
    .orderBy(asc(delivery_line.line_no));
  refuseOthers(who, note);
  const invoice_numbers = [...new Set(lines.flatMap(({ number }) => number ?? []))];
  return { note, lines: lines.map(({ line }) => line), invoice_numbers };
}

/** In the order of their keys, so that two clerks never wait for each other in a ring. */
export async function lockLineCards(
  db: Tx,
  lines: { card_key: number | null }[],
): Promise<Map<number, Card>> {
  const keys = lines.flatMap(({ card_key }) => card_key ?? []);
  if (keys.length === 0) return new Map();
  const rows = await db
    .select()
    .from(card)
    .where(inArray(card.key, keys))
    .orderBy(asc(card.key))
    .for("update");
  return new Map(rows.map((row) => [row.key, row]));
}

type Closing = { card_id: string | null; close_reason: string | null };

/** Those whose 打切 nobody has taken back; another 納品書 may have closed the card since. */
export async function closingLines<L extends Closing>(db: Tx, key: number, lines: L[]): Promise<L[]> {
  const closing = lines.filter((line) => line.close_reason !== null);
  if (closing.length === 0) return [];
  const reopened = await db
    .select({ card_id: sql<string>`${activity.after} ->> 'card_id'` })
    .from(activity)
    .where(
      and(eq(activity.subject, "delivery"), eq(activity.subject_key, key), eq(activity.kind, "reopened")),
    );
  return closing.filter((line) => !reopened.some(({ card_id }) => card_id === line.card_id));
}

export async function cancelDelivery(db: Tx, who: Who, key: number, reason: string, version?: number) {
  const { note, lines, invoice_numbers } = await lockDelivery(db, who, key, version);
  const return_numbers = await returnsOf(db, note);
  const is_inspected = lines.some(wasInspected);
  refuseIf(cannotCancel({ ...note, invoice_numbers, return_numbers, is_inspected }));
  const cards = await lockLineCards(db, lines);
  const closing = await closingLines(db, key, lines);
  for (const { key: card_key, num_items } of deliveredOf(lines)) {
    const found = cards.get(card_key)!;
    const closes = closing.some((line) => line.card_key === card_key);
    await changeCard(
      db,
      who,
      found,
      "undelivered",
      {
        num_delivered: decimal(milli(found.num_delivered) - milli(num_items)),
        ...(closes && { closed_reason: null }),
      },
      `納品書 ${note.number} の取消: ${reason}`,
    );
  }
  await db.update(delivery_line).set({ is_live: false }).where(eq(delivery_line.delivery_key, key));
  return markCancelled(db, who, DELIVERIES, note, reason);
}
