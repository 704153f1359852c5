import { type Column, list } from "~/lib/list/list.schema";
import { dateParts, isoDate, shiftMonth } from "~/lib/time/date";
import { minutesBrief, minutesText } from "~/lib/time/minutes";
import type { DayRange } from "./period";
import { emptyOf, fieldsOf, NONE, WORKTIME_SUMS } from "./worktime.list";
import { SUM_LABEL, SUMS, type SumRow, type SumsBy, sumRow, sumsAsked } from "./worktime.schema";

export const SUM_MONTHS = 24;

/** "2026-11", one after the other. */
export function monthsOf({ from, to }: DayRange): string[] {
  const [first, last] = [from, to].map((day) => dateParts(day).year * 100 + dateParts(day).month) as [
    number,
    number,
  ];
  const months: string[] = [];
  for (let ym = first; ym <= last; ym = shiftMonth(ym, 1))
    months.push(isoDate(Math.floor(ym / 100), ym % 100, 1).slice(0, 7));
  return months;
}

const minutes = (
  name: string,
  label: string,
  of: (row: SumRow) => number,
  text: (minutes: number) => string,
): Column<SumRow> => ({
  name,
  label,
  kind: "count",
  text: (row) => (of(row) > 0 ? text(of(row)) : null),
  csv: of,
  sum: (sums) => (sums[name] ? text(Number(sums[name])) : undefined),
});

/** A year of months fits a desk and a sheet: the year stands where it begins, and where the table does. */
function monthColumn(month: string, at: number): Column<SumRow> {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const label = `${year}年${number}月`;
  return {
    ...minutes(month, label, (row) => row.months[month] ?? 0, minutesBrief),
    head: at === 0 || number === 1 ? label : `${number}月`,
  };
}

/** What the rows of a worker are, where it is not what they are divided by. */
const DIVIDED: Partial<Record<SumsBy, string>> = { worker: "内訳", machine: "工程" };
const NOTHING: Partial<Record<SumsBy, string>> = {
  indirect: "この期間の間接作業はありません。",
  machine:
    "この期間の機械時間はありません。メタ情報の工程で「無人運転」に印を付けた工程で、無人運転として着手すると数えます。",
};

/** 集計: a row for each worker and what it was spent on, a column for each month. */
export function sumsList(period: DayRange, by: SumsBy = "worker", choices = NONE, hasWorkers = true) {
  return list({
    path: WORKTIME_SUMS,
    api: WORKTIME_SUMS,
    title: "作業日報の集計",
    counter: "行",
    filter: sumsAsked,
    row: sumRow,
    summed: true,
    columns: [
      { name: "worker", label: "作業者", kind: "text" },
      { name: "label", label: DIVIDED[by] ?? SUM_LABEL[by], kind: "text", fact: 1 },
      // Before the months: a year of them is wider than a desk.
      { ...minutes("total", "計", ({ total }) => total, minutesText), fact: 2 },
      ...monthsOf(period).map(monthColumn),
    ],
    fields: [
      ...fieldsOf(choices),
      {
        name: "by",
        label: "内訳",
        kind: "select",
        always: true,
        fixed: true,
        options: SUMS.map((value) => ({ value, label: SUM_LABEL[value] })),
      },
    ],
    empty: hasWorkers && by in NOTHING ? { none: { text: NOTHING[by]! } } : emptyOf(hasWorkers),
  });
}
