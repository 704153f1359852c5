import { and, eq, inArray, isNull } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payout, payout_part } from "~/lib/tables/payable.table.server";
import { debtsNamed } from "./debt.server";
import type { PayMarking, PayUnmarking } from "./mark.schema";
import { lockBooks, wrong } from "./payout.plan.server";
import { cancelPayout, recordPayouts } from "./payout.server";

async function received(db: Tx, who: Who, asked: number[]) {
  const keys = [...new Set(asked)];
  const rows = await db
    .select({ key: invoice.key, number: invoice.number })
    .from(invoice)
    .where(and(inArray(invoice.key, keys), eq(invoice.buyer_id, who.company_id)));
  if (rows.length < keys.length) throw notFound("請求書");
  return rows;
}

/** The form asks for one day: what is wrong with a 請求書 is said there, by its number. */
const atDay = (number: string) => (error: unknown) => {
  if (!(error instanceof Refusal) || !error.errors) throw error;
  const [sentence] = Object.values(error.errors).flat();
  throw wrong({ payment_date: [`${number}：${sentence}`] });
};

/** Each 請求書 by itself, for all that is open of it, so that each can be taken back. */
export async function markPaid(db: Tx, who: Who, { keys, payment_date, kind }: PayMarking) {
  await lockBooks(db, who);
  const rows = await received(db, who, keys);
  const debts = await debtsNamed(
    db,
    who,
    rows.map(({ key }) => `i${key}`),
    "2199-12-31",
  );
  let amount = 0;
  for (const { id, number, open } of debts) {
    const asked = { payment_date, kind, debts: [{ debt: id }], fee: 0, own_fee: 0, twice: true };
    await recordPayouts(db, who, asked).catch(atDay(number ?? ""));
    amount += open;
  }
  return { paid: debts.length, skipped: rows.length - debts.length, amount };
}

export async function unmarkPaid(db: Tx, who: Who, { keys, reason }: PayUnmarking) {
  await lockBooks(db, who);
  const rows = await received(db, who, keys);
  const found = await db
    .selectDistinct({ key: payout.key })
    .from(payout_part)
    .innerJoin(payout, eq(payout.key, payout_part.payout_key))
    .where(
      and(
        eq(payout_part.company_id, who.company_id),
        inArray(
          payout_part.invoice_key,
          rows.map(({ key }) => key),
        ),
        isNull(payout.cancelled_time),
      ),
    )
    .orderBy(payout.key);
  for (const { key } of found) await cancelPayout(db, who, key, { reason });
  return { cancelled: found.length };
}
