import { NON_KANBAN_GROUP, type Role } from "~/lib/vocabulary/card.schema";

type Process = { group_id: number; label: string; role: Role };
type Entry = { at: string; after: Record<string, unknown> };
type ProcessStep = {
  group_id: number;
  label: string;
  state: "past" | "here" | "ahead";
  since: string | null;
};

/** A card that has left the board has none ahead. */
export function processHistory(processes: Process[], log: Entry[], at: number): ProcessStep[] {
  const came = new Map<number, string>();
  for (const { at: moment, after } of log) {
    if (typeof after.group_id === "number")
      came.set(
        after.group_id,
        typeof after.group_update_time === "string" ? after.group_update_time : moment,
      );
  }
  const here = at === NON_KANBAN_GROUP ? processes.length : processes.findIndex((one) => one.group_id === at);
  return processes.flatMap(({ group_id, label, role }, index) => {
    if (role === "inbox" && index !== here) return [];
    const state = index < here ? ("past" as const) : index === here ? ("here" as const) : ("ahead" as const);
    if (state === "past" && !came.has(group_id)) return [];
    return [{ group_id, label, state, since: state === "ahead" ? null : (came.get(group_id) ?? null) }];
  });
}
