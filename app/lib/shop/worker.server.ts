import { hash } from "@node-rs/argon2";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { member } from "~/lib/tables/member.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { processesOf } from "./process.server";
import type { WorkerRow, workerChange, workerInput } from "./worker.schema";

type Row = typeof worker.$inferSelect;
const workerRowOf = ({ company_id: _, pin_hash, ...row }: Row): WorkerRow => ({
  ...row,
  has_pin: pin_hash !== null,
});

/** A factory's 作業者 in their order; those who left too if asked. */
export async function workersOf(db: Tx, who: Who, all: boolean): Promise<WorkerRow[]> {
  const rows = await db
    .select()
    .from(worker)
    .where(and(eq(worker.company_id, who.company_id), all ? undefined : eq(worker.is_active, true)))
    .orderBy(asc(worker.sort), asc(worker.worker_id));
  return rows.map(workerRowOf);
}

/** Processes of the factory's own, and somebody who works there and is no other 作業者 yet. */
async function fits(
  db: Tx,
  company_id: string,
  worker_id: number | null,
  { group_ids, username }: Input,
): Promise<void> {
  const known = new Set((await processesOf(db, company_id)).map((one) => one.group_id));
  const wrong = (field: string, sentence: string) =>
    new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });
  if (group_ids.some((one) => !known.has(one))) throw wrong("group_ids", "担当工程を選び直してください");
  if (!username) return;
  const [person] = await db
    .select({ username: member.username })
    .from(member)
    .where(and(eq(member.company_id, company_id), eq(member.username, username)));
  if (!person) throw wrong("username", "ログインユーザーを選び直してください");
  const [taken] = await db
    .select({ name: worker.name })
    .from(worker)
    .where(
      and(
        eq(worker.company_id, company_id),
        eq(worker.username, username),
        ne(worker.worker_id, worker_id ?? 0),
      ),
    );
  if (taken) throw wrong("username", `「${taken.name}」のログインユーザーになっています`);
}

const pinHash = (pin: string) => hash(pin, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

type Input = Omit<z.output<typeof workerInput>, "group_ids"> & { group_ids: number[] };

export async function createWorker(
  db: Tx,
  company_id: string,
  { pin, clear_pin: _, ...input }: Input,
): Promise<WorkerRow> {
  await fits(db, company_id, null, { ...input, pin, clear_pin: _ });
  const sort = input.sort ?? (await db.$count(worker, eq(worker.company_id, company_id)));
  const [row] = await db
    .insert(worker)
    .values({ ...input, sort, company_id, pin_hash: pin ? await pinHash(pin) : null })
    .returning();
  return workerRowOf(row!);
}

type Change = z.output<typeof workerChange>;

export async function changeWorker(
  db: Tx,
  who: Who,
  worker_id: number,
  { version, pin, clear_pin, ...input }: Change,
): Promise<WorkerRow> {
  const here = and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id));
  const [row] = await db.select().from(worker).where(here).for("update");
  if (!row) throw notFound("作業者");
  if (row.version !== version) throw stale("作業者");
  await fits(db, who.company_id, worker_id, { ...input, clear_pin });
  const {
    kana = null,
    group_name = null,
    colour = null,
    sort = row.sort,
    name,
    is_active,
    group_ids,
    username = null,
  } = input;
  const pin_hash = clear_pin ? null : pin ? await pinHash(pin) : row.pin_hash;
  const change = {
    name,
    kana,
    group_name,
    colour,
    sort,
    is_active,
    group_ids,
    username,
    pin_hash,
    version: version + 1,
  };
  const [after] = await db.update(worker).set(change).where(here).returning();
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

/** 無効化 and back, for several at once. */
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
