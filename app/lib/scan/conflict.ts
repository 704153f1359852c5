import { nextProcess } from "~/lib/task/card";
import { restBehind, restOptions } from "~/lib/task/rest";
import { NON_KANBAN_GROUP, type Role } from "~/lib/vocabulary/card.schema";
import type { Act } from "~/lib/vocabulary/scan";

type Led = { act: Act; group_id?: number };
type Lot = Parameters<typeof restBehind>[0] & Parameters<typeof restOptions>[1];
type Process = { group_id: number; label: string; role: Role };

function leads({ act, group_id }: Led, at: number, processes: Process[]): Process | null | undefined {
  if (act === "undo" || at === NON_KANBAN_GROUP) return null;
  return act === "next"
    ? nextProcess(processes, at)
    : processes.find((one) => one.group_id === group_id && group_id !== at);
}

export function restsOf(item: Led, lot: Lot, processes: Process[]) {
  const to = leads(item, lot.group_id, processes);
  const behind = to && restBehind(lot, processes, to.group_id);
  return behind ? restOptions(behind, lot) : [];
}

export function intoOutsource(item: Led, at: number, processes: Process[]): number | null {
  const to = leads(item, at, processes);
  return to?.role === "outsource" ? to.group_id : null;
}
