import { z } from "zod";
import { list, type Tone } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { bankClosedText } from "~/lib/time/bankday";
import { formatDate } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import { monthLabel } from "./invoice";

const STATES = ["unpaid", "part", "paid"] as const;
const STATE_LABEL = { unpaid: "未払", part: "一部支払", paid: "支払済" } as const;
const STATE_TONE = { unpaid: "accent", part: "warn", paid: "good" } as const;

export const payableFilter = z.object({
  q: optionalText("検索", 60),
  from: optionalDate("支払期日"),
  to: optionalDate("支払期日"),
  state: optionalChoice("支払", STATES),
});
export type PayableFilter = z.output<typeof payableFilter>;

/** What we said of their 請求書; of a 支払通知書 of ours, what they said. */
const ANSWERS = ["agreed", "disputed", "told", "waiting", "none"] as const;
const ANSWER_LABEL = {
  agreed: "確認済",
  disputed: "差異を連絡済",
  told: "相違あり",
  waiting: "確認待ち",
  none: "未確認",
} as const;
const ANSWER_TONE = {
  agreed: "good",
  disputed: "warn",
  told: "bad",
  waiting: "accent",
  none: "accent",
} as const;

export const payableRow = z.object({
  key: z.number(),
  number: z.string(),
  seller_name: z.string(),
  ym: z.number(),
  invoice_date: z.string(),
  due_date: z.string(),
  total: z.number(),
  paid: z.number(),
  /** The last day on which some of it was paid. */
  paid_date: z.string().nullable(),
  open: z.number(),
  state: z.enum(STATES),
  running: z.number(),
  answer: z.enum(ANSWERS),
  days_overdue: z.number().nullable(),
});
export type PayableRow = z.output<typeof payableRow>;

function stateOf({ state, days_overdue, paid_date }: PayableRow): [text: string, tone: Tone] {
  if (days_overdue !== null) return [`${days_overdue}日超過`, "bad"];
  const day = state === "paid" && paid_date ? ` ${formatDate(paid_date)}` : "";
  return [STATE_LABEL[state] + day, STATE_TONE[state]];
}

export const payableList = list({
  path: "/accounting/payable-schedule",
  api: "/payables",
  title: "支払予定",
  counter: "件",
  key: "key",
  order: "due_date",
  off: ["invoice_date"],
  summed: true,
  filter: payableFilter,
  fields: [
    { name: "from", label: "支払期日（から）", kind: "date" },
    { name: "to", label: "支払期日（まで）", kind: "date" },
    {
      name: "state",
      label: "支払",
      kind: "select",
      options: STATES.map((value) => ({ value, label: STATE_LABEL[value] })),
    },
    { name: "q", label: "取引先・請求書番号", kind: "text" },
  ],
  row: payableRow,
  columns: [
    {
      name: "due_date",
      label: "支払期日",
      kind: "date",
      sum: () => "合計",
      link: (row) => `/accounting/invoice/${row.key}`,
      text: (row) => formatDate(row.due_date) + bankClosedText(row.due_date),
      csv: (row) => row.due_date,
    },
    {
      name: "state",
      label: "支払",
      kind: "state",
      text: (row) => stateOf(row)[0],
      tone: (row) => stateOf(row)[1],
    },
    {
      name: "seller_name",
      label: "支払先",
      kind: "text",
      fact: 1,
      below: (row) => ANSWER_LABEL[row.answer],
    },
    { name: "number", label: "請求書番号", kind: "code" },
    { name: "ym", label: "請求月", kind: "text", text: (row) => monthLabel(row.ym) },
    {
      name: "open",
      label: "残額",
      kind: "yen",
      amount: true,
      fact: 2,
      below: (row) => `累計 ${formatNumber(row.running)}`,
    },
    { name: "running", label: "累計", kind: "yen", amount: true },
    { name: "total", label: "請求額（税込）", kind: "yen", amount: true },
    { name: "paid", label: "支払済", kind: "yen", amount: true },
    {
      name: "answer",
      label: "確認",
      kind: "state",
      text: (row) => ANSWER_LABEL[row.answer],
      tone: (row) => ANSWER_TONE[row.answer],
    },
    { name: "invoice_date", label: "請求日", kind: "date", sheet: true },
    { name: "paid_date", label: "支払日", kind: "date", sheet: true },
  ],
  empty: { none: { text: "未払の請求書も、支払期日が今月以降の請求書もありません。" } },
});
