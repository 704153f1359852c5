import { z } from "zod";
import { crossField } from "~/lib/text/cross.field";
import { emptyText, optionalText, text, version } from "~/lib/text/text.schema";
import { optionalDate, time } from "~/lib/time/date.schema";
import { type Breaks, breaksIn, endAfter, minutesOfClock, SAME_ENDS, type Shift } from "./shift";

const breaks = z.array(z.tuple([z.number(), z.number()]));
const shift = z.object({
  group_name: z.string().nullable(),
  worker_id: z.number().nullable(),
  shift_start: z.number(),
  shift_end: z.number(),
  breaks,
});
const heldBefore = z.object({
  since: z.string(),
  until: z.string(),
  shifts: z.array(shift.extend({ whose: z.string() })),
});
export const shifts = z.object({
  version: z.number(),
  /** The first day on which these hold; null: always. */
  since: z.string().nullable(),
  shifts: z.array(shift),
  /** What held before, the last first. */
  before: z.array(heldBefore),
  groups: z.array(z.string()),
  workers: z.array(z.object({ worker_id: z.number(), name: z.string() })),
});
export type Shifts = z.infer<typeof shifts>;

/** "all", "g溶接班", "w12". */
export const whoseOf = ({ group_name, worker_id }: Pick<Shift, "group_name" | "worker_id">): string =>
  worker_id !== null ? `w${worker_id}` : group_name !== null ? `g${group_name}` : "all";

const clock = (label: string) =>
  time(label).refine((given) => given !== undefined, { error: emptyText(label) });

const span = (one: { shift_start?: string; shift_end?: string }) => {
  const shift_start = minutesOfClock(one.shift_start ?? "0:00");
  return { shift_start, shift_end: endAfter(shift_start, minutesOfClock(one.shift_end ?? "0:00")) };
};

const shiftInput = z
  .object({
    whose: text("対象", 60),
    shift_start: clock("始業"),
    shift_end: clock("終業"),
    breaks: optionalText("休憩", 200),
  })
  .check(
    crossField(["shift_end", "shift_start"], ({ shift_start, shift_end }) =>
      shift_start !== undefined && shift_start === shift_end ? SAME_ENDS : null,
    ),
    crossField(["breaks", "shift_start", "shift_end"], (one) => {
      const read = breaksIn(one.breaks ?? "", span(one));
      return typeof read === "string" ? read : null;
    }),
  );
type ShiftInput = z.output<typeof shiftInput>;

/** As it is kept. */
export const clockedOf = (one: ShiftInput) => {
  const at = span(one);
  return { ...at, breaks: breaksIn(one.breaks ?? "", at) as Breaks };
};

export const shiftsInput = z.object({
  version,
  /** Without it, from today on. */
  since: optionalDate("いつから"),
  shifts: z.preprocess((value) => value ?? [], z.array(shiftInput).max(60, { error: "60までです" })),
});
export type ShiftsInput = z.output<typeof shiftsInput>;
