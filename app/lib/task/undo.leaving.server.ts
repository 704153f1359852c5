import { and, eq, inArray } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { ACTIVITY_LABEL } from "~/lib/log/activity.schema";
import { processesOf } from "~/lib/shop/process.server";
import type { activity } from "~/lib/tables/activity.table.server";
import type { Card } from "~/lib/tables/card.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { refuseApproved } from "./approved.server";
import { rejoinRest } from "./branch.merge.server";
import { documentsOf } from "./card.read.server";
import { type CardChanges, changeCard } from "./card.write.server";
import { cannotUnship } from "./ship";
import { goneFromStock, lockMoved } from "./ship.stock.server";
import { atWork } from "./work.open.server";

type Entry = typeof activity.$inferSelect;

const GONE = "元の工程がなくなったため、元に戻せません。";

// A buyer was told of its 中止, or it went with something else, as rework with its defect; only 取消 by hand
// takes 請求対象 off.
export const leftForGood = (
  { order_key }: Pick<Card, "order_key">,
  { kind, before }: Pick<Entry, "kind" | "before">,
): boolean =>
  (kind === "stopped" || kind === "cancelled") && (order_key !== null || !("is_billing_target" in before));

export async function undoLeaving(db: Tx, who: Who, one: Card, entry: Entry): Promise<Card> {
  const { kind, before } = entry;
  const { update_time: _, ...was } = before;
  const why = `${ACTIVITY_LABEL[kind]}を元に戻す`;
  if (kind === "unshipped") return changeCard(db, who, one, "undone", was as CardChanges, why);
  const shipped = kind === "shipped";
  if (shipped)
    refuseIf(
      cannotUnship(
        one,
        (await documentsOf(db, [one.key])).deliveries.map((delivery) => delivery.number),
      ),
    );
  if (shipped) await lockMoved(db, one);
  const gone = shipped ? await goneFromStock(db, one) : null;
  refuseIf(gone && `${gone.text}。「出荷を取り消す」で、数を確かめて取り消してください。`);
  const processes = await processesOf(db, one.seller_id);
  const there = processes.some((factoryProcess) => factoryProcess.group_id === before.group_id);
  refuseIf(there ? null : shipped ? `${GONE}「出荷を取り消す」で、戻す工程を選んでください。` : GONE);
  const ended = (shipped ? one.shipped_time : one.cancelled_time)!;
  const works = await db
    .update(work)
    .set({ work_end: null })
    .where(and(eq(work.card_key, one.key), eq(work.work_end, ended), eq(work.is_void, false)))
    .returning({ key: work.key });
  if (works.length === 0)
    return rejoinRest(db, who, await changeCard(db, who, one, "undone", was as CardChanges, why), entry);
  const keys = works.map(({ key }) => key);
  await refuseApproved(db, who, keys);
  await db
    .update(pause)
    .set({ pause_end: null })
    .where(and(inArray(pause.work_key, keys), eq(pause.pause_end, ended)));
  const told = { before: {}, after: { "work.reopened": keys.join() } };
  return rejoinRest(
    db,
    who,
    await changeCard(db, who, one, "undone", was as CardChanges, why, await atWork(db, who, one), told),
    entry,
  );
}
