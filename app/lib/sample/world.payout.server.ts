import { and, asc, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { debtsNamed } from "~/lib/payable/debt.server";
import { recordPayouts } from "~/lib/payable/payout.server";
import { invoice } from "~/lib/tables/invoice.table.server";

export const billsOf = (tx: Tx, seller_id: string, buyer_id: string, ym: number) =>
  tx
    .select({ key: invoice.key, is_self_billed: invoice.is_self_billed })
    .from(invoice)
    .where(and(eq(invoice.seller_id, seller_id), eq(invoice.buyer_id, buyer_id), eq(invoice.ym, ym)))
    .orderBy(asc(invoice.key));

export const partOf = (amount: number) => Math.floor((amount * 0.6) / 1000) * 1000;

/** What is open of a month, on its day: all, or a part of each. */
export async function payMonth(
  tx: Tx,
  who: Who,
  partner_id: string,
  ym: number,
  payment_date: string,
  how: "whole" | "part" = "whole",
): Promise<void> {
  const bills = await billsOf(tx, partner_id, who.company_id, ym);
  const open = await debtsNamed(
    tx,
    who,
    bills.map(({ key }) => `i${key}`),
    payment_date,
  );
  const debts = open.map((one) => ({ debt: one.id, amount: how === "part" ? partOf(one.open) : undefined }));
  if (debts.length > 0)
    await recordPayouts(tx, who, {
      payment_date,
      kind: "transfer",
      fee: 0,
      own_fee: 0,
      twice: false,
      debts,
    });
}
