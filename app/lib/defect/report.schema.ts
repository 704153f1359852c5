import { z } from "zod";
import { fileRow } from "~/lib/file/file.schema";
import { type Column, list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { untreating } from "~/lib/task/treat.schema";
import {
  checkbox,
  choice,
  key,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
} from "~/lib/text/text.schema";
import { UNIT_LABEL, unit } from "~/lib/vocabulary/card.schema";
import { TREATMENT_LABEL, TREATMENTS, treatment } from "~/lib/vocabulary/reason";

export const REPORTS = "/task/report";
const STATES = ["waiting", "answered", "withdrawn", "replaced"] as const;
export const REPORT_LABEL = {
  waiting: "回答待ち",
  answered: "回答済み",
  withdrawn: "取り下げ",
  replaced: "新しい版あり",
} as const;
export const REPORT_TONE = {
  waiting: "warn",
  answered: "good",
  withdrawn: "muted",
  replaced: "muted",
} as const;

export const reportNew = untreating.extend({
  cause: optionalLines("原因", 1000),
  words: optionalLines("対策・連絡", 1000),
  /** Those of the factory are shown to the buyer from now on. */
  photos: checkbox("写真を付ける"),
  /** The version before this one. */
  corrects: optionalKey("前の版"),
});
export const reportAnswering = z.object({
  treatment: choice("回答", TREATMENTS),
  words: optionalLines("連絡", 500),
});
export const reportWithdrawing = z.object({ words: optionalLines("理由", 500) });

export const reportRow = z.object({
  key: z.number(),
  number: z.string(),
  version: z.number(),
  partner_name: z.string(),
  is_ours: z.boolean(),
  /** ブラケット ほか2件 */
  about: z.string(),
  sum: z.string(),
  state: z.enum(STATES),
  treatment: treatment.nullable(),
  person: z.string(),
  sent_time: z.string(),
  answered_time: z.string().nullable(),
});
export type ReportRow = z.infer<typeof reportRow>;

const reported = z.object({
  row_key: z.string(),
  card_key: z.number(),
  card_id: z.string(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  order_id: z.string().nullable(),
  at: z.string(),
  status: z.string(),
  num: z.string(),
  num_items: z.string(),
  order_unit: unit,
  reason: z.string(),
});
export type Reported = z.infer<typeof reported>;

export const reportDetail = reportRow.extend({
  seller_name: z.string(),
  buyer_name: z.string(),
  cause: z.string().nullable(),
  words: z.string().nullable(),
  rows: z.array(reported),
  photos: z.array(fileRow),
  answer: z
    .object({
      words: z.string().nullable(),
      person: z.string(),
      answered_time: z.string(),
      treatment: treatment.nullable(),
    })
    .nullable(),
  versions: z.array(z.object({ key: z.number(), version: z.number(), sent_time: z.string() })),
  may_answer: z.boolean(),
  may_correct: z.boolean(),
  /** What has changed since, so that no answer fits any more. */
  problem: z.string().nullable(),
  /** What a new version would be of. */
  tick: z.string(),
});
export type ReportDetail = z.infer<typeof reportDetail>;
export const reportKey = z.object({ key: key("不良報告書") });
export const reportMade = z.object({ key: z.number() });
export const reportFilter = z.object({ q: optionalText("検索", 60), state: optionalChoice("状態", STATES) });

export const quantityText = ({ num, order_unit }: Pick<Reported, "num" | "order_unit">) =>
  `${formatNumber(num)}${UNIT_LABEL[order_unit]}`;

export const reportedColumns: Column<Reported>[] = [
  { name: "card_id", label: "カード番号", kind: "link", link: ({ card_key }) => `/task/${card_key}` },
  {
    name: "name",
    label: "品名",
    kind: "text",
    fact: 1,
    below: ({ drawing_no, status, reason }) => [drawing_no, status, reason].filter(Boolean).join("・"),
  },
  { name: "drawing_no", label: "図番", kind: "code" },
  { name: "order_id", label: "注文番号", kind: "code" },
  { name: "status", label: "工程", kind: "text" },
  { name: "at", label: "発生日時", kind: "datetime" },
  { name: "num", label: "不良数", kind: "text", fact: 2, text: quantityText },
  { name: "reason", label: "理由", kind: "text" },
];

export const reportList = list({
  path: REPORTS,
  api: "/reports",
  title: "不良報告書",
  counter: "件",
  key: "key",
  whole: true,
  filter: reportFilter,
  searched: (row) => [row.number, row.partner_name, row.about],
  fields: [
    { name: "q", label: "番号・取引先・品名", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: STATES.map((value) => ({ value, label: REPORT_LABEL[value] })),
    },
  ],
  row: reportRow,
  columns: [
    { name: "number", label: "番号", kind: "code", link: (row) => `${REPORTS}/${row.key}` },
    { name: "version", label: "版", kind: "count" },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => REPORT_LABEL[row.state],
      tone: (row) => REPORT_TONE[row.state],
    },
    { name: "partner_name", label: "取引先", kind: "text" },
    { name: "is_ours", label: "送った側", kind: "text", text: (row) => (row.is_ours ? "当社" : "取引先") },
    { name: "about", label: "品名", kind: "text", fact: 1 },
    { name: "sum", label: "不良数", kind: "text", fact: 2 },
    {
      name: "treatment",
      label: "回答",
      kind: "text",
      text: (row) => row.treatment && TREATMENT_LABEL[row.treatment],
    },
    { name: "sent_time", label: "送った日時", kind: "datetime" },
    { name: "answered_time", label: "回答日時", kind: "datetime" },
  ],
  empty: {
    none: { text: "不良明細で不良を選ぶと、依頼元へ不良報告書を送れます。届いた報告書もここに並びます。" },
    unmatched: "条件に一致する不良報告書はありません。",
  },
});
