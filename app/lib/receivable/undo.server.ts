import { and, eq, isNull, sql } from "drizzle-orm";
import { cannotFreeCredit } from "~/lib/accounting/correction";
import { changeDocument, lockDocument } from "~/lib/accounting/document.server";
import { INVOICES } from "~/lib/accounting/invoice.state.server";
import { lastClosed } from "~/lib/accounting/pair.server";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { settlement } from "~/lib/tables/payment.table.server";
import { tokyoDate } from "~/lib/time/date";
import { reversalOf, undoDate } from "./difference";
import { offsetOfPayment } from "./offset.read.server";
import { AGREED_OFFSET, cannotCancelPayment, laterDay } from "./payment";
import { refundsOf } from "./refunds.server";
import { changePayment, lockPayment, settle, wrong } from "./settle.server";

const isLive = and(
  isNull(settlement.reverses),
  sql`not exists (select 1 from settlement r where r.reverses = ${settlement.key})`,
);
type Undo = { reason?: string | undefined; version?: number | undefined };

async function dateOf(db: Tx, who: Who, pair: { seller_id: string; buyer_id: string }, day: string) {
  const last = await lastClosed(db, pair.seller_id, pair.buyer_id);
  return undoDate(day, last?.end_date ?? null, tokyoDate(who.now));
}

/** 「この充当だけ外す」: its money is free again, and nothing else changes. */
export async function undoSettlement(db: Tx, who: Who, key: number, { reason, version }: Undo) {
  const ours = and(eq(settlement.key, key), eq(settlement.seller_id, who.company_id));
  const [found] = await db.select().from(settlement).where(ours);
  if (!found) throw notFound("充当");
  const { payment_key, credit_key } = found;
  const source = payment_key
    ? { payment: await lockPayment(db, who, payment_key, version) }
    : { credit: await lockDocument(db, INVOICES, credit_key!, version) };
  const is_agreed = payment_key !== null && (await offsetOfPayment(db, payment_key)) !== null;
  refuseIf(is_agreed ? AGREED_OFFSET : null);
  const [row] = await db.select().from(settlement).where(and(ours, isLive));
  refuseIf(row ? null : "この充当はすでに外されています。");
  if (source.credit) {
    const [paid] = await db.select().from(invoice).where(eq(invoice.key, row!.invoice_key));
    refuseIf(cannotFreeCredit(source.credit, paid!));
  }
  const day = await dateOf(db, who, row!, row!.settled_date);
  if (day !== row!.settled_date && !reason)
    throw wrong({ reason: ["締め済みの期間の充当です。今日の日付で外す理由を入力してください"] });
  await settle(db, who, row!, [reversalOf(row!, day)]);
  const after = { amount: row!.amount };
  return source.payment
    ? changePayment(db, who, source.payment, "unsettled", { reason, after })
    : changeDocument(db, who, INVOICES, source.credit!, "unsettled", {}, after, reason);
}

/** By reversal: the receipt and its rows stay, and count for nothing from then on. */
export async function cancelPayment(
  db: Tx,
  who: Who,
  key: number,
  { reason, version }: Undo & { reason: string },
) {
  const row = await lockPayment(db, who, key, version);
  const is_agreed = (await offsetOfPayment(db, key)) !== null;
  refuseIf(cannotCancelPayment({ ...row, is_agreed, refunds: await refundsOf(db, key) }));
  return reverseReceipt(db, who, row, reason);
}

export async function reverseReceipt(
  db: Tx,
  who: Who,
  row: Awaited<ReturnType<typeof lockPayment>>,
  reason: string,
) {
  const cancelled_date = await dateOf(db, who, row, row.payment_date);
  const live = await db
    .select()
    .from(settlement)
    .where(and(eq(settlement.payment_key, row.key), isLive));
  await settle(
    db,
    who,
    row,
    live.map((one) => reversalOf(one, laterDay(one.settled_date, cancelled_date))),
  );
  const changes = { cancelled_time: who.now, cancelled_date };
  return changePayment(db, who, row, "cancelled", { reason, changes, after: { cancelled_date } });
}
