import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { addDays, dateParts, formatDate, weekday } from "~/lib/time/date";
import type { StockHistory } from "./history.schema";

export const HISTORY_DAYS = 90;
const WEEKS = 8;

const short = (day: string) => `${dateParts(day).month}/${dateParts(day).day}`;
const mondayOf = (day: string) => addDays(day, -((weekday(day) + 6) % 7));

type Point = { date: string; value: number | null; href?: string };

/** What was left at the end of each day on which it changed, from the first day on. */
export function stockPoints(
  { from, since, num, days }: StockHistory,
  href?: (day: string) => string,
): Point[] {
  let left = days.reduce((all, { net }) => all - milli(net), milli(num));
  const isKnown = since !== null && since < from;
  const points: Point[] = [{ date: from, value: isKnown ? Number(decimal(left)) : null }];
  for (const { date, net } of days) {
    left += milli(net);
    const point = { date, value: Number(decimal(left)), href: href?.(date) };
    if (date === from) points[0] = point;
    else points.push(point);
  }
  return points;
}

/** By week from Monday, what went out below zero; the last one is not over. */
export function stockWeeks({ to, days }: StockHistory, href: (from: string, to: string) => string) {
  const last = mondayOf(to);
  return Array.from({ length: WEEKS }, (_, at) => {
    const monday = addDays(last, (at - WEEKS + 1) * 7);
    const sunday = addDays(monday, 6);
    const within = days.filter(({ date }) => date >= monday && date <= sunday);
    const sum = (name: "num_in" | "num_out") =>
      Number(decimal(within.reduce((all, day) => all + milli(day[name]), 0n)));
    return {
      label: short(monday),
      values: [sum("num_in"), 0 - sum("num_out")],
      href: href(monday, sunday),
      is_open: monday === last,
    };
  });
}

const OPENS = "線を押すと、その日の入出庫を開きます。";

export function historySentence(history: StockHistory, unit: string): string {
  const points = stockPoints(history).filter(({ value }) => value !== null);
  const now = `${formatNumber(history.num)}${unit}`;
  if (history.days.length === 0) return `この${HISTORY_DAYS}日に入出庫はありません。現在庫は${now}です。`;
  const [first] = points;
  if (points.every(({ value }) => value === first!.value))
    return `${short(first!.date)}から${now}のままです。${OPENS}`;
  const least = points.reduce((low, point) => (point.value! < low.value! ? point : low));
  const much = (value: number | null) => `${formatNumber(value ?? 0)}${unit}`;
  return `${short(first!.date)}の${much(first!.value)}から${now}になりました。最少は${formatDate(least.date)}の${much(least.value)}です。${OPENS}`;
}

export function weeksSentence(weeks: { values: number[] }[], unit: string): string {
  const sum = (at: number) => formatNumber(Math.abs(weeks.reduce((all, { values }) => all + values[at]!, 0)));
  return `${WEEKS}週で入庫${sum(0)}${unit}、出庫${sum(1)}${unit}です。棒を押すと、その週の入出庫を開きます。`;
}
