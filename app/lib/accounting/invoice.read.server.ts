import { and, eq, exists, gte, ilike, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, ISSUER_ONLY, type Paging, partnerName, sumRows } from "~/lib/api/query.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { withoutAccounts } from "~/lib/partner/party.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { tokyoDate } from "~/lib/time/date";
import { isReversed } from "./basis.server";
import { cannotCorrect } from "./correction";
import { correctionsOf, followerOf, issuedSince, linesOfInvoice } from "./correction.read.server";
import { creditsOf } from "./credit.server";
import { isIssuer } from "./document";
import { documentsWhere, isParty } from "./document.server";
import { cannotCancelInvoice, cannotRestore, type InvoiceState, invoiceState } from "./invoice";
import type { InvoiceFilter, InvoiceRow } from "./invoice.list";
import { invoiceKind } from "./invoice.schema";
import { liveSettlements, paidSum } from "./paid.server";
import { freedProblem } from "./returned.server";
import { isSent, sendingsOf, sendingWhere } from "./sending.server";

// Named in full: in a select of one table drizzle writes its columns bare.
const sent = sql<boolean>`(invoice.is_self_billed or ${isSent("invoice", sql.raw("invoice.key"))})`;
const reversed = isReversed("invoice");
const correctedBy = sql<
  number | null
>`(select max(c.key) from invoice c where c.corrects = invoice.key)`.mapWith((key) =>
  key === null ? null : Number(key),
);

/** invoiceState as conditions; a test holds the two together. */
function stateWhere(who: Who, state: InvoiceState | undefined): SQL | undefined {
  if (!state) return undefined;
  if (state === "cancelled") return sql`${invoice.cancelled_time} is not null`;
  const [paid, today] = [paidSum(who), tokyoDate(who.now)];
  if (state === "corrected") return sql`${invoice.cancelled_time} is null and ${reversed}`;
  const stands = sql`${invoice.cancelled_time} is null and not ${reversed}`;
  const owed = sql`${stands} and ${invoice.total} > ${paid}`;
  const own = sql`${stands} and ${paid} is not null`;
  if (state === "credit") return sql`${own} and ${invoice.total} < 0 and ${invoice.total} < ${paid}`;
  if (state === "credited") return sql`${own} and ${invoice.total} < 0 and ${invoice.total} >= ${paid}`;
  if (state === "paid") return sql`${own} and ${invoice.total} >= 0 and ${invoice.total} <= ${paid}`;
  const late = sql`(${invoice.due_date} < ${today} and ${invoice.billed_now} > 0)`;
  if (state === "overdue") return sql`${owed} and ${late}`;
  return sql`${owed} and not ${late} and ${paid} ${state === "part" ? sql`> 0` : sql`<= 0`}`;
}

/** By the terms it was closed with; the last of a month is the 31st. */
const closingDayOf = sql`case when (${invoice.terms}->>'is_payment_last_date')::boolean then 31
  else (${invoice.terms}->>'payment_date')::int end`;

type Asked = InvoiceFilter & { is_standing?: boolean };
export function invoicesWhere(who: Who, filter: Asked): SQL | undefined {
  const like = filter.q && containing(filter.q);
  return and(
    documentsWhere(invoice, { day: invoice.invoice_date, amount: invoice.billed_now }, who, filter),
    filter.unviewed
      ? sql`${invoice.viewed_time} is null and ${invoice.cancelled_time} is null and not ${invoice.is_self_billed}`
      : undefined,
    sendingWhere(filter.sending, sent, sql`${invoice.viewed_time}`),
    filter.ym ? eq(invoice.ym, filter.ym) : undefined,
    filter.is_standing ? isNull(invoice.cancelled_time) : undefined,
    filter.closing_day ? sql`${closingDayOf} = ${filter.closing_day}` : undefined,
    filter.due_from ? gte(invoice.due_date, filter.due_from) : undefined,
    filter.due_to ? lte(invoice.due_date, filter.due_to) : undefined,
    like
      ? or(
          ilike(invoice.number, like),
          exists(
            sql`(select 1 from invoice_line l where l.invoice_key = invoice.key and l.delivery_number ilike ${like})`,
          ),
        )
      : undefined,
    stateWhere(who, filter.state),
  );
}

type Standing = Omit<Parameters<typeof invoiceState>[0], "paid"> & { paid: number | null; own: boolean };
/** Nothing of what others billed the company. */
function standing(row: Standing, today: string) {
  if (row.cancelled_time) return { state: "cancelled" as const, paid: null, open: null };
  if (!row.own || row.paid === null)
    return { state: row.is_reversed ? ("corrected" as const) : null, paid: null, open: null };
  return {
    state: invoiceState({ ...row, paid: row.paid }, today),
    paid: row.paid,
    open: row.total - row.paid,
  };
}

type Read = Pick<typeof invoice.$inferSelect, "key" | "number" | "invoice_date" | "due_date" | "billed_now">;
const ORDERS: Orders<Read> = {
  key: invoice.key,
  keyOf: (row) => row.key,
  by: {
    number: { by: invoice.number, kind: "text", of: (row) => row.number },
    invoice_date: { by: invoice.invoice_date, kind: "date", of: (row) => row.invoice_date },
    due_date: { by: invoice.due_date, kind: "date", of: (row) => row.due_date },
    billed_now: { by: invoice.billed_now, kind: "number", of: (row) => row.billed_now },
  },
};

export async function listInvoices(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: Asked & Paging,
) {
  const today = tokyoDate(who.now);
  const rows = db.select({ key: invoice.key }).from(invoice).where(invoicesWhere(who, filter));
  const read = (more: SQL | undefined, order: SQL, limit: number) =>
    db
      .select({
        key: invoice.key,
        number: invoice.number,
        ym: invoice.ym,
        invoice_date: invoice.invoice_date,
        partner_name: partnerName(invoice, who),
        start_date: invoice.start_date,
        end_date: invoice.end_date,
        prev_billed: invoice.prev_billed,
        received: invoice.received,
        adjustment: invoice.adjustment,
        carried_over: invoice.carried_over,
        subtotal: invoice.subtotal,
        tax: invoice.tax,
        total: invoice.total,
        billed_now: invoice.billed_now,
        due_date: invoice.due_date,
        viewed_time: invoice.viewed_time,
        is_single: invoice.is_single,
        is_self_billed: invoice.is_self_billed,
        correction: invoice.correction,
        revision: invoice.revision,
        is_sent: sent,
        cancelled_time: invoice.cancelled_time,
        seller_id: invoice.seller_id,
        paid: paidSum(who),
        is_reversed: reversed,
        corrected_by: correctedBy,
      })
      .from(invoice)
      .where(and(invoicesWhere(who, filter), more))
      .orderBy(order)
      .limit(limit);
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, rows),
  ]);
  const items = page.items.map(
    ({ seller_id, paid, is_reversed, ...row }): InvoiceRow => ({
      ...standing({ own: seller_id === who.company_id, paid, is_reversed, ...row }, today),
      ...row,
    }),
  );
  const sums = total.total_more
    ? undefined
    : await sumRows(db, invoice, invoicesWhere(who, filter), {
        subtotal: invoice.subtotal,
        tax: invoice.tax,
        total: invoice.total,
        ...(filter.ym && {
          prev_billed: invoice.prev_billed,
          received: invoice.received,
          adjustment: invoice.adjustment,
          carried_over: invoice.carried_over,
          billed_now: invoice.billed_now,
        }),
        ...(who.company_type !== "buyer" &&
          !filter.received && { paid: paidSum(who), open: sql`${invoice.total} - ${paidSum(who)}` }),
      });
  return { ...page, items, ...total, sums };
}

export async function readInvoice(db: Tx, who: Who, key: number) {
  const [found] = await db
    .select({ row: invoice, paid: paidSum(who) })
    .from(invoice)
    .where(isParty(invoice, who, key));
  if (!found) throw notFound("請求書");
  const { row } = found;
  const own = isIssuer(row, who);
  const lines = await linesOfInvoice(db, key);
  const related = await correctionsOf(db, row);
  const is_reversed = related.corrections.some(({ correction }) => correction === "red");
  const { rows: settled } = await db.execute<Record<"key" | "amount", string> & { payment_date: string }>(sql`
    select p.key, p.payment_date, s.amount from ${liveSettlements(key)} s join payment p on p.key = s.payment_key
    order by p.payment_date, p.key`);
  const payments = settled.map((one) => ({ ...one, key: Number(one.key), amount: Number(one.amount) }));
  const states =
    own && !row.is_self_billed
      ? {
          cannot_cancel:
            cannotCancelInvoice({
              ...row,
              settled: payments.length,
              is_reversed,
              follower: await followerOf(db, row),
            }) ?? (await freedProblem(db, lines)),
          cannot_correct: cannotCorrect({ ...row, is_reversed }),
          cannot_restore: cannotRestore({ ...row, follower: await issuedSince(db, row) }),
        }
      : { cannot_cancel: ISSUER_ONLY, cannot_correct: ISSUER_ONLY, cannot_restore: ISSUER_ONLY };
  return {
    ...row,
    buyer: withoutAccounts(row.buyer),
    lines,
    payments,
    credits: own ? await creditsOf(db, row) : [],
    ...related,
    ...standing({ ...row, paid: found.paid, own, is_reversed }, tokyoDate(who.now)),
    ...(await sendingsOf(db, who, invoiceKind, row)),
    log: await activityOf(db, who, "invoice", key),
    ...states,
  };
}
