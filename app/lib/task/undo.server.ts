import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { ACTIVITY_LABEL } from "~/lib/log/activity.schema";
import { isMoney } from "~/lib/log/money";
import { compareDecimal } from "~/lib/money/decimal";
import { activity, activity_inner } from "~/lib/tables/activity.table.server";
import type { Card } from "~/lib/tables/card.table.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { agreedFields } from "./agreed";
import { agreedOf } from "./agreed.server";
import { undivideCard } from "./branch.merge.server";
import type { versioned } from "./card.command.schema";
import { ownCard } from "./card.lock.server";
import { type CardChanges, changeCard, type InnerChanges } from "./card.write.server";
import { defectAt } from "./treat.read.server";
import { keysIn } from "./undo.ended.server";
import { undoDefect, undoFinish } from "./undo.finish.server";
import { leftForGood, undoLeaving } from "./undo.leaving.server";
import { undoMerge } from "./undo.merge.server";
import { undoMoves } from "./undo.move.server";
import { undoStart } from "./undo.start.server";
import { untreatDefect } from "./untreat.server";

type Entry = typeof activity.$inferSelect;

const OF_ORDER =
  "注文の内容を変えた編集は、元に戻せません。もとの内容にするときは、変更依頼を出してください。";
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
  "treated",
  "placed",
  ...LEAVING,
];
/** 部品を追加 changes nothing of the card itself, so there is nothing to take back. */
const isEmpty = ({ kind, before }: Entry, inner: object | null) =>
  kind === "edited" && inner === null && Object.keys(before).every((name) => name === "update_time");

export async function lastOf(db: Tx, { key, version }: Pick<Card, "key" | "version">) {
  const [row] = await db
    .select({ entry: activity, inner: activity_inner })
    .from(activity)
    .leftJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
    .where(and(eq(activity.subject, "card"), eq(activity.subject_key, key), eq(activity.seq, version)));
  return row;
}

// Of before an order was for both sides alone to change (docs/decisions/139).
async function isOfOrder(db: Tx, card: Parameters<typeof agreedOf>[1], { kind, before }: Entry) {
  const names = kind === "edited" ? agreedFields(await agreedOf(db, card)) : [];
  return names.some((name) => name in before);
}

/** Null when the last change stays. */
export async function undoLabel(
  db: Tx,
  card: Pick<Card, "key" | "version" | "order_key">,
): Promise<string | null> {
  const last = await lastOf(db, card);
  if (!last || !KINDS.includes(last.entry.kind) || "parent_id" in last.entry.before) return null;
  const stays = isEmpty(last.entry, last.inner) || leftForGood(card, last.entry);
  return stays || (await isOfOrder(db, card, last.entry)) ? null : (ACTIVITY_LABEL[last.entry.kind] ?? null);
}

/** The log keeps both. */
export async function undoCard(
  db: Tx,
  who: Who,
  key: number,
  { version }: z.output<typeof versioned>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  const last = await lastOf(db, card);
  refuseIf(last && (await isOfOrder(db, card, last.entry)) ? OF_ORDER : null);
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
  if (entry.kind === "treated") {
    const row = Number(inner?.after["work.defect_key"]);
    return untreatDefect(db, who, card, await defectAt(db, card, { is_work: false, key: row }));
  }
  if (entry.kind === "merged") return undoMerge(db, who, card, entry, keysIn(inner?.after["work.branches"]));
  if (entry.kind === "started") {
    const [keys, turned] = [keysIn(inner?.after["work.keys"]), keysIn(inner?.after["work.turned"])];
    return undoStart(db, who, card, { keys, turned, ended: entry.at });
  }
  const { update_time: _, ...before } = entry.before;
  if (Object.keys(before).some(isMoney) && !seesAmounts(who))
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

async function finishBefore(db: Tx, { key, version }: Card, at: string) {
  const before = await lastOf(db, { key, version: version - 1 });
  return before?.entry.kind === "finished" && before.entry.at === at ? before : undefined;
}
