import { addBusinessDays } from "~/lib/time/businessday";
import { addDays, type ISODate } from "~/lib/time/date";

/**
 * A time is a number of working days, Mon-Fri 8-18 Tokyo: 0 to 1 is the last working day that is over, -3.5
 * the middle of the fourth before it. So the same numbers are plausible whatever day today is.
 */
export type Clock = ReturnType<typeof clockOf>;

const DAYS = 200;
const HOURS = 10;

export function clockOf(today: ISODate) {
  const days: ISODate[] = [addBusinessDays(today, -1)];
  while (days.length < DAYS) days.push(addBusinessDays(days.at(-1)!, -1));
  const date = (time: number) => days[-Math.floor(time)]!;
  return {
    today,
    /** The Tokyo date of a time. */
    date,
    /** The UTC instant of a time, to the second. */
    instant(time: number): string {
      const seconds = Math.floor((time - Math.floor(time)) * HOURS * 3600);
      return new Date(Date.parse(`${date(time)}T08:00:00+09:00`) + seconds * 1000).toISOString();
    },
    /** The morning of the first working day after a date; null while that day is not over. */
    after(day: ISODate): number | null {
      const index = days.findLastIndex((one) => one > day);
      return index < 0 ? null : -index;
    },
    /** The morning of a date, or of the working day before it. */
    upTo(day: ISODate): number {
      return -days.findIndex((one) => one <= day);
    },
    /** A date so many days from today. */
    fromToday: (n: number) => addDays(today, n),
  };
}

/** Pseudo-random numbers that are the same each time (mulberry32). */
export type Dice = ReturnType<typeof diceOf>;

export function diceOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  return {
    /** From low up to, not including, high. */
    between,
    /** A whole number, both ends included. */
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    chance: (of: number) => next() < of,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  };
}
