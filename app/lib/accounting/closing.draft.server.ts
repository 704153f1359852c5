import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { dueDate, paymentPeriod, type Terms } from "~/lib/time/period";
import { addedLine } from "./added.line";
import { unbilledOf } from "./basis.server";
import type { Books } from "./books.server";
import {
  basisProblem,
  closingSeen,
  emptyProblem,
  linesOf,
  orderProblem,
  periodsUpTo,
  summary,
} from "./closing";
import { invoiceTotals } from "./note.tax";
import { lineNameOf } from "./single.schema";

export type Billed = typeof collaboration.$inferSelect & { buyer_name: string };

/** Also of a partner who has ended the partnership. */
const isUnbilled = sql`exists (select 1 from delivery_line l where l.seller_id = ${collaboration.seller_id} and l.buyer_id = ${collaboration.buyer_id}
  and ${unbilledOf})`;

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

export const termsOf = ({
  is_payment_last_date,
  payment_date,
  pay_month,
  pay_day,
  bank_shift,
}: Terms): Terms => ({
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
  const noted = linesOf(books.linesOf(partner.buyer_id), ym, terms, last);
  const invoice_basis = noted[0]?.invoice_basis ?? partner.invoice_basis;
  const drafted = books.draftOf(partner.buyer_id, ym);
  const added = (drafted?.lines ?? []).map((line) => addedLine(line, end, { ...partner, invoice_basis }));
  const lines = [...noted, ...added];
  const figures = summary(
    books.carriedOf(partner.buyer_id),
    invoiceTotals(lines, invoice_basis, partner.tax_rounding, books.taxed),
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
    note: drafted?.note ?? null,
    ...figures,
    lines,
    periods,
  };
}
type Draft = ReturnType<typeof draftInvoice>;

/** How many of its lines the buyer has not agreed to (照合). */
export function numDisputed({ buyer_id, lines }: Draft, books: Books): number {
  const names = books.disputedOf(buyer_id);
  return lines.filter((line) => names.has(lineNameOf(line))).length;
}

export const draftSeen = (draft: Draft) => closingSeen(draft, digestOf(draft));

export const isZero = (draft: Draft) => draft.lines.length === 0;
const hasBalance = ({ prev_billed, received, adjustment }: Draft) =>
  prev_billed !== 0 || received !== 0 || adjustment !== 0;

export function draftProblem(draft: Draft, books: Books, today: string): string | null {
  const { ym, terms, buyer_id, lines } = draft;
  return (
    orderProblem({ ym, terms, last: books.closedOf(buyer_id), lines: books.linesOf(buyer_id), today }) ??
    basisProblem(lines) ??
    (isZero(draft) && !hasBalance(draft)
      ? emptyProblem({ dues: books.duesOf(buyer_id), end: books.endOf(buyer_id), today })
      : null)
  );
}
