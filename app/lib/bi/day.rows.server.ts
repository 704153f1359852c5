import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { indirect_work, worker_day } from "~/lib/tables/indirect.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { worker } from "~/lib/tables/worker.table.server";

type Asked = { company_id: string; worker_id: number; from: string; to: string };

const overlaps = (table: typeof work | typeof indirect_work, { from, to }: Asked) =>
  and(lt(table.work_start, to), or(isNull(table.work_end), gt(table.work_end, from)));

/** What one person has recorded between two instants, as it stands, without the machines they set going. */
export async function recordsBetween(db: Tx, asked: Asked) {
  const { company_id, worker_id } = asked;
  const works = await db
    .select({ row: work, id: card.id, name: card.name })
    .from(work)
    .innerJoin(card, eq(card.key, work.card_key))
    .where(
      and(
        eq(work.seller_id, company_id),
        eq(work.worker_id, worker_id),
        eq(work.is_void, false),
        eq(work.is_unmanned, false),
        isNotNull(work.work_start),
        overlaps(work, asked),
      ),
    )
    .orderBy(asc(work.work_start), asc(work.key));
  const keys = works.map(({ row }) => row.key);
  const pauses =
    keys.length === 0
      ? []
      : await db.select().from(pause).where(inArray(pause.work_key, keys)).orderBy(asc(pause.key));
  const indirect = await db
    .select()
    .from(indirect_work)
    .where(
      and(
        eq(indirect_work.seller_id, company_id),
        eq(indirect_work.worker_id, worker_id),
        isNull(indirect_work.voided_time),
        overlaps(indirect_work, asked),
      ),
    )
    .orderBy(asc(indirect_work.work_start), asc(indirect_work.key));
  return { works, pauses, indirect };
}
export type Records = Awaited<ReturnType<typeof recordsBetween>>;

export async function daysTold(
  db: Tx,
  { company_id, worker_id, from, to }: { company_id: string; worker_id: number; from: string; to: string },
) {
  return db
    .select()
    .from(worker_day)
    .where(
      and(
        eq(worker_day.seller_id, company_id),
        eq(worker_day.worker_id, worker_id),
        gte(worker_day.day, from),
        lte(worker_day.day, to),
      ),
    );
}

export async function workerBy(db: Tx, who: Who, worker_id: number) {
  const [row] = await db
    .select({ worker_id: worker.worker_id, name: worker.name, group_name: worker.group_name })
    .from(worker)
    .where(and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id)));
  if (!row) throw notFound("作業者");
  return row;
}
