import { nextProcess } from "~/lib/task/card";
import { NON_KANBAN_GROUP, type Role } from "~/lib/task/card.schema";
import type { Act } from "./scan";

type Process = { group_id: number; label: string; role: Role };

/** The 外注 process that a late scan leads its card into, as the card stands `at` now: there a partner is to be chosen, or none (decision 022). */
export function intoOutsource({ act, group_id }: { act: Act; group_id?: number }, at: number, processes: Process[]): number | null {
  if (act === "undo" || at === NON_KANBAN_GROUP) return null;
  const to = act === "next" ? nextProcess(processes, at) : processes.find((one) => one.group_id === group_id && group_id !== at);
  return to?.role === "outsource" ? to.group_id : null;
}
