import { and, eq, gte, sql } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { closed_period, invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { logBilled, setBilled } from "./billed.server";
import { correctionsOf, followerOf } from "./correction.read.server";
import { type DocumentStore, lockDocument, markCancelled, refuseOthers } from "./document.server";
import { cannotCancelInvoice } from "./invoice";
import { invoiceKind } from "./invoice.schema";
import { liveSettlements } from "./paid.server";
import { freedProblem } from "./returned.server";

export const INVOICES: DocumentStore<typeof invoice.$inferSelect> = {
  ...invoiceKind,
  table: invoice,
  locked: (db, key) => db.select().from(invoice).where(eq(invoice.key, key)).for("update"),
};

/** 締め解除 (R4-9): the number stays, its lines return to 未請求 and the period opens again. */
export async function cancelInvoice(db: Tx, who: Who, key: number, reason: string, version?: number) {
  const row = await lockDocument(db, INVOICES, key, version);
  const { seller_id, buyer_id, ym } = row;
  refuseOthers(who, row);
  const settled = (await db.execute(liveSettlements(key))).rows;
  const { corrections } = await correctionsOf(db, row);
  const is_reversed = corrections.some(({ correction }) => correction === "red");
  const follower = await followerOf(db, row);
  refuseIf(cannotCancelInvoice({ ...row, settled: settled.length, is_reversed, follower }));
  const lines = await db
    .select({
      delivery_key: invoice_line.delivery_key,
      delivery_line_no: invoice_line.delivery_line_no,
      card_key: delivery_line.card_key,
      num_items: invoice_line.num_items,
    })
    .from(invoice_line)
    .innerJoin(
      delivery_line,
      and(
        eq(delivery_line.delivery_key, invoice_line.delivery_key),
        eq(delivery_line.line_no, invoice_line.delivery_line_no),
      ),
    )
    .where(eq(invoice_line.invoice_key, key));
  refuseIf(await freedProblem(db, lines));
  if (!row.is_single) await openPeriods(db, seller_id, buyer_id, ym);
  await logBilled(db, who, lines, "unbilled", `請求書 ${row.number} の取消: ${reason}`);
  const cancelled = await markCancelled(db, who, INVOICES, row, reason);
  await setBilled(db, lines);
  return cancelled;
}

/** With the months without sales that were closed on the way to this one. */
async function openPeriods(db: Tx, seller_id: string, buyer_id: string, ym: number): Promise<void> {
  const [before] = (
    await db.execute<{ ym: number | null }>(sql`select max(ym) as ym from closed_period
    where seller_id = ${seller_id} and buyer_id = ${buyer_id} and ym < ${ym} and invoice_key is not null`)
  ).rows;
  const from = before?.ym == null ? 0 : before.ym + 1;
  const isPair = and(eq(closed_period.seller_id, seller_id), eq(closed_period.buyer_id, buyer_id));
  await db.delete(closed_period).where(and(isPair, gte(closed_period.ym, from)));
}
