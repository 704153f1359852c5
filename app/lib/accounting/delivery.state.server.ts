import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { changeCard } from "~/lib/task/card.write.server";
import { shiftMonth } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import { cannotCancel, cannotPostpone } from "./delivery";
import { returnsOf } from "./delivery.read.server";
import { deliveryKind } from "./delivery.schema";
import {
  changeDocument,
  type DocumentStore,
  lockDocument,
  markCancelled,
  refuseOthers,
} from "./document.server";
import { pairOf } from "./pair.server";

export const DELIVERIES: DocumentStore<typeof delivery.$inferSelect> = {
  ...deliveryKind,
  table: delivery,
  locked: (db, key) => db.select().from(delivery).where(eq(delivery.key, key)).for("update"),
};

async function lockDelivery(db: Tx, who: Who, key: number, version?: number) {
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

export async function cancelDelivery(db: Tx, who: Who, key: number, reason: string, version?: number) {
  const { note, lines, invoice_numbers } = await lockDelivery(db, who, key, version);
  refuseIf(cannotCancel({ ...note, invoice_numbers, return_numbers: await returnsOf(db, note) }));
  const keys = lines.flatMap(({ card_key }) => card_key ?? []);
  const cards =
    keys.length === 0
      ? []
      : await db.select().from(card).where(inArray(card.key, keys)).orderBy(asc(card.key)).for("update");
  for (const found of cards) {
    const back = lines
      .filter((line) => line.card_key === found.key)
      .reduce((sum, line) => sum + milli(line.num_items), 0n);
    await changeCard(
      db,
      who,
      found,
      "undelivered",
      { num_delivered: decimal(milli(found.num_delivered) - back) },
      `納品書 ${note.number} の取消: ${reason}`,
    );
  }
  await db.update(delivery_line).set({ is_live: false }).where(eq(delivery_line.delivery_key, key));
  return markCancelled(db, who, DELIVERIES, note, reason);
}

/** One month later than they would be billed now. */
export async function postponeDelivery(db: Tx, who: Who, key: number, version?: number) {
  const { note, lines, invoice_numbers } = await lockDelivery(db, who, key, version);
  refuseIf(cannotPostpone({ ...note, invoice_numbers }));
  const terms = await pairOf(db, who, note.buyer_id);
  const billing_ym = shiftMonth(lines[0]?.billing_ym ?? periodOf(note.delivery_date, terms), 1);
  await db
    .update(delivery_line)
    .set({ billing_ym })
    .where(and(eq(delivery_line.delivery_key, key), sql`invoice_key is null`));
  return changeDocument(db, who, DELIVERIES, note, "postponed", {}, { billing_ym });
}
