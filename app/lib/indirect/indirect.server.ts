import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { indirect_work } from "~/lib/tables/indirect.table.server";
import { askReason } from "./approved.server";
import { isLongAgo, timesProblems } from "./indirect";
import type { adding, correcting, starting, voiding } from "./indirect.schema";
import {
  type Indirect,
  kindBy,
  lockIndirect,
  lockWorker,
  recordIndirect,
  refuseOverlap,
  runningOf,
  wrongInput,
} from "./row.server";

export type Named = { row: Indirect; name: string };

async function change(
  db: Tx,
  who: Who,
  { row, name }: Named,
  kind: string,
  changes: Partial<Indirect>,
  reason?: string,
): Promise<Indirect> {
  const [after] = await db
    .update(indirect_work)
    .set({ ...changes, version: row.version + 1 })
    .where(eq(indirect_work.key, row.key))
    .returning();
  await recordIndirect(db, who, name, kind, row, after!, reason);
  return after!;
}

/** What they did before ends; `before` is that. */
export async function startIndirect(
  db: Tx,
  who: Who,
  { worker_id, reason_id, note }: Omit<z.output<typeof starting>, "cards" | "pass">,
): Promise<Named & { before: Indirect | null }> {
  const person = await lockWorker(db, who, worker_id);
  refuseIf(person.is_active ? null : `${person.name}さんは、今は無効になっています。`);
  const kind = await kindBy(db, who, reason_id);
  const [running = null] = await runningOf(db, who, [worker_id]);
  refuseIf(
    running?.reason_id === reason_id ? `${person.name}さんは、すでに「${kind.label}」をしています。` : null,
  );
  if (running && running.work_start <= who.now) await finish(db, who, { row: running, name: person.name });
  await refuseOverlap(db, person, { from: who.now, to: null });
  const [row] = await db
    .insert(indirect_work)
    .values({
      ...kind,
      seller_id: who.company_id,
      worker_id,
      work_start: who.now,
      note: note ?? null,
      origin: who.origin,
    })
    .returning();
  await recordIndirect(db, who, person.name, "started", null, row!);
  return { row: row!, name: person.name, before: running };
}

const finish = (db: Tx, who: Who, named: Named, at = who.now, reason?: string) =>
  change(db, who, named, "finished", { work_end: at, goes_on_until: null }, reason);

type Stopping = { key: number; version?: number; at?: string; reason?: string };

/** `at`: when it was over, of what was left running. */
export async function stopIndirect(
  db: Tx,
  who: Who,
  { key, version, at = who.now, reason }: Stopping,
): Promise<Named> {
  const row = await lockIndirect(db, who, key);
  const person = await lockWorker(db, who, row.worker_id);
  const { name } = person;
  if (version !== undefined && row.version !== version) throw stale("間接作業");
  refuseIf(row.voided_time ? "この間接作業は取り消されています。" : null);
  refuseIf(row.work_end ? "この間接作業は、もう終わっています。" : null);
  if (at < row.work_start) throw wrongInput({ work_end: ["終了は開始より後の日時を入力してください"] });
  if (at > who.now) throw wrongInput({ work_end: ["これからの日時は入力できません"] });
  if (at !== who.now) await askReason(db, who, person, { from: row.work_start, to: at }, reason);
  return { row: await finish(db, who, { row, name }, at, reason), name };
}

/** Work at a card has begun: whoever does it has ended what they did at none. */
export async function endRunning(db: Tx, who: Who, worker_ids: number[]): Promise<void> {
  for (const { key, worker_id } of await runningOf(db, who, worker_ids)) {
    const { name } = await lockWorker(db, who, worker_id);
    const row = await lockIndirect(db, who, key);
    const isOver = row.work_end !== null || row.voided_time !== null || row.work_start > who.now;
    if (!isOver) await finish(db, who, { row, name });
  }
}

/** 後から記入. */
export async function addIndirect(
  db: Tx,
  who: Who,
  { worker_id, reason_id, work_start, work_end, note, reason }: Omit<z.output<typeof adding>, "pass">,
): Promise<Named> {
  const person = await lockWorker(db, who, worker_id);
  const errors = timesProblems({ work_start, work_end }, who.now);
  if (Object.keys(errors).length > 0) throw wrongInput(errors);
  if (isLongAgo(work_start!, who.now)) throw wrongInput({ work_start: ["5年より前の日時は入力できません"] });
  const kind = await kindBy(db, who, reason_id);
  await askReason(db, who, person, { from: work_start!, to: work_end! }, reason);
  await refuseOverlap(db, person, { from: work_start!, to: work_end! });
  const [row] = await db
    .insert(indirect_work)
    .values({
      ...kind,
      seller_id: who.company_id,
      worker_id,
      work_start: work_start!,
      work_end: work_end!,
      note: note ?? null,
      origin: who.origin,
      is_late: true,
    })
    .returning();
  await recordIndirect(db, who, person.name, "added", null, row!, reason);
  return { row: row!, name: person.name };
}

/** What is left out stays. */
export async function correctIndirect(
  db: Tx,
  who: Who,
  key: number,
  { version, reason, reason_id, work_start, work_end, note }: Omit<z.output<typeof correcting>, "pass">,
): Promise<Named> {
  const row = await lockIndirect(db, who, key);
  const person = await lockWorker(db, who, row.worker_id);
  if (row.version !== version) throw stale("間接作業");
  refuseIf(row.voided_time ? "取り消した間接作業は修正できません。" : null);
  const kind = reason_id === undefined || reason_id === row.reason_id ? {} : await kindBy(db, who, reason_id);
  const times = { work_start: work_start ?? row.work_start, work_end: work_end ?? row.work_end };
  const errors = timesProblems({ ...times, work_end: times.work_end ?? who.now }, who.now);
  if (Object.keys(errors).length > 0) throw wrongInput(errors);
  const isMovedBack = times.work_start < row.work_start && isLongAgo(times.work_start, who.now);
  if (isMovedBack) throw wrongInput({ work_start: ["5年より前の日時は入力できません"] });
  const changes = { ...kind, ...times, note: note ?? row.note };
  const isSame = Object.entries(changes).every(([name, value]) => row[name as keyof Indirect] === value);
  if (isSame) throw new Refusal(409, "変更した項目がありません。");
  await refuseOverlap(db, person, { from: times.work_start, to: times.work_end, but: key });
  return {
    row: await change(db, who, { row, name: person.name }, "corrected", changes, reason),
    name: person.name,
  };
}

export async function voidIndirect(
  db: Tx,
  who: Who,
  key: number,
  { version, reason }: Omit<z.output<typeof voiding>, "pass">,
): Promise<Named> {
  const row = await lockIndirect(db, who, key);
  const { name } = await lockWorker(db, who, row.worker_id);
  if (row.version !== version) throw stale("間接作業");
  refuseIf(row.voided_time ? "この間接作業は、もう取り消されています。" : null);
  const changes = { voided_time: who.now, void_reason: reason };
  return { row: await change(db, who, { row, name }, "voided", changes, reason), name };
}

/** まだ続き: asked again after `until`. */
export const keepRunning = (db: Tx, who: Who, named: Named, until: string) =>
  change(db, who, named, "goes_on", { goes_on_until: until });
