import { type Column, type FilterField, list } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import { formatTime } from "~/lib/time/datetime";
import { minutesText } from "~/lib/time/minutes";
import { PERIOD_LABEL } from "./stat.list";
import { type DayRow, dayHref, dayRow, daysAsked } from "./worktime.schema";
import { reviewText, reviewTone } from "./worktime.words";

export const WORKTIME = "/bi/worktime";
export const WORKTIME_ROWS = `${WORKTIME}/rows`;
export const WORKTIME_SUMS = `${WORKTIME}/sums`;

type Asked = Record<string, unknown>;
export function worktimeHref(path: string, asked: Asked, more: Asked = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, ...more }))
    if (value && !["after", "before", "sort"].includes(name)) query.set(name, String(value));
  const text = String(query);
  return text ? `${path}?${text}` : path;
}
const isLong = (path: string, period: unknown) => period === "year" && path !== WORKTIME_SUMS;
export const periodTabs = (path: string, { from: _, to: __, ...asked }: Asked) =>
  PERIOD_LABEL.filter(([period]) => !isLong(path, period)).map(([period, label]) => ({
    label,
    href: worktimeHref(path, asked, { period }),
  }));
/** 日報, 一覧, 集計 of the same. */
export const viewTabs = ({ by: _, ...asked }: Asked) =>
  [
    ["日報", WORKTIME],
    ["一覧", WORKTIME_ROWS],
    ["集計", WORKTIME_SUMS],
  ].map(([label, path]) => ({
    label: label!,
    href: worktimeHref(path!, asked, isLong(path!, asked.period) ? { period: "quarter" } : {}),
  }));

type WorktimeChoices = Record<"worker_id" | "group" | "group_id", Option[]>;
export const NONE: WorktimeChoices = { worker_id: [], group: [], group_id: [] };

export function fieldsOf(choices: WorktimeChoices): FilterField[] {
  const select = (name: string, label: string, options: Option[], more?: true): FilterField[] =>
    options.length === 0 ? [] : [{ name, label, kind: "select", options, ...(more ? { more } : {}) }];
  return [
    { name: "from", label: "期間（から）", kind: "date", always: true },
    { name: "to", label: "期間（まで）", kind: "date", always: true },
    ...select("worker_id", "作業者", choices.worker_id),
    ...select("group", "グループ", choices.group),
    ...select("group_id", "工程", choices.group_id),
    { name: "unapproved", label: "未承認のみ", kind: "check" },
  ];
}

export const minutesColumn = <Row extends object>(name: keyof Row & string, label: string): Column<Row> => ({
  name,
  label,
  kind: "count",
  text: (row) => {
    const minutes = row[name] as number | null;
    return minutes ? minutesText(minutes) : null;
  },
  csv: (row) => row[name] as number | null,
});

const EMPTY = {
  none: {
    text: "作業者を登録し、工程QRを貼る",
    action: { label: "作業者を登録する", href: "/setting/worker/new" },
  },
  unmatched: "条件に一致する作業日報はありません。",
};
export const emptyOf = (hasWorkers: boolean) =>
  hasWorkers
    ? {
        none: {
          text: "この期間の作業日報はありません。作業者を登録し、工程QRを貼ると、読み取りから日報ができます。",
          action: { label: "工程QRコード一覧", href: "/task/status_code" },
        },
        unmatched: EMPTY.unmatched,
      }
    : EMPTY;

const clock = (instant: string | null) => (instant ? formatTime(instant) : null);

const dayColumns: Column<DayRow>[] = [
  {
    name: "worker",
    label: "作業者",
    kind: "link",
    link: (row) => (row.worker_id > 0 ? dayHref(row) : null),
  },
  { name: "day", label: "日付", kind: "date", sort: true, fact: 1 },
  {
    name: "review",
    label: "承認",
    kind: "state",
    text: (row) => (row.worker_id > 0 ? reviewText(row) : null),
    tone: reviewTone,
  },
  { name: "group_name", label: "グループ", kind: "text" },
  { name: "started", label: "開始", kind: "text", text: ({ started }) => clock(started) },
  { name: "ended", label: "終了", kind: "text", text: ({ ended }) => clock(ended) },
  {
    ...minutesColumn<DayRow>("minutes", "実働"),
    fact: 2,
    // Else the row of a day on which only a machine ran says nothing.
    text: ({ minutes, machine_minutes }) =>
      minutes > 0
        ? minutesText(minutes)
        : machine_minutes > 0
          ? `機械 ${minutesText(machine_minutes)}`
          : null,
    csv: ({ minutes }) => minutes,
  },
  minutesColumn<DayRow>("machine_minutes", "機械時間"),
  minutesColumn<DayRow>("indirect_minutes", "間接"),
  minutesColumn<DayRow>("break_minutes", "休憩"),
  minutesColumn<DayRow>("over_breaks", "引いた休憩"),
  { ...minutesColumn<DayRow>("gap_minutes", "記録なし"), tone: () => "warn" },
  {
    name: "num_left",
    label: "未終了",
    kind: "count",
    text: ({ num_left }) => (num_left > 0 ? `${num_left}件` : null),
    csv: ({ num_left }) => num_left,
    tone: () => "bad",
  },
  {
    name: "num_parallel",
    label: "並行",
    kind: "count",
    text: ({ num_parallel }) => (num_parallel > 0 ? `${num_parallel}件` : null),
    csv: ({ num_parallel }) => num_parallel,
  },
];

export const daysList = (choices = NONE, hasWorkers = true) =>
  list({
    path: WORKTIME,
    api: `${WORKTIME}/days`,
    title: "作業日報",
    counter: "件",
    filter: daysAsked,
    order: "-day",
    key: "tick",
    off: ["machine_minutes"],
    row: dayRow,
    columns: dayColumns,
    fields: fieldsOf(choices),
    empty: emptyOf(hasWorkers),
  });
