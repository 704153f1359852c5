import { and, asc, eq, sql } from "drizzle-orm";
import { lineNameOf } from "~/lib/accounting/single.schema";
import { unbilledLines } from "~/lib/accounting/unbilled.server";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal } from "~/lib/money/decimal";
import type { Delivered } from "~/lib/payable/match.given";
import { cardReceipts, deliveredLines } from "~/lib/payable/match.sql.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { self_bill, self_bill_agreement } from "~/lib/tables/selfbill.table.server";
import { shiftMonth, tokyoDate } from "~/lib/time/date";
import { dueDate, MONTH_END, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import { agreementStateOf, standingOf } from "./agreement";
import { agreementOf } from "./agreement.server";
import type { UndeliveredReceipt } from "./selfbill.schema";
import { sourceProblem } from "./source";

export async function payingPair(db: Tx, who: Who, partner_id: string) {
  const [row] = await db
    .select({ terms: collaboration, partner_name: factory.name })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.seller_id), eq(factory.is_stock, false)))
    .where(and(eq(collaboration.seller_id, partner_id), eq(collaboration.buyer_id, who.company_id)));
  if (!row) throw notFound("支払先");
  return { ...row.terms, partner_name: row.partner_name };
}

export const termsOf = ({
  is_payment_last_date,
  payment_date,
  pay_month,
  pay_day,
  bank_shift,
}: Terms): Terms => ({ is_payment_last_date, payment_date, pay_month, pay_day, bank_shift });

/** Delivered up to the end of the month, on no 請求書 and no 支払通知書, each beside what we accepted of it. */
export async function sourceLines(db: Tx, who: Who, partner_id: string, ym: number, end: string) {
  const unbilled = await unbilledLines(db, partner_id, [who.company_id]);
  const { rows } = await db.execute<{ row: Delivered }>(
    sql`select to_jsonb(x) as row from (${deliveredLines({ company_id: who.company_id, ym, partner_id })}) x`,
  );
  const ours = new Map(
    rows.map(({ row }) => [
      `${row.delivery_key}.${row.line_no}`,
      { ...row, billed: addDecimal(row.billed_elsewhere, row.billed_here) },
    ]),
  );
  const items = unbilled.lines
    .filter((line) => line.billing_date <= end)
    .map((line) => {
      const name = lineNameOf(line);
      const parts = unbilled.lines.filter((one) => lineNameOf(one) === name);
      return { ...line, blocked: sourceProblem(ours.get(name), parts) };
    });
  return { items, taxed: unbilled.taxed };
}

/** A cancelled one of ours, whose place nothing has taken. */
export async function replaced(db: Tx, who: Who, key: number | undefined, partner_id: string) {
  if (key === undefined) return null;
  const [row] = await db
    .select({
      key: invoice.key,
      number: invoice.number,
      ym: invoice.ym,
      cancelled_time: invoice.cancelled_time,
    })
    .from(invoice)
    .where(
      and(
        eq(invoice.key, key),
        eq(invoice.is_self_billed, true),
        eq(invoice.buyer_id, who.company_id),
        eq(invoice.seller_id, partner_id),
      ),
    );
  if (!row) throw notFound("支払通知書");
  refuseIf(row.cancelled_time ? null : "取り消していない支払通知書は、作り直せません。");
  const [next] = await db
    .select({ number: invoice.number })
    .from(self_bill)
    .innerJoin(invoice, eq(invoice.key, self_bill.invoice_key))
    .where(eq(self_bill.replaces, key));
  refuseIf(next ? `この支払通知書は ${next.number} として作り直しています。` : null);
  const [own] = await db.select().from(self_bill).where(eq(self_bill.invoice_key, key));
  return { ...row, edition: own!.edition };
}

async function receiptsWithoutNote(db: Tx, who: Who, partner_id: string, end: string) {
  const received = cardReceipts({ company_id: who.company_id, on: tokyoDate(who.now), partner_id });
  const { rows } = await db.execute<{ row: UndeliveredReceipt }>(sql`
    select jsonb_build_object('card_key', x.card_key, 'card_id', x.card_id, 'name', x.name, 'date', x.date,
      'num_units', trim_scale(x.num_units)::text, 'unit', x.unit, 'amount', x.amount) as row
    from ${received} x where x.date <= ${end}::date order by x.date, x.card_key`);
  return rows.map(({ row }) => row);
}

export async function readSources(
  db: Tx,
  who: Who,
  asked: { partner_id?: string | undefined; ym?: number | undefined; replaces?: number | undefined },
) {
  const all = await db
    .select({ partner_id: factory.id, partner_name: factory.name })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.seller_id), eq(factory.is_stock, false)))
    .where(eq(collaboration.buyer_id, who.company_id))
    .orderBy(asc(factory.name), asc(factory.id));
  const said = await db
    .select()
    .from(self_bill_agreement)
    .where(eq(self_bill_agreement.buyer_id, who.company_id))
    .orderBy(asc(self_bill_agreement.key));
  const partners = all.map((one) => ({
    ...one,
    state: agreementStateOf(standingOf(said.filter((row) => row.seller_id === one.partner_id))),
  }));
  const today = tokyoDate(who.now);
  const pair = asked.partner_id === undefined ? null : await payingPair(db, who, asked.partner_id);
  const terms = pair && termsOf(pair);
  const ym = asked.ym ?? shiftMonth(terms ? periodOf(today, terms) : periodOf(today, MONTH_END), -1);
  const { start, end } = paymentPeriod(ym, terms ?? MONTH_END);
  const shown = { partners, ym, start_date: start, end_date: end };
  if (pair === null || terms === null)
    return {
      ...{ ...shown, partner_name: null, due_date: today, words: null, replaces: null },
      ...{ items: [], receipts: [], room: "" },
    };
  const { live } = await agreementOf(db, pair);
  const { items } = await sourceLines(db, who, pair.seller_id, ym, end);
  return {
    ...shown,
    partner_name: pair.partner_name,
    due_date: dueDate(end, terms),
    words: live?.words ?? null,
    replaces: await replaced(db, who, asked.replaces, pair.seller_id),
    items,
    receipts: await receiptsWithoutNote(db, who, pair.seller_id, end),
    room: `${pair.seller_id}_${pair.buyer_id}`,
  };
}
