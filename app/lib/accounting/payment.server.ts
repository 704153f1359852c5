import { and, asc, eq, isNull } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payment, payment_line, settlement } from "~/lib/tables/payment.table.server";
import { allocate, allocationProblem, openInvoices } from "./invoice";
import { lockPair, pairOf } from "./pair.server";
import type { PaymentNew } from "./payment.schema";

/** What each is still owed by name alone, and with free money spread over them (R4-6). */
async function openOf(db: Tx, seller_id: string, buyer_id: string) {
  const invoices = await db
    .select({ key: invoice.key, total: invoice.total })
    .from(invoice)
    .where(
      and(eq(invoice.seller_id, seller_id), eq(invoice.buyer_id, buyer_id), isNull(invoice.cancelled_time)),
    )
    .orderBy(asc(invoice.invoice_date), asc(invoice.key));
  const ours = and(
    eq(payment.seller_id, seller_id),
    eq(payment.buyer_id, buyer_id),
    isNull(payment.cancelled_time),
  );
  const money = await db
    .select({ amount: payment_line.amount })
    .from(payment_line)
    .innerJoin(payment, eq(payment.key, payment_line.payment_key))
    .where(ours);
  const named = await db
    .select({ invoice_key: settlement.invoice_key, amount: settlement.amount })
    .from(settlement)
    .innerJoin(payment, eq(payment.key, settlement.payment_key))
    .where(ours);
  const free =
    money.reduce((sum, one) => sum + one.amount, 0) - named.reduce((sum, one) => sum + one.amount, 0);
  const { items } = openInvoices(invoices, [...named, { amount: free, invoice_key: null }]);
  const owed = new Map(
    invoices.map((one) => [
      one.key,
      one.total - named.filter((n) => n.invoice_key === one.key).reduce((sum, n) => sum + n.amount, 0),
    ]),
  );
  return { items, owed };
}

/** R4-7. */
export async function recordPayment(db: Tx, who: Who, input: PaymentNew) {
  const pair = await pairOf(db, who, input.buyer_id);
  const { seller_id, buyer_id } = pair;
  await lockPair(db, seller_id, buyer_id);
  const amount = input.lines.reduce((sum, line) => sum + line.amount, 0);
  const { items, owed } = await openOf(db, seller_id, buyer_id);
  const settled = input.allocations ?? allocate(amount, items);
  const problem = allocationProblem(amount, settled, owed);
  if (problem) throw new Refusal(422, "入力内容を確認してください。", { allocations: [problem] });

  const [row] = await db
    .insert(payment)
    .values({
      seller_id,
      buyer_id,
      payment_date: input.payment_date,
      note: input.note ?? null,
      recorded_time: who.now,
    })
    .returning({ key: payment.key });
  const key = row!.key;
  await db
    .insert(payment_line)
    .values(input.lines.map((line, at) => ({ ...line, payment_key: key, line_no: at + 1, seller_id })));
  if (settled.length > 0)
    await db.insert(settlement).values(settled.map((one) => ({ ...one, payment_key: key, seller_id })));
  const after = { payment_date: input.payment_date, amount };
  await record(db, who, {
    subject: "payment",
    subject_key: key,
    seq: 1,
    seller_id,
    buyer_id,
    kind: "paid",
    before: {},
    after,
  });
  return { key, settled, unapplied: amount - settled.reduce((sum, one) => sum + one.amount, 0) };
}
