import { and, eq, isNull } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { formatDateTime } from "~/lib/time/datetime";
import { lockCard } from "./card.lock.server";
import { changeCard } from "./card.write.server";
import { wrongInput } from "./work.open.server";

async function lockOpen(db: Tx, who: Who, worker_id: number, work_key: number) {
  const [found] = await db
    .select({ card_key: work.card_key, name: worker.name })
    .from(work)
    .innerJoin(worker, eq(worker.worker_id, work.worker_id))
    .where(and(eq(work.key, work_key), eq(work.seller_id, who.company_id), eq(work.worker_id, worker_id)));
  if (!found) throw notFound("作業");
  const card = await lockCard(db, found.card_key);
  const [row] = await db
    .select()
    .from(work)
    .where(and(eq(work.key, work_key), isNull(work.work_end)))
    .for("update");
  refuseIf(row ? null : "この作業は、もう終わっています。");
  return { card, row: row!, name: found.name };
}

/** Forgotten at the end of a day: the card waits from then on, and 再開 takes it up again. */
export async function pauseLeft(
  db: Tx,
  who: Who,
  { worker_id, work_key, at, said }: { worker_id: number; work_key: number; at: string; said?: string },
): Promise<Card> {
  const { card, row, name } = await lockOpen(db, who, worker_id, work_key);
  if (at < row.work_start!) throw wrongInput({ at: ["着手より後の時刻を入力してください"] });
  if (at > who.now) throw wrongInput({ at: ["これからの時刻は入力できません"] });
  const stops = await db.select().from(pause).where(eq(pause.work_key, work_key));
  const isOver = stops.some((stop) => stop.pause_end === null || stop.pause_end > at);
  if (isOver)
    throw wrongInput({ at: ["そのあとに中断した記録があります。それより後の時刻を入力してください"] });
  const reason = "終業";
  await db
    .insert(pause)
    .values({ seller_id: card.seller_id, work_key, reason, pause_start: at })
    .returning({ key: pause.key });
  const after = {
    "work.keys": String(work_key),
    "work.reason": [`${reason}（${formatDateTime(at)}から）`, said].filter(Boolean).join("："),
    "work.workers": name,
  };
  return changeCard(db, who, card, "paused", {}, undefined, {}, { before: {}, after });
}

/** まだ続き: asked again after `until`. */
export async function keepWork(
  db: Tx,
  who: Who,
  { worker_id, work_key, until }: { worker_id: number; work_key: number; until: string },
): Promise<void> {
  await lockOpen(db, who, worker_id, work_key);
  await db.update(work).set({ goes_on_until: until }).where(eq(work.key, work_key));
}
