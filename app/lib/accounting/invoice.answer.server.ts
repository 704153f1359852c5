import { desc, eq } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { invoice_answer } from "~/lib/tables/inspection.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { changeDocument, isParty, lockDocument } from "./document.server";
import type { InvoiceAnswering, InvoiceAnswers } from "./invoice.answer.schema";
import { INVOICES } from "./invoice.state.server";

export async function answerInvoice(db: Tx, who: Who, key: number, input: InvoiceAnswering) {
  const row = await lockDocument(db, INVOICES, key, input.version);
  const { seller_id, buyer_id } = row;
  if (row.is_self_billed)
    throw new Refusal(403, "支払通知書の確認は、受け取った会社が支払通知書の画面で行います。");
  if (buyer_id !== who.company_id) throw new Refusal(403, "請求書の確認は、受け取った会社が行います。");
  refuseIf(row.cancelled_time ? "この請求書は取り消されています。" : null);
  const agreed = input.agreed === "yes";
  await db.insert(invoice_answer).values({
    seller_id,
    buyer_id,
    invoice_key: key,
    agreed,
    words: input.words,
    actor_name: who.name,
    actor_company: who.company_id,
    answered_time: who.now,
  });
  const kind = agreed ? "confirmed" : "disputed";
  // Who answers has read it, wherever.
  const viewed: Record<string, string> = row.viewed_time ? {} : { viewed_time: who.now };
  return changeDocument(db, who, INVOICES, row, kind, viewed, { agreed, ...viewed }, input.words);
}

/** The newest first: the last word counts. */
export async function answersOf(db: Tx, who: Who, key: number): Promise<InvoiceAnswers> {
  const [row] = await db
    .select()
    .from(invoice)
    .where(isParty(invoice, who, key));
  if (!row) throw notFound("請求書");
  const found = await db
    .select()
    .from(invoice_answer)
    .where(eq(invoice_answer.invoice_key, key))
    .orderBy(desc(invoice_answer.key));
  const own = row.buyer_id === who.company_id;
  return {
    may_answer: own && !row.is_self_billed && row.cancelled_time === null,
    items: found.map(({ key: answer, agreed, words, actor_name, answered_time }) => ({
      key: answer,
      agreed,
      words,
      actor: own ? actor_name : row.buyer.name,
      answered_time,
    })),
  };
}
