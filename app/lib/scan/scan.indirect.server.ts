import { and, asc, eq, gt } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { refuseStranger } from "~/lib/code/pass.server";
import type { Tx } from "~/lib/db/connection.server";
import { type Named, stopIndirect } from "~/lib/indirect/indirect.server";
import { lockWorker, runningOf } from "~/lib/indirect/row.server";
import { scan } from "~/lib/tables/scan.table.server";
import { work } from "~/lib/tables/work.table.server";
import { beginIndirect, endIndirect } from "~/lib/task/indirect.server";
import { formatTime } from "~/lib/time/datetime";
import { happened } from "./scan";
import { before, type Came, claim, passing, rowOf, sentenceOf } from "./scan.claim.server";
import { type IndirectItem, indirectItem } from "./scan.schema";

/** A card that another device told of first ended it then. */
async function nextWork(db: Tx, who: Who, worker_id: number): Promise<string | null> {
  const [row] = await db
    .select({ at: work.work_start })
    .from(work)
    .where(
      and(
        eq(work.seller_id, who.company_id),
        eq(work.worker_id, worker_id),
        eq(work.is_void, false),
        eq(work.is_unmanned, false),
        gt(work.work_start, who.now),
      ),
    )
    .orderBy(asc(work.work_start))
    .limit(1);
  return row?.at ?? null;
}

/** `who.now`: when it happened. */
async function performIndirect(
  db: Tx,
  who: Who,
  { act, worker_id, reason_id, cards, resume, queued }: IndirectItem,
): Promise<Named> {
  if (act === "indirect_start") {
    const until = queued ? await nextWork(db, who, worker_id) : null;
    const asked = { worker_id, reason_id: reason_id ?? 0, note: undefined };
    const begun = await beginIndirect(db, who, { ...asked, cards: until ? "go_on" : cards });
    if (until === null) return begun;
    const reason = "あとから届いた読み取り";
    return stopIndirect(db, { ...who, now: until }, { key: begun.row.key, at: until, reason });
  }
  const { name } = await lockWorker(db, who, worker_id);
  const [running] = await runningOf(db, who, [worker_id]);
  refuseIf(running ? null : `${name}さんのしている間接作業がありません。`);
  refuseIf(running!.work_start > who.now ? `「${running!.label}」は、そのあとに始めています。` : null);
  return endIndirect(db, who, { key: running!.key, resume });
}

const doneText = ({ act }: IndirectItem, { row }: Named) =>
  act === "indirect_start"
    ? `「${row.label}」を始めました（${formatTime(row.work_start)}）。`
    : `「${row.label}」を終わりました（${formatTime(row.work_end!)}）。`;

async function registerIndirect(db: Tx, who: Who, item: IndirectItem, device_now: string) {
  await refuseStranger(db, who, item.worker_id, item.pass);
  const now = item.queued ? happened(item.device_time ?? device_now, device_now, who.now) : who.now;
  const made = await performIndirect(db, { ...who, now }, item);
  return { detail: doneText(item, made), happened_time: now };
}

export async function takeIndirect(db: Tx, who: Who, item: IndirectItem, device_now: string): Promise<Came> {
  const { client_id, worker_id, queued } = item;
  const row = rowOf(who, item, device_now);
  try {
    return await db.transaction(async () => {
      if ((await claim(db, row)).length === 0) return before(db, who, item);
      const made = await registerIndirect(db, who, item, device_now);
      await db
        .update(scan)
        .set({ state: "done", ...made, worker_id })
        .where(and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id)));
      return { client_id, result: "done", detail: made.detail, errors: {}, key: null };
    });
  } catch (error) {
    if (passing(error)) throw error;
    const refused = sentenceOf(error);
    if (queued)
      await db
        .insert(scan)
        .values({ ...row, state: "conflict", detail: refused.detail })
        .onConflictDoNothing();
    return { client_id, result: queued ? "conflict" : "refused", ...refused, key: null };
  }
}

/** 登録 of what waited: at its time, with whatever was at work left going. */
export async function resolveIndirect(
  db: Tx,
  who: Who,
  { client_id, item: stored, happened_time }: typeof scan.$inferSelect,
): Promise<string> {
  const item = indirectItem.safeParse(stored).data;
  if (!item) throw new Refusal(409, "この読み取りの内容を確認できません。登録せずに片付けてください。");
  const then: Who = { ...who, now: happened_time, origin: "QR" };
  const made = await performIndirect(db, then, { ...item, queued: true, cards: item.cards ?? "go_on" });
  await db
    .update(scan)
    .set({ state: "done", worker_id: item.worker_id, resolved_time: who.now, resolved_by: who.username })
    .where(and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id)));
  return doneText(item, made);
}
