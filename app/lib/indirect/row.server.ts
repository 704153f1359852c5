import { and, asc, eq, gt, inArray, isNull, lt, ne, or } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { lastEntries, record } from "~/lib/log/activity.server";
import { indirect_work } from "~/lib/tables/indirect.table.server";
import { reason, worker } from "~/lib/tables/worker.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { overlapText } from "./indirect";
import type { IndirectRow } from "./indirect.schema";

export type Indirect = typeof indirect_work.$inferSelect;

export const wrongInput = (errors: Record<string, string[]>) =>
  new Refusal(422, "入力内容を確認してください。", errors);

/** One after the other, so that nobody begins two at once. */
export async function lockWorker(db: Tx, who: Who, worker_id: number) {
  const [row] = await db
    .select({
      worker_id: worker.worker_id,
      name: worker.name,
      group_name: worker.group_name,
      is_active: worker.is_active,
    })
    .from(worker)
    .where(and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id)))
    .for("no key update");
  if (!row) throw notFound("作業者");
  return row;
}

export async function kindBy(db: Tx, who: Who, reason_id: number) {
  const [row] = await db
    .select({ reason_id: reason.reason_id, label: reason.label, is_break: reason.is_break })
    .from(reason)
    .where(
      and(
        eq(reason.company_id, who.company_id),
        eq(reason.kind, "indirect"),
        eq(reason.reason_id, reason_id),
        eq(reason.is_active, true),
      ),
    );
  if (!row) throw wrongInput({ reason_id: ["間接作業が見つかりません。選択し直してください"] });
  return row;
}

export async function indirectBy(db: Tx, who: Who, key: number): Promise<{ row: Indirect; name: string }> {
  const [found] = await db
    .select({ row: indirect_work, name: worker.name })
    .from(indirect_work)
    .innerJoin(worker, eq(worker.worker_id, indirect_work.worker_id))
    .where(and(eq(indirect_work.key, key), eq(indirect_work.seller_id, who.company_id)));
  if (!found) throw notFound("間接作業");
  return found;
}

export async function lockIndirect(db: Tx, who: Who, key: number): Promise<Indirect> {
  const [row] = await db
    .select()
    .from(indirect_work)
    .where(and(eq(indirect_work.key, key), eq(indirect_work.seller_id, who.company_id)))
    .for("update");
  if (!row) throw notFound("間接作業");
  return row;
}

export async function runningOf(db: Tx, who: Who, worker_ids: number[]): Promise<Indirect[]> {
  if (worker_ids.length === 0) return [];
  return db
    .select()
    .from(indirect_work)
    .where(
      and(
        eq(indirect_work.seller_id, who.company_id),
        inArray(indirect_work.worker_id, worker_ids),
        isNull(indirect_work.work_end),
        isNull(indirect_work.voided_time),
      ),
    )
    .orderBy(asc(indirect_work.key));
}

/** `to` null: for as long as is known. */
export async function refuseOverlap(
  db: Tx,
  { worker_id, name }: { worker_id: number; name: string },
  { from, to, but = 0 }: { from: string; to: string | null; but?: number },
): Promise<void> {
  const [row] = await db
    .select()
    .from(indirect_work)
    .where(
      and(
        eq(indirect_work.worker_id, worker_id),
        isNull(indirect_work.voided_time),
        ne(indirect_work.key, but),
        to === null ? undefined : lt(indirect_work.work_start, to),
        or(isNull(indirect_work.work_end), gt(indirect_work.work_end, from)),
      ),
    )
    .orderBy(asc(indirect_work.work_start))
    .limit(1);
  if (row)
    throw new Refusal(409, overlapText(name, row), {
      work_start: [`「${row.label}」の時間と重なっています`],
    });
}

const loggedRow = (row: Indirect, name: string): Changed => ({
  worker: name,
  label: row.label,
  work_start: row.work_start,
  work_end: row.work_end,
  note: row.note,
  goes_on_until: row.goes_on_until,
});

export async function recordIndirect(
  db: Tx,
  who: Who,
  name: string,
  kind: string,
  before: Indirect | null,
  after: Indirect,
  why?: string,
): Promise<void> {
  const [old, now]: [Changed, Changed] = [before ? loggedRow(before, name) : {}, loggedRow(after, name)];
  const changed = Object.keys(now).filter((one) => (old[one] ?? null) !== now[one]);
  const only = (from: Changed) => Object.fromEntries(changed.map((one) => [one, from[one] ?? null]));
  const seq = ((await lastEntries(db, "indirect", [after.key])).get(after.key) ?? 0) + 1;
  await record(db, who, {
    subject: "indirect",
    subject_key: after.key,
    seq,
    seller_id: who.company_id,
    buyer_id: who.company_id,
    kind,
    reason: why,
    before: only(old),
    after: only(now),
  });
}

export const toIndirectRow = (
  { seller_id: _, goes_on_until: __, ...row }: Indirect,
  worker_name: string,
): IndirectRow => ({ ...row, worker_name });
