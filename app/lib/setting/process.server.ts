import { asc, eq } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { process } from "./factory.table.server";
import type { Process } from "./process.schema";

/** A factory's processes in the board's order. */
export async function processesOf(db: Tx, company_id: string): Promise<Process[]> {
  const { group_id, label, role } = process;
  return db.select({ group_id, label, role }).from(process).where(eq(process.company_id, company_id)).orderBy(asc(group_id));
}

/** Names a factory's processes, group_id 1 onwards in the order given; for a factory that has none yet. */
export async function setProcesses(db: Tx, company_id: string, processes: Omit<Process, "group_id">[]): Promise<void> {
  await db.insert(process).values(processes.map((one, index) => ({ ...one, company_id, group_id: index + 1 })));
}
