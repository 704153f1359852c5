import type { WorkerRow } from "~/lib/shop/worker.schema";

export function parseList(text: unknown): number[] {
  if (typeof text !== "string") return [];
  return [
    ...new Set(
      text
        .split(",")
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    ),
  ].slice(0, 20);
}

type WorkerName = Pick<WorkerRow, "worker_id" | "name">;

export const known = (workers: WorkerName[], ids: number[]): WorkerName[] =>
  workers.filter((one) => ids.includes(one.worker_id));

export const namesOf = (workers: WorkerName[]): string => workers.map((one) => one.name).join("、");

type Busy = { worker_id: number; id: string; status: string };

export function workerOptions(
  workers: Pick<WorkerRow, "worker_id" | "name" | "group_name">[],
  busy: Busy[] = [],
) {
  return workers.map(({ worker_id, name, group_name }) => {
    const at = busy.filter((one) => one.worker_id === worker_id);
    const elsewhere =
      at[0] && `${at[0].id} ${at[0].status}で作業中${at.length > 1 ? `、ほか${at.length - 1}枚` : ""}`;
    const more = [group_name, elsewhere].filter(Boolean).join("・");
    return { value: String(worker_id), label: more ? `${name}（${more}）` : name };
  });
}
