import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { partyOf } from "~/lib/partner/party.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { shiftMonth, tokyoDate } from "~/lib/time/date";
import { closingDay, dueDate, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import { type Books, readBooks } from "./books.server";
import {
  basisProblem,
  closingSeen,
  closingWarnings,
  invoiceTotals,
  isPast,
  isUnended,
  linesOf,
  openBefore,
  orderProblem,
  periodsUpTo,
  summary,
} from "./closing";
import { missingForQualified } from "./invoice";
import type { Candidate } from "./invoice.schema";

export type Billed = typeof collaboration.$inferSelect & { buyer_name: string };

/** Also of a partner who has ended the partnership. */
const isUnbilled = sql`exists (select 1 from delivery_line l where l.seller_id = ${collaboration.seller_id} and l.buyer_id = ${collaboration.buyer_id}
  and l.is_live and l.invoice_key is null)`;

export async function partners(db: Tx, who: Who, buyer_ids?: string[]): Promise<Billed[]> {
  const rows = await db
    .select({ terms: collaboration, buyer_name: factory.name })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.buyer_id), eq(factory.is_stock, false)))
    .where(
      and(
        eq(collaboration.seller_id, who.company_id),
        buyer_ids
          ? inArray(collaboration.buyer_id, buyer_ids)
          : or(eq(collaboration.is_active, true), isUnbilled),
      ),
    )
    .orderBy(asc(factory.name));
  return rows.map(({ terms, buyer_name }) => ({ ...terms, buyer_name }));
}

const termsOf = ({ is_payment_last_date, payment_date, pay_month, pay_day, bank_shift }: Terms): Terms => ({
  is_payment_last_date,
  payment_date,
  pay_month,
  pay_day,
  bank_shift,
});

export function draftInvoice(partner: Billed, ym: number, books: Books) {
  const terms = termsOf(partner);
  const last = books.closedOf(partner.buyer_id);
  const periods = periodsUpTo(ym, terms, last);
  const { start, end } = periods[periods.length - 1] ?? paymentPeriod(ym, terms);
  const lines = linesOf(books.linesOf(partner.buyer_id), ym, terms, last);
  const invoice_basis = lines[0]?.invoice_basis ?? partner.invoice_basis;
  const figures = summary(
    books.carriedOf(partner.buyer_id),
    invoiceTotals(lines, invoice_basis, partner.tax_rounding),
    partner.show_carry_over,
  );
  return {
    seller_id: partner.seller_id,
    buyer_id: partner.buyer_id,
    ym,
    start_date: start,
    end_date: end,
    invoice_date: end,
    due_date: dueDate(end, terms),
    terms,
    invoice_basis,
    tax_rounding: partner.tax_rounding,
    show_carry_over: partner.show_carry_over,
    ...figures,
    lines,
    periods,
  };
}
export type Draft = ReturnType<typeof draftInvoice>;

export const draftSeen = (draft: Draft) => closingSeen(draft, digestOf(draft));

export const isZero = (draft: Draft) => draft.lines.length === 0;
const hasBalance = ({ prev_billed, received, adjustment }: Draft) =>
  prev_billed !== 0 || received !== 0 || adjustment !== 0;

export function draftProblem(draft: Draft, books: Books, today: string): string | null {
  const { ym, terms, buyer_id, lines } = draft;
  return (
    orderProblem({ ym, terms, last: books.closedOf(buyer_id), lines: books.linesOf(buyer_id), today }) ??
    basisProblem(lines) ??
    (isZero(draft) && !hasBalance(draft) ? "今回の売上も残高もありません。" : null)
  );
}

const NOTHING = {
  prev_billed: 0,
  received: 0,
  adjustment: 0,
  carried_over: 0,
  subtotal: 0,
  tax: 0,
  total: 0,
  billed_now: 0,
  num_lines: 0,
  num_notes: 0,
};

const termsOn = (day: number): Terms => ({
  is_payment_last_date: day >= 31,
  payment_date: day,
  pay_month: 1,
  pay_day: 31,
});
const lastMonth = (day: number, today: string) => shiftMonth(periodOf(today, termsOn(day)), -1);

export async function readCandidates(db: Tx, who: Who, query: { closing_day?: number; ym?: number }) {
  const all = await partners(db, who);
  const today = tokyoDate(who.now);
  const days = [...new Set(all.map(closingDay))].sort((a, b) => b - a);
  // Not asked for one: the day that last went by, whose month is the one to close now.
  const lastEnd = (one: number) => paymentPeriod(lastMonth(one, today), termsOn(one)).end;
  const closing_day =
    query.closing_day ?? [...days].sort((a, b) => (lastEnd(a) < lastEnd(b) ? 1 : -1))[0] ?? 31;
  const chosen = all.filter((partner) => closingDay(partner) === closing_day);
  const day = termsOn(closing_day);
  const ym = query.ym ?? lastMonth(closing_day, today);
  const closing_days = days.map((one) => ({
    closing_day: one,
    count: all.filter((partner) => closingDay(partner) === one).length,
  }));
  if (chosen.length === 0) return { closing_days, closing_day, ym, items: [] };

  const books = await readBooks(
    db,
    who.company_id,
    chosen.map((partner) => partner.buyer_id),
    paymentPeriod(ym, day).end,
  );
  const seller = await partyOf(db, who.company_id);
  const issued = await db
    .select({
      key: invoice.key,
      number: invoice.number,
      buyer_id: invoice.buyer_id,
      start_date: invoice.start_date,
      end_date: invoice.end_date,
      due_date: invoice.due_date,
      issued_time: invoice.issued_time,
      person: invoice.person,
      prev_billed: invoice.prev_billed,
      received: invoice.received,
      adjustment: invoice.adjustment,
      carried_over: invoice.carried_over,
      subtotal: invoice.subtotal,
      tax: invoice.tax,
      total: invoice.total,
      billed_now: invoice.billed_now,
      num_lines: sql<number>`(select count(*) from invoice_line l where l.invoice_key = invoice.key)`,
      num_notes: sql<number>`(select count(distinct l.delivery_key) from invoice_line l where l.invoice_key = invoice.key)`,
    })
    .from(invoice)
    .where(
      and(eq(invoice.seller_id, who.company_id), eq(invoice.ym, ym), sql`${invoice.cancelled_time} is null`),
    );
  const items = chosen.map((partner): Candidate => {
    const draft = draftInvoice(partner, ym, books);
    const done = issued.find((row) => row.buyer_id === partner.buyer_id);
    const undelivered = books.undeliveredOf(partner.buyer_id);
    const past = !done && isPast(ym, books.closedOf(partner.buyer_id));
    const missing = missingForQualified({
      seller,
      buyer: { name: partner.buyer_name },
      lines: draft.lines,
      by_rate: draft.by_rate,
    });
    return {
      ...draft,
      buyer_name: partner.buyer_name,
      num_lines: draft.lines.length,
      num_notes: new Set(draft.lines.map((line) => line.delivery_key)).size,
      warnings: done ? [] : closingWarnings(draft, { undelivered, missing, today }),
      num_undelivered: undelivered,
      problem: draftProblem(draft, books, today),
      open_ym: openBefore({
        ym,
        terms: draft.terms,
        last: books.closedOf(partner.buyer_id),
        lines: books.linesOf(partner.buyer_id),
      }),
      is_zero: isZero(draft),
      is_past: past,
      is_unended: !done && isUnended(draft, today),
      seen: draftSeen(draft),
      invoice_key: done?.key ?? null,
      invoice_number: done?.number ?? null,
      issued_time: null,
      person: null,
      ...(past ? NOTHING : done),
    };
  });
  return { closing_days, closing_day, ym, items };
}
