import { and, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { ACTIVITY_LABEL } from "~/lib/log/activity.schema";
import { compareDecimal } from "~/lib/money/decimal";
import { activity, activity_inner } from "~/lib/tables/activity.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { AMOUNTS } from "./activity";
import { undivideCard } from "./branch.merge.server";
import { undoMerge } from "./branch.undo.server";
import { ownCard } from "./card.answer.server";
import { leftForGood, undoLeaving } from "./card.close.undo.server";
import type { versioned } from "./card.command.schema";

import { type Card, type CardChanges, changeCard, type InnerChanges } from "./card.write.server";
import { undoMoves } from "./move.undo.server";
import { atWork } from "./work.open.server";
import { undoDefect, undoFinish } from "./work.undo.server";

const LEAVING = ["shipped", "unshipped", "stopped", "cancelled"];
const KINDS = [
  "moved",
  "counted",
  "edited",
  "divided",
  "started",
  "finished",
  "merged",
  "defect",
  "placed",
  ...LEAVING,
];
/** 部品を追加 changes nothing of the card itself, which is all that an edit's undo could take back. */
const isEmpty = ({ kind, before }: typeof activity.$inferSelect, inner: object | null) =>
  kind === "edited" && inner === null && Object.keys(before).every((name) => name === "update_time");

/** The entry of a card's last change. */
export async function lastOf(db: Tx, { key, version }: Pick<Card, "key" | "version">) {
  const [row] = await db
    .select({ entry: activity, inner: activity_inner })
    .from(activity)
    .leftJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
    .where(and(eq(activity.subject, "card"), eq(activity.subject_key, key), eq(activity.seq, version)));
  return row;
}

/** What 元に戻す would take back, in words; null when the last change stays. */
export async function undoLabel(
  db: Tx,
  card: Pick<Card, "key" | "version" | "order_key">,
): Promise<string | null> {
  const last = await lastOf(db, card);
  if (!last || !KINDS.includes(last.entry.kind) || "parent_id" in last.entry.before) return null;
  return isEmpty(last.entry, last.inner) || leftForGood(card, last.entry)
    ? null
    : (ACTIVITY_LABEL[last.entry.kind] ?? null);
}

/** 元に戻す: the last change of a card, where it can be taken back. The log keeps both. */
export async function undoCard(
  db: Tx,
  who: Who,
  key: number,
  { version }: z.output<typeof versioned>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  const last = await lastOf(db, card);
  refuseIf((await undoLabel(db, card)) === null ? "最後の操作は元に戻せません。" : null);
  const { entry, inner } = last!;
  if (entry.kind === "divided") return undivideCard(db, who, key, { version });
  const finished =
    entry.kind === "finished"
      ? last
      : entry.kind === "moved"
        ? await finishBefore(db, card, entry.at)
        : undefined;
  if (finished) return undoFinish(db, who, card, finished, entry.kind === "moved" ? entry.before : {});
  if (entry.kind === "moved") {
    const {
      items: [result],
    } = await undoMoves(db, who, { cards: [{ key, version }] });
    refuseIf(result!.detail);
    return await ownCard(db, who, "seller_id", key, result!.version);
  }
  if (LEAVING.includes(entry.kind)) return undoLeaving(db, who, card, entry);
  if (entry.kind === "defect") return undoDefect(db, who, card, entry);
  if (entry.kind === "merged")
    return undoMerge(db, who, card, entry, String(inner?.after["work.branches"] ?? ""));
  if (entry.kind === "started") return undoStart(db, who, card, String(inner?.after["work.keys"] ?? ""));
  const { update_time: _, ...before } = entry.before;
  if (AMOUNTS.some((name) => name in before) && !seesAmounts(who))
    throw new Refusal(403, "金額の変更を元に戻す権限がありません。");
  refuseIf(
    entry.kind === "edited" && compareDecimal(card.num_delivered, "0") > 0
      ? "納品書に載っているため、元に戻せません。"
      : null,
  );
  const noted =
    inner && "inner_note" in inner.before
      ? ({ inner_note: inner.before.inner_note } as InnerChanges)
      : undefined;
  return changeCard(
    db,
    who,
    card,
    "undone",
    before as CardChanges,
    `${ACTIVITY_LABEL[entry.kind]}を元に戻す`,
    noted,
  );
}

/** The finishing that passed the card on in the same moment. */
async function finishBefore(db: Tx, { key, version }: Card, at: string) {
  const before = await lastOf(db, { key, version: version - 1 });
  return before?.entry.kind === "finished" && before.entry.at === at ? before : undefined;
}

async function undoStart(db: Tx, who: Who, card: Card, keys: string): Promise<Card> {
  const mine = keys
    .split(",")
    .map(Number)
    .filter((one) => one > 0);
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
  return changeCard(db, who, card, "undone", {}, "着手を元に戻す", await atWork(db, who, card), {
    before: {},
    after: { "work.void": keys },
  });
}
