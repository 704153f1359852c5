import type { Option } from "~/lib/list/option";
import { addDays, formatDate, type ISODate } from "~/lib/time/date";
import { breaksText, clockText, FIRST_DAY, type Shift } from "./shift";
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

export const heldText = (since: ISODate, until: ISODate) =>
  `${since > FIRST_DAY ? formatDate(since) : ""}〜${formatDate(addDays(until, -1))}`;

export const heldShiftText = ({ whose, shift_start, shift_end, breaks }: Shift & { whose: string }) =>
  [
    `${whose}　${clockText(shift_start)}〜${clockText(shift_end)}`,
    breaks.length > 0 ? `休憩 ${breaksText(breaks)}` : "",
  ]
    .filter(Boolean)
    .join("　");
