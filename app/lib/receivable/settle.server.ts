import { and, eq } from "drizzle-orm";
import { lockPair } from "~/lib/accounting/pair.server";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { payment, settlement } from "~/lib/tables/payment.table.server";
import { staleSubject } from "~/lib/task/card.lock.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { PAYMENT_ACTS } from "./log";

type Payment = typeof payment.$inferSelect;
type Row = Omit<typeof settlement.$inferInsert, "seller_id" | "buyer_id" | "recorded_time">;
type Pair = { seller_id: string; buyer_id: string };

export const wrong = (errors: Record<string, string[]>) =>
  new Refusal(422, "入力内容を確認してください。", errors);

export async function settle(db: Tx, who: Who, { seller_id, buyer_id }: Pair, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const recorded_time = who.now;
  await db.insert(settlement).values(rows.map((row) => ({ ...row, seller_id, buyer_id, recorded_time })));
}

/** Locked after its pair. Not there: 404; changed since it was shown: 409. */
export async function lockPayment(db: Tx, who: Who, key: number, version?: number): Promise<Payment> {
  const ours = and(eq(payment.key, key), eq(payment.seller_id, who.company_id));
  const [pair] = await db.select().from(payment).where(ours);
  if (!pair) throw notFound("入金");
  await lockPair(db, pair.seller_id, pair.buyer_id);
  const [row] = await db.select().from(payment).where(eq(payment.key, key)).for("update");
  if (version !== undefined && row!.version !== version)
    throw await staleSubject(db, "payment", "入金", key, version, PAYMENT_ACTS);
  return row!;
}

export async function changePayment(
  db: Tx,
  who: Who,
  { key, seller_id, buyer_id, ...row }: Payment,
  kind: string,
  { reason, changes = {}, after = {} }: { reason?: string; changes?: Partial<Payment>; after?: Changed },
) {
  const version = row.version + 1;
  await db
    .update(payment)
    .set({ ...changes, version })
    .where(eq(payment.key, key));
  await record(db, who, {
    subject: "payment",
    subject_key: key,
    seq: version,
    seller_id,
    buyer_id,
    kind,
    reason,
    before: {},
    after,
  });
  return { key, version };
}
