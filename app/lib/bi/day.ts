import { apportion } from "./share";
import { clip, minutesOf, type Span, union, without } from "./span";

const MINUTE = 60_000;
/** Shorter ones are 端数, summed and never asked. */
const ASKED = 15;

type Recorded = {
  /** What the shift and what was said of the day expect; null: first to last record. */
  attendance: { span: Span } | null;
  breaks: readonly Span[];
  /** At cards, without pauses. */
  work: Span[];
  indirect: Span[];
  /** 休憩 that was recorded, beside the shift's own. */
  resting: Span[];
  now: number;
};

const wholeOf = (spans: Span[]): Span | null => {
  const all = union(spans);
  return all.length > 0 ? [all[0]![0], all.at(-1)![1]] : null;
};

// Nothing counts twice: the shift's breaks come first, then cards, 間接作業, 休憩. What is left are gaps; the one
// that lasts until now is no question yet. The minutes together are those of the time that has passed.
export function accountDay({ attendance, breaks: held, work, indirect, resting, now }: Recorded) {
  const whole = attendance?.span ?? wholeOf([...work, ...indirect, ...resting]);
  const span: Span | null = whole && whole[0] < now ? [whole[0], Math.min(whole[1], now)] : null;
  if (!whole || !span) return { span: null, asked: [], ...minutesIn([], [], [], [], [], 0) };
  const breaks = clip(union([...held]), span);
  const worked = clip(without(work, breaks), span);
  const other = clip(without(indirect, [...breaks, ...worked]), span);
  const rested = clip(without(resting, [...breaks, ...worked, ...other]), span);
  const gaps = without([span], [...breaks, ...worked, ...other, ...rested]);
  const isCurrent = ([, to]: Span) => to === now && now < whole[1];
  const isLong = ([from, to]: Span) => to - from >= ASKED * MINUTE;
  const current = gaps.filter(isCurrent);
  const over = gaps.filter((gap) => !isCurrent(gap));
  const asked = over.filter(isLong);
  const small = over.filter((gap) => !isLong(gap));
  const total = minutesOf([span]);
  return {
    span,
    asked,
    ...minutesIn(worked, other, [...breaks, ...rested], asked, [small, current].flat(), total),
  };
}

const lengthOf = (spans: Span[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

function minutesIn(
  work: Span[],
  indirect: Span[],
  rest: Span[],
  asked: Span[],
  small: Span[],
  total: number,
) {
  const shares = apportion([work, indirect, rest, asked, small].map(lengthOf), total);
  return {
    work_minutes: shares[0]!,
    indirect_minutes: shares[1]!,
    break_minutes: shares[2]!,
    asked_minutes: shares[3]!,
    small_minutes: shares[4]!,
    total_minutes: total,
  };
}

type Drawn = { kind: string; key: number; label: string; from: string; to: string | null };
type AtCard = { row: { key: number; work_start: string | null; work_end: string | null } };
const EDGE = { from: "work_start", to: "work_end" } as const;

/** What can be moved to fill a gap: not a work that was only paused then. */
export function labelAt(rows: Drawn[], works: AtCard[], edge: keyof typeof EDGE, at: string): string | null {
  const isPause = ({ kind, key }: Drawn) =>
    kind === "card" && works.every(({ row }) => row.key !== key || row[EDGE[edge]] !== at);
  return rows.find((one) => one[edge] === at && !isPause(one))?.label ?? null;
}

const GRACE = 30 * MINUTE;

/** Half an hour after the shift, else on the day after; not what was said to go on. `begun`: of this day. */
export function isLeftOpen(
  { start, goes_on_until }: { start: number; goes_on_until: number | null },
  { begun, end, now }: { begun: number; end: number | null; now: number },
): boolean {
  if (goes_on_until !== null && now < goes_on_until) return false;
  const isWithinShift = end !== null && start < end;
  return isWithinShift ? now >= end + GRACE : start < begun;
}

type Shift = { shift_start: number; shift_end: number; breaks: readonly (readonly [number, number])[] };

/** 午前休み and 午後休み: what is left of the shift after and before its longest break, or its middle. */
export function halvesOf({ shift_start, shift_end, breaks }: Shift) {
  const middle = Math.round((shift_start + shift_end) / 2);
  const longest = [...breaks].sort((a, b) => b[1] - b[0] - (a[1] - a[0]))[0] ?? [middle, middle];
  return {
    morning_off: { shift_start: longest[1], shift_end },
    afternoon_off: { shift_start, shift_end: longest[0] },
  };
}
