import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { factory_process, process_rate } from "~/lib/tables/factory.table.server";
import type { Process } from "./process.schema";

export async function processesOf(db: Tx, company_id: string): Promise<Process[]> {
  const { group_id, label, role, sort, colour, is_hidden, ...own } = factory_process;
  const { standard_days, default_collab_id, runs_unmanned } = own;
  return db
    .select({
      group_id,
      label,
      role,
      sort,
      colour,
      is_hidden,
      standard_days,
      default_collab_id,
      runs_unmanned,
    })
    .from(factory_process)
    .where(and(eq(factory_process.company_id, company_id), eq(factory_process.is_active, true)))
    .orderBy(asc(sort), asc(group_id));
}

type NewProcess = Pick<Process, "label" | "role"> & { standard_days?: number };

export async function setProcesses(db: Tx, company_id: string, processes: NewProcess[]): Promise<void> {
  await db
    .insert(factory_process)
    .values(processes.map((one, index) => ({ ...one, company_id, group_id: index + 1, sort: index + 1 })));
}

/** 時間単価 by process, in yen an hour. */
export async function ratesOf(db: Tx, company_id: string): Promise<Map<number, number>> {
  const rows = await db.select().from(process_rate).where(eq(process_rate.company_id, company_id));
  return new Map(rows.map(({ group_id, hourly_rate }) => [group_id, hourly_rate]));
}

export async function setRate(
  db: Tx,
  company_id: string,
  group_id: number,
  hourly_rate: number | undefined,
): Promise<void> {
  if (hourly_rate === undefined)
    await db
      .delete(process_rate)
      .where(and(eq(process_rate.company_id, company_id), eq(process_rate.group_id, group_id)));
  else
    await db
      .insert(process_rate)
      .values({ company_id, group_id, hourly_rate })
      .onConflictDoUpdate({ target: [process_rate.company_id, process_rate.group_id], set: { hourly_rate } });
}
