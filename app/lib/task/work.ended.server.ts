import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { worker } from "~/lib/setting/worker.table.server";
import type { Card } from "./card.write.server";
import { endedText, type Ended } from "./work.ended";
import type { Work } from "./work.open.server";
import { work } from "./work.table.server";

/** Who does this work, and where. */
export async function namesOfWorkers(db: Tx, works: Pick<Work, "key">[]): Promise<(Ended & { card_key: number })[]> {
  if (works.length === 0) return [];
  return db.select({ card_key: work.card_key, worker: worker.name, status: work.status }).from(work)
    .leftJoin(worker, eq(worker.worker_id, work.worker_id)).where(inArray(work.key, works.map(({ key }) => key))).orderBy(asc(work.key));
}

/** Whose timed work a card's last change has ended, in words. */
export async function endedBy(db: Tx, { key, update_time }: Card): Promise<string> {
  return endedText(await db.select({ worker: worker.name, status: work.status }).from(work)
    .leftJoin(worker, eq(worker.worker_id, work.worker_id))
    .where(and(eq(work.card_key, key), eq(work.work_end, update_time), isNotNull(work.work_start), eq(work.is_void, false))).orderBy(asc(work.key)));
}
