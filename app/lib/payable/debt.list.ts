import { z } from "zod";
import { list, type Tone } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalText } from "~/lib/text/text.schema";
import { bankClosedText } from "~/lib/time/bankday";
import { formatDate } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import {
  BILL_KIND_LABEL,
  BILL_KINDS,
  type BillKind,
  EXPENSE_ACCOUNT_LABEL,
  EXPENSE_ACCOUNTS,
} from "~/lib/vocabulary/payable";
import { TORITEKI } from "~/lib/vocabulary/toriteki";
import { deductionLabel } from "./bill";

export const PAYABLE = "/accounting/payable";

export const debtFilter = z.object({
  q: optionalText("検索", 60),
  partner_id: optionalText("支払先", 40),
  /** Named by their ids, a space between. */
  ids: optionalText("請求書", 4000),
  on: optionalDate("基準日"),
  from: optionalDate("支払期日"),
  to: optionalDate("支払期日"),
});
export type DebtFilter = z.output<typeof debtFilter>;

export const debtRow = z.object({
  id: z.string(),
  kind: z.enum(BILL_KINDS),
  key: z.number(),
  partner_id: z.string(),
  partner_name: z.string(),
  number: z.string().nullable(),
  ym: z.number().nullable(),
  account: z.enum(EXPENSE_ACCOUNTS).nullable(),
  date: z.string(),
  due_date: z.string(),
  received_date: z.string().nullable(),
  toriteki: z.enum(TORITEKI),
  registration_number: z.string().nullable(),
  /** R1-11: percent of its tax that may be deducted, by the day of receipt. */
  deduction: z.number().nullable(),
  total: z.number(),
  paid: z.number(),
  /** Of what is open, recorded as a transfer of a later day. */
  planned: z.number(),
  open: z.number(),
  /** Of what is open, in a 相殺 that was proposed and not answered: not paid meanwhile. */
  waiting: z.number(),
  running: z.number(),
  /** Dated after the day that is asked for. */
  coming: z.boolean(),
  days_overdue: z.number().nullable(),
  /** R2-5: days since the first receipt, and whether they are running out. */
  days: z.number().nullable(),
  left: z.number().nullable(),
  level: z.enum(["ok", "soon", "late"]),
  /** Told to be wrong, by either side. */
  is_disputed: z.boolean(),
});
export type DebtRow = z.output<typeof debtRow>;

const LEVEL_TONE = { ok: undefined, soon: "warn", late: "bad" } as const satisfies Record<
  string,
  Tone | undefined
>;

function stateOf(row: DebtRow): [text: string, tone: Tone] {
  const { open, paid, planned, waiting, coming, days_overdue, is_disputed } = row;
  if (planned === open) return ["振込予定", "good"];
  if (is_disputed) return [days_overdue ? `相違・${days_overdue}日超過` : "相違あり", "bad"];
  if (coming) return ["請求日前", "muted"];
  if (open < 0) return ["差引", "good"];
  if (days_overdue) return [`${days_overdue}日超過`, "bad"];
  if (waiting > 0) return ["相殺の回答待ち", "warn"];
  return paid > 0 ? ["一部支払", "warn"] : ["未払", "accent"];
}

export function daysText({ days, left, level }: Pick<DebtRow, "days" | "left" | "level">): string {
  if (days === null || left === null) return "";
  if (level === "ok") return `${days}日`;
  return level === "late" ? `${days}日（60日超）` : `${days}日（あと${left}日）`;
}

type Named = Pick<DebtRow, "ym" | "account" | "number"> & { kind?: BillKind | undefined };
/** 要因: what it is for. */
export function debtReason({ ym, account, number, kind }: Named): string {
  const what = ym === null ? "" : `${Math.floor(ym / 100)}年${ym % 100}月分`;
  const isCredit = kind === "credit";
  return [isCredit && BILL_KIND_LABEL.credit, account ? EXPENSE_ACCOUNT_LABEL[account] : what, number]
    .filter(Boolean)
    .join("　");
}

export const debtHref = ({ id, key }: Pick<DebtRow, "id" | "key">) =>
  id.startsWith("i") ? `/accounting/invoice/${key}` : `${PAYABLE}/bill/${key}`;

export const debtList = list({
  path: `${PAYABLE}/due`,
  api: "/payables/due",
  title: "支払予定表",
  counter: "件",
  key: "id",
  order: "due_date",
  off: ["date", "deduction"],
  summed: true,
  filter: debtFilter,
  fields: [
    { name: "from", label: "支払予定日（から）", kind: "date" },
    { name: "to", label: "支払予定日（まで）", kind: "date" },
    { name: "q", label: "支払先・請求書番号", kind: "text" },
    { name: "on", label: "基準日", kind: "date", more: true },
  ],
  row: debtRow,
  columns: [
    {
      name: "due_date",
      label: "予定日",
      kind: "date",
      sum: () => "合計",
      link: debtHref,
      text: (row) => formatDate(row.due_date) + bankClosedText(row.due_date),
      csv: (row) => row.due_date,
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => stateOf(row)[0],
      tone: (row) => stateOf(row)[1],
    },
    { name: "partner_name", label: "支払先", kind: "text", fact: 1 },
    { name: "reason", label: "要因", kind: "text", text: debtReason },
    {
      name: "days",
      label: "受領後日数",
      kind: "text",
      text: daysText,
      tone: (row) => LEVEL_TONE[row.level],
      csv: (row) => (row.days === null ? "" : String(row.days)),
    },
    {
      name: "open",
      label: "金額",
      kind: "yen",
      amount: true,
      fact: 2,
      below: (row) => `累計 ${formatNumber(row.running)}`,
    },
    { name: "running", label: "累計", kind: "yen", amount: true },
    { name: "total", label: "請求額（税込）", kind: "yen", amount: true },
    { name: "paid", label: "支払済", kind: "yen", amount: true },
    {
      name: "deduction",
      label: "登録番号",
      kind: "text",
      text: (row) => deductionLabel(row.deduction),
      tone: (row) => (row.deduction === 100 ? undefined : "warn"),
    },
    { name: "date", label: "請求日", kind: "date", sheet: true },
  ],
  empty: {
    none: {
      text: "外注の受入を計上するとここに出ます。",
      action: { label: "請求書・経費を計上する", href: `${PAYABLE}/bill/new` },
    },
  },
});
