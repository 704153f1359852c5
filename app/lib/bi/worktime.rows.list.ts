import { type Column, list } from "~/lib/list/list.schema";
import { formatDate } from "~/lib/time/date";
import { minutesText } from "~/lib/time/minutes";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { TIME_KIND_LABEL } from "~/lib/vocabulary/worktime";
import { emptyOf, fieldsOf, minutesColumn, NONE, WORKTIME_ROWS } from "./worktime.list";
import { dayHref, rowsAsked, type WorktimeRecord, type WorktimeRow, worktimeRow } from "./worktime.schema";
import { endText, reviewText, reviewTone, startText, stateText } from "./worktime.words";

const rowColumns: Column<WorktimeRow>[] = [
  {
    name: "day",
    label: "日付",
    kind: "link",
    text: ({ day }) => formatDate(day),
    link: (row) => (row.worker_id > 0 ? dayHref(row) : null),
    csv: ({ day }) => day.replaceAll("-", "/"),
  },
  { name: "worker", label: "作業者", kind: "text", fact: 1 },
  {
    name: "at",
    label: "開始",
    kind: "datetime",
    sort: true,
    text: startText,
    csv: ({ from }) => from,
  },
  {
    name: "end",
    label: "終了",
    kind: "datetime",
    text: (row) => endText(row) || stateText(row),
    csv: ({ to }) => to,
    tone: ({ state }) => (state === "left" ? "bad" : undefined),
  },
  {
    ...minutesColumn<WorktimeRow>("minutes", "実働（分）"),
    text: ({ minutes }) => (minutes === null ? null : String(minutes)),
    fact: 2,
  },
  {
    ...minutesColumn<WorktimeRow>("machine_minutes", "機械時間（分）"),
    text: ({ machine_minutes }) => (machine_minutes === null ? null : String(machine_minutes)),
  },
  { name: "kind", label: "区分", kind: "text", text: ({ kind }) => TIME_KIND_LABEL[kind] },
  {
    name: "is_parallel",
    label: "並行",
    kind: "text",
    text: ({ is_parallel }) => (is_parallel ? "並行" : null),
  },
  { name: "label", label: "工程", kind: "text" },
  {
    name: "card_id",
    label: "カード番号",
    kind: "link",
    link: ({ card_key }) => (card_key === null ? null : `/task/${card_key}?tab=work`),
  },
  {
    name: "name",
    label: "商品",
    kind: "text",
    text: ({ product_code, name }) => [product_code, name].filter(Boolean).join(" ") || null,
  },
  { name: "buyer_name", label: "依頼元", kind: "text" },
  {
    name: "num_good",
    label: "良品",
    kind: "quantity",
    text: ({ num_good, card_key }) => (card_key === null ? null : num_good),
    csv: ({ num_good, card_key }) => (card_key === null ? null : num_good),
    unit: ({ order_unit }) => order_unit && UNIT_LABEL[order_unit],
  },
  {
    name: "num_defective",
    label: "不良",
    kind: "quantity",
    text: ({ num_defective, card_key }) => (card_key === null ? null : num_defective),
    csv: ({ num_defective, card_key }) => (card_key === null ? null : num_defective),
    tone: ({ num_defective }) => (num_defective === "0" ? undefined : "bad"),
  },
  { name: "per_hour", label: "個/時", kind: "quantity" },
  {
    ...minutesColumn<WorktimeRow>("standard_minutes", "標準（分）"),
    text: ({ standard_minutes }) => (standard_minutes === null ? null : String(standard_minutes)),
  },
  {
    name: "note",
    label: "メモ",
    kind: "text",
    text: ({ note, is_late }) => [is_late ? "後から記入" : null, note].filter(Boolean).join("　") || null,
  },
  {
    name: "review",
    label: "承認",
    kind: "state",
    text: (row) =>
      row.worker_id > 0 ? reviewText({ ...row, review: row.review ? { kind: row.review } : null }) : null,
    tone: (row) => reviewTone({ ...row, review: row.review ? { kind: row.review } : null }),
  },
];

export const rowsList = (choices = NONE, hasWorkers = true) =>
  list({
    path: WORKTIME_ROWS,
    api: WORKTIME_ROWS,
    title: "作業日報の明細",
    counter: "件",
    filter: rowsAsked,
    order: "-at",
    off: ["machine_minutes", "is_parallel", "buyer_name", "per_hour", "standard_minutes"],
    row: worktimeRow,
    columns: rowColumns,
    fields: fieldsOf(choices),
    empty: emptyOf(hasWorkers),
  });

/** What a day is made of, on its own page; 時刻を直す is the correction of the 実績, with its reason. */
export function dayRecords(isAdmin: boolean): Column<WorktimeRecord>[] {
  const columns: Column<WorktimeRecord>[] = [
    {
      name: "label",
      label: "作業",
      kind: "text",
      text: ({ kind, label, card_id }) => (card_id ? label : `${TIME_KIND_LABEL[kind]} ${label}`),
    },
    { name: "start", label: "開始", kind: "text", text: startText, fact: 1 },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (one) => [stateText(one), one.is_parallel ? "並行" : null].filter(Boolean).join("・"),
      tone: ({ state }) => (state === "left" ? "bad" : state === "done" ? "muted" : "accent"),
    },
    { name: "end", label: "終了", kind: "text", text: endText },
    { ...minutesColumn<WorktimeRecord>("minutes", "実働"), fact: 2 },
    {
      name: "kind",
      label: "区分",
      kind: "text",
      text: ({ kind, machine_minutes }) =>
        [TIME_KIND_LABEL[kind], machine_minutes && minutesText(machine_minutes)].filter(Boolean).join(" "),
    },
    {
      name: "card_id",
      label: "カード番号",
      kind: "link",
      link: ({ card_key }) => (card_key === null ? null : `/task/${card_key}?tab=work`),
    },
    {
      name: "name",
      label: "商品",
      kind: "text",
      text: ({ product_code, name }) => [product_code, name].filter(Boolean).join(" ") || null,
    },
    {
      name: "num_good",
      label: "良品",
      kind: "quantity",
      text: ({ num_good, card_key }) => (card_key === null ? null : num_good),
    },
    {
      name: "num_defective",
      label: "不良",
      kind: "quantity",
      text: ({ num_defective, card_key }) => (card_key === null ? null : num_defective),
    },
    {
      name: "note",
      label: "メモ",
      kind: "text",
      text: ({ note, is_late }) => [is_late ? "後から記入" : null, note].filter(Boolean).join("　") || null,
    },
  ];
  const acts: Column<WorktimeRecord> = {
    name: "acts",
    label: "操作",
    kind: "text",
    acts: ({ row_key, card_key }) =>
      card_key === null
        ? []
        : [{ label: "時刻を直す", href: `/task/${card_key}/correct?work=${row_key.slice(1)}` }],
  };
  return isAdmin ? [...columns, acts] : columns;
}
