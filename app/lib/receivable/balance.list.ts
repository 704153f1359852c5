import { z } from "zod";
import { type Column, list, type Tone } from "~/lib/list/list.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalText } from "~/lib/text/text.schema";
import { BANK_SHIFTS } from "~/lib/time/bankday";
import { optionalDate } from "~/lib/time/date.schema";
import { closingDayLabel, termsLabel } from "~/lib/time/period";
import { AGE_LABEL, AGES } from "./ageing";

export const BALANCES = "/accounting/receivable";

export const balanceFilter = z.object({
  q: optionalText("検索", 60),
  on: optionalDate("基準日"),
  closing_day: optionalInteger("締日", 1, 31),
  nonzero: checkbox(),
  /** Whose documents stand below their row, by id. */
  open: optionalText("開いた取引先", 400),
});
export type BalanceFilter = z.output<typeof balanceFilter>;

const ages = {
  not_due: z.number(),
  days_30: z.number(),
  days_60: z.number(),
  days_90: z.number(),
  days_over: z.number(),
  advance: z.number(),
};
export const balanceRow = z.object({
  buyer_id: z.string(),
  buyer_name: z.string(),
  is_payment_last_date: z.boolean(),
  payment_date: z.number().nullable(),
  pay_month: z.number(),
  pay_day: z.number(),
  bank_shift: z.enum(BANK_SHIFTS),
  before: z.number(),
  sales: z.number(),
  tax: z.number(),
  received: z.number(),
  adjusted: z.number(),
  billed: z.number(),
  unbilled: z.number(),
  balance: z.number(),
  ...ages,
  last_payment_date: z.string().nullable(),
});
export type BalanceRow = z.output<typeof balanceRow>;

const overdueOf = (row: Pick<BalanceRow, (typeof AGES)[number]>) =>
  row.days_30 + row.days_60 + row.days_90 + row.days_over;

function stateOf(row: BalanceRow): [text: string, tone: "bad" | "accent" | "good" | "muted"] {
  if (overdueOf(row) > 0) return ["期限超過", "bad"];
  if (row.not_due > 0) return ["期日前", "accent"];
  if (row.unbilled !== 0) return ["未請求", "accent"];
  return row.advance < 0 ? ["前受", "good"] : ["残高なし", "muted"];
}

type Figure = {
  [Name in keyof BalanceRow]: BalanceRow[Name] extends number ? Name : never;
}[keyof BalanceRow];
const toneOf =
  (name: Figure) =>
  (row: BalanceRow): Tone | undefined =>
    row[name] === 0 ? "muted" : name.startsWith("days_") && row[name] > 0 ? "bad" : undefined;

const yen = (name: Figure, label: string): Column<BalanceRow> => ({
  name,
  label,
  kind: "yen",
  amount: true,
  tone: toneOf(name),
});

type Opening = { isOpen(row: BalanceRow): boolean; href(row: BalanceRow): string | null };
const WITHOUT_ROWS = { isOpen: () => false, href: () => null };

export const balanceList = (closing_days: number[], rows: Opening = WITHOUT_ROWS) =>
  list({
    path: BALANCES,
    api: "/receivables",
    title: "売掛残高一覧表",
    counter: "社",
    key: "buyer_id",
    order: "buyer_name",
    off: ["last_payment_date", "before", "sales", "tax", "received", "adjusted"],
    summed: true,
    filter: balanceFilter,
    fields: [
      { name: "on", label: "基準日", kind: "date" },
      {
        name: "closing_day",
        label: "締日",
        kind: "select",
        options: closing_days.map((day) => ({ value: String(day), label: closingDayLabel(day) })),
      },
      { name: "q", label: "取引先", kind: "text" },
      { name: "nonzero", label: "残高0を隠す", kind: "check" },
    ],
    row: balanceRow,
    columns: [
      {
        name: "buyer_name",
        label: "取引先",
        kind: "link",
        sort: true,
        text: (row) => (rows.isOpen(row) ? `▾ ${row.buyer_name}` : row.buyer_name),
        csv: (row) => row.buyer_name,
        link: rows.href,
      },
      {
        name: "state",
        label: "状態",
        kind: "state",
        text: (row) => stateOf(row)[0],
        tone: (row) => stateOf(row)[1],
      },
      { ...yen("balance", "売掛残"), sort: true, fact: 2 },
      yen("unbilled", "うち未請求"),
      { ...yen("billed", "うち請求残"), sort: true },
      ...AGES.map((age) => yen(age, AGE_LABEL[age])),
      yen("advance", AGE_LABEL.advance),
      { name: "last_payment_date", label: "最終入金日", kind: "date" },
      yen("before", "前月残"),
      yen("sales", "当月売上"),
      yen("tax", "消費税"),
      yen("received", "当月入金"),
      yen("adjusted", "値引等"),
      { name: "terms", label: "締日・支払条件", kind: "text", text: termsLabel, fact: 1 },
    ],
    empty: {
      none: { text: "請求書を発行するとここに残高が表示されます。" },
      unmatched: "条件に一致する取引先はありません。",
    },
  });

export const balanceSummary = z.object({
  on: z.string(),
  month_start: z.string(),
  month_end: z.string(),
  balance: z.number(),
  unbilled: z.number(),
  /** 返品待ち of the day: in no balance before its 返品 is issued. */
  awaiting_return: z.number(),
  overdue: z.number(),
  due_this_month: z.number(),
  received_this_month: z.number(),
  closing_days: z.array(z.number()),
});
export type BalanceSummary = z.output<typeof balanceSummary>;
