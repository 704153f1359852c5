import { decimal, milli } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";

type Figure = { key: string; day: ISODate; recorded: ISODate; num: string; corrects: string | null };

/** A correction counts on the day of what it corrects; `late` is what came after the period was over. */
export function correctedSum(figures: Figure[], period: { from: ISODate; to: ISODate }) {
  const days = new Map(figures.map(({ key, day }) => [key, day]));
  const within = figures.filter(({ day, corrects }) => {
    const at = corrects === null ? day : (days.get(corrects) ?? day);
    return at >= period.from && at <= period.to;
  });
  const late = within.filter(({ corrects, recorded }) => corrects !== null && recorded > period.to);
  const sum = (rows: Figure[]) => decimal(rows.reduce((all, { num }) => all + milli(num), 0n));
  return { now: sum(within), late: sum(late) };
}
