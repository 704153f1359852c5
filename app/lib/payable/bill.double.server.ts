import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payable_bill } from "~/lib/tables/payable.table.server";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";

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

type Unnumbered = { partner_id: string; bill_date: string; total: number };

/** An expense without a number is told from another by nothing but its day and amount. */
export async function billTwin(db: Tx, who: Who, { partner_id, bill_date, total }: Unnumbered) {
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
    ? `この支払先の同じ日・同じ金額の経費が${formatDateTime(twin.recorded_time)}に計上済みです。二重ではありませんか。別の経費なら、チェックを付けて計上してください`
    : null;
}
