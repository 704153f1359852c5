import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, key, optionalCode, optionalKey, optionalText, rowKey, text } from "~/lib/text/text.schema";
import { COLUMN_FIELDS } from "./layout";
import { DOUBTS } from "./statement";

export const FILE_BYTES = 700_000;

/** The bytes as base64. */
export const bankFileNew = z.object({
  file_name: text("ファイル名", 200),
  content: z
    .string({ error: "ファイルを選択してください" })
    .max(Math.ceil(FILE_BYTES / 3) * 4, {
      error: "ファイルが大きすぎます（700KBまで）。期間を分けて受け取ってください",
    })
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: "ファイルを選択してください" }),
  account_key: optionalKey("口座"),
});
export type BankFileNew = z.output<typeof bankFileNew>;

export const bankFileTaken = z.object({
  /** A part of the file about which something is to be asked. */
  waiting: z.number().nullable(),
  files: z.array(z.number()),
  num_rows: z.number(),
  num_new: z.number(),
  is_repeated: z.boolean(),
});
export type BankFileTaken = z.infer<typeof bankFileTaken>;

const bankFile = z.object({
  key: z.number(),
  file_name: z.string(),
  account: z.string().nullable(),
  format: z.string().nullable(),
  state: z.enum(["waiting", "read"]),
  from_date: z.string().nullable(),
  to_date: z.string().nullable(),
  opening: z.number().nullable(),
  closing: z.number().nullable(),
  num_rows: z.number(),
  num_new: z.number(),
  person: z.string(),
  uploaded_time: z.string(),
  /** Where its first balance is not the last of the file before. */
  gap: z.string().nullable(),
  cannot_undo: z.string().nullable(),
});
export type BankFileRow = z.infer<typeof bankFile>;

const bankAccountRow = z.object({ key: z.number(), label: z.string(), has_profile: z.boolean() });
export const bankFiles = z.object({ items: z.array(bankFile), accounts: z.array(bankAccountRow) });

const columns = z.partialRecord(z.enum(COLUMN_FIELDS), z.string().max(200));
export const bankSetup = z.object({
  file: bankFile,
  /** What is to be said before it is read. */
  asks_account: z.boolean(),
  asks_columns: z.boolean(),
  asks_dates: z.boolean(),
  from_date: z.string().nullable(),
  to_date: z.string().nullable(),
  account: z.object({
    bank_name: z.string(),
    branch_name: z.string(),
    kind: z.string(),
    number: z.string(),
    holder: z.string(),
  }),
  lines: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  head_line: z.number(),
  columns,
  accounts: z.array(bankAccountRow),
});
export type BankSetup = z.infer<typeof bankSetup>;

const heading = (label: string) => optionalText(label, 200);
/** Which column of the table is what, by its heading. */
export const bankColumns = z.object({
  date: heading("日付"),
  in: heading("入金額"),
  out: heading("出金額"),
  amount: heading("金額（入出金が一つの列）"),
  direction: heading("入払区分"),
  balance: heading("残高"),
  payer: heading("振込名義・摘要"),
});
export const bankFileRead = z.object({
  /** Without one, a new account of the fields below. */
  account_key: optionalKey("口座"),
  bank_name: optionalText("銀行名", 40),
  branch_name: optionalText("支店名", 40),
  kind: optionalText("種別", 10),
  number: optionalCode("口座番号", 20),
  /** From 1; 0 where there is none. */
  head_line: optionalInteger("見出しの行", 0, 32),
  ...bankColumns.shape,
  dates_right: checkbox("期間が正しい"),
});
export type BankFileRead = z.output<typeof bankFileRead>;

export const bankFileGone = z.object({ num_rows: z.number() });

export const ROW_STATES = ["sure", "likely", "unknown", "check", "done", "excluded"] as const;
export const BANK_STATE_LABEL: Record<(typeof ROW_STATES)[number], string> = {
  sure: "確実",
  likely: "候補",
  unknown: "不明",
  check: "要確認",
  done: "済",
  excluded: "対象外",
};
export const DOUBT_LABEL: Record<(typeof DOUBTS)[number], string> = {
  negative: "金額がマイナスの行です。元の取引を確かめてください。",
  cancelled: "取消の行か、取り消された行です。",
  missing: "欠番か、金額のない行です。",
  correction: "訂正の行です。元の取引を確かめてください。",
  twin: "同じ日・同じ金額の行が、先に取り込んだファイルにもあります。二重でないか確かめてください。",
};

export const bankRow = z.object({
  key: z.number(),
  file_key: z.number(),
  account: z.string(),
  row_date: z.string(),
  direction: z.enum(["in", "out"]),
  amount: z.number(),
  payer: z.string().nullable(),
  payer_raw: z.string().nullable(),
  payer_code: z.string().nullable(),
  edi: z.string().nullable(),
  summary: z.string().nullable(),
  balance: z.number().nullable(),
  state: z.enum(ROW_STATES),
  confidence: z.enum(["sure", "high", "low", "unknown"]).nullable(),
  buyer_id: z.string().nullable(),
  buyer_name: z.string().nullable(),
  is_named: z.boolean(),
  parts: z.array(z.object({ invoice_key: z.number(), number: z.string(), amount: z.number() })),
  difference: z.number(),
  reason: z.string(),
  /** What a person saw: another text means that something has changed. */
  seen: z.string().nullable(),
  /** A receipt that may be this very money. */
  receipt_key: z.number().nullable(),
  payment_key: z.number().nullable(),
});
export type BankRow = z.infer<typeof bankRow>;

export const bankSure = z.object({
  seen: z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z
      .array(z.string().max(400), { error: "登録する行がありません" })
      .min(1, { error: "登録する行がありません" })
      .max(500, { error: "一度に登録できるのは500件までです" }),
  ),
});
/** A suggestion that a person has looked at; `fee`: what is short is a 手数料. */
export const bankSuggested = z.object({ seen: z.string().max(400), as: z.enum(["parts", "fee"]) });
export const bankReceipt = z.object({ payment_key: key("入金") });
export const bankRegistered = z.object({ num: z.number(), amount: z.number() });
export const bankPaymentMade = z.object({
  key: z.number(),
  settled: z.array(z.object({ invoice_key: z.number(), amount: z.number() })),
  unapplied: z.number(),
  /** The name that is known from now on. */
  learned: z.string().nullable(),
});

export const bankExclusion = z.object({ reason: text("理由", 200) });
const bankPayerRow = z.object({
  key: z.number(),
  name: z.string(),
  payer_code: z.string().nullable(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  person: z.string(),
  learned_time: z.string(),
});
export const bankPayers = z.object({ items: z.array(bankPayerRow) });
export const bankKey = z.object({ key: rowKey });
