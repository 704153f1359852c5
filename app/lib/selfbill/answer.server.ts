import { and, eq, sql } from "drizzle-orm";
import { logBilled, setBilled } from "~/lib/accounting/billed.server";
import { linesOfInvoice } from "~/lib/accounting/correction.read.server";
import { changeDocument, lockDocument, markCancelled } from "~/lib/accounting/document.server";
import { INVOICES } from "~/lib/accounting/invoice.state.server";
import { lockPayers } from "~/lib/accounting/pair.server";
import { freedProblem } from "~/lib/accounting/returned.server";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { self_bill_word } from "~/lib/tables/selfbill.table.server";
import { SELF_BILL } from "~/lib/vocabulary/selfbill";
import { obstacles } from "./cancel.read.server";
import { answerProblem, confirmationState } from "./confirmation";
import { confirmationOf } from "./read.server";
import type { SelfBillAnswer } from "./selfbill.schema";
import { sayOfSelfBill } from "./send.server";
import { cannotCancelSelfBill } from "./source";

const STORE = { ...INVOICES, noun: SELF_BILL };
const SAID = { self_billed: true };

async function lockSelfBill(db: Tx, key: number, version?: number) {
  const [known] = await db
    .select({ key: invoice.key })
    .from(invoice)
    .where(and(eq(invoice.key, key), eq(invoice.is_self_billed, true)));
  if (!known) throw notFound(SELF_BILL);
  return lockDocument(db, STORE, key, version);
}

/** The first time that the supplier's people look at it. */
export async function viewSelfBill(db: Tx, who: Who, key: number) {
  const row = await lockSelfBill(db, key);
  if (row.viewed_time || row.seller_id !== who.company_id) return { key, version: row.version };
  return changeDocument(db, who, STORE, row, "viewed", { viewed_time: who.now }, { viewed_time: who.now });
}

export async function answerSelfBill(db: Tx, who: Who, key: number, input: SelfBillAnswer) {
  const row = await lockSelfBill(db, key, input.version);
  const { seller_id, buyer_id } = row;
  if (seller_id !== who.company_id) throw new Refusal(403, "支払通知書の確認は、受け取った会社が行います。");
  const agreed = input.agreed === "yes";
  const { facts } = await confirmationOf(db, row);
  refuseIf(answerProblem(confirmationState(facts, who.now), agreed));
  const known = new Map((await linesOfInvoice(db, key)).map((line) => [line.line_no, line.price]));
  const said = input.lines.flatMap(({ line_no, amount }) =>
    amount === undefined || known.get(line_no) === amount ? [] : [{ line_no, amount }],
  );
  if (said.some(({ line_no }) => !known.has(line_no))) throw notFound("明細");
  await db.insert(self_bill_word).values({
    seller_id,
    buyer_id,
    invoice_key: key,
    word: agreed ? "confirmed" : "disputed",
    reason: input.reason ?? null,
    lines: agreed ? [] : said,
    company_id: who.company_id,
    person: who.name,
    said_time: who.now,
  });
  // Who answers has read it, wherever.
  const viewed: Record<string, string> = row.viewed_time ? {} : { viewed_time: who.now };
  const kind = agreed ? "confirmed" : "disputed";
  const after = { agreed, ...SAID, ...viewed };
  const made = await changeDocument(db, who, STORE, row, kind, viewed, after, input.reason);
  if (!agreed)
    await sayOfSelfBill(
      db,
      who,
      { key, number: row.number, seller_id, buyer_id },
      `disputed-${made.version}`,
      `に相違があります。\n${input.reason}`,
    );
  return made;
}

/** The payer's alone: its lines are open again, for a new edition or for the supplier's own 請求書. */
export async function cancelSelfBill(db: Tx, who: Who, key: number, reason: string, version?: number) {
  // As who pays: what is being paid is not taken back meanwhile.
  await lockPayers(db, [who.company_id]);
  const row = await lockSelfBill(db, key, version);
  const { seller_id } = row;
  if (row.buyer_id !== who.company_id) throw new Refusal(403, "支払通知書の取消は、発行した会社が行います。");
  refuseIf(cannotCancelSelfBill({ ...row, ...(await obstacles(db, who, row)) }));
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
      sql`(${delivery_line.delivery_key}, ${delivery_line.line_no}) = (${invoice_line.delivery_key}, ${invoice_line.delivery_line_no})`,
    )
    .where(eq(invoice_line.invoice_key, key));
  refuseIf(await freedProblem(db, lines));
  await inCompany(db, who, seller_id, () =>
    logBilled(db, who, lines, "unbilled", `${SELF_BILL} ${row.number} の取消: ${reason}`),
  );
  const cancelled = await markCancelled(db, who, STORE, row, reason, SAID);
  await inCompany(db, who, seller_id, () => setBilled(db, lines));
  return cancelled;
}
