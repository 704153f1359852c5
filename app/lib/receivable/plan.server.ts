import { and, desc, eq, sql } from "drizzle-orm";
import { isStanding } from "~/lib/accounting/basis.server";
import { lastClosed, type Pair, pairOf } from "~/lib/accounting/pair.server";
import { digestOf } from "~/lib/api/digest.server";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payment, payment_line } from "~/lib/tables/payment.table.server";
import { tokyoDate } from "~/lib/time/date";
import { allocationProblem, plannedAllocations } from "./allocate";
import { offsetOf, suggestedReason } from "./difference";
import { type OpenBooks, openBooks } from "./open.server";
import { advanceProblem, lineFault, linesTotal, paymentNotes, paymentSeen, unseenBooks } from "./payment";
import type { PaymentNew } from "./payment.schema";
import { wrong } from "./settle.server";

const seenOf = ({ invoices, credits, advances }: OpenBooks) =>
  paymentSeen(
    {
      open: invoices.reduce((total, { open }) => total + open, 0),
      bills: invoices.length,
      free: [...credits, ...advances].reduce((total, { left }) => total + left, 0),
    },
    digestOf(
      [invoices, credits, advances].map((rows) =>
        rows.map((row) => [row.key, "open" in row ? row.open : row.left]),
      ),
    ),
  );

export async function readOpen(db: Tx, pair: Pair, today: string) {
  const { seller_id, buyer_id, buyer_name } = pair;
  const books = await openBooks(db, seller_id, buyer_id);
  const { rows } = await db.execute<{ total: number }>(sql`
    select coalesce(sum(v.total), 0)::bigint as total from invoice v
    where v.seller_id = ${buyer_id} and v.buyer_id = ${seller_id} and v.due_date >= ${today}::date and ${isStanding}`);
  const { offset } = offsetOf(
    linesTotal(books.invoices.map((one) => ({ amount: one.open }))),
    Number(rows[0]!.total),
  );
  return { buyer_id, buyer_name, ...books, offset, seen: seenOf(books) };
}

/** By the partner, or by 請求書 that all are one partner's. */
export async function readOpenOf(
  db: Tx,
  who: Who,
  { buyer_id, invoice: keys }: { buyer_id?: string | undefined; invoice: number[] },
) {
  if (buyer_id) return readOpen(db, await pairOf(db, who, buyer_id), tokyoDate(who.now));
  const found = await db
    .selectDistinct({ buyer_id: invoice.buyer_id })
    .from(invoice)
    .where(
      and(eq(invoice.seller_id, who.company_id), sql`${invoice.key} = any(${sql.param(keys)}::bigint[])`),
    );
  if (found.length === 0) throw notFound("請求書");
  if (found.length > 1)
    throw wrong({ invoice: ["取引先の違う請求書が選ばれています。入金は取引先ごとに登録してください"] });
  return readOpen(db, await pairOf(db, who, found[0]!.buyer_id), tokyoDate(who.now));
}

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
export async function planPayment(db: Tx, who: Who, input: PaymentNew, pair: Pair) {
  refuseFaults(input, tokyoDate(who.now));
  const open = await readOpen(db, pair, tokyoDate(who.now));
  if (input.seen) refuseIf(unseenBooks(input.seen, open.seen));
  const amount = linesTotal(input.lines);
  const owed = new Map(open.invoices.map((one) => [one.key, one.open]));
  const problem = allocationProblem(amount, input.allocations ?? [], owed);
  if (problem) throw wrong({ allocations: [problem] });
  const settled = plannedAllocations(amount, open.invoices, input.allocations, input.rest);
  const unapplied = amount - linesTotal(settled);
  const deducted = advanceProblem(input.lines, unapplied);
  if (deducted) throw wrong({ lines: [deducted] });
  return { ...open, amount, settled, unapplied };
}

/** The same partner, day and money, not cancelled. */
export const twinsOf = (db: Tx, { seller_id, buyer_id }: Pair, payment_date: string, amount: number) =>
  db
    .select({ key: payment.key, recorded_time: payment.recorded_time })
    .from(payment)
    .innerJoin(payment_line, eq(payment_line.payment_key, payment.key))
    .where(
      and(
        eq(payment.seller_id, seller_id),
        eq(payment.buyer_id, buyer_id),
        eq(payment.payment_date, payment_date),
        eq(payment.direction, "in"),
        sql`${payment.cancelled_time} is null`,
      ),
    )
    .groupBy(payment.key)
    .having(sql`sum(${payment_line.amount}) = ${amount}`)
    .orderBy(payment.key);

/** Up to how much a difference is small here, and which fees this partner takes off. */
async function usualOf(db: Tx, { seller_id, buyer_id }: Pair): Promise<{ limit: number; fees: number[] }> {
  const [meta] = await db
    .select({ limit: factory_meta.small_difference })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, seller_id));
  const rows = await db
    .select({ amount: payment_line.amount })
    .from(payment_line)
    .innerJoin(payment, eq(payment.key, payment_line.payment_key))
    .where(
      and(eq(payment.seller_id, seller_id), eq(payment.buyer_id, buyer_id), eq(payment_line.kind, "fee")),
    )
    .orderBy(desc(payment.payment_date), desc(payment.key))
    .limit(12);
  return { limit: meta?.limit ?? 0, fees: rows.map((row) => row.amount) };
}

/** What recording would write; nothing is stored. */
export async function previewPayment(db: Tx, who: Who, input: PaymentNew) {
  const pair = await pairOf(db, who, input.buyer_id);
  const { settled, invoices, amount, unapplied, ...open } = await planPayment(
    db,
    who,
    { ...input, seen: undefined },
    pair,
  );
  const rows = settled.map(({ invoice_key, amount: part }) => {
    const bill = invoices.find(({ key }) => key === invoice_key)!;
    return { ...bill, amount: part, left: bill.open - part };
  });
  const chosen = input.allocations?.map((one) => one.invoice_key) ?? rows.map(({ key }) => key);
  const aimed = invoices.filter(({ key }) => chosen.includes(key));
  const difference = aimed.reduce((total, one) => total + one.open, 0) - amount;
  const last = await lastClosed(db, pair.seller_id, pair.buyer_id);
  return {
    ...open,
    payment_date: input.payment_date,
    lines: input.lines,
    amount,
    rows,
    unapplied,
    difference,
    suggested: aimed.length === 0 ? null : suggestedReason(difference, await usualOf(db, pair)),
    notes: paymentNotes(input.lines, {
      toriteki: pair.toriteki,
      closed_until: last?.end_date ?? null,
      payment_date: input.payment_date,
    }),
    twins: await twinsOf(db, pair, input.payment_date, amount),
  };
}
