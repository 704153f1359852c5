import { and, eq, isNull, sql } from "drizzle-orm";
import { notFound, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { payout, payout_part } from "~/lib/tables/payable.table.server";
import { tokyoDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { cannotCancelPayout, debtKeys } from "./payout";
import { lockBooks, planPayout, wrong } from "./payout.plan.server";
import type { PayoutNew } from "./payout.schema";

/** One payment for each partner, all or none. */
export async function recordPayouts(db: Tx, who: Who, input: PayoutNew) {
  await lockBooks(db, who);
  const plan = await planPayout(db, who, input);
  const [twin] = input.twice ? [] : plan.twins;
  if (twin) {
    const at = formatDateTime(twin.recorded_time);
    throw wrong({
      twice: [
        `${twin.partner_name}への同じ日・同じ金額の支払が${at}に登録済みです。二重ではありませんか。別の支払なら、チェックを付けて登録してください`,
      ],
    });
  }
  const { company_id } = who;
  const { payment_date, kind, fee, own_fee, maturity_date, note = null } = input;
  const keys: number[] = [];
  for (const { partner_id, amount, interest, rows } of plan.partners) {
    const [made] = await db
      .insert(payout)
      .values({
        company_id,
        partner_id,
        payment_date,
        kind,
        amount,
        fee,
        own_fee,
        interest,
        maturity_date: maturity_date ?? null,
        note,
        person: who.name,
        recorded_time: who.now,
      })
      .returning({ key: payout.key });
    const payout_key = made!.key;
    keys.push(payout_key);
    await db.insert(payout_part).values(
      rows.map((row) => ({
        company_id,
        partner_id,
        payout_key,
        ...debtKeys(row.id),
        amount: row.amount,
        settled_date: payment_date,
      })),
    );
  }
  return { keys, amount: plan.amount };
}

/** By reversal, as of today: the payment and its parts stay, and count for nothing from then on. */
export async function cancelPayout(
  db: Tx,
  who: Who,
  key: number,
  { reason, version }: { reason: string; version?: number | undefined },
) {
  await lockBooks(db, who);
  const ours = and(eq(payout.key, key), eq(payout.company_id, who.company_id));
  const [row] = await db.select().from(payout).where(ours).for("update");
  if (!row) throw notFound("支払");
  if (version !== undefined && row.version !== version) throw stale("支払");
  refuseIf(cannotCancelPayout(row));
  const today = tokyoDate(who.now);
  const cancelled_date = today > row.payment_date ? today : row.payment_date;
  const parts = await db
    .select()
    .from(payout_part)
    .where(
      and(
        eq(payout_part.payout_key, key),
        isNull(payout_part.reverses),
        sql`not exists (select from payout_part r where r.reverses = ${payout_part.key})`,
      ),
    );
  await db.insert(payout_part).values(
    parts.map(({ key: reverses, ...part }) => ({
      ...part,
      amount: -part.amount,
      settled_date: cancelled_date,
      reverses,
    })),
  );
  await db
    .update(payout)
    .set({
      cancelled_time: who.now,
      cancelled_date,
      cancelled_by: who.name,
      cancel_reason: reason,
      version: row.version + 1,
    })
    .where(ours);
  return { key, version: row.version + 1 };
}
