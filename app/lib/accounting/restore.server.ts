import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { closed_period } from "~/lib/tables/invoice.table.server";
import { logBilled, setBilled } from "./billed.server";
import { draftInvoice, partners } from "./closing.draft.server";
import { booksOf } from "./closing.server";
import { type Issued, issuedSince, linesOfInvoice } from "./correction.read.server";
import { changeDocument, lockDocument, refuseOthers } from "./document.server";
import { cannotRestore } from "./invoice";
import { INVOICES } from "./invoice.state.server";
import { lastClosed } from "./pair.server";
import { lineNameOf } from "./single.schema";
import { unbilledLines } from "./unbilled.server";

type Part = Parameters<typeof lineNameOf>[0] & {
  num_items: string | null;
  inspection_key: number | null;
  price: number;
};
/** A line is billed in parts, that may be alike, where they are inspected one after the other. */
const partsOf = (lines: Part[], { revision }: Issued): string[] =>
  lines.map((line) => {
    // A 訂正版 words its lines anew.
    const price = revision > 1 ? "" : line.price;
    return [lineNameOf(line), Number(line.num_items ?? 0), line.inspection_key ?? "", price].join(" ");
  });

function isWithin(some: string[], all: string[]): boolean {
  const left = new Map<string, number>();
  for (const one of all) left.set(one, (left.get(one) ?? 0) + 1);
  return some.every((one) => {
    const num = left.get(one) ?? 0;
    left.set(one, num - 1);
    return num > 0;
  });
}

const CHANGED = "取り消したあとに内容が変わったため復元できません。";

/** 復元 of a cancelled 請求書 under its number, where all is as it was when it was issued. */
export async function restoreInvoice(db: Tx, who: Who, key: number, reason: string, version?: number) {
  const row = await lockDocument(db, INVOICES, key, version);
  refuseOthers(who, row);
  refuseIf(cannotRestore({ ...row, follower: await issuedSince(db, row) }));
  const lines = await linesOfInvoice(db, key);
  const noted = lines.filter((line) => line.delivery_key !== null);
  const free = (await unbilledLines(db, row.seller_id, [row.buyer_id])).lines;
  const names = new Set(noted.map(lineNameOf));
  const found = free.filter((line) => names.has(lineNameOf(line)));
  refuseIf(
    isWithin(partsOf(noted, row), partsOf(found, row))
      ? null
      : `${CHANGED}載っていた納品書の明細が変わっています。新しい請求書を発行してください。`,
  );
  if (row.is_single) {
    const last = await lastClosed(db, row.seller_id, row.buyer_id);
    refuseIf(last && last.end_date >= row.invoice_date ? `${CHANGED}請求日の期間が締め済みです。` : null);
  } else await closeAgain(db, who, row, noted);
  await logBilled(db, who, found, "billed", `請求書 ${row.number} の復元: ${reason}`);
  const open = { cancelled_time: null, cancel_reason: null };
  const restored = await changeDocument(
    db,
    who,
    INVOICES,
    row,
    "restored",
    open,
    { cancelled_time: null },
    reason,
  );
  await setBilled(db, noted);
  return restored;
}

/** Only where closing anew would carry over the same and bill the same lines. */
async function closeAgain(db: Tx, who: Who, row: Issued, noted: Part[]): Promise<void> {
  const [partner] = await partners(db, who, [row.buyer_id]);
  const draft = draftInvoice(partner!, row.ym, await booksOf(db, who, row.ym, [partner!]));
  const billed = draft.lines.filter((line) => line.delivery_key !== null);
  const isSame =
    billed.length === noted.length &&
    isWithin(partsOf(noted, row), partsOf(billed, row)) &&
    (["prev_billed", "received", "adjustment", "start_date", "end_date"] as const).every(
      (name) => draft[name] === row[name],
    );
  refuseIf(
    isSame ? null : `${CHANGED}納品書・入金・締めの条件のどれかが変わっています。もう一度締めてください。`,
  );
  const { seller_id, buyer_id } = row;
  await db.insert(closed_period).values(
    draft.periods.map((period) => ({
      seller_id,
      buyer_id,
      ym: period.ym,
      start_date: period.start,
      end_date: period.end,
      terms: row.terms,
      invoice_key: period.ym === row.ym ? row.key : null,
      closed_time: who.now,
    })),
  );
}
