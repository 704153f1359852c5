import { lockPair, pairOf } from "~/lib/accounting/pair.server";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { payment, payment_line, settlement } from "~/lib/tables/payment.table.server";
import { tokyoDate } from "~/lib/time/date";
import { allocate, allocationProblem } from "./allocate";
import { type OpenBooks, openBooks } from "./open.server";
import { laterDay, lineFault, linesTotal } from "./payment";
import type { PaymentNew } from "./payment.schema";

const wrong = (errors: Record<string, string[]>) => new Refusal(422, "入力内容を確認してください。", errors);

function refuseFaults({ lines, payment_date }: PaymentNew, today: string): void {
  if (payment_date > today) throw wrong({ payment_date: ["入金日は今日までの日付で入力してください"] });
  const faults = lines.flatMap((line, at) => {
    const fault = lineFault(line, payment_date);
    return fault ? [[`lines[${at}].${fault.name}`, [fault.text]]] : [];
  });
  if (faults.length > 0) throw wrong(Object.fromEntries(faults));
  if (linesTotal(lines) <= 0) throw wrong({ lines: ["入金額の合計は1円以上で入力してください"] });
}

/** Which 請求書 the money would pay, or what is wrong with what was asked. */
function planned({ lines, allocations, rest }: PaymentNew, { invoices }: OpenBooks) {
  const amount = linesTotal(lines);
  const open = new Map(invoices.map((one) => [one.key, one.open]));
  const problem = allocationProblem(amount, allocations ?? [], open);
  if (problem) throw wrong({ allocations: [problem] });
  const oldest = rest === undefined ? allocations === undefined : rest === "oldest";
  const settled = oldest ? allocate(amount, invoices, allocations) : (allocations ?? []);
  return { amount, settled, unapplied: amount - linesTotal(settled) };
}

/** R4-7. */
export async function recordPayment(db: Tx, who: Who, input: PaymentNew) {
  const { seller_id, buyer_id } = await pairOf(db, who, input.buyer_id);
  refuseFaults(input, tokyoDate(who.now));
  await lockPair(db, seller_id, buyer_id);
  const books = await openBooks(db, seller_id, buyer_id);
  const { amount, settled, unapplied } = planned(input, books);
  const { payment_date } = input;
  const [row] = await db
    .insert(payment)
    .values({ seller_id, buyer_id, payment_date, note: input.note ?? null, recorded_time: who.now })
    .returning({ key: payment.key });
  const payment_key = row!.key;
  await db
    .insert(payment_line)
    .values(input.lines.map((line, at) => ({ ...line, payment_key, line_no: at + 1, seller_id })));
  const dates = new Map(books.invoices.map((one) => [one.key, one.invoice_date]));
  const rows = settled.map((one) => ({
    ...one,
    seller_id,
    buyer_id,
    payment_key,
    settled_date: laterDay(payment_date, dates.get(one.invoice_key)!),
    recorded_time: who.now,
  }));
  if (rows.length > 0) await db.insert(settlement).values(rows);
  await record(db, who, {
    subject: "payment",
    subject_key: payment_key,
    seq: 1,
    seller_id,
    buyer_id,
    kind: "paid",
    before: {},
    after: { payment_date, amount },
  });
  return { key: payment_key, settled, unapplied };
}
