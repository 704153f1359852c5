import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalInteger } from "~/lib/money/number.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { KIND_LABEL, KINDS } from "~/lib/vocabulary/payment";

const PAYMENT_STATES = ["done", "free", "refund", "cancelled"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
export const PAYMENT_STATE_LABEL: Record<PaymentState, string> = {
  done: "充当済",
  free: "前受あり",
  refund: "返金",
  cancelled: "取消",
};
export const PAYMENT_TONE = { done: "good", free: "warn", refund: "accent", cancelled: "muted" } as const;

const MOST = 999_999_999_999;
export const paymentFilter = z.object({
  q: optionalText("検索", 60),
  partner: optionalText("取引先", 60),
  buyer_id: optionalText("取引先", 40),
  kind: optionalChoice("方法", KINDS),
  state: optionalChoice("状態", PAYMENT_STATES),
  from: optionalDate("入金日"),
  to: optionalDate("入金日"),
  min: optionalInteger("金額", -MOST, MOST),
  max: optionalInteger("金額", -MOST, MOST),
});
export type PaymentFilter = z.output<typeof paymentFilter>;

export const paymentRow = z.object({
  key: z.number(),
  payment_date: z.string(),
  buyer_id: z.string(),
  partner_name: z.string(),
  kinds: z.array(z.enum(KINDS)),
  /** Money alone; less than nothing where it was paid back. */
  received: z.number(),
  adjustment: z.number(),
  amount: z.number(),
  settled: z.number(),
  unapplied: z.number(),
  invoices: z.array(z.string()),
  state: z.enum(PAYMENT_STATES),
  maturity_date: z.string().nullable(),
  note: z.string().nullable(),
  recorded_time: z.string(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

const yen = { kind: "yen", amount: true } as const;

export const paymentList = list({
  path: "/accounting/receivable/payment",
  api: "/payments",
  title: "入金一覧",
  counter: "件",
  key: "key",
  order: "-payment_date",
  summed: true,
  filter: paymentFilter,
  fields: [
    { name: "q", label: "請求書番号・備考", kind: "text" },
    { name: "partner", label: "取引先", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: PAYMENT_STATES.map((value) => ({ value, label: PAYMENT_STATE_LABEL[value] })),
    },
    { name: "from", label: "入金日（から）", kind: "date" },
    { name: "to", label: "入金日（まで）", kind: "date" },
    {
      name: "kind",
      label: "方法",
      kind: "select",
      more: true,
      options: KINDS.map((value) => ({ value, label: KIND_LABEL[value] })),
    },
    { name: "min", label: "金額（円以上）", kind: "text", more: true },
    { name: "max", label: "金額（円以下）", kind: "text", more: true },
  ],
  row: paymentRow,
  columns: [
    {
      name: "payment_date",
      label: "入金日",
      kind: "date",
      sort: true,
      link: (row) => `/accounting/receivable/payment/${row.key}`,
      sum: () => "合計（取消を除く）",
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => PAYMENT_STATE_LABEL[row.state],
      tone: (row) => PAYMENT_TONE[row.state],
    },
    { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
    {
      name: "kinds",
      label: "方法",
      kind: "text",
      text: (row) => row.kinds.map((kind) => KIND_LABEL[kind]).join("・"),
    },
    { name: "received", label: "入金額", ...yen },
    { name: "adjustment", label: "手数料・値引等", ...yen },
    {
      name: "amount",
      label: "計",
      ...yen,
      sort: true,
      fact: 2,
      sum: ({ amount }) => formatNumber(amount!),
    },
    { name: "settled", label: "充当額", ...yen },
    {
      name: "unapplied",
      label: "前受",
      ...yen,
      tone: (row) => (row.unapplied > 0 ? "warn" : undefined),
    },
    {
      name: "invoices",
      label: "充当した請求書",
      kind: "text",
      text: (row) => row.invoices.join("、"),
    },
    { name: "maturity_date", label: "満期日", kind: "date" },
    { name: "note", label: "備考", kind: "text" },
    { name: "recorded_time", label: "登録日時", kind: "datetime", sheet: true },
  ],
  empty: {
    none: {
      text: "入金はまだありません。",
      action: { label: "入金を登録する", href: "/accounting/receivable/payment/new" },
    },
  },
});
