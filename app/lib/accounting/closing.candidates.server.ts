import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { partyOf } from "~/lib/partner/party.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { shiftMonth, tokyoDate } from "~/lib/time/date";
import { closingDay, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import { readBooks } from "./books.server";
import { closingWarnings, isPast, isUnended, openBefore } from "./closing";
import { draftInvoice, draftProblem, draftSeen, isZero, numDisputed, partners } from "./closing.draft.server";
import { missingForQualified } from "./invoice";
import type { Candidate } from "./invoice.schema";
import { numberGaps } from "./number.gap.server";
import { selfBillers } from "./selfbilled.server";

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

/** Of the month's closed 請求書 the one that stands: of what was corrected, its last 黒. */
const standing = (who: Who, ym: number) => sql`
  with recursive chain as (
    select v.key, v.key as first from invoice v
    where v.seller_id = ${who.company_id} and v.ym = ${ym} and not v.is_single and v.correction is null and v.cancelled_time is null
    union all
    select v.key, c.first from chain c join invoice v on v.corrects = c.key and v.correction = 'black' and v.cancelled_time is null)
  select max(key) from chain group by first`;

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
  if (chosen.length === 0) return { closing_days, closing_day, ym, items: [], gaps: [] };

  const books = await readBooks(
    db,
    who.company_id,
    Object.fromEntries(chosen.map((partner) => [partner.buyer_id, paymentPeriod(ym, day).end])),
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
    .where(sql`${invoice.key} in (${standing(who, ym)})`);
  const selfBilled = await selfBillers(db, who.company_id);
  const items = chosen.map((partner): Candidate => {
    const draft = draftInvoice(partner, ym, books);
    const done = issued.find((row) => row.buyer_id === partner.buyer_id);
    const undelivered = books.undeliveredOf(partner.buyer_id);
    const awaiting = books.awaitingOf(partner.buyer_id);
    const uninspected = books.uninspectedOf(partner.buyer_id, today);
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
      warnings: done
        ? []
        : closingWarnings(draft, {
            disputed: numDisputed(draft, books),
            undelivered,
            awaiting,
            uninspected,
            overdue: books.overdueOf(partner.buyer_id, today),
            unanswered: books.unansweredOf(partner.buyer_id),
            is_self_billed: selfBilled.has(partner.buyer_id),
            missing,
            today,
          }),
      num_undelivered: undelivered,
      num_awaiting: awaiting,
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
  const gaps = await numberGaps(db, who.company_id, paymentPeriod(ym, day));
  return { closing_days, closing_day, ym, items, gaps };
}
