import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import {
  BILL_KIND_LABEL,
  BILL_KINDS,
  EXPENSE_ACCOUNT_LABEL,
  EXPENSE_ACCOUNTS,
} from "~/lib/vocabulary/payable";
import { PAYABLE } from "./debt.list";

const STATES = ["coming", "open", "part", "paid", "cancelled"] as const;
const STATE_LABEL = {
  coming: "請求日前",
  open: "未払",
  part: "一部支払",
  paid: "支払済",
  cancelled: "取消",
} as const;
const STATE_TONE = {
  coming: "accent",
  open: "accent",
  part: "warn",
  paid: "good",
  cancelled: "muted",
} as const;

type Standing = { cancelled: boolean; bill_date: string; total: number; paid: number };
/** What is recorded as paid of a day to come is paid here: 支払予定表 tells them apart. */
export function billState({ cancelled, bill_date, total, paid }: Standing, today: string) {
  if (cancelled) return "cancelled";
  if (paid === total) return "paid";
  if (paid !== 0) return "part";
  return bill_date > today ? "coming" : "open";
}

export const billFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", STATES),
  kind: optionalChoice("種類", BILL_KINDS),
  account: optionalChoice("科目", EXPENSE_ACCOUNTS),
  from: optionalDate("請求日", "coming"),
  to: optionalDate("請求日", "coming"),
});
export type BillFilter = z.output<typeof billFilter>;

export const billRow = z.object({
  key: z.number(),
  bill_date: z.string(),
  partner_id: z.string(),
  partner_name: z.string(),
  kind: z.enum(BILL_KINDS),
  number: z.string().nullable(),
  account: z.enum(EXPENSE_ACCOUNTS),
  received_date: z.string(),
  due_date: z.string(),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  paid: z.number(),
  state: z.enum(STATES),
  note: z.string().nullable(),
  person: z.string(),
  recorded_time: z.string(),
});
export type BillRow = z.output<typeof billRow>;

const yen = { kind: "yen", amount: true } as const;
const options = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Every paper that was entered, whatever its days and whatever became of it. */
export const billList = list({
  path: `${PAYABLE}/bill`,
  api: "/payables/bills",
  title: "計上一覧",
  counter: "件",
  key: "key",
  order: "-bill_date",
  summed: true,
  filter: billFilter,
  fields: [
    { name: "q", label: "支払先・請求書番号・備考", kind: "text" },
    { name: "from", label: "請求日（から）", kind: "date" },
    { name: "to", label: "請求日（まで）", kind: "date" },
    { name: "state", label: "状態", kind: "select", options: options(STATES, STATE_LABEL) },
    {
      name: "kind",
      label: "種類",
      kind: "select",
      more: true,
      options: options(BILL_KINDS, BILL_KIND_LABEL),
    },
    {
      name: "account",
      label: "科目",
      kind: "select",
      more: true,
      options: options(EXPENSE_ACCOUNTS, EXPENSE_ACCOUNT_LABEL),
    },
  ],
  row: billRow,
  columns: [
    {
      name: "bill_date",
      label: "請求日",
      kind: "date",
      sort: true,
      link: (row) => `${PAYABLE}/bill/${row.key}`,
      sum: () => "合計（取消を除く）",
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => STATE_LABEL[row.state],
      tone: (row) => STATE_TONE[row.state],
    },
    { name: "partner_name", label: "支払先", kind: "text", fact: 1 },
    { name: "kind", label: "種類", kind: "text", text: (row) => BILL_KIND_LABEL[row.kind] },
    { name: "number", label: "請求書番号", kind: "code" },
    { name: "account", label: "科目", kind: "text", text: (row) => EXPENSE_ACCOUNT_LABEL[row.account] },
    { name: "received_date", label: "受領日", kind: "date" },
    { name: "due_date", label: "支払期日", kind: "date" },
    { name: "total", label: "金額（税込）", ...yen, sort: true, fact: 2 },
    { name: "paid", label: "支払済", ...yen },
    { name: "note", label: "備考", kind: "text" },
    { name: "subtotal", label: "税抜", ...yen, sheet: true },
    { name: "tax", label: "消費税", ...yen, sheet: true },
    { name: "person", label: "登録者", kind: "text", sheet: true },
    { name: "recorded_time", label: "登録日時", kind: "datetime", sheet: true },
  ],
  empty: {
    none: {
      text: "計上した請求書・経費はまだありません。",
      action: { label: "請求書・経費を計上する", href: `${PAYABLE}/bill/new` },
    },
  },
});
