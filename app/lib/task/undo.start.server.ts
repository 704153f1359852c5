import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { changeCard } from "./card.write.server";
import { reopen } from "./undo.ended.server";
import { atWork } from "./work.open.server";

/** `turned`: what `ended` as a machine went on by itself, or somebody took over from it; it goes on again. */
export async function undoStart(
  db: Tx,
  who: Who,
  card: Card,
  { keys: mine, turned, ended }: { keys: number[]; turned: number[]; ended: string },
): Promise<Card> {
  const begun =
    mine.length === 0
      ? []
      : await db
          .select()
          .from(work)
          .where(and(inArray(work.key, mine), eq(work.card_key, card.key), isNull(work.work_end)));
  if (begun.length > 0) {
    await db
      .update(pause)
      .set({ pause_end: who.now })
      .where(and(inArray(pause.work_key, mine), isNull(pause.pause_end)));
    await db
      .update(work)
      .set({ work_end: who.now, is_void: true })
      .where(
        inArray(
          work.key,
          begun.map((row) => row.key),
        ),
      );
  }
  if (turned.length > 0) await reopen(db, who, { card_key: card.key, keys: turned, ended });
  return changeCard(db, who, card, "undone", {}, "着手を元に戻す", await atWork(db, who, card), {
    before: {},
    after: { "work.void": mine.join() },
  });
}
