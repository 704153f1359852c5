import { addDays, dateParts, type ISODate, isoDate, monthEnd, shiftMonth, weekday } from "~/lib/time/date";

declare const HOLIDAYS: string;

export const BUTTON = "inline-flex h-9 items-center px-3 touch:h-11";
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export type Month = {
  title: HTMLElement;
  table: HTMLTableElement;
  now: ISODate;
  min: ISODate;
  max: ISODate;
  go: (day: ISODate) => void;
  write: (value: string) => void;
};

export function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = "",
  className = "",
  attributes: Record<string, string> = {},
) {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function monthsOn(day: ISODate, n: number): ISODate {
  const ym = shiftMonth(Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7)), n);
  const [year, month] = [Math.floor(ym / 100), ym % 100];
  return isoDate(year, month, Math.min(dateParts(day).day, monthEnd(year, month)));
}

export function dayByKey(at: ISODate, key: string): ISODate | null {
  return key in STEPS
    ? addDays(at, STEPS[key]!)
    : key === "PageUp"
      ? monthsOn(at, -1)
      : key === "PageDown"
        ? monthsOn(at, 1)
        : key === "Home"
          ? addDays(at, -weekday(at))
          : key === "End"
            ? addDays(at, 6 - weekday(at))
            : null;
}

function cell(day: ISODate, at: ISODate, { now, min, max, go, write }: Month): HTMLElement {
  const off = day < min || day > max;
  const rest = [0, 6].includes(weekday(day)) || HOLIDAYS.includes(day);
  const look = day === at ? "bg-accent font-bold text-white" : off || rest ? "text-muted" : "";
  const one = made("button", String(dateParts(day).day), `${BUTTON} rounded tabular-nums ${look}`, {
    type: "button",
    tabindex: day === at ? "0" : "-1",
    ...(day === now && { "aria-current": "date" }),
    ...(off && { disabled: "" }),
  });
  one.onclick = () => go(day);
  one.ondblclick = () => write(day);
  const place = made("td", "", "text-center", { role: "gridcell", "aria-selected": String(day === at) });
  place.append(one);
  return place;
}

export function drawMonth(shown: Month, at: ISODate) {
  const { year, month } = dateParts(at);
  shown.title.textContent = `${year}年${month}月`;
  const first = isoDate(year, month, 1);
  const days = Array.from({ length: monthEnd(year, month) }, (_, n) => addDays(first, n));
  const head = made("tr");
  head.append(
    ...[..."日月火水木金土"].map((name) =>
      made("th", name, "text-center text-note text-muted", { scope: "col" }),
    ),
  );
  const rows = [head];
  const blanks = Array.from({ length: weekday(first) }, () => made("td"));
  const cells = [...blanks, ...days.map((day) => cell(day, at, shown))];
  for (let n = 0; n < cells.length; n += 7) {
    const row = made("tr");
    row.append(...cells.slice(n, n + 7));
    rows.push(row);
  }
  shown.table.replaceChildren(...rows);
}
