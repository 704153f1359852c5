import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { workersOf } from "~/lib/shop/worker.server";
import { allProcesses } from "./stat.read.server";

/** By what 日報 are narrowed. */
export async function worktimeChoicesOf(db: Tx, who: Who) {
  const workers = await workersOf(db, who, true);
  const processes = await allProcesses(db, who.company_id);
  return {
    worker_id: workers.map(({ worker_id, name }) => ({ value: String(worker_id), label: name })),
    group: [...new Set(workers.flatMap(({ group_name }) => group_name ?? []))].map((name) => ({
      value: name,
      label: name,
    })),
    group_id: processes.map(({ group_id, label }) => ({ value: String(group_id), label })),
  };
}
