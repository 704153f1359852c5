import { issuingPerson, type Who } from "~/lib/api/who";
import { documentNumbers } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { recordAll } from "~/lib/log/activity.server";
import { addressedAll } from "~/lib/partner/contact.server";
import { payeeOf } from "~/lib/partner/party.server";
import { invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { LAYOUT } from "~/lib/vocabulary/document";

type Column = typeof invoice.$inferInsert;
type Given = "key" | "number" | "seller" | "buyer" | "person" | "layout" | "issued_time" | "version";
export type InvoiceHead = Omit<Column, Given> & { number?: string };
type InvoiceLineNew = Omit<
  typeof invoice_line.$inferInsert,
  "invoice_key" | "line_no" | "seller_id" | "buyer_id"
>;

/** By their place: a 黒 leaves lines out and puts others in. */
export const numbered = <L>(lines: L[]) => lines.map((line, at) => ({ ...line, line_no: at + 1 }));

type Issue = { head: InvoiceHead; lines: InvoiceLineNew[]; reason?: string };
/** A statement carries 65,535 values at most. */
const AT_ONCE = 1000;

/** The names and addresses of today; without a number of its own each gets the next. */
export async function insertInvoices(db: Tx, who: Who, seller_id: string, all: Issue[]) {
  const fresh = all.filter(({ head }) => head.number === undefined);
  const dates = fresh.map(({ head }) => head.invoice_date);
  const numbers = await documentNumbers(db, seller_id, "S", dates);
  const seller = await payeeOf(db, seller_id);
  const buyer_ids = all.map(({ head }) => head.buyer_id);
  const buyers = await addressedAll(db, seller_id, buyer_ids);
  const common = { seller, person: issuingPerson(who), layout: LAYOUT, issued_time: who.now };
  const heads = all.map(({ head }, at) => ({
    ...head,
    ...common,
    number: head.number ?? numbers.shift()!,
    buyer: buyers[at]!,
  }));
  const made: { key: number; number: string; buyer_id: string }[] = [];
  for (let at = 0; at < heads.length; at += AT_ONCE)
    made.push(
      ...(await db
        .insert(invoice)
        .values(heads.slice(at, at + AT_ONCE))
        .returning({ key: invoice.key, number: invoice.number, buyer_id: invoice.buyer_id })),
    );
  const keys = new Map(made.map((one) => [one.number, one.key]));
  const keyAt = (at: number) => keys.get(heads[at]!.number)!;
  const rows = all.flatMap(({ head: { buyer_id }, lines }, at) =>
    numbered(lines).map((line) => ({ ...line, invoice_key: keyAt(at), seller_id, buyer_id })),
  );
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db.insert(invoice_line).values(rows.slice(at, at + AT_ONCE));
  await recordAll(
    db,
    who,
    heads.map(({ number, buyer_id, ym, subtotal, tax, total, billed_now }, at) => ({
      subject: "invoice",
      subject_key: keyAt(at),
      seq: 1,
      seller_id,
      buyer_id,
      kind: "issued",
      reason: all[at]!.reason,
      before: {},
      after: { number, ym, subtotal, tax, total, billed_now },
    })),
  );
  return heads.map(({ number, buyer_id }, at) => ({ key: keyAt(at), number, buyer_id }));
}

export async function insertInvoice(
  db: Tx,
  who: Who,
  head: InvoiceHead,
  lines: InvoiceLineNew[],
  reason?: string,
) {
  return (await insertInvoices(db, who, head.seller_id, [{ head, lines, reason }]))[0]!;
}
