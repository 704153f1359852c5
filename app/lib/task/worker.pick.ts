import type { WorkerRow } from "~/lib/setting/worker.schema";

/** "3,5" of a cookie or an address as worker ids; whatever is no id is left out. */
export function parseList(text: unknown): number[] {
  if (typeof text !== "string") return [];
  return [...new Set(text.split(",").map(Number).filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, 20);
}

type Known = Pick<WorkerRow, "worker_id" | "name">;

/** Those of `ids` who still work here, by name. */
export const known = (workers: Known[], ids: number[]): Known[] => workers.filter((one) => ids.includes(one.worker_id));

export const namesOf = (workers: Known[]): string => workers.map((one) => one.name).join("、");

/** Workers as a form offers them, group by group where they have one. */
export function workerOptions(workers: Pick<WorkerRow, "worker_id" | "name" | "group_name">[]) {
  return workers.map(({ worker_id, name, group_name }) => ({ value: String(worker_id), label: group_name ? `${name}（${group_name}）` : name }));
}
