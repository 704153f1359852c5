import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { ISSUER_ONLY } from "~/lib/api/query.server";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { closed_period, invoice } from "~/lib/tables/invoice.table.server";
import { payment, settlement } from "~/lib/tables/payment.table.server";
import { staleSubject } from "~/lib/task/card.lock.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { logBilled } from "./closing.server";
import { cannotCancelInvoice } from "./invoice";
import { lastClosed, lockPair } from "./pair.server";

type Invoice = typeof invoice.$inferSelect;

async function lockInvoice(db: Tx, key: number, version?: number): Promise<Invoice> {
  const [found] = await db
    .select({ seller_id: invoice.seller_id, buyer_id: invoice.buyer_id })
    .from(invoice)
    .where(eq(invoice.key, key));
  if (!found) throw notFound("請求書");
  await lockPair(db, found.seller_id, found.buyer_id);
  const [row] = await db.select().from(invoice).where(eq(invoice.key, key)).for("update");
  if (version !== undefined && row!.version !== version)
    throw await staleSubject(db, "invoice", "請求書", key, version);
  return row!;
}

async function log(db: Tx, who: Who, row: Invoice, kind: string, after: Changed, reason?: string) {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, null]));
  const { key, seller_id, buyer_id, version } = row;
  await record(db, who, {
    subject: "invoice",
    subject_key: key,
    seq: version + 1,
    seller_id,
    buyer_id,
    kind,
    reason,
    before,
    after,
  });
  return { key, version: version + 1 };
}

/** 締め解除: the number stays, the paper is marked, its lines return to 未請求 and the period opens again (R4-9). */
export async function cancelInvoice(db: Tx, who: Who, key: number, reason: string, version?: number) {
  const row = await lockInvoice(db, key, version);
  const { seller_id, buyer_id, ym } = row;
  if (seller_id !== who.company_id) throw new Refusal(403, ISSUER_ONLY);
  const settled = await db
    .select({ amount: settlement.amount })
    .from(settlement)
    .innerJoin(payment, eq(payment.key, settlement.payment_key))
    .where(and(eq(settlement.invoice_key, key), isNull(payment.cancelled_time)));
  const last = await lastClosed(db, seller_id, buyer_id);
  refuseIf(cannotCancelInvoice({ ...row, settled: settled.length, newest_ym: last?.ym ?? ym }));
  const lines = await db
    .select({ delivery_key: delivery_line.delivery_key, card_key: delivery_line.card_key })
    .from(delivery_line)
    .where(eq(delivery_line.invoice_key, key));
  await db.update(delivery_line).set({ invoice_key: null }).where(eq(delivery_line.invoice_key, key));
  // The months without sales that were closed on the way to this one open with it.
  const [before] = (
    await db.execute<{ ym: number | null }>(sql`select max(ym) as ym from closed_period
    where seller_id = ${seller_id} and buyer_id = ${buyer_id} and ym < ${ym} and invoice_key is not null`)
  ).rows;
  const from = before?.ym == null ? 0 : before.ym + 1;
  await db
    .delete(closed_period)
    .where(
      and(
        eq(closed_period.seller_id, seller_id),
        eq(closed_period.buyer_id, buyer_id),
        gte(closed_period.ym, from),
      ),
    );
  await db
    .update(invoice)
    .set({ cancelled_time: who.now, cancel_reason: reason, version: row.version + 1 })
    .where(eq(invoice.key, key));
  await logBilled(db, who, lines, "unbilled", `請求書 ${row.number} の取消: ${reason}`);
  return log(db, who, row, "cancelled", { cancelled_time: who.now }, reason);
}

/** The buyer has opened it; only the first time counts. */
export async function viewInvoice(db: Tx, who: Who, key: number) {
  const row = await lockInvoice(db, key);
  if (row.viewed_time || row.buyer_id !== who.company_id) return { key, version: row.version };
  await db
    .update(invoice)
    .set({ viewed_time: who.now, version: row.version + 1 })
    .where(eq(invoice.key, key));
  return log(db, who, row, "viewed", { viewed_time: who.now });
}
