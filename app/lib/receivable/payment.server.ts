import { lockPair, pairOf } from "~/lib/accounting/pair.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { formatYen } from "~/lib/money/decimal";
import { payment, payment_line } from "~/lib/tables/payment.table.server";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { laterDay } from "./payment";
import type { PaymentNew } from "./payment.schema";
import { planPayment, twinsOf } from "./plan.server";
import { settle, wrong } from "./settle.server";

type Lines = Omit<typeof payment_line.$inferInsert, "payment_key" | "line_no" | "seller_id">[];
type Head = Pick<
  typeof payment.$inferInsert,
  "seller_id" | "buyer_id" | "direction" | "payment_date" | "note"
>;

export async function insertPayment(
  db: Tx,
  who: Who,
  head: Head,
  lines: Lines,
  kind: string,
): Promise<number> {
  const [row] = await db
    .insert(payment)
    .values({ ...head, recorded_time: who.now })
    .returning({ key: payment.key });
  const key = row!.key;
  const { seller_id, buyer_id, payment_date } = head;
  await db
    .insert(payment_line)
    .values(lines.map((line, at) => ({ ...line, payment_key: key, line_no: at + 1, seller_id })));
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  await record(db, who, {
    subject: "payment",
    subject_key: key,
    seq: 1,
    seller_id,
    buyer_id,
    kind,
    before: {},
    after: { payment_date, amount },
  });
  return key;
}

/** R4-7. */
export async function recordPayment(db: Tx, who: Who, input: PaymentNew) {
  const pair = await pairOf(db, who, input.buyer_id);
  await lockPair(db, pair.seller_id, pair.buyer_id);
  const { amount, settled, unapplied, invoices } = await planPayment(db, who, input, pair);
  const { payment_date } = input;
  const [twin] = input.twice ? [] : await twinsOf(db, pair, payment_date, amount);
  if (twin) {
    const said = `${pair.buyer_name}の${formatDate(payment_date)}の入金 ${formatYen(amount)}`;
    const text = `${said}は、${formatDateTime(twin.recorded_time)}に登録済みです。二重ではありませんか。別の入金なら、チェックを付けて登録してください`;
    throw wrong({ twice: [text] });
  }
  const { seller_id, buyer_id } = pair;
  const head = { seller_id, buyer_id, payment_date, note: input.note ?? null };
  const key = await insertPayment(db, who, head, input.lines, "paid");
  const billed = new Map(invoices.map((one) => [one.key, one.invoice_date]));
  await settle(
    db,
    who,
    pair,
    settled.map((one) => ({
      ...one,
      payment_key: key,
      settled_date: laterDay(payment_date, billed.get(one.invoice_key)!),
    })),
  );
  return { key, settled, unapplied };
}
