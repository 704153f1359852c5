import { and, asc, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { hashPassword } from "~/lib/pool/password.server";
import { member } from "~/lib/tables/member.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { orNull } from "~/lib/text/field.book";
import { startOfDay, today } from "~/lib/time/date";
import { minutesAtWork } from "~/lib/time/minutes";
import { processesOf } from "./process.server";
import {
  type WorkerLine,
  type WorkerRow,
  type workerChange,
  workerColumns,
  type workerInput,
} from "./worker.schema";

type Row = typeof worker.$inferSelect;
const workerRowOf = ({ company_id: _, pin_hash, ...row }: Row): WorkerRow => ({
  ...row,
  has_pin: pin_hash !== null,
});

export async function workersOf(db: Tx, who: Who, all: boolean): Promise<WorkerRow[]> {
  const rows = await db
    .select()
    .from(worker)
    .where(and(eq(worker.company_id, who.company_id), all ? undefined : eq(worker.is_active, true)))
    .orderBy(asc(worker.sort), asc(worker.worker_id));
  return rows.map(workerRowOf);
}

export async function workerLines(db: Tx, who: Who, all: boolean): Promise<WorkerLine[]> {
  const rows = await workersOf(db, who, all);
  const labels = new Map(
    (await processesOf(db, who.company_id)).map(({ group_id, label }) => [group_id, label]),
  );
  const people = await db
    .select({ username: member.username, name: member.name })
    .from(member)
    .where(eq(member.company_id, who.company_id));
  const names = new Map(people.map(({ username, name }) => [username, name]));
  const minutes = await minutesToday(db, who);
  return rows.map((row) => ({
    ...row,
    duties: row.group_ids.flatMap((id) => labels.get(id) ?? []).join("・"),
    user_name: row.username && (names.get(row.username) ?? null),
    minutes_today: minutes(row.worker_id),
  }));
}

async function minutesToday(db: Tx, who: Who): Promise<(worker_id: number) => number> {
  const from = startOfDay(today(new Date(who.now)));
  const isOfToday = and(
    eq(work.seller_id, who.company_id),
    isNotNull(work.worker_id),
    isNotNull(work.work_start),
    eq(work.is_void, false),
    eq(work.is_unmanned, false),
    or(isNull(work.work_end), gte(work.work_end, from)),
  );
  const works = await db.select().from(work).where(isOfToday);
  const keys = works.map(({ key }) => key);
  const pauses = keys.length === 0 ? [] : await db.select().from(pause).where(inArray(pause.work_key, keys));
  const paused = works.map((row) => ({
    ...row,
    pauses: pauses.filter(({ work_key }) => work_key === row.key),
  }));
  return (id) =>
    minutesAtWork(
      paused.filter(({ worker_id }) => worker_id === id),
      from,
      who.now,
    );
}

/** 担当工程 are the factory's own; the account is of somebody who works there and is no other 作業者 yet. */
async function refuseUnfit(
  db: Tx,
  company_id: string,
  worker_id: number,
  { group_ids, username }: Pick<NewWorker, "group_ids" | "username">,
): Promise<void> {
  const known = new Set((await processesOf(db, company_id)).map(({ group_id }) => group_id));
  const wrong = (field: string, sentence: string) =>
    new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });
  if (group_ids.some((id) => !known.has(id))) throw wrong("group_ids", "担当工程を選び直してください");
  if (!username) return;
  const isMember = and(eq(member.company_id, company_id), eq(member.username, username));
  if ((await db.$count(member, isMember)) === 0)
    throw wrong("username", "ログインユーザーを選び直してください");
  const isOther = and(
    eq(worker.company_id, company_id),
    eq(worker.username, username),
    ne(worker.worker_id, worker_id),
  );
  const [taken] = await db.select({ name: worker.name }).from(worker).where(isOther);
  if (taken) throw wrong("username", `「${taken.name}」のログインユーザーになっています`);
}

export type NewWorker = z.output<typeof workerInput> & { is_active?: boolean };

export async function createWorker(
  db: Tx,
  company_id: string,
  { pin, clear_pin: _, ...input }: NewWorker,
): Promise<WorkerRow> {
  await refuseUnfit(db, company_id, 0, input);
  const sort = input.sort ?? (await db.$count(worker, eq(worker.company_id, company_id)));
  const [row] = await db
    .insert(worker)
    .values({ ...input, sort, company_id, pin_hash: pin ? await hashPassword(pin) : null })
    .returning();
  return workerRowOf(row!);
}

export async function changeWorker(
  db: Tx,
  who: Who,
  worker_id: number,
  { version, pin, clear_pin, is_active, ...input }: z.output<typeof workerChange>,
): Promise<WorkerRow> {
  const here = and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id));
  const [row] = await db.select().from(worker).where(here).for("update");
  if (!row) throw notFound("作業者");
  if (row.version !== version) throw stale("作業者");
  await refuseUnfit(db, who.company_id, worker_id, input);
  const given = clear_pin ? null : row.pin_hash;
  const [after] = await db
    .update(worker)
    .set({
      ...orNull(workerColumns, input),
      sort: input.sort ?? row.sort,
      is_active,
      pin_hash: pin && !clear_pin ? await hashPassword(pin) : given,
      version: version + 1,
    })
    .where(here)
    .returning();
  return workerRowOf(after!);
}

/** 表示順: those named come in that order, before any that are not. */
export async function orderWorkers(db: Tx, who: Who, ids: number[]): Promise<{ num: number }> {
  const all = (await workersOf(db, who, true)).map((row) => row.worker_id);
  const order = [...new Set(ids.filter((id) => all.includes(id))), ...all.filter((id) => !ids.includes(id))];
  await db.execute(sql`update worker w set sort = o.at from unnest(${sql.param(order)}::bigint[]) with ordinality o(worker_id, at)
    where w.worker_id = o.worker_id and w.company_id = ${who.company_id} and w.sort is distinct from o.at`);
  return { num: order.length };
}

export async function activateWorkers(
  db: Tx,
  who: Who,
  ids: number[],
  is_active: boolean,
): Promise<{ num: number }> {
  const rows = await db
    .update(worker)
    .set({ is_active, version: sql`${worker.version} + 1` })
    .where(
      and(
        eq(worker.company_id, who.company_id),
        inArray(worker.worker_id, ids),
        ne(worker.is_active, is_active),
      ),
    )
    .returning({ id: worker.worker_id });
  return { num: rows.length };
}
