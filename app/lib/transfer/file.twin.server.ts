import { and, between, eq, inArray, isNull } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { payout } from "~/lib/tables/payable.table.server";
import { transfer_file, transfer_payment, transfer_row } from "~/lib/tables/transfer.table.server";
import { addDays } from "~/lib/time/date";

export type Held = typeof payout.$inferSelect & { partner_name: string };

/** So near, the same amount to the same payee may be the same debt. */
const TWIN_DAYS = 7;

export async function twinsOf(db: Tx, who: Who, pay_date: string, rows: { paid: Held; amount: number }[]) {
  const found = await db
    .select({
      key: transfer_file.key,
      pay_date: transfer_file.pay_date,
      partner_id: transfer_row.partner_id,
      amount: transfer_row.amount,
      payout: transfer_payment.payout_key,
    })
    .from(transfer_row)
    .innerJoin(transfer_file, eq(transfer_file.key, transfer_row.file_key))
    .innerJoin(
      transfer_payment,
      and(
        eq(transfer_payment.file_key, transfer_row.file_key),
        eq(transfer_payment.row_no, transfer_row.row_no),
      ),
    )
    .where(
      and(
        eq(transfer_file.company_id, who.company_id),
        isNull(transfer_file.voided_time),
        between(transfer_file.pay_date, addDays(pay_date, -TWIN_DAYS), addDays(pay_date, TWIN_DAYS)),
        inArray(
          transfer_row.partner_id,
          rows.map(({ paid }) => paid.partner_id),
        ),
      ),
    )
    .orderBy(transfer_file.key);
  return rows.flatMap(({ paid, amount }) => {
    const { partner_id, partner_name } = paid;
    const twin = found.find(
      (one) => one.partner_id === partner_id && one.amount === amount && one.payout !== paid.key,
    );
    return twin ? [{ file_key: twin.key, pay_date: twin.pay_date, partner_name, amount }] : [];
  });
}
