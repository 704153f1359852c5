import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { MAX_YEN } from "~/lib/money/amount";
import { yen } from "~/lib/money/number.schema";
import { choice, code, key, optionalChoice, optionalLines, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";

export const CONFIRMATIONS = "/accounting/confirmation";
const STATES = ["waiting", "agreed", "differs"] as const;
export const CONFIRMATION_LABEL = { waiting: "回答待ち", agreed: "一致", differs: "差異" } as const;
export const CONFIRMATION_TONE = { waiting: "warn", agreed: "good", differs: "bad" } as const;

export const confirmationNew = z.object({
  buyer_id: code("取引先", 40),
  on: optionalDate("基準日"),
  /** As the page showed it: another amount is asked about anew. */
  seen: yen("残高", { min: -MAX_YEN }).optional(),
  words: optionalLines("連絡", 500),
});
export type ConfirmationNew = z.output<typeof confirmationNew>;

export const confirmationAnswering = z
  .object({
    agreed: choice("回答", ["yes", "no"]),
    amount: z.preprocess(
      (value) => value || undefined,
      yen("当社の帳簿の金額", { min: -MAX_YEN }).optional(),
    ),
    words: optionalLines("差異の内容", 500),
  })
  .superRefine(({ agreed, amount, words }, context) => {
    if (agreed === "yes") return;
    if (amount === undefined)
      context.addIssue({ code: "custom", message: "当社の帳簿の金額を入力してください", path: ["amount"] });
    if (!words)
      context.addIssue({ code: "custom", message: "差異の内容を入力してください", path: ["words"] });
  });
export type ConfirmationAnswering = z.output<typeof confirmationAnswering>;

const open = z.object({
  number: z.string(),
  invoice_date: z.string(),
  due_date: z.string().nullable(),
  total: z.number(),
  open: z.number(),
});
export const confirmationRow = z.object({
  key: z.number(),
  on_date: z.string(),
  partner_name: z.string(),
  is_ours: z.boolean(),
  amount: z.number(),
  state: z.enum(STATES),
  /** What the partner's books say. */
  answered: z.number().nullable(),
  difference: z.number().nullable(),
  sent_time: z.string(),
  answered_time: z.string().nullable(),
});
export type ConfirmationRow = z.infer<typeof confirmationRow>;

export const confirmationDetail = confirmationRow.extend({
  person: z.string(),
  words: z.string().nullable(),
  rows: z.array(open),
  may_answer: z.boolean(),
  answers: z.array(
    z.object({
      key: z.number(),
      agreed: z.boolean(),
      amount: z.number(),
      words: z.string().nullable(),
      person: z.string(),
      answered_time: z.string(),
    }),
  ),
});
export type ConfirmationDetail = z.infer<typeof confirmationDetail>;
export const confirmationKey = z.object({ key: key("残高確認") });
export const confirmationMade = z.object({ key: z.number() });

export const confirmationFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", STATES),
});

export const confirmationList = list({
  path: CONFIRMATIONS,
  api: "/confirmations",
  title: "残高確認",
  counter: "件",
  key: "key",
  whole: true,
  filter: confirmationFilter,
  searched: (row) => [row.partner_name, row.on_date],
  fields: [
    { name: "q", label: "取引先・基準日", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: STATES.map((value) => ({ value, label: CONFIRMATION_LABEL[value] })),
    },
  ],
  row: confirmationRow,
  columns: [
    { name: "on_date", label: "基準日", kind: "date", link: (row) => `${CONFIRMATIONS}/${row.key}` },
    { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
    {
      name: "state",
      label: "回答",
      kind: "state",
      text: (row) => CONFIRMATION_LABEL[row.state],
      tone: (row) => CONFIRMATION_TONE[row.state],
    },
    { name: "is_ours", label: "送った側", kind: "text", text: (row) => (row.is_ours ? "当社" : "取引先") },
    { name: "amount", label: "残高", kind: "yen", amount: true, fact: 2 },
    { name: "answered", label: "回答した金額", kind: "yen", amount: true },
    { name: "difference", label: "差額", kind: "yen", amount: true },
    { name: "sent_time", label: "送った日時", kind: "datetime" },
    { name: "answered_time", label: "回答日時", kind: "datetime" },
  ],
  empty: {
    none: {
      text: "売掛・請求残から残高の確認を送ると、ここに回答が並びます。受け取った確認もここに並びます。",
    },
    unmatched: "条件に一致する残高確認はありません。",
  },
});
