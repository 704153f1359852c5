import type { Option } from "~/lib/list/option";
import { breaksText, clockText, type Shift } from "./shift";
import { type Shifts, whoseOf } from "./shift.schema";

/** For a grid of lines. */
export function shiftColumns({ groups, workers }: Pick<Shifts, "groups" | "workers">) {
  const options: Option[] = [
    { value: "all", label: "全員" },
    ...groups.map((name) => ({ value: `g${name}`, label: `グループ「${name}」` })),
    ...workers.map(({ worker_id, name }) => ({ value: `w${worker_id}`, label: name })),
  ];
  return [
    { name: "whose", label: "対象", kind: "select" as const, options },
    {
      name: "shift_start",
      label: "始業",
      kind: "text" as const,
      width: "narrow" as const,
      placeholder: "8:00",
    },
    {
      name: "shift_end",
      label: "終業",
      kind: "text" as const,
      width: "narrow" as const,
      placeholder: "17:00",
    },
    {
      name: "breaks",
      label: "休憩（、で区切る）",
      kind: "text" as const,
      optional: true,
      width: "wide" as const,
      placeholder: "10:00-10:10、12:00-12:50",
    },
  ];
}

export const shiftValues = (one: Shift) => ({
  whose: whoseOf(one),
  shift_start: clockText(one.shift_start),
  shift_end: clockText(one.shift_end % 1440),
  breaks: breaksText(one.breaks),
});
