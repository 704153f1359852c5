import { and, eq, inArray } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { activity_inner } from "~/lib/tables/activity.table.server";
import { type Card, card_inner } from "~/lib/tables/card.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { refuseApproved } from "./approved.server";
import type { CardChange, InnerChanges } from "./card.write.server";

type Inner = typeof activity_inner.$inferSelect;

/** "12,13": the rows that an entry of the log names. */
export const keysIn = (told: unknown): number[] =>
  String(told ?? "")
    .split(",")
    .map(Number)
    .filter((key) => key > 0);

/** What ended then goes on, and what was paused then is paused again. */
export async function reopen(
  db: Tx,
  who: Who,
  { card_key, keys, ended }: { card_key: number; keys: number[]; ended: string },
): Promise<void> {
  await refuseApproved(db, who, keys);
  await db
    .update(work)
    .set({ work_end: null })
    .where(and(inArray(work.key, keys), eq(work.card_key, card_key), eq(work.work_end, ended)));
  await db
    .update(pause)
    .set({ pause_end: null })
    .where(and(inArray(pause.work_key, keys), eq(pause.pause_end, ended)));
}

/** Work that a move ended goes on. */
export async function goOn(db: Tx, who: Who, row: Card, { before, after }: Inner): Promise<CardChange> {
  const keys = keysIn(after["work.keys"]);
  const ended = String(after.work_end);
  await reopen(db, who, { card_key: row.key, keys, ended });
  const at = { worker: before.worker ?? null, work_end: before.work_end ?? null };
  await db
    .update(card_inner)
    .set(at as InnerChanges)
    .where(eq(card_inner.card_key, row.key));
  return { before: { worker: null, work_end: ended }, after: { ...at, "work.reopened": keys.join() } };
}
