import { and, eq, inArray } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { hold } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/setting/process.server";
import type { activity } from "./activity.table.server";
import { cannotUnship } from "./card";
import { documentsOf } from "./card.read.server";
import { changeCard, type Card, type CardChanges } from "./card.write.server";
import { atWork } from "./work.open.server";
import { pause, work } from "./work.table.server";

const GONE = "元の工程がなくなったため、元に戻せません。「出荷を取り消す」で、戻す工程を選んでください。";

/** 出荷・出荷取消を元に戻す: counts, place, times and amount as they were, and the work that the shipping ended going on. */
export async function undoShipment(db: Tx, who: Who, one: Card, { kind, before }: typeof activity.$inferSelect): Promise<Card> {
  const { update_time: _, ...was } = before;
  if (kind === "unshipped") return changeCard(db, who, one, "undone", was as CardChanges, "出荷取消を元に戻す");
  hold(cannotUnship(one, (await documentsOf(db, one.key)).deliveries.map((delivery) => delivery.number)));
  const processes = await processesOf(db, one.seller_id);
  hold(processes.some((process) => process.group_id === before.group_id) ? null : GONE);
  const ended = one.shipped_time!;
  const works = await db.update(work).set({ work_end: null })
    .where(and(eq(work.card_key, one.key), eq(work.work_end, ended), eq(work.is_void, false))).returning({ key: work.key });
  if (works.length === 0) return changeCard(db, who, one, "undone", was as CardChanges, "出荷を元に戻す");
  const keys = works.map(({ key }) => key);
  await db.update(pause).set({ pause_end: null }).where(and(inArray(pause.work_key, keys), eq(pause.pause_end, ended)));
  return changeCard(db, who, one, "undone", was as CardChanges, "出荷を元に戻す", await atWork(db, who, one),
    { before: {}, after: { "work.reopened": keys.join() } });
}
