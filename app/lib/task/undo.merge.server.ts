import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { type CardChanges, changeCard } from "./card.write.server";

type Entry = typeof activity.$inferSelect;
const REASON = "合流を元に戻す";
const before = (entry: Entry): CardChanges => {
  const { update_time: _, ...changes } = entry.before;
  return changes as CardChanges;
};

export async function undoMerge(db: Tx, who: Who, into: Card, merged: Entry, keys: number[]): Promise<Card> {
  const absorbed =
    keys.length === 0
      ? []
      : await db
          .select({ branch: card, entry: activity })
          .from(card)
          .innerJoin(
            activity,
            and(
              eq(activity.subject, "card"),
              eq(activity.subject_key, card.key),
              eq(activity.seq, card.version),
              eq(activity.kind, "absorbed"),
              eq(activity.at, merged.at),
            ),
          )
          .where(and(eq(card.seller_id, into.seller_id), inArray(card.key, keys)))
          .orderBy(asc(card.key))
          .for("update", { of: card });
  refuseIf(
    keys.length > 0 && absorbed.length === keys.length
      ? null
      : "合流した枝に更新があるため、元に戻せません。",
  );
  refuseIf(compareDecimal(into.num_delivered, "0") > 0 ? "納品書に載っているため、元に戻せません。" : null);
  for (const { branch, entry } of absorbed) {
    await changeCard(db, who, branch, "released", before(entry), REASON);
    const parts = await db
      .select({ part: card })
      .from(card)
      .innerJoin(
        activity,
        and(
          eq(activity.subject, "card"),
          eq(activity.subject_key, card.key),
          eq(activity.kind, "edited"),
          eq(activity.at, merged.at),
          sql`${activity.before} ->> 'parent_id' = ${branch.id}`,
        ),
      )
      .where(and(eq(card.seller_id, into.seller_id), eq(card.parent_id, into.id), eq(card.task_type, "part")))
      .for("update", { of: card });
    for (const { part } of parts) await changeCard(db, who, part, "edited", { parent_id: branch.id }, REASON);
  }
  return changeCard(db, who, into, "unmerged", before(merged), REASON);
}
