import { z } from "zod";
import { type Column, list, type Tone } from "~/lib/list/list.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalText } from "~/lib/text/text.schema";
import { BANK_SHIFTS } from "~/lib/time/bankday";
import { formatDate } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import { closingDayLabel, termsLabel } from "~/lib/time/period";
import { TORITEKI, TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { deductionLabel } from "./bill";
import { daysText, PAYABLE } from "./debt.list";

export const owingFilter = z.object({
  q: optionalText("検索", 60),
  on: optionalDate("基準日"),
  closing_day: optionalInteger("締日", 1, 31),
  nonzero: checkbox(),
  /** Whose papers stand below their row, by id. */
  open: optionalText("開いた支払先", 400),
});
export type OwingFilter = z.output<typeof owingFilter>;

export const owingRow = z.object({
  partner_id: z.string(),
  partner_name: z.string(),
  is_payment_last_date: z.boolean(),
  payment_date: z.number().nullable(),
  pay_month: z.number(),
  pay_day: z.number(),
  bank_shift: z.enum(BANK_SHIFTS),
  toriteki: z.enum(TORITEKI),
  registration_number: z.string().nullable(),
  deduction: z.number().nullable(),
  before: z.number(),
  purchase: z.number(),
  tax: z.number(),
  paid: z.number(),
  set_off: z.number(),
  billed: z.number(),
  unbilled: z.number(),
  balance: z.number(),
  overdue: z.number(),
  due_date: z.string().nullable(),
  days: z.number().nullable(),
  left: z.number().nullable(),
  level: z.enum(["ok", "soon", "late"]),
});
export type OwingRow = z.output<typeof owingRow>;

type Figure =
  | "before"
  | "purchase"
  | "tax"
  | "paid"
  | "set_off"
  | "billed"
  | "unbilled"
  | "balance"
  | "overdue";
const yen = (name: Figure, label: string): Column<OwingRow> => ({
  name,
  label,
  kind: "yen",
  amount: true,
  tone: (row) => (row[name] === 0 ? "muted" : name === "overdue" ? "bad" : undefined),
});

function stateOf(row: OwingRow): [text: string, tone: Tone] {
  if (row.overdue > 0) return ["期限超過", "bad"];
  if (row.level === "late") return ["60日超", "bad"];
  if (row.level === "soon") return ["60日注意", "warn"];
  if (row.billed > 0) return ["期日前", "accent"];
  if (row.unbilled !== 0) return ["未請求", "accent"];
  return row.billed < 0 ? ["払いすぎ", "good"] : ["残高なし", "muted"];
}

type Opening = { isOpen(row: OwingRow): boolean; href(row: OwingRow): string | null };
const WITHOUT_ROWS: Opening = { isOpen: () => false, href: () => null };

export const owingList = (closing_days: number[], rows: Opening = WITHOUT_ROWS) =>
  list({
    path: PAYABLE,
    api: "/payables/balances",
    title: "買掛残高一覧表",
    counter: "社",
    key: "partner_id",
    order: "partner_name",
    off: ["before", "tax", "set_off", "registration_number"],
    summed: true,
    filter: owingFilter,
    fields: [
      { name: "on", label: "基準日", kind: "date" },
      {
        name: "closing_day",
        label: "締日",
        kind: "select",
        options: closing_days.map((day) => ({ value: String(day), label: closingDayLabel(day) })),
      },
      { name: "q", label: "支払先", kind: "text" },
      { name: "nonzero", label: "残高0を隠す", kind: "check" },
    ],
    row: owingRow,
    columns: [
      {
        name: "partner_name",
        label: "支払先",
        kind: "link",
        sort: true,
        text: (row) => (rows.isOpen(row) ? `▾ ${row.partner_name}` : row.partner_name),
        csv: (row) => row.partner_name,
        link: rows.href,
      },
      {
        name: "state",
        label: "状態",
        kind: "state",
        text: (row) => stateOf(row)[0],
        tone: (row) => stateOf(row)[1],
      },
      { ...yen("balance", "買掛残"), sort: true, fact: 2 },
      yen("unbilled", "うち未請求"),
      yen("billed", "うち請求残"),
      yen("overdue", "期限超過"),
      {
        name: "due_date",
        label: "支払期日",
        kind: "date",
        fact: 1,
        text: (row) => row.due_date && formatDate(row.due_date),
        csv: (row) => row.due_date ?? "",
      },
      {
        name: "days",
        label: "受領後日数",
        kind: "text",
        text: daysText,
        tone: (row) => ({ ok: undefined, soon: "warn" as const, late: "bad" as const })[row.level],
        csv: (row) => (row.days === null ? "" : String(row.days)),
      },
      yen("before", "前月残"),
      yen("purchase", "当月仕入"),
      yen("tax", "消費税"),
      yen("paid", "当月支払"),
      yen("set_off", "相殺"),
      {
        name: "registration_number",
        label: "登録番号",
        kind: "text",
        text: (row) => deductionLabel(row.deduction),
        tone: (row) => (row.registration_number ? undefined : "warn"),
      },
      { name: "toriteki", label: "取適法", kind: "text", text: (row) => TORITEKI_LABEL[row.toriteki] },
      { name: "terms", label: "締日・支払条件", kind: "text", text: termsLabel },
    ],
    empty: {
      none: {
        text: "外注の受入を計上するとここに出ます。",
        action: { label: "請求書・経費を計上する", href: `${PAYABLE}/bill/new` },
      },
      unmatched: "条件に一致する支払先はありません。",
    },
  });

export const owingSummary = z.object({
  on: z.string(),
  month_start: z.string(),
  month_end: z.string(),
  balance: z.number(),
  unbilled: z.number(),
  overdue: z.number(),
  due_this_month: z.number(),
  paid_this_month: z.number(),
  /** 請求書 whose 60 days are running out, or have. */
  soon: z.number(),
  /** Partners of whose goods the same holds before they billed them. */
  unbilled_soon: z.number(),
  closing_days: z.array(z.number()),
});
export type OwingSummary = z.output<typeof owingSummary>;
