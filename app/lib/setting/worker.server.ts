import { hash } from "@node-rs/argon2";
import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { notFound, stale } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import type { workerChange, workerInput, WorkerRow } from "./worker.schema";
import { worker } from "./worker.table.server";

type Row = typeof worker.$inferSelect;
const told = ({ company_id: _, pin_hash, ...row }: Row): WorkerRow => ({ ...row, has_pin: pin_hash !== null });

/** A factory's 作業者 in their order; those who left too if asked. */
export async function workersOf(db: Tx, who: Who, all: boolean): Promise<WorkerRow[]> {
  const rows = await db.select().from(worker).where(and(eq(worker.company_id, who.company_id), all ? undefined : eq(worker.is_active, true)))
    .orderBy(asc(worker.sort), asc(worker.worker_id));
  return rows.map(told);
}

const pinHash = (pin: string) => hash(pin, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

export async function createWorker(db: Tx, company_id: string, { pin, clear_pin: _, ...input }: z.output<typeof workerInput>): Promise<WorkerRow> {
  const sort = input.sort ?? await db.$count(worker, eq(worker.company_id, company_id));
  const [row] = await db.insert(worker).values({ ...input, sort, company_id, pin_hash: pin ? await pinHash(pin) : null }).returning();
  return told(row!);
}

type Change = z.output<typeof workerChange>;

export async function changeWorker(db: Tx, who: Who, worker_id: number, { version, pin, clear_pin, ...input }: Change): Promise<WorkerRow> {
  const here = and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id));
  const [row] = await db.select().from(worker).where(here).for("update");
  if (!row) throw notFound("作業者");
  if (row.version !== version) throw stale("作業者");
  const { kana = null, group_name = null, colour = null, sort = row.sort, name, is_active } = input;
  const pin_hash = clear_pin ? null : pin ? await pinHash(pin) : row.pin_hash;
  const [after] = await db.update(worker).set({ name, kana, group_name, colour, sort, is_active, pin_hash, version: version + 1 }).where(here).returning();
  return told(after!);
}
