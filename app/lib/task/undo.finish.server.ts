import { and, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { voidMeasurements } from "~/lib/measurement/void.server";
import type { activity, activity_inner } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { defect, work } from "~/lib/tables/work.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { refuseApproved } from "./approved.server";
import { rejoinRest } from "./branch.merge.server";
import { type CardChanges, changeCard, offBoard } from "./card.write.server";
import { keysIn } from "./undo.ended.server";
import { atWork } from "./work.open.server";

type Finish = { entry: typeof activity.$inferSelect; inner: typeof activity_inner.$inferSelect | null };

/** With the move that followed and the rest that it divided off; untouched rework cards become void. */
export async function undoFinish(
  db: Tx,
  who: Who,
  one: Card,
  { entry, inner }: Finish,
  moved: Changed,
): Promise<Card> {
  const keys = keysIn(inner?.after["work.keys"]);
  await refuseApproved(db, who, keys);
  await voidDefects(db, who, one, entry.at, "完了を元に戻す");
  if (keys.length > 0) {
    await voidMeasurements(db, who, keys, entry.at);
    const mine = and(inArray(work.key, keys), eq(work.card_key, one.key), eq(work.work_end, entry.at));
    await db
      .update(work)
      .set({ is_void: true })
      .where(and(mine, isNull(work.work_start)));
    await db
      .update(work)
      .set({ work_end: null, num_good: "0", num_defective: "0", num_partial: "0" })
      .where(and(mine, isNotNull(work.work_start)));
  }
  const { update_time: _, ...counts } = entry.before;
  const { update_time: __, ...place } = moved;
  const back = await changeCard(
    db,
    who,
    one,
    "undone",
    { ...place, ...counts } as CardChanges,
    "完了を元に戻す",
    await atWork(db, who, one),
    { before: {}, after: { "work.reopened": keys.join() } },
  );
  return rejoinRest(db, who, back, entry);
}

export async function undoDefect(
  db: Tx,
  who: Who,
  one: Card,
  { at, before }: Finish["entry"],
): Promise<Card> {
  await voidDefects(db, who, one, at, "不良登録を元に戻す");
  const { update_time: _, ...counts } = before;
  return changeCard(db, who, one, "undone", counts as CardChanges, "不良登録を元に戻す");
}

async function voidDefects(db: Tx, who: Who, one: Card, at: string, reason: string): Promise<void> {
  const found = await db
    .select()
    .from(defect)
    .where(and(eq(defect.card_key, one.key), eq(defect.recorded_time, at)));
  const children = found.flatMap((row) => row.child_key ?? []);
  if (children.length > 0) {
    const begun = await db.$count(card, and(inArray(card.key, children), gt(card.version, 1)));
    refuseIf(begun > 0 ? "手直し・再製作のカードに更新があるため、元に戻せません。" : null);
    for (const child of await db.select().from(card).where(inArray(card.key, children)).for("update")) {
      await changeCard(
        db,
        who,
        child,
        "cancelled",
        {
          ...offBoard(child, who.now),
        },
        reason,
      );
    }
  }
  if (found.length > 0)
    await db
      .update(defect)
      .set({ is_void: true })
      .where(
        inArray(
          defect.key,
          found.map((row) => row.key),
        ),
      );
}
