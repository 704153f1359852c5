import { type Column, list } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import type { ISODate } from "~/lib/time/date";
import { minutesText } from "~/lib/time/minutes";
import { TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { type DayRange, type PeriodKind, periodFrom, STEPS } from "./period";
import {
  AXIS_LABEL,
  type Axis,
  LEAD_DAYS,
  LEAD_DAYS_LABEL,
  LEAD_START_LABEL,
  LEAD_STARTS,
  type Stat,
  type StatRow,
  statFilter,
  statRow,
} from "./stat.schema";

export const STAT = "/bi/stat";

export const PERIOD_LABEL: [Exclude<PeriodKind, "custom">, string][] = [
  ["today", "今日"],
  ["week", "今週"],
  ["month", "今月"],
  ["last_month", "先月"],
  ["quarter", "3か月"],
  ["year", "12か月"],
];
export const STEP_LABEL: Record<(typeof STEPS)[number], string> = { day: "日", week: "週", month: "月" };

/** By which condition a row of this axis is looked into, and by what it is divided then. */
const INTO: Record<Axis, { name: keyof typeof statFilter.shape; axis: Axis }> = {
  process: { name: "group_id", axis: "product" },
  product: { name: "product_id", axis: "process" },
  buyer: { name: "buyer_id", axis: "product" },
  worker: { name: "worker_id", axis: "process" },
  partner: { name: "partner_id", axis: "process" },
  seller: { name: "seller_id", axis: "product" },
};
type Asked = Record<string, unknown>;

export function statHref(asked: Asked, more: Asked): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, ...more }))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  return `${STAT}?${query}`;
}

/** Days that are those of a named period are that period, whose end moves with today. */
export function periodAsked(days: Partial<DayRange>, today: ISODate): Asked {
  if (!days.from && !days.to) return {};
  const named = PERIOD_LABEL.find(([kind]) => {
    const { from, to } = periodFrom(kind, today);
    return from === days.from && to === days.to;
  });
  return named ? { period: named[0] } : { period: "custom", ...days };
}

export const periodTabs = ({ from: _, to: __, ...asked }: Asked) =>
  PERIOD_LABEL.map(([period, label]) => ({ label, href: statHref(asked, { period }) }));

/** Narrowed to a row of the table; of a single one there is nothing more to open. */
export function intoRow(
  { axis, axes }: Pick<Stat, "axis" | "axes">,
  asked: Asked,
  id: string,
): string | null {
  const { name, axis: next } = INTO[axis];
  if (asked[name] === id) return null;
  const then = axes.includes(next) ? next : axes.find((one) => one !== axis);
  return statHref(asked, { [name]: id, axis: then });
}

const wholeMinutes = (minutes: number | string | null | undefined) =>
  minutes === null || minutes === undefined ? undefined : minutesText(Math.round(Number(minutes)));

const rate = (name: "defect_rate" | "fpy" | "final_rate" | "on_time" | "achieved", label: string) => ({
  name,
  label,
  kind: "quantity" as const,
  unit: () => "%",
  sum: (sums: Record<string, number | string>) => (sums[name] === undefined ? undefined : `${sums[name]}%`),
});
const minutesOf = <Name extends "minutes" | "machine_minutes" | "standard_minutes">(
  name: Name,
  label: string,
) => ({
  name,
  label,
  kind: "count" as const,
  text: (row: StatRow) => wholeMinutes(row[name]),
  csv: (row: StatRow) => row[name],
  sum: (sums: Record<string, number | string>) => wholeMinutes(sums[name]),
});

type Drawn = Pick<Stat, "axis" | "axes" | "unit" | "rows">;
export function statColumns(data: Drawn, asked: Asked): Column<StatRow>[] {
  const unit = UNIT_LABEL[data.unit];
  const figures: (Column<StatRow> & { name: keyof StatRow })[] = [
    { name: "num_good", label: `良品数（${unit}）`, kind: "quantity", fact: 1 },
    { name: "num_defective", label: `不良数（${unit}）`, kind: "quantity" },
    { ...rate("defect_rate", "不良率"), fact: 2 },
    rate("fpy", "直行率"),
    rate("final_rate", "最終良品率"),
    { name: "num_cards", label: "出荷カード数", kind: "count" },
    { name: "num_shipped", label: `出荷数（${unit}）`, kind: "quantity" },
    minutesOf("minutes", "実働"),
    minutesOf("machine_minutes", "機械時間"),
    { name: "per_hour", label: `${unit}/時`, kind: "quantity" },
    minutesOf("standard_minutes", "標準時間"),
    rate("achieved", "達成率"),
    { name: "stay_days", label: "平均滞留（日）", kind: "quantity" },
    { name: "num_due", label: "納期のカード数", kind: "count" },
    rate("on_time", "納期遵守率"),
    { name: "price", label: "金額", kind: "yen", amount: true },
  ];
  return [
    {
      name: "label",
      label: AXIS_LABEL[data.axis],
      kind: "text",
      link: ({ id }) => (id === "" ? null : intoRow(data, asked, id)),
    },
    // What nobody has by this axis is no column.
    ...figures.filter(({ name }) => data.rows.some((row) => row[name] !== null)),
  ];
}

const SUMMED = [
  "num_good",
  "num_defective",
  "defect_rate",
  "fpy",
  "num_cards",
  "num_shipped",
  "minutes",
  "machine_minutes",
  "per_hour",
  "standard_minutes",
  "achieved",
  "stay_days",
  "num_due",
  "on_time",
  "price",
] as const;

/** Of everything, whatever rows there are: shares are those of the sums. */
export const statSums = ({ total }: Pick<Stat, "total">): Record<string, number | string> =>
  Object.fromEntries(SUMMED.flatMap((name) => (total[name] === null ? [] : [[name, total[name]]])));

type StatChoices = Record<"group_id" | "product_id" | "partner_id" | "worker_id" | "other", Option[]>;

const options = <Name extends string>(names: readonly Name[], label: Record<Name, string>) =>
  names.map((value) => ({ value, label: label[value] }));

export const statList = (data: Drawn & Pick<Stat, "units">, choices: StatChoices, asked: Asked) => {
  const isSeller = data.axes.includes("process");
  const select = (name: string, label: string, of: Option[]) => ({
    name,
    label,
    kind: "select" as const,
    more: true as const,
    options: of,
  });
  return list({
    path: STAT,
    api: STAT,
    title: "加工実績",
    counter: "行",
    filter: statFilter,
    fields: [
      { name: "from", label: "期間（から）", kind: "date", always: true },
      { name: "to", label: "期間（まで）", kind: "date", always: true },
      {
        name: "axis",
        label: "集計軸",
        kind: "select",
        always: true,
        fixed: true,
        options: options(data.axes, AXIS_LABEL),
      },
      {
        name: "step",
        label: "刻み",
        kind: "select",
        always: true,
        fixed: true,
        options: [{ value: "auto", label: "自動" }, ...options(STEPS, STEP_LABEL)],
      },
      { name: "compare", label: "前期間と比べる", kind: "check" },
      ...(isSeller
        ? [
            select("group_id", "工程", choices.group_id),
            select("buyer_id", "依頼元", choices.other),
            select("worker_id", "作業者", choices.worker_id),
            select("partner_id", "協力会社", choices.partner_id),
          ]
        : [select("seller_id", "依頼先", choices.other)]),
      ...(choices.product_id.length > 0 ? [select("product_id", "商品", choices.product_id)] : []),
      select("task_type", "種別", [
        { value: "none", label: "通常" },
        ...Object.entries(TASK_TYPE_LABEL).map(([value, label]) => ({ value, label })),
      ]),
      select(
        "lead_from",
        "リードタイムの起点",
        options(isSeller ? LEAD_STARTS : LEAD_STARTS.filter((one) => one !== "started"), LEAD_START_LABEL),
      ),
      select("lead_days", "リードタイムの日数", options(LEAD_DAYS, LEAD_DAYS_LABEL)),
      ...(data.units.length > 1 ? [select("unit", "単位", options(data.units, UNIT_LABEL))] : []),
    ],
    row: statRow,
    columns: statColumns(data, asked),
    empty: { none: { text: "この期間の実績はありません。工程QRを読み取ると記録されます。" } },
  });
};
