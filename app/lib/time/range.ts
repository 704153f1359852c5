import { dateParts, type ISODate, isoDate, monthEnd, shiftMonth, today } from "./date";
import { parseDateInput } from "./dateinput";

/** product §5. */
export function backward(values: Record<string, unknown>): string[] {
  const day = (value: unknown) => (typeof value === "string" ? parseDateInput(value, today()) : null);
  return Object.keys(values).filter((name) => {
    if (!/(^|_)to$/.test(name)) return false;
    const [start, end] = [day(values[name.replace(/to$/, "from")]), day(values[name])];
    return start !== null && end !== null && end < start;
  });
}

export function orderedRange<V extends Record<string, unknown>>(values: V): V {
  const wrong = backward(values);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.includes(name))) as V;
}

export function backwardText(label: string): string {
  return `${label.replace(/（.*）$/, "")}の終わりは、始まりと同じ日か、それより後の日を入力してください。`;
}

/** The whole month before the day's. */
export function lastMonth(day: ISODate): { from: ISODate; to: ISODate } {
  const parts = dateParts(day);
  const ym = shiftMonth(parts.year * 100 + parts.month, -1);
  const [year, month] = [Math.floor(ym / 100), ym % 100];
  return { from: isoDate(year, month, 1), to: isoDate(year, month, monthEnd(year, month)) };
}
