import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { optionalText } from "~/lib/text/text.schema";
import { formatDate } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import { INSPECTION_CAUSE_LABEL, INSPECTION_TREATMENT_LABEL } from "~/lib/vocabulary/inspection";
import { BILL_KIND_LABEL, EXPENSE_ACCOUNTS, PAYOUT_KIND_LABEL, PAYOUT_KINDS } from "~/lib/vocabulary/payable";
import { TORITEKI } from "~/lib/vocabulary/toriteki";
import { debtHref, debtReason, PAYABLE } from "./debt.list";

export const recordFilter = z.object({
  q: optionalText("検索", 60),
  from: optionalDate("請求日"),
  to: optionalDate("請求日"),
});
export type RecordFilter = z.output<typeof recordFilter>;

const reject = z.object({
  num: z.string(),
  treatment: z.enum(Object.keys(INSPECTION_TREATMENT_LABEL) as (keyof typeof INSPECTION_TREATMENT_LABEL)[]),
  cause: z.enum(Object.keys(INSPECTION_CAUSE_LABEL) as (keyof typeof INSPECTION_CAUSE_LABEL)[]).nullable(),
  words: z.string().nullable(),
});
const change = z.object({
  order_id: z.string(),
  revision: z.number(),
  date: z.string(),
  words: z.string().nullable(),
});
/** 有償支給 for the goods that it bills. */
const supply = z.object({
  item: z.string(),
  quantity: z.string(),
  unit: z.string(),
  price: z.number().nullable(),
  move_date: z.string(),
  settlement_date: z.string().nullable(),
});
const payment = z.object({ date: z.string(), kind: z.enum(PAYOUT_KINDS), amount: z.number() });

/** R2-9: of one 請求書 for outsourced work what the law wants kept beside the order itself. */
export const recordRow = z.object({
  id: z.string(),
  key: z.number(),
  partner_id: z.string(),
  partner_name: z.string(),
  toriteki: z.enum(TORITEKI),
  number: z.string().nullable(),
  ym: z.number().nullable(),
  account: z.enum(EXPENSE_ACCOUNTS).nullable(),
  date: z.string(),
  due_date: z.string(),
  total: z.number(),
  cancel_reason: z.string().nullable(),
  /** Of a paper that lowers the price (値引・返品): why. */
  credit_reason: z.string().nullable(),
  orders: z.array(z.string()),
  received_from: z.string().nullable(),
  received_to: z.string().nullable(),
  inspected_date: z.string().nullable(),
  rejects: z.array(reject),
  changes: z.array(change),
  /** 赤 that take some of it back, with their reason. */
  reduced: z.array(z.object({ number: z.string(), total: z.number(), reason: z.string().nullable() })),
  payments: z.array(payment),
  supplies: z.array(supply),
  paid: z.number(),
  open: z.number(),
  interest: z.number(),
  /** What was entered of it, and what was paid of that. */
  interest_entered: z.number(),
  interest_paid: z.number(),
});
export type RecordRow = z.output<typeof recordRow>;

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join("、");
const span = ({ received_from, received_to }: RecordRow) =>
  [...new Set([received_from, received_to])].map((day) => (day ? formatDate(day) : "")).join("〜");
const rejectText = ({ num, treatment, cause, words }: RecordRow["rejects"][number]) =>
  [
    `${formatNumber(num)} ${INSPECTION_TREATMENT_LABEL[treatment]}`,
    cause && INSPECTION_CAUSE_LABEL[cause],
    words,
  ]
    .filter(Boolean)
    .join(" ");
const changeText = ({ order_id, revision, date, words }: RecordRow["changes"][number]) =>
  [`${order_id} 第${revision}版 ${formatDate(date)}`, words].filter(Boolean).join(" ");

const supplyText = ({
  item,
  quantity,
  unit,
  price,
  move_date,
  settlement_date,
}: RecordRow["supplies"][number]) =>
  [
    `${item} ${formatNumber(quantity)}${unit}`,
    price !== null && formatYen(price),
    `引渡 ${formatDate(move_date)}`,
    settlement_date && `決済 ${formatDate(settlement_date)}`,
  ]
    .filter(Boolean)
    .join(" ");

/** What is owed of it beside what was entered: entered with one press. */
const interestHref = (row: RecordRow): string | null =>
  row.interest > row.interest_entered
    ? `${PAYABLE}/bill/new?${new URLSearchParams({ partner_id: row.partner_id, late_debt: row.id, base_0: String(row.interest - row.interest_entered) })}`
    : null;

export const recordList = list({
  path: `${PAYABLE}/record`,
  api: "/payables/records",
  title: "取適法の記録",
  counter: "件",
  key: "id",
  order: "-date",
  off: ["reason", "inspected_date", "changes", "reduced", "interest", "interest_paid", "supplies"],
  filter: recordFilter,
  fields: [
    { name: "q", label: "支払先・請求書番号", kind: "text" },
    { name: "from", label: "請求日（から）", kind: "date" },
    { name: "to", label: "請求日（まで）", kind: "date" },
  ],
  row: recordRow,
  columns: [
    { name: "date", label: "請求日", kind: "date", sort: true, link: debtHref },
    { name: "partner_name", label: "支払先", kind: "text", fact: 1 },
    { name: "reason", label: "要因", kind: "text", text: debtReason },
    { name: "received", label: "受領日", kind: "text", text: span },
    { name: "total", label: "金額（税込）", kind: "yen", amount: true },
    {
      name: "payments",
      label: "支払日・方法・支払額",
      kind: "text",
      amount: true,
      text: ({ payments }) =>
        payments
          .map(
            ({ date, kind, amount }) => `${formatDate(date)} ${PAYOUT_KIND_LABEL[kind]} ${formatYen(amount)}`,
          )
          .join("、"),
    },
    { name: "open", label: "残額", kind: "yen", amount: true, fact: 2 },
    { name: "interest", label: "遅延利息（計算額）", kind: "yen", amount: true, link: interestHref },
    { name: "interest_paid", label: "支払った遅延利息", kind: "yen", amount: true },
    { name: "due_date", label: "支払期日", kind: "date" },
    {
      name: "orders",
      label: "注文番号",
      kind: "text",
      narrow: true,
      text: ({ orders }) => orders.join("、"),
    },
    { name: "inspected_date", label: "検査完了日", kind: "date" },
    {
      name: "rejects",
      label: "不合格と処置",
      kind: "text",
      text: ({ rejects }) => rejects.map(rejectText).join("、"),
    },
    {
      name: "changes",
      label: "変更と理由",
      kind: "text",
      text: ({ changes }) => changes.map(changeText).join("、"),
    },
    {
      name: "supplies",
      label: "有償支給",
      kind: "text",
      amount: true,
      text: ({ supplies }) => supplies.map(supplyText).join("、"),
    },
    {
      name: "reduced",
      label: "増減と理由",
      kind: "text",
      amount: true,
      text: ({ reduced, cancel_reason, credit_reason }) =>
        joined([
          credit_reason && `${BILL_KIND_LABEL.credit} ${credit_reason}`,
          ...reduced.map(({ number, total, reason }) => joined([`${number} ${formatYen(total)}`, reason])),
          cancel_reason && `取消 ${cancel_reason}`,
        ]),
    },
  ],
  empty: { none: { text: "外注加工の請求書はまだありません。" } },
});
