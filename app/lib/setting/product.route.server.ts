import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Process } from "./process.schema";

/** The process in which cards of these products begin, where they have a 標準工程. */
export async function firstSteps(db: Tx, product_ids: number[]): Promise<Map<number, number>> {
  if (product_ids.length === 0) return new Map();
  const { rows } = await db.execute<{ product_id: number; group_id: number }>(sql`
    select product_id, group_id from first_steps(${sql.param(product_ids)}::bigint[])`);
  return new Map(rows.map((row) => [Number(row.product_id), row.group_id]));
}

/** The first step's process, if a card may still stand there. */
export function startOf<P extends Pick<Process, "group_id" | "role">>(processes: P[], group_id: number | undefined): P | undefined {
  return group_id === undefined ? undefined : processes.find((one) => one.group_id === group_id && one.role !== "inbox");
}
