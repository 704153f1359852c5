import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import type { Process } from "./process.schema";

export async function processesOf(db: Tx, company_id: string): Promise<Process[]> {
  const { group_id, label, role, sort, colour, is_hidden, standard_days, default_collab_id } =
    factory_process;
  return db
    .select({ group_id, label, role, sort, colour, is_hidden, standard_days, default_collab_id })
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
