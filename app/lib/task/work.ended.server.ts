import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { work } from "~/lib/tables/work.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { leftText } from "./rest";
import { type Ended, endedText } from "./work.ended";
import type { Work } from "./work.open.server";

export async function namesOfWorkers(
  db: Tx,
  works: Pick<Work, "key">[],
): Promise<(Ended & { card_key: number })[]> {
  if (works.length === 0) return [];
  return db
    .select({ card_key: work.card_key, worker: worker.name, status: work.status })
    .from(work)
    .leftJoin(worker, eq(worker.worker_id, work.worker_id))
    .where(
      inArray(
        work.key,
        works.map(({ key }) => key),
      ),
    )
    .orderBy(asc(work.key));
}

export async function endedBy(db: Tx, { key, id, seller_id, update_time }: Card): Promise<string> {
  const left = await db
    .select()
    .from(card)
    .where(
      and(
        eq(card.seller_id, seller_id),
        eq(card.parent_id, id),
        eq(card.task_type, "division"),
        eq(card.created_time, update_time),
      ),
    )
    .orderBy(asc(card.key));
  const ended = endedText(
    await db
      .select({ worker: worker.name, status: work.status })
      .from(work)
      .leftJoin(worker, eq(worker.worker_id, work.worker_id))
      .where(
        and(
          eq(work.card_key, key),
          eq(work.work_end, update_time),
          isNotNull(work.work_start),
          eq(work.is_void, false),
        ),
      )
      .orderBy(asc(work.key)),
  );
  return left.map(leftText).join("") + ended;
}
