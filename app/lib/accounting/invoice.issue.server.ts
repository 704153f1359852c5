import { issuingPerson, type Who } from "~/lib/api/who";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { addressedOf } from "~/lib/partner/contact.server";
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

export const numbered = <L>(lines: L[]) => lines.map((line, at) => ({ line_no: at + 1, ...line }));

/** The names and addresses of today; without a number of its own it gets the next. */
export async function insertInvoice(
  db: Tx,
  who: Who,
  { number: given, ...head }: InvoiceHead,
  lines: InvoiceLineNew[],
  reason?: string,
): Promise<{ key: number; number: string; buyer_id: string }> {
  const { seller_id, buyer_id, ym, subtotal, tax, total, billed_now } = head;
  const number = given ?? (await documentNumber(db, seller_id, "S", head.invoice_date));
  const [row] = await db
    .insert(invoice)
    .values({
      ...head,
      number,
      seller: await payeeOf(db, seller_id),
      buyer: await addressedOf(db, seller_id, buyer_id),
      person: issuingPerson(who),
      layout: LAYOUT,
      issued_time: who.now,
    })
    .returning({ key: invoice.key });
  const key = row!.key;
  if (lines.length > 0)
    await db
      .insert(invoice_line)
      .values(numbered(lines).map((line) => ({ ...line, invoice_key: key, seller_id, buyer_id })));
  await record(db, who, {
    subject: "invoice",
    subject_key: key,
    seq: 1,
    seller_id,
    buyer_id,
    kind: "issued",
    reason,
    before: {},
    after: { number, ym, subtotal, tax, total, billed_now },
  });
  return { key, number, buyer_id };
}
