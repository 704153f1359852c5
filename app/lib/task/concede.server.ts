import { and, eq } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import type { Process } from "~/lib/shop/process.schema";
import { processesOf } from "~/lib/shop/process.server";
import { activity } from "~/lib/tables/activity.table.server";
import type { Card } from "~/lib/tables/card.table.server";
import { type defect, work } from "~/lib/tables/work.table.server";
import { overCount } from "./card";
import type { CardChanges } from "./card.write.server";
import { cannotWork, foundAmong, isLastStep } from "./work";
import { correctedCounts } from "./work.correct";
import type { Work } from "./work.open.server";

export type Defect = typeof defect.$inferSelect;
/** `num`: as the 実績 now has it, of 特採 as it was found. */
export type Found = { defect: Defect | null; work: Work | null; num: string };

/** 特採: the pieces are used as they are, where they were found; before, they were none of its good ones. */
export async function conceded(
  db: Tx,
  own: Card,
  { work: of, defect: row, num }: Found,
  processes: Process[],
) {
  refuseIf(cannotWork(own, "特採に"));
  if (!of) return { counts: await putBack(db, own, row!, num), before: {}, after: {} };
  const now = { ...of, num_defective: "0", num_good: addDecimal(of.num_good, num) };
  return corrected(db, own, of, now, processes);
}

async function corrected(db: Tx, own: Card, was: Work, now: Work, processes: Process[]) {
  const counts = correctedCounts(
    own,
    was,
    now,
    was.group_id === own.group_id,
    isLastStep(processes, was.group_id),
  );
  refuseIf(typeof counts === "string" ? counts : null);
  const { num_good, num_defective } = now;
  await db.update(work).set({ num_good, num_defective }).where(eq(work.key, was.key));
  const told = (from: Work) => ({
    "work.key": was.key,
    "work.num_good": from.num_good,
    "work.num_defective": from.num_defective,
  });
  return { counts: counts as CardChanges, before: told(was), after: told(now) };
}

/** Found among those counted good or done, they are there again, unless the card has gone on. */
async function putBack(db: Tx, own: Card, row: Defect, num: string): Promise<CardChanges> {
  refuseIf(
    compareDecimal(own.num_defective, num) < 0
      ? `カード ${own.id} の不良数が ${num} より少なくなっています。カードの数量を確かめてください。`
      : null,
  );
  const num_defective = decimal(milli(own.num_defective) - milli(num));
  if (!row.is_recounted || row.group_id !== own.group_id) return { num_defective };
  const [entry] = await db
    .select({ before: activity.before, after: activity.after })
    .from(activity)
    .where(
      and(
        eq(activity.subject, "card"),
        eq(activity.subject_key, own.key),
        eq(activity.kind, "defect"),
        eq(activity.at, row.recorded_time),
      ),
    );
  const back = (name: "num_good" | "num_partial") =>
    decimal(
      milli(own[name]) + milli(String(entry?.before[name] ?? "0")) - milli(String(entry?.after[name] ?? "0")),
    );
  return { num_defective, num_good: back("num_good"), num_partial: back("num_partial") };
}

/** Of 特採: they are defective again, and none of the good ones. */
export async function reclaimed(db: Tx, own: Card, { work: of, defect: row, num }: Found) {
  refuseIf(cannotWork(own, "特採の取消を"));
  const processes = await processesOf(db, own.seller_id);
  // 特採 that was counted among the defects all the same changes nothing.
  if (of && of.num_defective !== "0") return { counts: {}, before: {}, after: {} };
  if (of) {
    refuseIf(
      compareDecimal(of.num_good, num) < 0
        ? `カード ${own.id} の実績の良品数が ${num} より少なくなっています。`
        : null,
    );
    const now = { ...of, num_defective: num, num_good: decimal(milli(of.num_good) - milli(num)) };
    return corrected(db, own, of, now, processes);
  }
  return { counts: taken(own, row!, num, isLastStep(processes, own.group_id)), before: {}, after: {} };
}

function taken(own: Card, row: Defect, num: string, last: boolean): CardChanges {
  const bad = { ...own, num_defective: addDecimal(own.num_defective, num) };
  const counts = row.is_recounted || overCount(bad) ? foundAmong(bad, num, last) : bad;
  refuseIf(
    overCount(counts) ? `カード ${own.id} の数量が予定数を超えます。カードの数量を確かめてください。` : null,
  );
  const { num_good, num_defective, num_partial } = counts;
  return { num_good, num_defective, num_partial };
}
