import type { Holidays } from "~/lib/time/businessday";
import { addDays, type ISODate, startInstant, tokyoDate, weekday } from "~/lib/time/date";

export type Breaks = [from: number, to: number][];
type Clocked = { shift_start: number; shift_end: number; breaks: Breaks };
export type Shift = Clocked & { group_name: string | null; worker_id: number | null };
export type KeptShift = Shift & { since: ISODate; until: ISODate | null };
type Person = { worker_id: number; group_name: string | null };

const DAY = 1440;
const MINUTE = 60_000;

/** Of all who are meant, the nearest: a person's own before the group's, before everybody's. */
export function shiftFor<S extends Shift>(shifts: S[], { worker_id, group_name }: Person): S | null {
  const isEverybodys = (one: S) => one.worker_id === null && one.group_name === null;
  return (
    shifts.find((one) => one.worker_id === worker_id) ??
    shifts.find((one) => one.group_name !== null && one.group_name === group_name) ??
    shifts.find(isEverybodys) ??
    null
  );
}

export const FIRST_DAY: ISODate = "1900-01-01";

/** What held on that day. */
export const shiftsOn = <S extends KeptShift>(shifts: S[], day: ISODate): S[] =>
  shifts.filter(({ since, until }) => since <= day && (until === null || day < until));

type Ends = Pick<Shift, "shift_start" | "shift_end"> | null;

// The day turns in the middle between two shifts, and never before midnight: minutes after it. Where another
// shift follows, the day of the one before lasts as long as it did, but not into the next.
export function turnBetween(before: Ends, after: Ends): number {
  if (before === null) return 0;
  const middle = Math.floor((before.shift_start + before.shift_end + DAY) / 2) - DAY;
  return Math.max(0, Math.min(middle, after?.shift_start ?? middle));
}

/** From each of the days on: how many minutes after midnight still belong to the day before. */
export type Turns = { days: ISODate[]; turns: number[] };
export const MIDNIGHT: Turns = { days: [FIRST_DAY], turns: [0] };

export function turnsOf(shifts: KeptShift[], person: Person): Turns {
  const on = (day: ISODate) => shiftFor(shiftsOn(shifts, day), person);
  const first = on(FIRST_DAY);
  const changes = shifts.flatMap(({ since, until }) => [since, ...(until === null ? [] : [until])]);
  const days = [
    ...new Set(changes.filter((day) => day > FIRST_DAY).flatMap((day) => [day, addDays(day, 1)])),
  ];
  const made: Turns = { days: [FIRST_DAY], turns: [turnBetween(first, first)] };
  for (const day of days.sort()) {
    const turn = turnBetween(on(addDays(day, -1)), on(day));
    if (turn === made.turns.at(-1)) continue;
    made.days.push(day);
    made.turns.push(turn);
  }
  return made;
}

export const turnOn = ({ days, turns }: Turns, day: ISODate): number =>
  turns[days.findLastIndex((one) => one <= day)] ?? 0;

/** Whether a person's day is judged otherwise. */
export function movedBy(before: KeptShift[], after: KeptShift[], person: Person, day: ISODate): boolean {
  const seen = (all: KeptShift[]) => {
    const turns = turnsOf(all, person);
    const { shift_start, shift_end, breaks } = shiftFor(shiftsOn(all, day), person) ?? {};
    return JSON.stringify([
      shift_start,
      shift_end,
      breaks,
      turnOn(turns, day),
      turnOn(turns, addDays(day, 1)),
    ]);
  };
  return seen(before) !== seen(after);
}

/** The 勤務日 of an instant. */
export function dutyDay(turns: Turns, instant: string): ISODate {
  const day = tokyoDate(instant);
  const minutes = (Date.parse(instant) - startInstant(day)) / MINUTE;
  return minutes < turnOn(turns, day) ? addDays(day, -1) : day;
}

/** 510 is 8:30, 1770 is 翌5:30. */
export function clockText(minutes: number): string {
  const clock = `${Math.floor((minutes % DAY) / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  return minutes >= DAY ? `翌${clock}` : clock;
}
const plain = (minutes: number) => clockText(minutes % DAY);
export const breaksText = (breaks: Breaks) =>
  breaks.map(([from, to]) => `${plain(from)}-${plain(to)}`).join("、");

export const minutesOfClock = (clock: string) => Number(clock.slice(0, -3)) * 60 + Number(clock.slice(-2));

export const SAME_ENDS = "終業は始業と別の時刻を入力してください";

/** An end at or before the start is of the next day. */
export function endAfter(start: number, end: number): number {
  return end > start ? end : end + DAY;
}

/** '12:00-12:50、15:00-15:10', in their order; a sentence where it can't be. */
export function breaksIn(text: string, { shift_start, shift_end }: Omit<Clocked, "breaks">): Breaks | string {
  const parts = text
    .normalize("NFKC")
    .split(/[、,\s]+/)
    .filter(Boolean);
  const breaks: Breaks = [];
  for (const part of parts) {
    const times = /^(\d{1,2}):(\d{2})[-~〜–ー](\d{1,2}):(\d{2})$/.exec(part)?.slice(1).map(Number);
    if (!times || times[0]! > 23 || times[2]! > 23 || times[1]! > 59 || times[3]! > 59)
      return `休憩の「${part.slice(0, 20)}」を読み取れません（例：12:00-12:50）`;
    const clock = times[0]! * 60 + times[1]!;
    const from = clock < shift_start ? clock + DAY : clock;
    const to = endAfter(from, times[2]! * 60 + times[3]! + (from >= DAY ? DAY : 0));
    if (to > shift_end) return `休憩の「${part}」は、始業から終業までの間にしてください`;
    breaks.push([from, to]);
  }
  breaks.sort((a, b) => a[0] - b[0]);
  const twice = breaks.some(([from], at) => at > 0 && from < breaks[at - 1]![1]);
  return twice ? "休憩の時間が重なっています" : breaks;
}

/** What was said of one person's day. */
export type DayTold = {
  is_absent: boolean;
  shift_start: number | null;
  shift_end: number | null;
  is_without_breaks: boolean;
};
type Span = readonly [number, number];

// null: nobody expects anything of the day (休み, a closed day, no 勤務時間). In milliseconds; a night belongs to
// the day on which it begins.
export function attendance(
  day: ISODate,
  shift: Clocked | null,
  told: DayTold | null,
  holidays: Holidays,
): { span: Span } | null {
  if (told?.is_absent) return null;
  const isOwn = told !== null && told.shift_start !== null && told.shift_end !== null;
  const isClosed = weekday(day) % 6 === 0 || holidays.has(day);
  if (!isOwn && (!shift || isClosed)) return null;
  const [start, end] = isOwn ? [told.shift_start!, told.shift_end!] : [shift!.shift_start, shift!.shift_end];
  const midnight = startInstant(day);
  return { span: [midnight + start * MINUTE, midnight + end * MINUTE] };
}

// What 実働 loses (0240): on closed days too, for who works then rests as well.
export function breaksOn(day: ISODate, shift: Clocked | null, told: DayTold | null): Span[] {
  if (!shift || told?.is_absent || told?.is_without_breaks) return [];
  const { shift_start, shift_end, breaks } = shift;
  const midnight = startInstant(day);
  const [start, end] = [told?.shift_start ?? shift_start, told?.shift_end ?? shift_end];
  return breaks
    .map(([from, to]): Span => [Math.max(from, start), Math.min(to, end)])
    .filter(([from, to]) => to > from)
    .map(([from, to]): Span => [midnight + from * MINUTE, midnight + to * MINUTE]);
}
