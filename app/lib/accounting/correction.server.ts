import { eq, sql } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { figureChanges } from "~/lib/money/confirmed";
import { partyOf } from "~/lib/partner/party.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { closed_period } from "~/lib/tables/invoice.table.server";
import { settlement } from "~/lib/tables/payment.table.server";
import { logBilled, noteLines, setBilled } from "./billed.server";
import { composeCorrection, correctionShown } from "./correction.compose.server";
import type { Issued } from "./correction.read.server";
import type { CorrectionNew } from "./correction.schema";
import { changeDocument, lockDocument, markCancelled, refuseOthers } from "./document.server";
import { insertInvoice } from "./invoice.issue.server";
import { INVOICES } from "./invoice.state.server";

type Composed = Awaited<ReturnType<typeof composeCorrection>>;

async function lockOurs(db: Tx, who: Who, key: number, version?: number): Promise<Issued> {
  const row = await lockDocument(db, INVOICES, key, version);
  refuseOthers(who, row);
  return row;
}

export async function previewCorrection(db: Tx, who: Who, key: number, { version, ...input }: CorrectionNew) {
  const row = await lockOurs(db, who, key, version);
  return correctionShown(
    await partyOf(db, row.seller_id),
    await composeCorrection(db, who, row, { ...input, version }),
  );
}

const FIGURES: [string, string][] = [
  ["赤伝", "円"],
  ["黒伝", "円"],
  ["元の請求書と相殺", "円"],
  ["残り", "円"],
  ["新しい請求書に充当", "円"],
  ["未請求に戻る明細", "行"],
];

/** R4-9: 赤黒 or 赤 alone; 訂正版 while the partner has not opened it. Issued exactly as seen, or not at all. */
export async function issueCorrection(
  db: Tx,
  who: Who,
  key: number,
  { seen, version, ...input }: CorrectionNew,
) {
  const row = await lockOurs(db, who, key, version);
  const found = await composeCorrection(db, who, row, { ...input, version });
  if (seen !== undefined && seen !== found.seen)
    refuseIf(
      `確認したあとに内容が変わりました。まだ発行していません。${figureChanges(seen, found.seen, FIGURES)}`,
    );
  const { reason } = input;
  return found.red
    ? reverse(db, who, row, found, reason)
    : { invoices: [await replace(db, who, row, found, reason)] };
}

async function reverse(db: Tx, who: Who, row: Issued, found: Composed, reason: string) {
  const text = `請求書 ${row.number} の訂正: ${reason}`;
  const red = await insertInvoice(db, who, found.red!, found.reds, text);
  const black = found.black && (await insertInvoice(db, who, found.black, found.lines, text));
  await moveLines(db, who, found, text);
  const [credit_key, invoice_key] = row.total > 0 ? [red.key, row.key] : [row.key, red.key];
  const { seller_id, buyer_id } = row;
  const common = { seller_id, buyer_id, settled_date: found.invoice_date, recorded_time: who.now };
  const rows = [
    { ...common, credit_key, invoice_key, amount: found.settled },
    { ...common, credit_key: red.key, invoice_key: black?.key ?? row.key, amount: found.carried },
  ].filter(({ amount }) => amount > 0);
  if (rows.length > 0) await db.insert(settlement).values(rows);
  const after = { red: red.number, ...(black && { black: black.number }) };
  await changeDocument(db, who, INVOICES, row, "reversed", {}, after, reason);
  return { invoices: black ? [black, red] : [red] };
}

async function replace(db: Tx, who: Who, row: Issued, found: Composed, reason: string) {
  const { revision } = found.black!;
  const text = `訂正版（第${revision}版）: ${reason}`;
  await markCancelled(db, who, INVOICES, row, text);
  const made = await insertInvoice(db, who, found.black!, found.lines, text);
  await db.update(closed_period).set({ invoice_key: made.key }).where(eq(closed_period.invoice_key, row.key));
  await moveLines(db, who, found, text);
  return made;
}

/** What stands on the new one is billed by it; the rest is 未請求 again. */
async function moveLines(db: Tx, who: Who, { red, frozen, freed }: Composed, text: string): Promise<void> {
  await setBilled(db, frozen);
  if (freed.length === 0) return;
  // Not before the month of the 赤: a closing of an earlier one still carries over what they were billed by.
  if (red)
    await db
      .update(delivery_line)
      .set({ billing_ym: sql`greatest(${delivery_line.billing_ym}, ${red.ym}::integer)` })
      .where(noteLines(freed));
  const cards = await db
    .select({ delivery_key: delivery_line.delivery_key, card_key: delivery_line.card_key })
    .from(delivery_line)
    .where(noteLines(freed));
  await logBilled(db, who, cards, "unbilled", text);
}
