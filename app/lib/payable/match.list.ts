import { z } from "zod";
import { ym } from "~/lib/accounting/invoice.schema";
import { type Column, list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { formatPeriod } from "~/lib/time/period";
import { PAYABLE } from "./debt.list";
import {
  MATCH_ANSWER_LABEL,
  MATCH_KIND_LABEL,
  type MatchState,
  MONTH_STATE_LABEL,
  MONTH_STATES,
  type MonthState,
} from "./match";
import { type MatchRow, matchRow, matchTotals } from "./match.schema";

export const MATCH = `${PAYABLE}/match`;
export const MATCH_LINES = `${MATCH}/line`;

const optionalMonth = z.preprocess((value) => value || undefined, ym("対象月").optional());

export const matchQuery = z.object({
  ym: optionalMonth,
  q: optionalText("支払先", 60),
  state: optionalChoice("状態", MONTH_STATES),
});
export type MatchQuery = z.output<typeof matchQuery>;
export const matchLineQuery = z.object({ partner_id: optionalText("支払先", 40), ym: optionalMonth });

const matchMonth = z.object({
  /** With what was seen of it. */
  pick: z.string(),
  partner_id: z.string(),
  partner_name: z.string(),
  ym: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  state: z.enum(MONTH_STATES),
  num_lines: z.number(),
  ...matchTotals,
});
export type MatchMonth = z.output<typeof matchMonth>;
export const matchMonths = z.object({ items: z.array(matchMonth) });

export const MONTH_TONE = {
  open: "bad",
  asked: "warn",
  ready: "accent",
  closed: "good",
  changed: "bad",
} as const satisfies Record<MonthState, string>;

export const linesHref = ({ partner_id, ym: month }: Pick<MatchMonth, "partner_id" | "ym">) =>
  `${MATCH_LINES}?${new URLSearchParams({ partner_id, ym: String(month) })}`;

const yen = (name: "ours" | "theirs" | "unbilled", label: string): Column<MatchMonth> => ({
  name,
  label,
  kind: "yen",
  amount: true,
});

export const matchList = list({
  path: MATCH,
  api: "/payables/matches",
  title: "請求書照合",
  counter: "社",
  key: "pick",
  whole: true,
  filter: matchQuery,
  fields: [
    { name: "ym", label: "対象月", kind: "text", always: true },
    { name: "q", label: "支払先", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: MONTH_STATES.map((value) => ({ value, label: MONTH_STATE_LABEL[value] })),
    },
  ],
  row: matchMonth,
  columns: [
    { name: "partner_name", label: "支払先", kind: "link", sort: true, link: linesHref },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => MONTH_STATE_LABEL[row.state],
      tone: (row) => MONTH_TONE[row.state],
    },
    {
      name: "period",
      label: "期間",
      kind: "text",
      text: (row) => formatPeriod({ start: row.start_date, end: row.end_date }),
    },
    yen("ours", "当方（税抜）"),
    yen("theirs", "先方（税抜）"),
    {
      name: "difference",
      label: "差",
      kind: "yen",
      amount: true,
      fact: 2,
      tone: (row) => (row.difference === 0 ? "muted" : "bad"),
    },
    { ...yen("unbilled", "うち未請求") },
    {
      name: "num_open",
      label: "説明のない差異",
      kind: "count",
      fact: 1,
      tone: (row) => (row.num_open > 0 ? "bad" : "muted"),
    },
    { name: "num_asked", label: "訂正待ち", kind: "count" },
    { name: "num_lines", label: "明細", kind: "count" },
  ],
  empty: {
    none: {
      text: "この月に照合するものはありません。受入・納品書・請求書があるとここに出ます。",
      action: { label: "請求書・経費を計上する", href: `${PAYABLE}/bill/new` },
    },
    unmatched: "条件に一致する支払先はありません。",
  },
});

export const stateText = ({ state, answer }: Pick<MatchRow, "state" | "answer">): string => {
  if (state === "same") return "一致";
  if (state === "paper") return "紙の請求書で照合";
  return state === "open" || answer === null ? "差異" : MATCH_ANSWER_LABEL[answer];
};
export const STATE_TONE = {
  same: "good",
  paper: "muted",
  open: "bad",
  accepted: "accent",
  asked: "warn",
  later: "accent",
} as const satisfies Record<MatchState, string>;

const side = (name: "ours" | "theirs", label: string): Column<MatchRow>[] => [
  { name: `${name}_num`, label: `${label}数量`, kind: "quantity", text: (row) => row[name]?.num_units ?? "" },
  {
    name: `${name}_price`,
    label: `${label}単価`,
    kind: "quantity",
    amount: true,
    text: (row) => row[name]?.unit_price ?? "",
  },
  {
    name,
    label: `${label}金額`,
    kind: "yen",
    amount: true,
    text: (row) => (row[name] ? formatNumber(row[name].amount) : ""),
    csv: (row) => row[name]?.amount ?? "",
  },
];

/** The lines of one partner and month, as a file. */
export const matchLineList = list({
  path: MATCH_LINES,
  api: "/payables/match",
  title: "請求書照合の明細",
  counter: "行",
  key: "id",
  whole: true,
  filter: matchLineQuery,
  fields: [],
  row: matchRow,
  columns: [
    { name: "date", label: "日付", kind: "date" },
    { name: "number", label: "番号", kind: "code" },
    { name: "order_id", label: "注文番号", kind: "code" },
    { name: "name", label: "品名", kind: "text" },
    ...side("ours", "当方"),
    ...side("theirs", "先方"),
    { name: "difference", label: "差", kind: "yen", amount: true },
    { name: "kind", label: "差異", kind: "text", text: (row) => MATCH_KIND_LABEL[row.kind] },
    { name: "state", label: "回答", kind: "text", text: stateText },
    { name: "reason", label: "理由", kind: "text" },
    { name: "person", label: "回答者", kind: "text" },
    { name: "note", label: "備考", kind: "text" },
  ],
  empty: { none: { text: "支払先を選ぶと、その明細を表示します。" } },
});
