import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import { changeDocument } from "~/lib/accounting/document.server";
import { INVOICES } from "~/lib/accounting/invoice.state.server";
import { lockPair, pairOf } from "~/lib/accounting/pair.server";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatYen } from "~/lib/money/decimal";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payment, settlement } from "~/lib/tables/payment.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { type Allocation, allocationProblem, plannedAllocations } from "./allocate";
import { laterDay, linesTotal, unseenBooks } from "./payment";
import type { RefundNew, UseNew } from "./payment.schema";
import { insertPayment } from "./payment.server";
import { readOpen } from "./plan.server";
import { changePayment, settle, wrong } from "./settle.server";

type Source = { payment_key?: number; credit_key?: number; left: number };
type Asked = Pick<UseNew, "payment_key" | "credit_key">;
type Free = Pick<Awaited<ReturnType<typeof readOpen>>, "credits" | "advances">;

/** Money that is free: of the receipt or 請求書 that was named, else every 前受, the oldest first. */
function sourcesOf({ credits, advances }: Free, { payment_key, credit_key }: Asked): Source[] {
  const money = advances.map(({ key, left }): Source => ({ payment_key: key, left }));
  if (payment_key) return money.filter((one) => one.payment_key === payment_key);
  if (credit_key)
    return credits.flatMap(({ key, left }) => (key === credit_key ? [{ credit_key: key, left }] : []));
  return money;
}

const leftOf = (sources: Source[]): number => sources.reduce((sum, { left }) => sum + left, 0);

/** Each source is spent before the next: which of them gives how much to which. */
function spend<T extends { amount: number }>(sources: Source[], asked: T[]): (T & { from: Source })[] {
  const left = sources.map((one) => one.left);
  return asked.flatMap((one) => {
    let owed = one.amount;
    return sources.flatMap((from, at) => {
      const amount = Math.min(owed, left[at]!);
      owed -= amount;
      left[at]! -= amount;
      return amount > 0 ? [{ ...one, amount, from }] : [];
    });
  });
}

async function lockedBooks(db: Tx, who: Who, input: Asked & { buyer_id: string; seen?: string | undefined }) {
  const pair = await pairOf(db, who, input.buyer_id);
  await lockPair(db, pair.seller_id, pair.buyer_id);
  const books = await readOpen(db, pair, tokyoDate(who.now));
  if (input.seen) refuseIf(unseenBooks(input.seen, books.seen));
  const sources = sourcesOf(books, input);
  refuseIf(sources.length === 0 ? "使える前受がありません。" : null);
  return { pair, books, sources, free: leftOf(sources) };
}

/** Each source's own history says what was used of it. */
async function logUse(db: Tx, who: Who, rows: (Allocation & { from: Source })[]): Promise<void> {
  for (const source of new Set(rows.map(({ from }) => from))) {
    const { payment_key, credit_key } = source;
    const after = { amount: linesTotal(rows.filter(({ from }) => from === source)) };
    if (payment_key) {
      const [row] = await db.select().from(payment).where(eq(payment.key, payment_key)).for("update");
      await changePayment(db, who, row!, "used", { after });
    } else {
      const [row] = await db.select().from(invoice).where(eq(invoice.key, credit_key!)).for("update");
      await changeDocument(db, who, INVOICES, row!, "used", {}, after);
    }
  }
}

/** 「前受を使う」, and a 請求書 below zero in part: from today on, or from when both were there. */
export async function spendFree(db: Tx, who: Who, input: UseNew) {
  const { pair, books, sources, free } = await lockedBooks(db, who, input);
  const owed = new Map(books.invoices.map((one) => [one.key, one.open]));
  const problem = allocationProblem(free, input.allocations ?? [], owed);
  if (problem) throw wrong({ allocations: [problem] });
  const settled = plannedAllocations(free, books.invoices, input.allocations, undefined);
  refuseIf(settled.length === 0 ? "残額のある請求書がありません。" : null);
  const rows = spend(sources, settled);
  const billed = new Map(books.invoices.map((one) => [one.key, one.invoice_date]));
  const day = tokyoDate(who.now);
  await settle(
    db,
    who,
    pair,
    rows.map(({ invoice_key, amount, from: { payment_key, credit_key } }) => ({
      payment_key,
      credit_key,
      invoice_key,
      amount,
      settled_date: laterDay(day, laterDay(billed.get(invoice_key)!, dayOf(books, payment_key, credit_key))),
    })),
  );
  await logUse(db, who, rows);
  return { settled, left: free - linesTotal(settled) };
}

const dayOf = ({ credits, advances }: Free, payment_key?: number, credit_key?: number): string =>
  payment_key
    ? advances.find(({ key }) => key === payment_key)!.payment_date
    : credits.find(({ key }) => key === credit_key)!.invoice_date;

type Refunded = { source_payment_key: number | undefined; source_credit_key: number | undefined };
/** Until then it was on a 請求書. */
async function freedDays(db: Tx, lines: Refunded[]): Promise<string[]> {
  const keysOf = (name: keyof Refunded) => [-1, ...lines.flatMap((line) => line[name] ?? [])];
  const rows = await db
    .select({ day: settlement.settled_date })
    .from(settlement)
    .where(
      and(
        isNotNull(settlement.reverses),
        or(
          inArray(settlement.payment_key, keysOf("source_payment_key")),
          inArray(settlement.credit_key, keysOf("source_credit_key")),
        ),
      ),
    );
  return rows.map(({ day }) => day);
}

/** Money paid back, of what nobody has used. */
export async function refund(db: Tx, who: Who, input: RefundNew) {
  if (input.payment_date > tokyoDate(who.now))
    throw wrong({ payment_date: ["返金日は今日までの日付で入力してください"] });
  const { pair, books, sources: unused } = await lockedBooks(db, who, input);
  const sources = unused.map((one) => {
    const advance = books.advances.find((row) => row.key === one.payment_key);
    return advance ? { ...one, left: advance.refundable } : one;
  });
  const free = leftOf(sources);
  const why = free < leftOf(unused) ? "。手数料・値引・端数の分は返金できません" : "";
  if (input.amount > free) throw wrong({ amount: [`返金できるのは${formatYen(free)}までです${why}`] });
  const lines = spend(sources, [{ amount: input.amount }]).map(({ amount, from }) => ({
    kind: input.kind,
    amount,
    source_payment_key: from.payment_key,
    source_credit_key: from.credit_key,
  }));
  const first = [
    ...lines.map((line) => dayOf(books, line.source_payment_key, line.source_credit_key)),
    ...(await freedDays(db, lines)),
  ].reduce(laterDay);
  if (input.payment_date < first)
    throw wrong({
      payment_date: [
        `返金日は、返すお金が使えるようになった${formatDate(first)}以後の日付で入力してください`,
      ],
    });
  const { seller_id, buyer_id } = pair;
  const { payment_date, note = null } = input;
  const head = { seller_id, buyer_id, direction: "out" as const, payment_date, note };
  const key = await insertPayment(db, who, head, lines, "refunded");
  return { key, settled: [], unapplied: free - input.amount };
}
