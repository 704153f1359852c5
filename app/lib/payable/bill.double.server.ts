import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatYen } from "~/lib/money/decimal";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payable_bill } from "~/lib/tables/payable.table.server";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { BILL_KIND_LABEL, type BillKind } from "~/lib/vocabulary/payable";

/** The same in any width, case and spacing. */
const compared = (number: SQLWrapper): SQL => sql`regexp_replace(fold_text(${number}), '\\s', '', 'g')`;
const isSame = (column: SQLWrapper, number: string): SQL =>
  sql`${compared(column)} = ${compared(sql`${number}::text`)}`;

const ofPartner = (who: Who, partner_id: string) =>
  and(
    eq(payable_bill.company_id, who.company_id),
    eq(payable_bill.partner_id, partner_id),
    isNull(payable_bill.cancelled_time),
  );

/** Why a paper of this number is none to enter, or null. */
export async function numberTaken(db: Tx, who: Who, partner_id: string, number: string) {
  const [entered] = await db
    .select({ number: payable_bill.number, bill_date: payable_bill.bill_date })
    .from(payable_bill)
    .where(and(ofPartner(who, partner_id), isSame(payable_bill.number, number)))
    .limit(1);
  if (entered)
    return `この支払先の同じ番号の請求書が計上済みです（${entered.number}、${formatDate(entered.bill_date)}）`;
  const [issued] = await db
    .select({ number: invoice.number })
    .from(invoice)
    .where(
      and(
        eq(invoice.seller_id, partner_id),
        eq(invoice.buyer_id, who.company_id),
        isNull(invoice.cancelled_time),
        isSame(invoice.number, number),
      ),
    )
    .limit(1);
  return issued
    ? `${issued.number}は、KOBAで受け取った請求書です。支払予定に入っているので、計上しません`
    : null;
}

type Unnumbered = { partner_id: string; kind: BillKind; bill_date: string; total: number };

/** An expense without a number is told from another by nothing but its day and amount. */
export async function billTwin(db: Tx, who: Who, { partner_id, kind, bill_date, total }: Unnumbered) {
  const what = BILL_KIND_LABEL[kind];
  const [twin] = await db
    .select({ recorded_time: payable_bill.recorded_time })
    .from(payable_bill)
    .where(
      and(
        ofPartner(who, partner_id),
        isNull(payable_bill.number),
        eq(payable_bill.bill_date, bill_date),
        eq(payable_bill.total, total),
      ),
    )
    .orderBy(payable_bill.key)
    .limit(1);
  return twin
    ? `この支払先の同じ日・同じ金額の${what}が${formatDateTime(twin.recorded_time)}に計上済みです。二重ではありませんか。別の${what}なら、チェックを付けて計上してください`
    : null;
}

const monthOf = (day: SQLWrapper | string): SQL => sql`to_char(${day}::date, 'YYYYMM')::int`;

/** A paper of the supplier for a month that a 支払通知書 of ours has billed: the same supply may be on both. */
export async function selfBilledTwin(db: Tx, who: Who, partner_id: string, covers_until: string) {
  const [twin] = await db
    .select({ number: invoice.number, total: invoice.total })
    .from(invoice)
    .where(
      and(
        eq(invoice.seller_id, partner_id),
        eq(invoice.buyer_id, who.company_id),
        eq(invoice.ym, monthOf(covers_until)),
        eq(invoice.is_self_billed, true),
        isNull(invoice.cancelled_time),
      ),
    )
    .orderBy(invoice.key)
    .limit(1);
  return twin
    ? `同じ月の納品が、当社の支払通知書 ${twin.number}（${formatYen(twin.total)}）に載っています。二重ではありませんか。別の納品の請求書なら、チェックを付けて計上してください`
    : null;
}

/** The other way round: what a 支払通知書 of the month would bill may stand on a paper that was entered. */
export async function paperOfMonth(db: Tx, who: Who, partner_id: string, ym: number) {
  const [paper] = await db
    .select({ number: payable_bill.number, total: payable_bill.total })
    .from(payable_bill)
    .where(and(ofPartner(who, partner_id), eq(monthOf(payable_bill.covers_until), ym)))
    .orderBy(payable_bill.key)
    .limit(1);
  return paper
    ? `同じ月の請求書 ${paper.number}（${formatYen(paper.total)}）が計上済みです。同じ納品なら、二重に支払うことになります`
    : null;
}
