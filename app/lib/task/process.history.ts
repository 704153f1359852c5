import { type ISODate, tokyoDate } from "~/lib/time/date";
import { NON_KANBAN_GROUP, type Role } from "~/lib/vocabulary/card.schema";

type Process = { group_id: number; label: string; role: Role };
type Entry = { at: string; after: Record<string, unknown> };
export type ProcessStep = {
  group_id: number;
  label: string;
  state: "past" | "here" | "ahead";
  since: ISODate | null;
  until: ISODate | null;
  /** 工程期限; null where nobody is told. */
  due: ISODate | null;
  is_late: boolean;
};

/**
 * Planned and real days of each process. A card that has left the board has none ahead; it is late only where
 * it stands, not in what is ahead.
 */
export function processHistory(
  processes: Process[],
  log: Entry[],
  at: number,
  dues: Map<number, ISODate> = new Map(),
  today = "",
): ProcessStep[] {
  const [came, left] = stays(log);
  const here = at === NON_KANBAN_GROUP ? processes.length : processes.findIndex((one) => one.group_id === at);
  return processes.flatMap(({ group_id, label, role }, index) => {
    if (role === "inbox" && index !== here) return [];
    const state = index < here ? ("past" as const) : index === here ? ("here" as const) : ("ahead" as const);
    if (state === "past" && !came.has(group_id)) return [];
    const due = dues.get(group_id) ?? null;
    return [
      {
        group_id,
        label,
        state,
        since: state === "ahead" ? null : (came.get(group_id) ?? null),
        until: state === "past" ? (left.get(group_id) ?? null) : null,
        due,
        is_late: state === "here" && due !== null && due < today,
      },
    ];
  });
}

function stays(log: Entry[]): [came: Map<number, ISODate>, left: Map<number, ISODate>] {
  const [came, left] = [new Map<number, ISODate>(), new Map<number, ISODate>()];
  let before: number | null = null;
  for (const { at, after } of log) {
    if (typeof after.group_id !== "number") continue;
    const day = tokyoDate(typeof after.group_update_time === "string" ? after.group_update_time : at);
    if (before !== null) left.set(before, day);
    came.set(after.group_id, day);
    before = after.group_id;
  }
  return [came, left];
}
