import { sql } from "drizzle-orm";
import { pairOf } from "~/lib/accounting/pair.server";
import { unbilled } from "~/lib/accounting/unbilled.sql.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import { agesOf, daysOverdue } from "./ageing";
import { asOf } from "./balance.server";
import { openBills, openReceipts } from "./open.sql.server";
import type { Statement } from "./statement.schema";

type Bill = Omit<Statement["bills"][number], "days_overdue">;

export async function readStatement(
  db: Tx,
  who: Who,
  { buyer_id, on }: { buyer_id: string; on?: string },
): Promise<Statement> {
  await pairOf(db, who, buyer_id);
  const at = asOf(who, on, buyer_id);
  const { rows: bills } = await db.execute<Bill>(sql`
    select key, number, invoice_date, due_date, total, total - open as paid, open from ${openBills(at)} o order by due_date, key`);
  const { rows: receipts } = await db.execute<Statement["receipts"][number]>(sql`
    select key, payment_date, amount, open from ${openReceipts(at)} r order by payment_date, key`);
  const { rows: notes } = await db.execute<{ amount: number }>(sql`select amount from ${unbilled(at)} u`);
  const free = receipts.reduce((sum, receipt) => sum + receipt.open, 0);
  return {
    on: at.on,
    seller: await partyOf(db, who.company_id),
    buyer: await addressedOf(db, who.company_id, buyer_id),
    bills: bills.map((bill) => ({
      ...bill,
      days_overdue: bill.open > 0 ? daysOverdue(bill.due_date, at.on) : null,
    })),
    receipts,
    ages: agesOf(bills, free, at.on),
    unbilled: notes[0]?.amount ?? 0,
  };
}
